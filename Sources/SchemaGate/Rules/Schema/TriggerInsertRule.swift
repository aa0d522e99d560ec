extension Rule {
  static let triggerInsert = Rule(
    id: "trigger-insert",
    summary: "each INSERT of a trigger gives a value to what its table demands",
    rationale: """
      A column that became NOT NULL, or was added so by a rebuild, makes every INSERT fail that \
      leaves it out. An app's own statements are found when they are tried; those of a trigger \
      compile, and fail the write of another table on the device.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE audit (id INTEGER PRIMARY KEY, body TEXT NOT NULL, who TEXT NOT NULL) STRICT;
        ⚑CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO audit (body) VALUES (NEW.body);
        END;
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE audit (
          id INTEGER PRIMARY KEY, body TEXT NOT NULL, who TEXT NOT NULL DEFAULT '', size INTEGER,
          twice INTEGER NOT NULL GENERATED ALWAYS AS (length(body) * 2) VIRTUAL) STRICT;
        CREATE TABLE tally (key TEXT NOT NULL PRIMARY KEY, n INTEGER NOT NULL) STRICT;
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO audit (body) VALUES (NEW.body);
          INSERT OR IGNORE INTO tally (key) VALUES ('notes');
          INSERT INTO tally VALUES ('all', 1) ON CONFLICT (key) DO UPDATE SET n = n + 1;
        END;
        """)
    ],
    check: .schema { evidence, findings in
      for trigger in evidence.catalog.triggers {
        let cursor = SQLTokenCursor(Array(trigger.sql.utf8))
        guard let missing = TriggerInsert.first(in: cursor, evidence.catalog) else { continue }
        findings.append(
          Finding(
            "trigger '\(trigger.name)' leaves '\(missing.table).\(missing.column)' out of an "
              + "INSERT, which is NOT NULL and has no default",
            at: evidence.locate(trigger: trigger.name),
            help: "drop the trigger, and create it again with a value for '\(missing.column)'",
            facts: [Fact("table", missing.table), Fact("column", missing.column)]))
      }
    })
}

/// An INSERT in the body of a trigger that can't succeed.
private enum TriggerInsert {
  /// The first column that an INSERT leaves out and may not.
  static func first(
    in trigger: SQLTokenCursor, _ catalog: Catalog
  ) -> (table: String, column: String)? {
    var cursor = trigger
    while !cursor.isAtEnd {
      // What is ignored fails without a word, and is meant to.
      if cursor.take("INTO"), let name = target(&cursor), let table = catalog.table(named: name),
        table.kind == .ordinary, !isIgnoring(trigger, before: cursor.index),
        let list = columns(&cursor)
      {
        let missing = table.columns.first { column in
          column.isNotNull && column.defaultValue == nil && column.isWritable
            && !list.contains(foldedName(column.name)) && !isRowID(column, of: table)
        }
        if let missing { return (table.name, missing.name) }
      } else {
        cursor.advance()
      }
    }
    return nil
  }

  private static func target(_ cursor: inout SQLTokenCursor) -> String? {
    guard var name = cursor.takeName() else { return nil }
    if cursor.take(.dot), let second = cursor.takeName() { name = second }
    if cursor.take("AS") { _ = cursor.takeName() }
    return name.text
  }

  /// The folded columns of the list; none for DEFAULT VALUES, nil where all columns are meant.
  private static func columns(_ cursor: inout SQLTokenCursor) -> Set<String>? {
    if cursor.isAt("DEFAULT") { return [] }
    guard cursor.isAt(.leftParen), !cursor.isAt("SELECT", ahead: 1) else { return nil }
    return DeclarationReader.names(&cursor).map { Set($0.map { foldedName($0.text) }) }
  }

  private static func isIgnoring(_ trigger: SQLTokenCursor, before index: Int) -> Bool {
    var cursor = trigger
    var position = index
    while position > 0 {
      position -= 1
      cursor.move(to: position)
      if cursor.isAt("INSERT") || cursor.isAt("REPLACE") { break }
    }
    return cursor.isAt("INSERT") && cursor.isAt("OR", ahead: 1) && cursor.isAt("IGNORE", ahead: 2)
  }

  private static func isRowID(_ column: Catalog.Column, of table: Catalog.Table) -> Bool {
    table.rowIDColumn.map { sameName($0.name, column.name) } ?? false
  }
}
