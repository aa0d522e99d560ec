extension Rule {
  /// Columns are dropped on purpose.
  static let droppedColumn = Rule(
    id: "dropped-column",
    summary: "no migration drops a column with what people have stored in it",
    rationale: """
      A dropped column takes its values along on every device, also where a rebuild merely leaves \
      it out of the new table.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        "⚑ALTER TABLE task DROP COLUMN note;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY) STRICT;
        INSERT INTO task_new (id) SELECT id FROM task;
        ⚑DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT, place TEXT) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY, note TEXT, place TEXT, size INTEGER) STRICT;
        INSERT INTO task_new (id, note) SELECT id, note FROM task;
        ⚑DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """, note: "the column is there, and every place is NULL"),
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT, place TEXT, size INTEGER) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY, note TEXT, place TEXT, size INTEGER) STRICT;
        INSERT INTO task_new (id, note, size) SELECT id, note || coalesce(place, ''), 0 FROM task;
        DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """, note: "the place is in the note, and the size begins anew"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT, n INTEGER, m INTEGER AS (n + 1)) STRICT;",
        "ALTER TABLE task RENAME COLUMN note TO remark; ALTER TABLE task DROP COLUMN m;",
        note: "a generated column holds nothing of its own"),
    ],
    check: .version { version, findings in
      for dropped in version.droppedColumns {
        findings.append(
          Finding(
            "column '\(dropped.table).\(dropped.column)' is dropped with all its values",
            at: version.location(
              of: dropped.statement, object: "\(dropped.table).\(dropped.column)"),
            help: "move what is still of use to another column first; then waive this where it is "
              + "meant: -- schema-gate: allow dropped-column: <reason>",
            facts: [Fact("table", dropped.table), Fact("column", dropped.column)]))
      }
      guard !version.rebuilds.isEmpty else { return }
      let copied = version.wordsInCopies
      for rebuild in version.rebuilds {
        let lost = rebuild.before.columns.filter { column in
          column.isWritable && rebuild.after.column(named: column.name) == nil
            && !copied.contains(foldedName(column.name))
        }
        guard let first = lost.first else { continue }
        findings.append(
          Finding(
            "column '\(rebuild.before.name).\(first.name)' is not in the table that replaces it",
            at: version.location(
              of: rebuild.statement, object: "\(rebuild.before.name).\(first.name)"),
            details: lost.dropFirst().map { "also: '\($0.name)'" },
            help: "add the column to the new table; or waive this where it is meant: "
              + "-- schema-gate: allow dropped-column: <reason>",
            facts: lost.map { Fact("column", $0.name) }))
      }
      for rebuild in version.rebuilds {
        let kept = rebuild.before.columns.filter { column in
          column.isWritable && !copied.contains(foldedName(column.name))
            && rebuild.after.column(named: column.name)?.isWritable ?? false
        }
        guard let first = kept.first, let filled = RebuildCopy(rebuild, in: version).columns,
          !filled.contains(foldedName(first.name))
        else { continue }
        findings.append(
          Finding(
            "the values of '\(rebuild.before.name).\(first.name)' are not copied to the table that "
              + "replaces it",
            at: version.location(
              of: rebuild.statement, object: "\(rebuild.before.name).\(first.name)"),
            details: kept.dropFirst().map { "also: '\($0.name)'" },
            help: "name the column in the copy; or waive this where it is meant: "
              + "-- schema-gate: allow dropped-column: <reason>",
            facts: kept.map { Fact("column", $0.name) }))
      }
    })
}
