extension Rule {
  /// Rows are deleted on purpose.
  static let rowsDeleted = Rule(
    id: "rows-deleted",
    summary: "no migration deletes rows, or clears what they refer to, without a word",
    rationale: """
      A DELETE says what it does, but runs on every device, over rows that nobody has seen. \
      Whoever reviews the migration should say that it is meant.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT) STRICT;", "⚑DELETE FROM book;"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT) STRICT;",
        "⚑DELETE FROM book WHERE title = 'no title';"),
    ],
    good: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT) STRICT;",
        "INSERT INTO book (id) VALUES ('a'); DELETE FROM book WHERE id = 'a';"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT) STRICT;",
        """
        CREATE TABLE kept AS SELECT id, title FROM book;
        DELETE FROM book;
        ALTER TABLE book ADD COLUMN n INTEGER;
        INSERT INTO book (id, title) SELECT id, title FROM kept;
        DROP TABLE kept;
        """),
    ],
    check: .version { version, findings in
      for loss in version.rowLosses where loss.isExplicit {
        findings.append(explicitLoss(loss, in: version))
      }
      // Made-up rows needn't match a condition that some on a device do.
      for deletion in version.deletions
      where !version.rowLosses.contains(where: { sameName($0.table, deletion.table) })
        && !isFilled(deletion.table, in: version)
      {
        findings.append(
          Finding(
            "rows of '\(deletion.table)' are deleted",
            at: version.location(of: deletion.statement, object: deletion.table),
            help: "waive this where it is meant: -- schema-gate: allow rows-deleted: <reason>"))
      }
    })

  /// Whether the version puts rows into a table: those that it deletes may be its own, or come back.
  private static func isFilled(_ table: String, in version: ReplayedVersion) -> Bool {
    version.statements.contains { statement in
      statement.verb.changesData
        && statement.effects.contains { $0.kind == .insert && sameName($0.name, table) }
    }
  }
}
