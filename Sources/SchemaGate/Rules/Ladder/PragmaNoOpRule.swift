extension Rule {
  /// A migration sets no PRAGMA that can't work in its transaction.
  static let pragmaNoOp = Rule(
    id: "pragma-no-op",
    summary: "no migration sets a PRAGMA that does nothing in a transaction or outlives it",
    rationale: """
      SQLite ignores `PRAGMA foreign_keys` and others inside a transaction without a word, so that \
      a rebuild that relies on it deletes the children of its table. Others, such as \
      `writable_schema`, change the connection that the app goes on to use.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "⚑PRAGMA foreign_keys = OFF;\nALTER TABLE task ADD COLUMN note TEXT;"),
      .ladder("CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "⚑PRAGMA main.user_version(2);"),
    ],
    good: [
      .ladder(
        "PRAGMA journal_mode = WAL;\nCREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "ALTER TABLE task ADD COLUMN note TEXT;\nPRAGMA foreign_key_check;",
        note: "the baseline may begin with PRAGMAs, which run before its transaction")
    ],
    check: .version { version, findings in
      for error in version.refusals {
        guard case .refused(.pragma(let name)) = error.reason else { continue }
        findings.append(
          Finding(
            Refusal.pragma(name).message, at: version.location(of: error),
            help: name == "foreign_keys"
              ? "take the PRAGMA out: foreign keys are off while migrations run, and checked after"
              : PragmaPolicy.isAllowedBeforeBaseline(name, argument: "")
                ? "take the PRAGMA out; what a file needs from the start may stand at the beginning "
                  + "of schema.sql before the first release"
                : "take the PRAGMA out; what a connection needs, the app sets when it has opened it",
            facts: [Fact("pragma", name)]))
      }
    })
}
