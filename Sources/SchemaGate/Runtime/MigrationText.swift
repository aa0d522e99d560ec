/// What the tokens of a migration tell where SQLite doesn't: before it runs, and about renames.
enum MigrationText {
  /// Whether some statement drops a table or column, or changes or removes rows.
  ///
  /// Read off the tokens, so that it is known before anything runs; a statement that only may do so
  /// counts. What a trigger would do is not looked at.
  static func rewritesRows(_ migration: Migration) -> Bool {
    let splitter = StatementSplitter(migration.program.bytes)
    return splitter.statements.contains { rewritesRows(splitter.cursor($0)) }
  }

  private static func rewritesRows(_ start: SQLTokenCursor) -> Bool {
    var cursor = start
    if cursor.isAt("CREATE") { return false }
    if cursor.take("DROP") { return cursor.isAt("TABLE") }
    if cursor.isAt("ALTER") { return dropsColumn(cursor) }
    while !cursor.isAtEnd {
      if cursor.isAt("DELETE") || cursor.isAt("UPDATE") || cursor.isAt("REPLACE") { return true }
      cursor.advance()
    }
    return false
  }

  /// Whether an ALTER TABLE drops a column, which rewrites the table.
  static func dropsColumn(_ start: SQLTokenCursor) -> Bool {
    guard var cursor = afterAlterTable(start)?.cursor else { return false }
    return cursor.take("DROP")
  }

  /// The names of an ALTER TABLE … RENAME TO; nil for every other statement.
  static func rename(_ statement: ArraySlice<UInt8>) -> (old: String, new: String)? {
    guard let (old, start) = afterAlterTable(SQLTokenCursor(Array(statement))) else { return nil }
    var cursor = start
    guard cursor.take("RENAME"), cursor.take("TO"), let new = cursor.takeName() else { return nil }
    return (old, new.text)
  }

  private static func afterAlterTable(
    _ start: SQLTokenCursor
  ) -> (table: String, cursor: SQLTokenCursor)? {
    var cursor = start
    guard cursor.take("ALTER", "TABLE"), var name = cursor.takeName() else { return nil }
    if cursor.take(.dot) {
      guard let inner = cursor.takeName() else { return nil }
      name = inner
    }
    return (name.text, cursor)
  }
}
