import Testing

@testable import SchemaGate

@Suite struct ConfiguredNameTests {
  @Test(arguments: [
    (
      #""naturalKeys": [{"table": "shlef", "columns": ["label"]}]"#, "natural-key",
      "did you mean 'shelf'?"
    ),
    (
      #""naturalKeys": [{"table": "shelf", "columns": ["lable"]}]"#, "natural-key",
      "did you mean 'label'?"
    ),
    (
      #""sortKeys": [{"name": "by label", "table": "shlef", "orderBy": ["label"]}]"#, "sort-key",
      "did you mean 'shelf'?"
    ),
    (#""loadBearingTables": ["shelfs"]"#, "load-bearing-table", "did you mean 'shelf'?"),
    (
      #""loadBearingTables": ["completely_other"]"#, "load-bearing-table",
      "name a table of the schema, or remove it"
    ),
    (
      #""naturalKeys": [{"table": "shelf", "columns": ["something"]}]"#, "natural-key",
      "name columns of 'shelf'"
    ),
  ])
  func theNearestNameThatTheSchemaHasIsSuggested(
    _ member: String, _ rule: String, _ help: String
  ) throws {
    let files = [
      (path: "schema-gate.json", text: "{ \(member) }"),
      (
        path: "schema/schema.sql",
        text: """
        CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE) STRICT;

        """
      ),
    ]
    let verdict = try RuleRunner.judge(
      try ExampleAuthority.authority(files),
      options: .init(today: CivilDate(secondsSince1970: 1_796_083_200)))
    let found = verdict.diagnostics.filter { $0.rule.name == rule }
    #expect(found.map(\.finding.help) == [help])
  }
}
