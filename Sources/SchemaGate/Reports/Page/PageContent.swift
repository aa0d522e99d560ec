/// All that the page of an authority shows, as values.
package struct PageContent: Sendable {
  /// What the page is called: the repository's name, or what was asked for.
  package var title: String
  /// What was judged.
  let authority: Authority
  /// What it came to.
  let verdict: Verdict
  /// Whether warnings fail it too.
  let isStrict: Bool
  /// The newest schema; nil where the ladder doesn't run to its end.
  let drawing: SchemaDrawing?
  /// What each table is for, by its folded name, as a comment above its declaration says.
  let remarks: [String: String]
  /// Where each table is declared, by its folded name.
  let places: [String: Location]
  /// What each version does, in the order of the ladder.
  let rungs: [PageRung]
  /// The payload contracts beside each other.
  let payloads: PayloadGrid
  /// The commits that froze versions and contracts; nil where git wasn't asked or couldn't tell.
  package var history: FreezeHistory?
  /// The drawing of the tables and their references.
  package var diagram = DiagramDrawing.notDrawn
  /// What leads from the page to the repository's root, such as `..`; nil if the page is elsewhere.
  package var pathToRoot: String?

  /// Gathers what a page shows; costs one replay of the ladder.
  ///
  /// - Parameters:
  ///   - authority: what was judged.
  ///   - verdict: what it came to.
  ///   - title: what the page is called.
  ///   - isStrict: whether warnings fail it too.
  package init(
    _ authority: Authority, verdict: Verdict, title: String, isStrict: Bool
  ) throws {
    self.authority = authority
    self.verdict = verdict
    self.title = title
    self.isStrict = isStrict
    let replay = try Replay.run(authority)
    rungs = replay.versions.map { PageRung($0) }
    payloads = PayloadGrid(authority.payloads)
    guard let evidence = replay.schema else {
      drawing = nil
      remarks = [:]
      places = [:]
      return
    }
    drawing = SchemaDrawing(
      evidence.catalog, valueSets: try evidence.checkProbe.valueSets(of: evidence.catalog),
      indexUses: try replay.plans?.indexUses() ?? [:])
    var remarks: [String: String] = [:]
    var places: [String: Location] = [:]
    for name in evidence.catalog.tables.map(\.name) + evidence.catalog.views.map(\.name) {
      guard let entry = evidence.texts.value().declarations.relation(named: name) else { continue }
      places[foldedName(name)] = .offset(entry.offset, in: entry.text)
      remarks[foldedName(name)] = SQLRemark.above(entry.offset, in: entry.text.bytes)
    }
    self.remarks = remarks
    self.places = places
  }

  /// The graph of the tables, for Graphviz; nil without a schema.
  package var graph: String? { drawing.map { TableMap($0).dot } }

  /// The page: one HTML file that needs nothing beside it.
  package var html: [UInt8] { Array(SchemaPage(self).document.text.utf8) }
}

/// What became of the drawing of the tables.
package enum DiagramDrawing: Hashable, Sendable {
  /// Nothing was asked for, as without a schema.
  case notDrawn
  /// Graphviz isn't installed.
  case noProgram
  /// Graphviz failed, for this reason.
  case failed(String)
  /// What Graphviz drew: SVG documents, one after the other.
  case drawn(String)
}

/// What one version of the ladder does.
struct PageRung: Hashable, Sendable {
  let version: Version
  /// What it does to objects, such as `creates table 'tags'`, each once.
  let changes: [String]
  /// How many statements ran.
  let statementCount: Int
  /// Whether it ran to its end.
  let isComplete: Bool

  init(_ replayed: ReplayedVersion) {
    version = replayed.migration.version
    statementCount = replayed.statements.count
    isComplete = replayed.failure == nil
    var changes: [String] = []
    var seen: Set<String> = []
    for effect in replayed.statements.flatMap(\.ownEffects) {
      // Indexes of constraints come with their tables.
      guard let words = PageRung.words(effect.kind), !effect.name.hasPrefix("sqlite_") else {
        continue
      }
      let change = "\(words) \(effect.name)"
      if seen.insert(change).inserted { changes.append(change) }
    }
    self.changes = changes
  }

  private static func words(_ kind: StatementEffect.Kind) -> String? {
    switch kind {
    case .createTable: "creates table"
    case .createVirtualTable: "creates virtual table"
    case .createIndex: "creates index"
    case .createTrigger: "creates trigger"
    case .createView: "creates view"
    case .dropTable: "drops table"
    case .dropVirtualTable: "drops virtual table"
    case .dropIndex: "drops index"
    case .dropTrigger: "drops trigger"
    case .dropView: "drops view"
    case .alterTable: "alters table"
    case .insert: "inserts into"
    case .update: "updates"
    case .delete: "deletes from"
    case .changeCounters, .call: nil
    }
  }
}

/// The comment above a statement.
enum SQLRemark {
  /// The text of the `--` lines right above an offset, if they say something.
  ///
  /// Lines without a letter or digit are rules that separate sections; what stands above one is
  /// about the section, not about the statement.
  static func above(_ offset: Int, in bytes: [UInt8]) -> String? {
    var lines: [String] = []
    var end = min(offset, bytes.count)
    // The statement's own line must begin with it.
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    while end > 0, bytes[end - 1] == UInt8(ascii: "\n") {
      let stop = end - 1
      let start = (bytes[..<stop].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let line = bytes[start..<stop].drop { $0 == UInt8(ascii: " ") }
      guard line.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) else { break }
      let text = String(decoding: line.dropFirst(2), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard text.contains(where: { $0.isLetter || $0.isNumber }) else { break }
      lines.append(text)
      end = start
    }
    return lines.isEmpty ? nil : lines.reversed().joined(separator: " ")
  }
}
