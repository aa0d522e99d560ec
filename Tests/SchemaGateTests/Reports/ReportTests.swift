import Foundation
import Testing

@testable import SchemaGate

@Suite struct ReportTests {
  private static let rule = Rule(
    id: "sample-rule", summary: "a sample holds", rationale: "Without it <nothing> holds & all.",
    formerIDs: ["old-rule"], bad: [.schema("CREATE TABLE ⚑t (a);\n")],
    good: [.schema("CREATE TABLE t (a) STRICT;\n")], check: .runner)

  private static let frozen = Diagnostic(
    rule: "sample-rule", severity: .error,
    finding: Finding(
      "schema/schema.sql is not the baseline that was frozen", at: .file("schema/schema.sql"),
      details: ["frozen 0ca4e0ea52b7…, now 51ab09d2c6f3…"],
      help: "undo the edit", facts: [Fact("found", "51"), Fact("expected", "0c")]))

  private static let odd = Diagnostic(
    rule: "other-rule", severity: .warning,
    finding: Finding(
      "100%, 'a:b' \u{1B}[31m is <odd> & \"new\nline\" é😀",
      at: Location(
        path: "schema/a b%,:é.sql", position: SourcePosition(line: 3, column: 7), object: "t.a"),
      related: [RelatedLocation("it began here", at: .file("x.sql"))]))

  private static let drift = Diagnostic(
    rule: "sample-rule", severity: .error,
    finding: Finding("index 'i' is missing", at: Location(object: "index i", version: 4)))

  private static let report = Report(
    [drift, frozen, odd, frozen], rules: [rule], scope: ["schema", "2 migrations"],
    notes: ["no 'sync_payload': payloads are not governed"])

  private func text(_ format: ReportFormat, isColored: Bool = false) -> String {
    String(decoding: Self.report.rendered(as: format, isColored: isColored), as: UTF8.self)
  }

  @Test func textShowsPlaceValuesAndHelpThenTheVerdict() {
    #expect(
      text(.text) == """
        error[sample-rule]: index 'i' is missing
          --> index i (at version 4)

        warning[other-rule]: 100%, 'a:b' \\u{1b}[31m is <odd> & "new\\u{a}line" é😀
          --> schema/a b%,:é.sql:3:7
           = note: x.sql: it began here

        error[sample-rule]: schema/schema.sql is not the baseline that was frozen
          --> schema/schema.sql
           |  frozen 0ca4e0ea52b7…, now 51ab09d2c6f3…
           = help: undo the edit

        note: no 'sync_payload': payloads are not governed
        failed: 2 errors, 1 warning (schema, 2 migrations)

        """)
    #expect(text(.text, isColored: true).contains("\u{1B}[1;31merror[sample-rule]\u{1B}[0m"))
    #expect(!text(.text).contains("\u{1B}"))
  }

  @Test(arguments: [
    ([], false, true, "passed: nothing found\n"),
    ([odd], false, true, "passed: 1 warning\n"),
    ([odd], true, false, "failed: 1 warning\n"),
    ([frozen, drift], false, false, "failed: 2 errors\n"),
  ])
  func warningsFailOnlyAStrictRun(
    diagnostics: [Diagnostic], isStrict: Bool, isPassed: Bool, verdict: String
  ) {
    let report = Report(diagnostics, rules: [], isStrict: isStrict)
    #expect(report.isPassed == isPassed)
    #expect(String(decoding: report.rendered(as: .text), as: UTF8.self).hasSuffix(verdict))
  }

  @Test func gitHubCommandsEscapeWhatWouldEndThem() {
    let lines = text(.github).split(separator: "\n")
    #expect(
      lines[0]
        == "::error file=schema/schema.sql,title=SchemaGate sample-rule::index i (at version 4): index 'i' is missing"
    )
    #expect(
      lines[1].hasPrefix(
        "::warning file=schema/a b%25%2C%3Aé.sql,line=3,col=7,title=SchemaGate other-rule::100%25, "
      ))
    #expect(lines[1].contains("\"new%0Aline\" é😀%0Anote: x.sql: it began here"))
    #expect(lines[3] == "::notice title=SchemaGate::no 'sync_payload': payloads are not governed")
  }

  @Test func fingerprintsStayWhenLinesMoveAndTellAlikeOnesApart() {
    var moved = Self.odd.finding
    moved.location.position = SourcePosition(line: 90, column: 1)
    let copy = Diagnostic(rule: "other-rule", severity: .warning, finding: moved)
    let prints = Report([Self.odd, copy, Self.frozen], rules: []).fingerprints
    #expect(Set(prints).count == 3)
    #expect(prints[0].dropLast() == prints[1].dropLast())
    #expect(prints[0] == Report([copy], rules: []).fingerprints[0])
  }

  @Test func theJSONReportHasTheMembersThatItsSchemaDemands() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "schemas/report.schema.json")
    let schema = try JSONReader.read(Array(Data(contentsOf: file)))
    let value = JSONReport.value(of: Self.report)
    func members(_ value: JSONValue?) -> [String] { value?.asObject?.map(\.name) ?? [] }
    func required(_ value: JSONValue?) -> [String] {
      value?[member: "required"]?.asArray?.compactMap(\.asString) ?? []
    }
    #expect(members(value) == required(schema))
    let diagnostic = value[member: "diagnostics"]?.asArray?.first
    let definitions = schema[member: "$defs"]
    #expect(members(diagnostic) == required(definitions?[member: "diagnostic"]))
    #expect(
      members(diagnostic?[member: "location"]) == required(definitions?[member: "location"]))
  }

  @Test func sarifPointsToItsRulesAndEscapesPaths() throws {
    let run = SARIFReport.value(of: Self.report)[member: "runs"]?.asArray?.first
    let rules = run?[member: "tool"]?[member: "driver"]?[member: "rules"]?.asArray ?? []
    #expect(rules.map { $0[member: "id"]?.asString } == ["sample-rule", "other-rule"])
    let results = run?[member: "results"]?.asArray ?? []
    #expect(results.map { $0[member: "ruleIndex"]?.asInt } == [0, 1, 0])
    let artifact = results[1][member: "locations"]?.asArray?.first?[member: "physicalLocation"]?[
      member: "artifactLocation"]
    #expect(artifact?[member: "uri"]?.asString == "schema/a%20b%25%2C%3A%C3%A9.sql")
  }

  /// `scripts/validate-reports` validates what this leaves behind against the published schemas.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["SCHEMA_GATE_SAMPLES"] != nil))
  func samplesOfEachFormatAreLeftForValidation() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["SCHEMA_GATE_SAMPLES"])
    for (name, report) in [
      ("full", Self.report), ("all", Report([Self.frozen])), ("none", Report([], rules: [])),
    ] {
      for format in ReportFormat.allCases {
        let file = URL(filePath: folder).appending(path: "\(name).\(format.rawValue)")
        try Data(report.rendered(as: format)).write(to: file)
      }
    }
  }
}
