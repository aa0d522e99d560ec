import Testing

@testable import SchemaGate

@Suite struct LadderObstacleTests {
  struct Case: Sendable {
    var files: [String: String] = [:]
    var lock: String? = FileExample.lock([("001_schema.sql", FileExample.baseline)])
    var policy = FileExample.policy(
      launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
    /// The rule, and how its help ends.
    let rule: RuleID
    let help: String
  }

  static let conflict = """
    {
    <<<<<<< HEAD
    =======
    >>>>>>> side

    """
  static let twice = [
    "002_pages.sql": FileExample.pages, "002_tags.sql": FileExample.tags,
  ]
  static let renumber =
    ", but first give '002_pages.sql' or '002_tags.sql' the next number, after a merge by: "
    + "schema-gate renumber --onto <revision>; then: schema-gate lock"

  @Test(arguments: [
    Case(lock: conflict, rule: "lock-form", help: "or write it anew: schema-gate lock"),
    Case(files: twice, lock: conflict, rule: "lock-form", help: "or write it anew" + renumber),
    Case(files: twice, lock: nil, rule: "lock-form", help: "or write it anew" + renumber),
    Case(
      files: twice, rule: "unrecorded-migration",
      help: "record the unreleased migrations" + renumber),
    Case(
      files: twice,
      lock: FileExample.lock([
        ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.tags),
      ]), rule: "lock-digest", help: "record it" + renumber),
    Case(
      files: ["003_tags.sql": FileExample.tags], lock: conflict, rule: "lock-form",
      help: ", but first close the gap before 'schema/migrations/003_tags.sql'; then: "
        + "schema-gate lock"),
    Case(
      files: ["2_tags.sql": FileExample.tags], lock: conflict, rule: "lock-form",
      help: ", but first give 'schema/migrations/2_tags.sql' the name of a migration; then: "
        + "schema-gate lock"),
    Case(
      lock: conflict, policy: conflict, rule: "lock-form",
      help: ", but first mend 'schema/migration_policy.json'; then: schema-gate lock"),
    Case(
      lock: conflict, policy: "{ \"launched\": false }\n", rule: "lock-form",
      help: "or write it anew: schema-gate seed"),
  ])
  func helpSaysFirstWhatTheCommandWouldRefuse(_ test: Case) throws {
    var texts = [
      FileExample.schemaPath: FileExample.baseline, FileExample.policyPath: test.policy,
    ]
    texts[FileExample.lockPath] = test.lock
    for (name, text) in test.files { texts[FileExample.path(name)] = text }
    let authority = try AuthorityReader.read(
      files: MemorySource(texts: texts), knownRules: RuleRunner.knownRules)
    let verdict = try RuleRunner.judge(
      authority, options: .init(today: CivilDate(secondsSince1970: 1_796_083_200)))
    let help = verdict.diagnostics.first { $0.rule == test.rule }?.finding.help
    #expect(help?.hasSuffix(test.help) == true, "\(help ?? "fires nowhere")")
  }
}
