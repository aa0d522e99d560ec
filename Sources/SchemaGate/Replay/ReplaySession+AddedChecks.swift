// SQLite runs the CHECK of a new column on the rows that are there, with the column's default:
// https://sqlite.org/lang_altertable.html#alter_table_add_column. Where the CHECK names older
// columns too, made-up rows may pass it and those of a device may not.
extension ReplaySession {
  /// Notes a new column whose CHECK, with its default, stops some row that the table takes.
  mutating func noteAddedCheck(before statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline, statement.verb == .alter,
      let name = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name,
      let original = names.original(foldedName(name), in: objects),
      let object = objects.relation(original), object.kind == .table,
      let column = statement.addedColumn(in: current.migration.program)
    else { return }
    let generated = column.generated?.expression.text
    let checks = column.constraints.compactMap { constraint in
      if case .check(let expression) = constraint.kind { expression } else { nil }
    }.filter { check in
      generated != nil || check.names.contains { !sameName($0.text, column.name.text) }
    }
    var conditions = checks.map { check in
      let value = generated ?? column.defaultValue?.text ?? "NULL"
      return (
        "CHECK constraint failed: \(check.text)",
        "(\(check.replacing(column.name.text, with: value))) IS FALSE"
      )
    }
    if let generated, column.isNotNull {
      conditions.append(("NOT NULL constraint failed", "(\(generated)) IS NULL"))
    }
    guard !conditions.isEmpty,
      let table = try CatalogReader(connection: connection).table(object, indexes: [], named: name)
    else { return }
    let probe = seeder.probe.checks(of: table)
    for (message, condition) in conditions {
      guard let stops = probe.condition(condition) else { continue }
      let request = RowRequest(requirements: [RowRequirement(condition: stops, isTrue: true)])
      guard try probe.row(request) != nil else { continue }
      current.dataFailures.append(
        DataFailure(
          message: message, offset: statement.range.lowerBound, failsForAnyRow: false))
    }
  }
}

// A table for which no row was found is empty where those of devices are not. What ADD COLUMN does
// to a row hangs on little of the table, so that another with its columns' names tells as much.
extension ReplaySession {
  /// Notes a new column that no row could take, of an older table that has no rows here.
  mutating func noteAdditionWithoutRows(_ statement: MigrationStatement) throws(SQLiteError) {
    guard !seeder.unseeded.isEmpty || seedings >= ReplaySession.maximumSeedings,
      !current.isBaseline, statement.verb == .alter,
      let name = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name,
      names.original(foldedName(name), in: objects) != nil,
      let column = statement.addedColumn(in: current.migration.program),
      try connection.integer("SELECT EXISTS (SELECT 1 FROM main.\(quoted(name)))") == 0,
      !current.statements.contains(where: { other in
        other.effects.contains { $0.kind == .delete && sameName($0.name, name) }
      })
    else { return }
    let columns = try CatalogReader(connection: connection).columns(of: name)
      .filter { !sameName($0.name, column.name.text) }
    let scratch = try ReplaySession.connect(assuming: configuration.assume)
    let list = columns.map { quoted($0.name) }.joined(separator: ", ")
    try scratch.execute("CREATE TABLE \(quoted(name)) (\(list))")
    try scratch.execute("INSERT INTO \(quoted(name)) DEFAULT VALUES")
    let bytes = current.migration.program.bytes[statement.range]
    do throws(SQLiteError) {
      try scratch.execute(String(decoding: bytes, as: UTF8.self))
    } catch {
      // A virtual column is made of values, and there are none here.
      if column.generated != nil, error.message.hasSuffix("constraint failed") { return }
      current.dataFailures.append(
        DataFailure(
          message: error.message, offset: statement.range.lowerBound, failsForAnyRow: true))
    }
  }
}

extension MigrationStatement {
  /// The column that ALTER TABLE … ADD COLUMN declares; nil for other statements.
  fileprivate func addedColumn(in program: NormalizedSQL) -> ColumnDeclaration? {
    guard case .addColumn = TableAlteration.read(self, in: program) else { return nil }
    return MigrationStatement.addedColumn(cursor(in: program))
  }

  /// The same, of the tokens of a statement.
  static func addedColumn(_ statement: SQLTokenCursor) -> ColumnDeclaration? {
    var cursor = statement
    guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { _ = cursor.takeName() }
    guard cursor.take("ADD") else { return nil }
    _ = cursor.take("COLUMN")
    let end = cursor.isAtEnd ? cursor.end : cursor.end - (cursor.bytes.last == 0x3B ? 1 : 0)
    var declaration = cursor.part(cursor.index..<end)
    return DeclarationReader.column(&declaration)?.column
  }
}

extension SQLExpression {
  /// The expression with some SQL in the places of a column.
  fileprivate func replacing(_ column: String, with value: String) -> String {
    let cursor = SQLTokenCursor(Array(text.utf8))
    guard let own = SQLExpression(cursor) else { return text }
    let places = Set(own.names.filter { sameName($0.text, column) }.map(\.range.lowerBound))
    return cursor.tokens.map { token in
      places.contains(token.range.lowerBound) ? "(\(value))" : token.text(in: cursor.bytes)
    }.joined(separator: " ")
  }
}
