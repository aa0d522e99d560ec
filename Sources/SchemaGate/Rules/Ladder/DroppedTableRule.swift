extension Rule {
  /// Tables are dropped on purpose.
  static let droppedTable = Rule(
    id: "dropped-table",
    summary: "no migration drops a table with what people have stored in it",
    rationale: """
      A dropped table takes its rows along on every device, and no later version brings them back. \
      A rebuild, which creates the table again under its name, does not count.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT; CREATE TABLE note (id TEXT) STRICT;",
        "⚑DROP TABLE note;")
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY, title TEXT) STRICT;
        INSERT INTO task_new (id) SELECT id FROM task;
        DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        CREATE TABLE spare (id TEXT PRIMARY KEY) STRICT;
        DROP TABLE spare;
        """)
    ],
    check: .version { version, findings in
      for table in version.droppedTables {
        findings.append(
          Finding(
            "table '\(table.name)' is dropped with all its rows",
            at: version.location(of: table.statement, object: table.name),
            help: "move what is still of use to another table first; then waive this where it is "
              + "meant: -- schema-gate: allow dropped-table: <reason>",
            facts: [Fact("table", table.name)]))
      }
    })
}
