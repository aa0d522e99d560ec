extension Rule {
  /// The ladder leaves the record of its versions alone.
  static let bookkeepingTable = Rule(
    id: "bookkeeping-table",
    summary: "the ladder leaves the table of applied versions alone",
    rationale: """
      `schema_migrations` says which versions a database has. A migration that writes it can make \
      a device skip a version or apply one twice, and one that reads it behaves otherwise on a \
      device that comes from an older version.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "⚑DELETE FROM schema_migrations WHERE version = 1;"),
      .schema("⚑CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY) STRICT;"),
    ],
    good: [.schema("CREATE TABLE schema_versions (version INTEGER PRIMARY KEY) STRICT;")],
    check: .version { version, findings in
      for error in version.refusals {
        guard case .refused(.bookkeeping) = error.reason else { continue }
        findings.append(
          Finding(
            error.message,
            at: version.location(at: error.offset, object: Refusal.bookkeepingTable),
            help: "take the statement out: SchemaGate makes and keeps the table"))
      }
    })
}
