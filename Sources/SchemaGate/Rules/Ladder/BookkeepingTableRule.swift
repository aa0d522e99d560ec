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
      .schema(
        """
        CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;
        ⚑CREATE TRIGGER task_reset AFTER DELETE ON task BEGIN
          DELETE FROM "Schema_Migrations" WHERE version > 1;
        END;
        """, note: "a write to a task would take versions away"),
    ],
    good: [
      .schema(
        """
        CREATE TABLE schema_versions (version INTEGER PRIMARY KEY) STRICT;
        CREATE VIEW newest AS SELECT 'schema_migrations' AS source, max(version) AS version
          FROM schema_versions;
        """)
    ],
    check: .version { version, findings in
      for error in version.refusals {
        guard case .refused(.bookkeeping) = error.reason else { continue }
        findings.append(
          Finding(
            error.message,
            at: version.location(at: error.offset, object: Refusal.bookkeepingTable),
            help: "take the statement out: SchemaGate makes and keeps the table"))
      }
      for statement in version.statements where namesTable(statement, in: version) {
        findings.append(
          Finding(
            "what a trigger or view does may not touch '\(Refusal.bookkeepingTable)', where "
              + "applied versions are recorded",
            at: version.location(of: statement.range, object: Refusal.bookkeepingTable),
            help: "take the table out of it: SchemaGate makes and keeps it"))
      }
    })

  /// Whether a statement makes a trigger or a view whose text names the table: SQLite compiles that
  /// text only once something uses it.
  private static func namesTable(
    _ statement: MigrationStatement, in version: ReplayedVersion
  ) -> Bool {
    let makes = statement.ownEffects.contains {
      $0.kind == .createTrigger || $0.kind == .createView
    }
    guard makes, mentionsTable(version.migration.program.bytes, in: statement.range) else {
      return false
    }
    let cursor = statement.cursor(in: version.migration.program)
    return cursor.tokens.contains { token in
      guard token.kind == .word || token.kind == .quotedName else { return false }
      return token.name(in: cursor.bytes).map { sameName($0, Refusal.bookkeepingTable) } ?? false
    }
  }

  /// Whether the table's name is anywhere in some bytes: few texts have it, and only those are read.
  private static func mentionsTable(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let name = Array(Refusal.bookkeepingTable.utf8)
    return bytes.withUnsafeBufferPointer { all in
      let bytes = UnsafeBufferPointer(rebasing: all[range])
      var start = 0
      while true {
        start = ByteScan.first(
          UInt8(ascii: "s"), or: UInt8(ascii: "S"), from: start, in: bytes)
        guard start + name.count <= bytes.count else { return false }
        // The underscore apart, they are letters, so that one bit makes them small.
        if name.indices.allSatisfy({ bytes[start + $0] | 0x20 == name[$0] | 0x20 }) { return true }
        start += 1
      }
    }
  }
}
