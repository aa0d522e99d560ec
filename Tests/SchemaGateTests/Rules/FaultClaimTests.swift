import Testing

@testable import SchemaGate

@Suite struct FaultClaimTests {
  struct Case: Sendable {
    /// What the foreign key of `book` refers to.
    let target: String
    var migration: String?
    var settings: [String: String] = [:]
    var only: Set<RuleID> = []
    let expected: [String]
  }

  static let rename = """
    ALTER TABLE shelf RENAME TO old; CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT) STRICT;
    DROP TABLE old;
    """

  @Test(arguments: [
    Case(target: "gone (id)", expected: ["closure"]),
    Case(target: "shelf (label)", expected: ["fk-target"]),
    Case(target: "shelf (size)", expected: ["fk-target"]),
    Case(target: "gone (id)", settings: ["closure": "off"], expected: ["fk-target"]),
    Case(target: "gone (id)", only: ["fk-target"], expected: ["fk-target"]),
    Case(target: "gone (id)", settings: ["closure": "warning"], expected: ["fk-target"]),
    Case(target: "shelf (label)", settings: ["fk-target": "off"], expected: ["closure"]),
    Case(target: "shelf (label)", only: ["closure"], expected: ["closure"]),
    Case(target: "shelf (label)", settings: ["fk-target": "warning"], expected: ["closure"]),
    Case(target: "shelf (id)", migration: rename, expected: ["closure"]),
    Case(
      target: "shelf (id)", migration: rename, settings: ["closure": "off"],
      expected: ["fk-target"]),
    Case(
      target: "shelf (label)", migration: "CREATE UNIQUE INDEX shelf_label ON shelf (label);",
      expected: ["closure"]),
    Case(target: "shelf (id)", expected: []),
  ])
  func aBrokenForeignKeyIsReportedOnceByWhicheverRuleIsOn(_ test: Case) throws {
    let members = test.settings.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
    var files = [
      (path: "schema-gate.json", text: "{ \"rules\": { \(members) } }"),
      (
        path: "schema/schema.sql",
        text: """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT, size INTEGER UNIQUE) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf TEXT REFERENCES \(test.target)) STRICT;
        """
      ),
    ]
    if let migration = test.migration {
      files.append((path: "schema/migrations/002_step.sql", text: migration))
    }
    let verdict = try RuleRunner.judge(
      try ExampleAuthority.authority(files),
      options: .init(today: CivilDate(secondsSince1970: 1_796_083_200), only: test.only))
    let found = verdict.diagnostics.map(\.rule.name).filter {
      ["closure", "fk-target"].contains($0)
    }
    #expect(found == test.expected)
  }
}
