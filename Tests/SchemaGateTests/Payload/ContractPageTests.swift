import Foundation
import Testing

@testable import SchemaGate

/// The examples in `docs/contracts.md` are what they are said to be.
@Suite struct ContractPageTests {
  /// The page, taken apart.
  struct Page {
    /// Blocks by what the comment before each calls them.
    var blocks: [String: String] = [:]
    /// The rows of each table by its last heading: the text of each cell.
    var rows: [String: [[String]]] = [:]

    init() throws {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let page = root.appendingPathComponent("../../../docs/contracts.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      for part in text.components(separatedBy: "<!-- ").dropFirst() {
        let name = part.components(separatedBy: " -->")[0]
        let fenced = part.components(separatedBy: "```")[1]
        blocks[name] = String(fenced.drop { $0 != "\n" }.dropFirst())
      }
      var heading: String?
      for line in text.components(separatedBy: "\n") {
        guard line.hasPrefix("| ") else {
          heading = nil
          continue
        }
        let cells = line.dropFirst().dropLast().components(separatedBy: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        if let heading { rows[heading, default: []].append(cells) }
        if heading == nil { heading = cells.last }
      }
      for name in rows.keys { rows[name]?.removeFirst() }
    }

    /// A file of the page.
    func file(_ path: String) throws -> String { try #require(blocks["file: \(path)"]) }
  }

  /// The texts between back-ticks.
  static func spans(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  static let path = "schema/sync_payload/001.json"

  static func contract(_ text: String) -> Formed<PayloadContract> {
    PayloadContract.read(SourceText(path: path, bytes: Array(text.utf8)))
  }

  static func singleLine(_ text: String) throws -> String {
    String(
      decoding: JSONWriter.singleLine(try JSONReader.read(Array(text.utf8)), memberOrder: .kept),
      as: UTF8.self)
  }

  /// A text with one place replaced, as a row says.
  static func changed(_ text: String, by row: [String]) throws -> String {
    let old = try #require(spans(row[0]).first)
    #expect(text.components(separatedBy: old).count == 2, "'\(old)' is not there once")
    return text.replacingOccurrences(of: old, with: spans(row[1]).first ?? "")
  }

  // MARK: The whole one

  @Test func theWholeContractPassesAndWhatIsChangedInItIsReportedAsSaid() throws {
    let page = try Page()
    let names = [
      FileExample.schemaPath, "schema-gate.json", Self.path,
      "schema/sync_payload/fixtures/001.golden.json",
    ]
    let verdict = try judge(try names.map { ($0, try page.file($0)) })
    #expect(verdict.diagnostics.isEmpty, "\(verdict.diagnostics.map(\.finding.message))")

    let line = try Self.singleLine(try page.file(Self.path))
    let rows = try #require(page.rows["is reported as"])
    #expect(rows.count == 8)
    for row in rows {
      let messages = Self.contract(try Self.changed(line, by: row)).faults.map(\.message)
      #expect(messages.contains { $0.contains(row[2]) }, "\(row[2]): \(messages)")
    }
  }

  private func judge(_ files: [(path: String, text: String)]) throws -> Verdict {
    try RuleRunner.judge(
      try ExampleAuthority.authority(files.map { (path: $0.path, text: $0.text) }),
      options: .init(today: CivilDate(secondsSince1970: 1_796_083_200)))
  }

  // MARK: Fields

  @Test func eachFieldTakesAndRefusesWhatItsRowSays() throws {
    let rows = try #require(try Page().rows["refuses"])
    #expect(rows.count == 23)
    for row in rows {
      let field = try #require(Self.spans(row[0]).first)
      let compact = PayloadExample.contract(
        entities: PayloadExample.note(field: "\"one\":\(field),", optional: #""one""#))
      let formed = Self.contract(PayloadExample.laidOut(compact))
      #expect(formed.faults.isEmpty, "\(field): \(formed.faults.map(\.message))")
      let contract = try #require(formed.value)
      let envelope = try #require(
        try JSONReader.read(Array(PayloadExample.fixture(of: compact).utf8))[member: "envelopes"]?
          .asArray?.first)
      let payload = try #require(envelope[member: "payload"])
      for (cell, isTaken) in [(row[1], true), (row[2], false)] {
        let values = Self.spans(cell)
        #expect(!values.isEmpty)
        for value in values {
          let whole = envelope.setting(
            member: "payload",
            to: payload.setting(member: "one", to: try JSONReader.read(Array(value.utf8))))
          let failures = contract.failures(of: whole)
          #expect(failures.isEmpty == isTaken, "\(field), \(value): \(failures)")
        }
      }
      let members = try #require(try JSONReader.read(Array(field.utf8)).asObject)
      #expect(members.map(\.name) == members.map(\.name).sorted())
    }
    let fields = rows.map { $0[0] }.joined()
    for word in PayloadFormat.words + PayloadTypes.words {
      #expect(fields.contains("\"\(word)\""), "\(word) has no row")
    }
  }

  // MARK: Envelopes

  @Test func envelopesPassAndFailAsSaid() throws {
    let page = try Page()
    let validator = EnvelopeValidator(
      try #require(Self.contract(try page.file(Self.path)).value))
    let lines = try #require(page.blocks["envelopes"]).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    for line in lines {
      #expect(validator.failures(of: try JSONReader.read(Array(line.utf8))).isEmpty, "\(line)")
    }
    for row in try #require(page.rows["fails with"]) {
      let line = try Self.changed(lines[0], by: row)
      let failures = validator.failures(of: try JSONReader.read(Array(line.utf8)))
      #expect(failures.map(\.message) == [row[2]], "\(row)")
    }
  }

  // MARK: The next contract

  @Test func theNextContractPassesAndWhatIsChangedInItBreaksTheRuleThatIsNamed() throws {
    let page = try Page()
    let first = try page.file(Self.path)
    let fixture = try page.file("schema/sync_payload/fixtures/001.golden.json")
    var draft = try PayloadDraft(
      after: Self.contract(first).value,
      envelopes: try JSONReader.read(Array(fixture.utf8))[member: "envelopes"]?.asArray ?? [])
    try draft.addField("pinned", to: "note", types: .boolean)
    let history = try JSONReader.read(
      Array(try #require(page.blocks["field_evolution of 002"]).utf8))
    let second = try JSONReader.read(draft.contractBytes)
      .setting(member: "field_evolution", to: history)
    let line = String(decoding: JSONWriter.singleLine(second), as: UTF8.self)
    let schema = try page.file(FileExample.schemaPath)
      .replacingOccurrences(
        of: "  deleted_at",
        with: "  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),\n  deleted_at")

    func broken(_ contract: String) throws -> [String] {
      let verdict = try judge([
        (FileExample.schemaPath, schema),
        ("schema-gate.json", try page.file("schema-gate.json")),
        (
          FileExample.policyPath,
          FileExample.policy(
            launched: true, frozen: [("001_schema.sql", schema)], contracts: [("001", first)])
        ),
        (Self.path, first), ("schema/sync_payload/fixtures/001.golden.json", fixture),
        ("schema/sync_payload/002.json", PayloadExample.laidOut(contract)),
        (
          "schema/sync_payload/fixtures/002.golden.json",
          String(decoding: draft.fixtureBytes, as: UTF8.self)
        ),
      ])
      return verdict.diagnostics.map(\.rule.name)
    }
    #expect(try broken(line) == [])
    let rows = try #require(page.rows["breaks"])
    #expect(rows.count == 7)
    for row in rows {
      #expect(try broken(try Self.changed(line, by: row)).contains(row[2]), "\(row)")
    }
  }
}
