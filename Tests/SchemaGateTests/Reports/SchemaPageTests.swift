import TestSupport
import Testing

@testable import SchemaGate

@Suite struct SchemaPageTests {
  /// The page of some files, without a drawing unless one is given.
  private func page(
    _ files: [String: String], diagram: DiagramDrawing = .noProgram
  ) throws -> (text: String, content: PageContent) {
    let authority = try AuthorityReader.read(
      files: MemorySource(texts: files), knownRules: RuleRunner.knownRules)
    let today = try #require(CivilDate("2026-01-02"))
    let verdict = try RuleRunner.judge(authority, options: RuleRunner.Options(today: today))
    var content = try PageContent(
      authority, verdict: verdict, title: Self.hostile, isStrict: false)
    content.diagram = diagram
    return (String(decoding: content.html, as: UTF8.self), content)
  }

  private static let hostile = "</script><script>alert('\"x\"')</script>&"

  /// A schema whose every name and text would be markup if it could.
  private static let hostileFiles: [String: String] = {
    let name = hostile.replacing("\"", with: "\"\"")
    let text = hostile.replacing("'", with: "''")
    return [
      FileExample.schemaPath: """
      -- Holds </article><img src=x onerror=alert(1)> and "quotes".
      CREATE TABLE "\(name)" (
        id TEXT NOT NULL PRIMARY KEY,
        "' onmouseover='\(name)" TEXT NOT NULL CHECK ("' onmouseover='\(name)" IN ('\(text)', 'b')),
        parent TEXT REFERENCES "\(name)" (id) ON DELETE SET NULL
      ) STRICT;
      CREATE INDEX "i\(name)" ON "\(name)" (parent) WHERE parent <> '\(text)';
      CREATE TRIGGER "t\(name)" AFTER DELETE ON "\(name)" WHEN old.id = '\(text)'
        BEGIN SELECT '\(text)'; END;
      CREATE VIEW "v\(name)" AS SELECT id AS "c\(name)" FROM "\(name)";
      CREATE TABLE "<style>" (id INTEGER PRIMARY KEY, is_open INTEGER);

      """
    ]
  }()

  @Test func noNameOrTextBecomesMarkup() throws {
    let content = try page(Self.hostileFiles).content
    let dot = try #require(content.graph)
    // Where Graphviz is installed, what it makes of such names is on the page as well.
    let drawn = try GraphvizProgram.svg(of: dot)
    let page = try page(
      Self.hostileFiles, diagram: drawn.map { .drawn($0) } ?? .noProgram
    ).text
    let tags = try Self.tags(of: page)
    #expect(tags.count { $0.name == "script" && !$0.isEnd } == 1)
    #expect(tags.count { $0.name == "style" && !$0.isEnd } == 1)
    #expect(!tags.contains { $0.name == "img" || $0.text.contains(" on") && $0.name != "meta" })
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(&#39;&quot;x&quot;&#39;)"))
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
    // What is escaped was no markup of the page's own.
    for own in ["&lt;span", "&lt;code&gt;", "&lt;td", "&lt;li", "&lt;p&gt;"] {
      #expect(!page.contains(own), "the page shows \(own)")
    }
    #expect(!dot.contains("<script>") && dot.contains("&lt;/script&gt;"))
  }

  @Test func tagsAreClosedAndLinksLeadSomewhere() throws {
    for files in [Self.hostileFiles, Self.ladderFiles] {
      let tags = try Self.tags(of: try page(files).text)
      var open: [String] = []
      for tag in tags where !["meta", "br", "input", "wbr"].contains(tag.name) {
        if tag.isEnd {
          #expect(open.popLast() == tag.name, "</\(tag.name)> ends another element")
        } else if !tag.text.hasSuffix("/") {
          open.append(tag.name)
        }
      }
      #expect(open.isEmpty)
      let ids = tags.compactMap { $0.value(of: "id") }
      #expect(Set(ids).count == ids.count, "an id is there twice")
      for tag in tags {
        for name in ["href", "for", "aria-labelledby", "aria-describedby"] {
          guard let value = tag.value(of: name), name != "href" || value.hasPrefix("#") else {
            continue
          }
          let id = name == "href" ? String(value.dropFirst()) : value
          #expect(ids.contains(id), "\(name) leads to '\(id)'")
        }
      }
    }
  }

  private static let entries = [
    ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
  ]

  /// A launched ladder, of which the last version is not frozen.
  private static let ladderFiles: [String: String] = [
    FileExample.schemaPath: FileExample.baseline,
    FileExample.path("002_pages.sql"): FileExample.pages,
    FileExample.lockPath: FileExample.lock(entries),
    FileExample.policyPath: FileExample.policy(launched: true, frozen: [entries[0]]),
  ]

  @Test func thePageShowsVersionsTablesAndRules() throws {
    var files = Self.ladderFiles
    files["schema-gate.json"] = """
      {"sortKeys": [{"name": "by body", "table": "notes", "orderBy": ["body", "id"]}]}
      """
    files[FileExample.schemaPath] =
      FileExample.baseline + "CREATE INDEX notes_body ON notes (body);"
    let (page, content) = try page(files)
    #expect(content.drawing?.catalog.tables.map(\.name) == ["notes", "pages"])
    for part in [
      "id=\"version-001\" class=\"frozen\"", "id=\"version-002\" class=\"open\"",
      "<li>creates table pages</li>", "sort key &#39;by body&#39;", "id=\"rule-fk-index\"",
      "Its digest is not the frozen", "apt-get install graphviz",
      "<strong>Failed</strong>",
    ] {
      #expect(page.contains(part), "the page lacks \(part)")
    }
    #expect(try self.page(files).text == page)
  }

  @Test func aLadderThatDoesNotRunIsShownWithItsFinding() throws {
    var files = Self.ladderFiles
    files[FileExample.path("002_pages.sql")] = "CREATE TABLE notes (id INTEGER PRIMARY KEY);\n"
    let (page, content) = try page(files, diagram: .notDrawn)
    #expect(content.graph == nil)
    #expect(page.contains("doesn't run to its end") && page.contains("already exists"))
    #expect(page.contains("<mark><i>1</i>CREATE TABLE notes (id"))
    #expect(!page.contains("id=\"diagram\""))
  }

  @Test func payloadVersionsStandBesideEachOther() throws {
    let contracts = [
      PayloadExample.contract(1),
      PayloadExample.contract(
        2,
        entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
        evolution: PayloadExample.history),
    ]
    var files = Dictionary(
      PayloadExample.files(contracts).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
    files["schema/sync_payload/003.json"] = "{"
    let (page, content) = try page(files)
    let grid = content.payloads
    #expect(grid.versions.map(\.number) == [1, 2])
    #expect(grid.unreadable.map(\.number) == [3])
    let fields = try #require(grid.entities.first).fields
    #expect(fields.map(\.name) == ["id", "pinned", "title", "version"])
    #expect(fields[1].cells.map { $0?.upsert } == [nil, .optional])
    #expect(fields[3].cells.map { $0?.upsert } == [.required, .required])
    #expect(fields[3].cells.map { $0?.deletes } == [["tombstone"], ["tombstone"]])
    #expect(fields[0].cells[0]?.kind == "uuid")
    #expect(page.contains("The note stays on top.") && page.contains("Not readable"))
  }

  @Test func gitTellsSinceWhenVersionsAreFrozen() throws {
    let repository = try ScratchRepository()
    for (path, text) in Self.ladderFiles { try repository.write(text, to: path) }
    try repository.commit("Release one")
    let first = try repository.git("rev-parse", "HEAD")
    try repository.write("", to: "other.txt")
    try repository.commit("Something else")
    let all = FileExample.policy(launched: true, frozen: Self.entries)
    try repository.write(all, to: FileExample.policyPath)
    try repository.commit("Release <two>")
    let second = try repository.git("rev-parse", "HEAD")
    try repository.write(
      all.replacing("docs/schema.md", with: "docs/other.md"), to: FileExample.policyPath)
    try repository.commit("Point elsewhere")
    var reader = AuthorityReader(root: repository.path, knownRules: [])
    let history = try #require(try reader.freezeHistory(of: try reader.read(.workingTree)))
    #expect(history.versions.mapValues(\.id) == [.baseline: first, Version(2)!: second])
    #expect(history.versions[Version(2)!]?.subject == "Release <two>")
    #expect(history.contracts.isEmpty)
  }

  // MARK: - Pieces

  @Test(arguments: [
    ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"), ("line\nnext\tcell", "line\nnext\tcell"),
    ("\u{0}\u{1B}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{202E}b", "a\u{FFFD}b"),
    ("naïve – 日本", "naïve – 日本"),
  ])
  func valuesAreEscapedAndLiteralsAreNot(value: String, escaped: String) {
    let html: HTML = "<b title=\"\(value)\">\(value)</b>"
    #expect(html.text == "<b title=\"\(escaped)\">\(escaped)</b>")
    #expect(("<i>\(html)</i>" as HTML).text == "<i>\(html.text)</i>")
  }

  @Test(arguments: [
    ("-- Holds a.\n-- And b.\nCREATE", "Holds a. And b."), ("x;\n\n-- Far.\n\nCREATE", nil),
    ("-- -----\n-- Section\n-- -----\n\n-- Own.\nCREATE", "Own."),
    ("-- Section\n-- ------\nCREATE", nil), ("x; CREATE", nil), ("CREATE", nil),
    ("  -- Set in.\n  CREATE", "Set in."),
  ])
  func theCommentAboveAStatementIsItsRemark(text: String, remark: String?) throws {
    let start = try #require(text.firstRange(of: "CREATE"))
    let offset = text.utf8.distance(from: text.startIndex, to: start.lowerBound)
    #expect(SQLRemark.above(offset, in: Array(text.utf8)) == remark)
  }

  @Test func partsOfTheDiagramDoNotOverlap() {
    var parts: [MapDrawing.Part] = []
    for number in 1...60 {
      let (width, height) = (number * 37 % 200 + 20, number * 53 % 170 + 15)
      parts.append(MapDrawing.Part(markup: "", width: Double(width), height: Double(height)))
    }
    let drawing = MapDrawing(parts: parts)
    #expect(drawing.placed.count == parts.count)
    for (place, one) in drawing.placed.enumerated() {
      for other in drawing.placed[(place + 1)...] {
        let isBeside = one.x + one.part.width <= other.x || other.x + other.part.width <= one.x
        let isBelow = one.y + one.part.height <= other.y || other.y + other.part.height <= one.y
        #expect(isBeside || isBelow, "\(one) and \(other) overlap")
      }
    }
    let filled = parts.reduce(0.0) { $0 + $1.width * $1.height }
    #expect(filled / (drawing.width * drawing.height) > 0.5)
    #expect(MapDrawing("").placed.isEmpty)
  }

  @Test func graphvizThatIsMissingOrFailsIsTold() throws {
    #expect(try GraphvizProgram.svg(of: "digraph {}", program: "no-such-program-dot") == nil)
    #expect(throws: GraphvizError.self) { try GraphvizProgram.svg(of: "", program: "false") }
  }

  @Test func aDocumentNamesItsScriptByHash() {
    // The hash of nothing, as browsers print it.
    #expect(
      ContentHash.source(of: "") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }

  // MARK: - Reading markup

  private struct Tag {
    var name: String
    var isEnd: Bool
    var text: String

    /// The value of an attribute in double quotes, which the page uses alone.
    func value(of attribute: String) -> String? {
      guard let start = text.firstRange(of: " \(attribute)=\"") else { return nil }
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// All tags in their order; what is in the script and the style is skipped as browsers do.
  private static func tags(of page: String) throws -> [Tag] {
    var tags: [Tag] = []
    let bytes = Array(page.utf8)
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      var end = start + 1
      var isQuoted = false
      while end < bytes.count, isQuoted || bytes[end] != UInt8(ascii: ">") {
        if bytes[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
        end += 1
      }
      let text = String(decoding: bytes[start + 1..<end], as: UTF8.self)
      let isEnd = text.hasPrefix("/")
      let name = String(text.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
      place = end + 1
      if text.hasPrefix("!") { continue }
      #expect(!name.isEmpty, "a stray '<' before '\(text.prefix(40))'")
      tags.append(Tag(name: name, isEnd: isEnd, text: text))
      if !isEnd, name == "script" || name == "style" {
        let closing = Array("</\(name)".utf8)
        while place + closing.count < bytes.count,
          !bytes[place...].starts(with: closing)
        {
          place += 1
        }
      }
    }
    return tags
  }
}
