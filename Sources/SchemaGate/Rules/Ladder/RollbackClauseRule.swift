extension Rule {
  /// No failure ends a transaction that it did not begin.
  static let rollbackClause = Rule(
    id: "rollback-clause",
    summary: "no conflict clause and no trigger rolls back the whole transaction",
    rationale: """
      OR ROLLBACK, ON CONFLICT ROLLBACK and RAISE(ROLLBACK, …) end the transaction of whoever \
      runs the statement. In a migration that ends the migration's own; in a trigger it takes \
      along whatever the app had under way, and the app's COMMIT then fails.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "INSERT ⚑OR ROLLBACK INTO task (id) VALUES ('a');"),
      .schema(
        """
        CREATE TABLE task (id TEXT PRIMARY KEY ⚑ON CONFLICT ROLLBACK) STRICT;
        CREATE TRIGGER task_keep BEFORE DELETE ON task BEGIN
          SELECT RAISE(⚑ROLLBACK, 'no');
        END;
        """),
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (id TEXT PRIMARY KEY ON CONFLICT IGNORE) STRICT;
        CREATE TRIGGER task_keep BEFORE DELETE ON task BEGIN
          SELECT RAISE(ABORT, 'rollback');
        END;
        INSERT OR IGNORE INTO task (id) VALUES ('a');
        """)
    ],
    check: .version { version, findings in
      guard version.migration.program.mentions("rollback") else { return }
      for statement in version.statements {
        let cursor = statement.cursor(in: version.migration.program)
        for (index, token) in cursor.tokens.enumerated()
        where token.isKeyword("ROLLBACK", in: cursor.bytes) {
          func isBefore(_ distance: Int, _ keyword: StaticString) -> Bool {
            index >= distance
              && cursor.tokens[index - distance].isKeyword(keyword, in: cursor.bytes)
          }
          let clause: String
          let start: Int
          if isBefore(1, "OR") {
            (clause, start) = ("OR ROLLBACK", index - 1)
          } else if isBefore(1, "CONFLICT"), isBefore(2, "ON") {
            (clause, start) = ("ON CONFLICT ROLLBACK", index - 2)
          } else if isBefore(2, "RAISE") {
            (clause, start) = ("RAISE(ROLLBACK)", index)
          } else {
            continue
          }
          let offset = statement.range.lowerBound + cursor.tokens[start].range.lowerBound
          findings.append(
            Finding(
              "\(clause) ends the transaction of whoever runs it", at: version.location(at: offset),
              help: "use ABORT, which undoes the statement alone", facts: [Fact("clause", clause)]))
        }
      }
    })
}
