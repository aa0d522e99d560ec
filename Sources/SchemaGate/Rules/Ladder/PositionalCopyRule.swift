extension Rule {
  /// Rows are copied by the names of their columns.
  static let positionalCopy = Rule(
    id: "positional-copy",
    summary: "each copy of rows names the columns that it fills, and crosses none",
    rationale: """
      INSERT INTO new SELECT … without a list fills columns by their position. A table that came \
      to its columns by ALTER TABLE has them in another order than one that was created so, and \
      values land in the wrong columns, often without an error. So they do where a list names the \
      columns and the SELECT has them in another order.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE copy (id TEXT PRIMARY KEY, note TEXT) STRICT;
        ⚑INSERT INTO copy SELECT id, note FROM task;
        DROP TABLE copy;
        """),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT, place TEXT) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY, note TEXT, place TEXT, size INTEGER) STRICT;
        INSERT INTO task_new (id, note, place) SELECT id, place, note FROM task;
        ⚑DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """, note: "notes and places change over"),
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT, place TEXT) STRICT;",
        """
        CREATE TABLE task_new (id TEXT PRIMARY KEY, note TEXT, place TEXT, size INTEGER) STRICT;
        INSERT INTO task_new (note, place, id) SELECT place, coalesce(place, ''), id FROM task;
        DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """, note: "one column takes the place of another, which is worked out anew"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE copy (id TEXT PRIMARY KEY, note TEXT) STRICT;
        INSERT INTO copy (id, note) SELECT id, note FROM task;
        INSERT INTO copy VALUES ('a', 'b');
        DROP TABLE copy;
        """),
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
      for rebuild in version.rebuilds {
        let crossed = crossedColumns(rebuild, in: version)
        guard let first = crossed.first else { continue }
        findings.append(
          Finding(
            "the copy into '\(rebuild.after.name)' fills '\(first.column)' from '\(first.source)'",
            at: version.location(
              of: rebuild.statement, object: "\(rebuild.after.name).\(first.column)"),
            details: crossed.dropFirst().map { "and '\($0.column)' from '\($0.source)'" },
            help:
              "write the columns of the SELECT in the order of the list; or waive this where it "
              + "is meant: -- schema-gate: allow positional-copy: <reason>",
            facts: crossed.map { Fact($0.column, $0.source) }))
      }
    })

  /// The columns of a rebuilt table that are filled from other ones, which in turn are filled from
  /// other ones still: nobody renames columns in a ring.
  private static func crossedColumns(
    _ rebuild: Rebuild, in version: ReplayedVersion
  ) -> [(column: String, source: String)] {
    let sources = RebuildCopy(rebuild, in: version).sources
    return rebuild.after.columns.compactMap { column in
      var steps = 0
      var name = foldedName(column.name)
      repeat {
        guard let source = sources[name], !sameName(source, name),
          rebuild.before.column(named: source) != nil
        else { return nil }
        name = foldedName(source)
        steps += 1
      } while !sameName(name, column.name) && steps <= sources.count
      guard sameName(name, column.name), let source = sources[foldedName(column.name)] else {
        return nil
      }
      return (column.name, source)
    }
  }

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
