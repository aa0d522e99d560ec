extension Rule {
  /// A migration leaves its transaction alone.
  static let migrationStatement = Rule(
    id: "migration-statement",
    summary: "no migration controls transactions, attaches databases, vacuums or has parameters",
    rationale: """
      Each migration runs in one transaction together with the row that records it. A COMMIT in \
      its middle ends that transaction: what follows runs unprotected, and a crash leaves a schema \
      that no version describes. ATTACH works inside a transaction and leaves a second database \
      behind; VACUUM can't run in one at all. Nobody binds a value to a parameter, so that it would \
      write NULL without a word.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "⚑BEGIN;\nALTER TABLE task ADD COLUMN note TEXT;\n⚑COMMIT;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑ATTACH ':memory:' AS other;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑vacuum;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, n INTEGER) STRICT;",
        "⚑UPDATE task SET n = ?1 WHERE n IS NULL;"),
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, n INTEGER) STRICT;",
        """
        CREATE TRIGGER task_n AFTER INSERT ON task WHEN NEW.id <> 'COMMIT;' BEGIN
          UPDATE task SET n = CASE WHEN n > 1 THEN 1 END WHERE id = NEW.id;
        END;
        """, note: "BEGIN and END belong to the trigger")
    ],
    check: .version { version, findings in
      for error in version.refusals {
        switch error.reason {
        case .refused(.statement(let keyword)):
          findings.append(
            Finding(
              error.message, at: version.location(of: error),
              help: "take the statement out: SchemaGate opens and ends the transaction",
              facts: [Fact("statement", keyword)]))
        case .refused(.parameter):
          findings.append(
            Finding(
              error.message, at: version.location(of: error), help: "write the value itself"))
        default: continue
        }
      }
    })
}
