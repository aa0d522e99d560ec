import Foundation
import Testing

@testable import SchemaGate

@Suite struct ConfigurationTests {
  private func read(_ text: String) throws(ConfigurationError) -> Configuration {
    try Configuration.read(
      SourceText(path: "schema-gate.json", bytes: Array(text.utf8)),
      knownRules: ["fk-index", "strict-table"])
  }

  static let wrong: [(text: String, expected: String)] = [
    ("[]", "1:1 the configuration must be an object, not an array"),
    ("{", "1:2 expected a member's name, found the end of the input"),
    (
      #"{"shema": "x"}"#,
      "1:2 the configuration has an unknown member 'shema'; did you mean 'schema'?"
    ),
    (#"{"lock": 1}"#, "1:10 'lock' must be a string, not a number"),
    (#"{"lock": ""}"#, "1:10 'lock' must not be empty"),
    (
      #"{"lock": "/etc/x"}"#,
      "1:10 'lock' must be a path below the repository's root, not '/etc/x'"
    ),
    (
      #"{"lock": "a/../../x"}"#,
      "1:10 'lock' must be a path below the repository's root, not 'a/../../x'"
    ),
    (#"{"embeds": [{"from": "a"}]}"#, "1:13 an embed lacks the member 'to'"),
    (
      #"{"embeds": [{"from": "a", "to": "schema/migrations"}]}"#,
      "1:13 an embed must not go to 'schema/migrations', where 'schema/migrations' is governed"
    ),
    (
      #"{"embeds": [{"from": "a", "to": "schema"}]}"#,
      "1:13 an embed must not go to 'schema', where 'schema/schema.sql' is governed"
    ),
    (
      #"{"embeds": [{"from": "a", "to": "./a"}]}"#, "1:13 an embed must not be its own copy: 'a'"
    ),
    (
      #"{"payloadVersion": {"file": "a", "pattern": "("}}"#,
      "1:45 'pattern' is no regular expression"
    ),
    (
      #"{"payloadVersion": {"file": "a", "pattern": "v(.)(.)"}}"#,
      "1:45 'pattern' must have exactly one group, not 2"
    ),
    (
      #"{"payloadVersion": {"file": "a", "pattern": "(?:a|b)"}}"#,
      "1:45 'pattern' must have exactly one group, not 0"
    ),
    (#"{"entities": {"task": {}}}"#, "1:23 entity 'task' lacks the member 'table'"),
    (#"{"collisionEntities": ["a", "a"]}"#, "1:29 'collisionEntities' names 'a' twice"),
    (#"{"families": {"x": {"type": "TEXT"}}}"#, "1:20 family 'x' lacks the member 'columns'"),
    (
      #"{"families": {"x": {"columns": ["a"], "type": "VARCHAR"}}}"#,
      "1:47 the type of 'x' must be a type of STRICT tables, not 'VARCHAR'"
    ),
    (
      #"{"families": {"x": {"columns": ["a"], "accepts": [[]]}}}"#,
      "1:51 'accepts' holds strings, numbers, true, false and null, not an array"
    ),
    (#"{"vocabulary": {"v": {}}}"#, "1:22 the word 'v' lacks the member 'meaning'"),
    (
      #"{"requires": "new"}"#,
      "1:14 'requires' must be a release of SchemaGate such as '1.2', not 'new'"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t"}]}"#,
      "1:15 a sort key lacks the member 'orderBy'"
    ),
    (
      #"{"sortKeys": [{"name": "a", "sql": "s", "table": "t"}]}"#,
      "1:41 a sort key has an unknown member 'table'"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t", "where": "b = 1 -- c", "orderBy": ["d"]}]}"#,
      "1:52 'where' of 'a' must hold no comment: '-- c'"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t", "orderBy": ["d", "e /* f"]}]}"#,
      "1:60 a term of 'orderBy' of 'a' must hold no comment: '/* f'"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t", "where": "b) OR (c", "orderBy": ["d"]}]}"#,
      "1:52 'where' of 'a' closes a parenthesis that it does not open"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t", "where": "b = 1;", "orderBy": ["d"]}]}"#,
      "1:52 'where' of 'a' must hold no semicolon"
    ),
    (
      #"{"sortKeys": [{"name": "a", "table": "t", "orderBy": ["max(d"]}]}"#,
      "1:55 a term of 'orderBy' of 'a' opens a parenthesis that it does not close"
    ),
    (
      #"{"naturalKeys": [{"table": "t", "columns": []}]}"#,
      "1:44 the columns of a natural key must name at least one"
    ),
    (
      #"{"onDelete": ["CASCAED"]}"#,
      "1:14 'onDelete' names 'CASCAED', which is no action of a foreign key; did you mean 'CASCADE'?"
    ),
    (
      #"{"forbiddenColumns": [{"pattern": "a"}]}"#,
      "1:23 a forbidden column lacks the member 'reason'"
    ),
    (
      #"{"sqliteFloor": "2.8"}"#,
      "1:17 'sqliteFloor' must be a release of SQLite such as '3.43.2', not '2.8'"
    ),
    (#"{"assume": {"functions": "f"}}"#, "1:26 'functions' must be an array, not a string"),
    (
      #"{"rules": {"fk-idnex": "off"}}"#,
      "1:12 there is no rule 'fk-idnex'; did you mean 'fk-index'?"
    ),
    (
      #"{"rules": {"fk-index": "loud"}}"#,
      "1:24 the setting of 'fk-index' must be 'error', 'warning' or 'off', not 'loud'"
    ),
    (
      #"{"rules": {"waivers": [{"rule": "fk-index", "object": "a", "until": "2026-02-30"}]}}"#,
      "1:69 'until' must be a date such as '2027-03-31', not '2026-02-30'"
    ),
    (#"{"lock": "a", "lock": "b"}"#, "1:15 duplicate member 'lock'"),
  ]

  @Test(arguments: wrong)
  func aWrongConfigurationIsALocatedErrorThatHelps(text: String, expected: String) throws {
    let error = try #require(throws: ConfigurationError.self) { try read(text) }
    let finding = try #require(error.findings.first)
    let place = finding.location.position.map { "\($0.line):\($0.column)" } ?? ""
    let words = "\(place) \(finding.message)" + (finding.help.map { "; \($0)" } ?? "")
    #expect(words.hasPrefix(expected), "\(words)")
    #expect(error.findings.count == 1)
  }

  @Test func everythingThatIsSaidIsThereWithItsPlace() throws {
    let configuration = try read(
      """
      {
        "$schema": "./schemas/schema-gate.schema.json",
        "schema": "db/main.sql",
        "lock": "db/the.lock",
        "embeds": [{ "from": "db/migrations", "to": "App/SQL", "match": "*.sql" }],
        "payloadVersion": { "file": "App/Version.swift", "pattern": "version = ([0-9]+)" },
        "entities": { "task": { "table": "tasks", "local": ["rank"] } },
        "families": {
          "boolean": { "columns": ["flag"] },
          "hlc": { "columns": ["version"], "type": "text", "accepts": ["a"], "rejects": ["", null] }
        },
        "vocabulary": { "generation": { "meaning": "an epoch", "type": "INTEGER" } },
        "requires": "1.0",
        "sortKeys": [
          { "name": "a", "table": "tasks", "where": "x = ?", "orderBy": ["b", "c DESC"] },
          { "name": "b", "sql": "SELECT 1" }
        ],
        "naturalKeys": [{ "table": "tags", "columns": ["name"], "live": "archived = 0" }],
        "onDelete": ["cascade", "SET NULL"],
        "sqliteFloor": "3.43.2",
        "assume": { "functions": ["rank"] },
        "rules": { "fk-index": "error", "waivers": [{ "rule": "strict-table", "object": "t*" }] }
      }
      """)
    let paths = configuration.paths
    #expect(paths.schema == "db/main.sql" && paths.migrations == "db/migrations")
    #expect(paths.lock == "db/the.lock" && paths.policy == "db/migration_policy.json")
    #expect(paths.payloads == "db/sync_payload" && paths.expected == "db/expected.sql")
    let embed = try #require(configuration.embeds.first)
    #expect(embed.includes("002_a.sql") && !embed.includes("checksums.lock"))
    #expect(configuration.entities?.first?.local.map(\.value) == ["rank"])
    let families = configuration.families
    #expect(families.map(\.name) == ["boolean", "timestamp", "enum", "hlc"])
    #expect(families[0].columns == [NamePattern("flag")] && families[0].accepts == [0, 1])
    #expect(families[3].type == "TEXT" && families[3].rejects == ["", nil])
    #expect(configuration.onDelete == ["CASCADE", "SET NULL"])
    #expect(configuration.sqliteFloor?.value.number == 3_043_002)
    #expect(configuration.setting(of: "fk-index", default: .warning) == .error)
    #expect(configuration.setting(of: "strict-table", default: .warning) == .warning)
    #expect(configuration.waivers.first?.reason == nil)
    let place = configuration.location(at: try #require(configuration.waivers.first).offset)
    #expect(place.position == SourcePosition(line: 22, column: 47))
    let version = try #require(configuration.payloadVersion)
    let source = SourceText(path: "v", bytes: Array("é version = 12\nversion = 3".utf8))
    #expect(version.matches(in: source) == [Placed("12", at: 13), Placed("3", at: 26)])
  }

  @Test func thePublishedSchemaNamesTheSameMembers() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../schemas/schema-gate.schema.json")
    let bytes = Array(try Data(contentsOf: path))
    let schema = try JSONReader.read(bytes)
    let names = schema[member: "properties"]?.asObject?.map(\.name) ?? []
    #expect(names.sorted() == Configuration.memberNames.sorted())
    for name in names {
      let description = schema[member: "properties"]?[member: name]?[member: "description"]
      #expect(description?.asString?.isEmpty == false, "\(name)")
    }
    #expect(bytes == JSONWriter.canonical(schema, memberOrder: .kept))
  }

  @Test(arguments: [("1.2", "1.2.0", 0), ("1.2", "1.10", -1), ("2", "1.9.9", 1)])
  func releasesCompareByTheirNumbers(left: String, right: String, order: Int) throws {
    let (left, right) = (try #require(ToolRelease(left)), try #require(ToolRelease(right)))
    #expect((left < right ? -1 : left == right ? 0 : 1) == order)
  }

  @Test(
    arguments: [
      ("fk-idnex", "fk-index"), ("Shema", "schema"), ("xyz", nil), ("", nil), ("polcy", "policy"),
    ] as [(String, String?)])
  func theNearestNameIsSuggestedOnlyIfItIsNear(word: String, expected: String?) {
    #expect(
      NearestName.nearest(word, among: ["schema", "fk-index", "policy", "payloads"]) == expected)
  }
}

@Suite struct HostileFileTests {
  static let texts = [
    FileExample.lock([("001_schema.sql", "SELECT 1;"), ("002_a.sql", "SELECT 2;")]),
    FileExample.policy(
      launched: true, frozen: [("001_schema.sql", "SELECT 1;")], contracts: [("001", "{}")]),
    #"{"rules":{"fk-index":"off","waivers":[{"rule":"fk-index","object":"*","until":"2027-01-01"}]},"families":{"a":{"columns":["*"],"accepts":[1e9,null]}},"embeds":[{"from":"a","to":"b"}],"sqliteFloor":"3.43.2","sortKeys":[{"name":"a","table":"t","orderBy":["x"]}]}"#,
  ]

  /// Whatever one byte becomes, or wherever the file ends, there is a value or a located fault.
  @Test(arguments: texts.indices)
  func noDamagedFileIsReadWithoutAValueOrAPlace(index: Int) throws {
    let whole = Array(Self.texts[index].utf8)
    for position in whole.indices {
      for byte in [UInt8(ascii: "0"), UInt8(ascii: "\""), UInt8(ascii: "}"), 0, 0xFF] {
        var damaged = whole
        damaged[position] = byte
        for bytes in [damaged, Array(whole[..<position])] {
          let text = SourceText(path: "x", bytes: bytes)
          let (lock, policy) = (Lock.read(text), Policy.read(text))
          #expect((lock.value == nil) != lock.faults.isEmpty)
          #expect((policy.value == nil) != policy.faults.isEmpty)
          for fault in lock.faults + policy.faults {
            #expect((0...bytes.count).contains(fault.offset))
          }
          do throws(ConfigurationError) {
            _ = try Configuration.read(text, knownRules: ["fk-index"])
          } catch {
            #expect(!error.findings.isEmpty)
          }
        }
      }
    }
  }
}
