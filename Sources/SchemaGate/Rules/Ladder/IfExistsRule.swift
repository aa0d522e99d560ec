extension Rule {
  /// A migration knows what is there.
  static let ifExists = Rule(
    id: "if-exists",
    summary: "no migration makes or drops an object only if it is, or is not, there",
    rationale: """
      A migration knows exactly what the versions before it left. IF EXISTS and IF NOT EXISTS only \
      ever help on a database that is something else, and there they hide it: the migration \
      succeeds, and the schema stays another than the ladder says.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "CREATE TABLE ⚑IF NOT EXISTS note (id TEXT PRIMARY KEY) STRICT;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "DROP INDEX ⚑IF EXISTS task_title;"),
    ],
    good: [
      .ladder(
        "CREATE TABLE IF NOT EXISTS task (id TEXT PRIMARY KEY) STRICT;",
        "CREATE TABLE note (id TEXT PRIMARY KEY) STRICT;",
        note: "the baseline is only ever applied to an empty database")
    ],
    check: .version { version, findings in
      guard !version.isBaseline else { return }
      for statement in version.statements
      where statement.verb == .create || statement.verb == .drop {
        let cursor = statement.cursor(in: version.migration.program)
        // At most: CREATE UNIQUE INDEX IF, CREATE VIRTUAL TABLE IF.
        guard let ahead = (2...3).first(where: { cursor.isAt("IF", ahead: $0) }),
          let token = cursor.peek(ahead)
        else { continue }
        let words = cursor.isAt("NOT", ahead: ahead + 1) ? "IF NOT EXISTS" : "IF EXISTS"
        guard
          cursor.isAt("EXISTS", ahead: ahead + (words == "IF EXISTS" ? 1 : 2))
        else { continue }
        findings.append(
          Finding(
            "'\(words)' hides whether the schema is what the migration was written for",
            at: version.location(at: statement.range.lowerBound + token.range.lowerBound),
            help: "write the statement without \(words)", facts: [Fact("clause", words)]))
      }
    })
}
