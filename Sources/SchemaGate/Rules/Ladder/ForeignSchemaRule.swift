extension Rule {
  /// The ladder stays in the main schema.
  static let foreignSchema = Rule(
    id: "foreign-schema",
    summary: "the ladder makes and changes objects of the schema 'main' only",
    rationale: """
      A temporary object lives on the connection that made it and is gone with it: what the \
      migration proves on one device, the next opening no longer has.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "⚑CREATE TEMP TABLE spare AS SELECT id FROM task;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑CREATE TABLE temp.spare (id);"),
    ],
    good: [
      .ladder(
        "CREATE TABLE main.task (id TEXT PRIMARY KEY) STRICT;",
        "CREATE TABLE main.spare (id TEXT PRIMARY KEY) STRICT;")
    ],
    check: .version { version, findings in
      for error in version.refusals {
        guard case .refused(.foreignSchema(let schema, let object)) = error.reason else {
          continue
        }
        findings.append(
          Finding(
            error.message, at: version.location(at: error.offset, object: object),
            help: "make an ordinary table, and drop it at the end of the migration",
            facts: [Fact("schema", schema)]))
      }
    })
}
