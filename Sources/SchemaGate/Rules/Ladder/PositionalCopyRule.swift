extension Rule {
  /// Rows are copied by the names of their columns.
  static let positionalCopy = Rule(
    id: "positional-copy",
    summary: "each copy of rows names the columns that it fills",
    rationale: """
      INSERT INTO new SELECT … without a list fills columns by their position. A table that came \
      to its columns by ALTER TABLE has them in another order than one that was created so, and \
      values land in the wrong columns, often without an error.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE copy (id TEXT PRIMARY KEY, note TEXT) STRICT;
        ⚑INSERT INTO copy SELECT id, note FROM task;
        DROP TABLE copy;
        """)
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE copy (id TEXT PRIMARY KEY, note TEXT) STRICT;
        INSERT INTO copy (id, note) SELECT id, note FROM task;
        INSERT INTO copy VALUES ('a', 'b');
        DROP TABLE copy;
        """)
    ],
    check: .version { version, findings in
      guard !version.isBaseline else { return }
      for statement in version.statements {
        guard [.insert, .replace, .with].contains(statement.verb),
          let table = copiedByPosition(statement, in: version)
        else { continue }
        findings.append(
          Finding(
            "the copy into '\(table)' fills columns by their position",
            at: version.location(of: statement.range, object: table),
            help: "name the columns: INSERT INTO \(table) (…) SELECT …",
            facts: [Fact("table", table)]
          ))
      }
    })

  /// The table that an INSERT … SELECT fills without naming its columns.
  private static func copiedByPosition(
    _ statement: MigrationStatement, in version: ReplayedVersion
  ) -> String? {
    var cursor = statement.cursor(in: version.migration.program)
    while let token = cursor.peek() {
      if token.kind == .leftParen, cursor.takeGroup() != nil { continue }
      if cursor.isAt("INTO") { break }
      // UPDATE, DELETE and SELECT behind WITH copy nothing.
      if cursor.isAt("UPDATE") || cursor.isAt("DELETE") || cursor.isAt("SELECT") { return nil }
      cursor.advance()
    }
    guard cursor.take("INTO"), var name = cursor.takeName() else { return nil }
    if cursor.take(.dot), let second = cursor.takeName() { name = second }
    if cursor.take("AS") { _ = cursor.takeName() }
    return cursor.isAt("SELECT") || cursor.isAt("WITH") ? name.text : nil
  }
}
