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
    let checks = column.constraints.compactMap { constraint in
      if case .check(let expression) = constraint.kind { expression } else { nil }
    }.filter { check in check.names.contains { !sameName($0.text, column.name.text) } }
    guard !checks.isEmpty,
      let table = try CatalogReader(connection: connection).table(object, indexes: [], named: name)
    else { return }
    let probe = seeder.probe.checks(of: table)
    for check in checks {
      let text = check.replacing(column.name.text, with: column.defaultValue?.text ?? "NULL")
      guard let stops = probe.condition("(\(text)) IS FALSE") else { continue }
      let request = RowRequest(requirements: [RowRequirement(condition: stops, isTrue: true)])
      guard try probe.row(request) != nil else { continue }
      current.dataFailures.append(
        DataFailure(
          message: "CHECK constraint failed: \(check.text)", offset: statement.range.lowerBound,
          failsForAnyRow: false))
    }
  }
}

extension MigrationStatement {
  /// The column that ALTER TABLE … ADD COLUMN declares; nil for other statements.
  fileprivate func addedColumn(in program: NormalizedSQL) -> ColumnDeclaration? {
    guard case .addColumn = TableAlteration.read(self, in: program) else { return nil }
    var cursor = cursor(in: program)
    guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { _ = cursor.takeName() }
    guard cursor.take("ADD") else { return nil }
    _ = cursor.take("COLUMN")
    let end = cursor.isAtEnd ? cursor.end : cursor.end - (program.bytes[range].last == 0x3B ? 1 : 0)
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
