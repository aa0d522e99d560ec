extension Rule {
  /// A migration leaves its transaction alone.
  static let migrationStatement = Rule(
    id: "migration-statement",
    summary: "no migration controls transactions, attaches databases or vacuums",
    rationale: """
      Each migration runs in one transaction together with the row that records it. A COMMIT in \
      its middle ends that transaction: what follows runs unprotected, and a crash leaves a schema \
      that no version describes. ATTACH works inside a transaction and leaves a second database \
      behind; VACUUM can't run in one at all.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "⚑BEGIN;\nALTER TABLE task ADD COLUMN note TEXT;\n⚑COMMIT;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑ATTACH ':memory:' AS other;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑vacuum;"),
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
        guard case .refused(.statement(let keyword)) = error.reason else { continue }
        findings.append(
          Finding(
            Refusal.statement(keyword).message, at: version.location(of: error),
            help: "take the statement out: SchemaGate opens and ends the transaction",
            facts: [Fact("statement", keyword)]))
      }
    })
}
