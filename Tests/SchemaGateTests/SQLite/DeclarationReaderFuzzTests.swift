import TestSupport
import Testing

@testable import SchemaGate

@Suite struct DeclarationReaderFuzzTests {
  @Test func generatedTablesReadAsSQLiteReportsThem() throws {
    var accepted = 0
    for seed in 0..<3_000 as Range<UInt64> {
      var tables = TableGenerator(seed: seed)
      let pieces = tables.table()
      var spelling = InputGenerator(seed: seed)
      let sql = pieces.spelled(by: &spelling)
      let connection = try Connection()
      guard connection.compiles(sql) else { continue }
      try connection.execute(sql)
      accepted += 1
      let catalog = try CatalogReader(connection: connection).read()
      let table = try #require(catalog.table(named: "t"))
      // The author's text and the one that SQLite keeps must read alike.
      for text in [sql, table.sql] {
        let declared = try #require(DeclarationReader.table(text), "seed \(seed): \(text)")
        let difference = try difference(declared, table, connection)
        #expect(difference == nil, "seed \(seed): \(text)")
      }
    }
    #expect(accepted > 700)
  }

  /// What a declaration says otherwise than SQLite; nil if they agree.
  private func difference(
    _ declared: TableDeclaration, _ table: Catalog.Table, _ connection: Connection
  ) throws -> String? {
    if !declared.isComplete { return "incomplete" }
    if declared.isStrict != table.isStrict { return "STRICT" }
    if declared.isWithoutRowID != table.isWithoutRowID { return "WITHOUT ROWID" }
    if declared.columns.map(\.name.text) != table.columns.map(\.name) { return "columns" }
    for (column, found) in zip(declared.columns, table.columns) {
      if let what = difference(column, found) { return "\(what) of \(found.name)" }
    }
    let isAutoincrement = declared.allConstraints.contains {
      if case .primaryKey(_, true) = $0.constraint.kind { true } else { false }
    }
    if isAutoincrement != table.isAutoincrement { return "AUTOINCREMENT" }
    let primary = declared.uniqueKeys.first { $0.isPrimary }?.columns ?? []
    if primary != table.primaryKey.map(\.name) { return "primary key" }
    let unique = declared.uniqueKeys.filter { !$0.isPrimary || table.rowIDColumn == nil }
    if Set(unique.map(\.columns)) != Set(table.indexes.map { $0.terms.compactMap(\.column) }) {
      return "unique keys"
    }
    if let what = difference(declared.foreignKeys, table.foreignKeys) { return what }
    // A generated column that refers to itself keeps any query from compiling.
    guard connection.compiles("SELECT * FROM t") else { return nil }
    for check in declared.checks
    where !connection.compiles("SELECT (\(check.expression.text)\n) FROM t") {
      return "CHECK \(check.expression.text)"
    }
    return nil
  }

  private func difference(_ column: ColumnDeclaration, _ found: Catalog.Column) -> String? {
    if CanonicalSQL.text(column.type) != CanonicalSQL.text(found.type) { return "type" }
    // SQLite adds NOT NULL to some primary keys.
    if column.isNotNull != found.isNotNull && found.primaryKeyOrdinal == 0 { return "NOT NULL" }
    let value = found.defaultValue.map {
      CanonicalSQL.defaultValue(SQLTokenCursor(Array($0.utf8)))
    }
    if column.defaultValue?.canonical != value { return "default" }
    if column.generated?.isStored != (found.isGenerated ? found.storage == .storedGenerated : nil) {
      return "generated"
    }
    var collation = "BINARY"
    for constraint in column.constraints {
      if case .collate(let name) = constraint.kind { collation = name.text }
    }
    return sameName(collation, found.collation) ? nil : "collation"
  }

  private func difference(
    _ declared: [ForeignKeyDeclaration], _ found: [Catalog.ForeignKey]
  ) -> String? {
    if declared.map(\.parent.text) != found.map(\.parent) { return "parents" }
    if declared.map({ $0.columns.map(\.text) }) != found.map(\.columns) { return "child columns" }
    if declared.map({ $0.parentColumns.map(\.text) }) != found.map(\.parentColumns) {
      return "parent columns"
    }
    if declared.map({ $0.onDelete ?? "NO ACTION" }) != found.map(\.onDelete) { return "ON DELETE" }
    if declared.map({ $0.onUpdate ?? "NO ACTION" }) != found.map(\.onUpdate) { return "ON UPDATE" }
    return nil
  }
}
