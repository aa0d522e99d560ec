import Testing

@testable import SchemaGate

@Suite struct CatalogReaderTests {
  private func catalog(_ statements: String...) throws -> Catalog {
    let connection = try Connection()
    for sql in statements { try connection.execute(sql) }
    return try CatalogReader(connection: connection).read()
  }

  @Test func tablesCarryKindOptionsColumnsAndKeys() throws {
    let catalog = try catalog(
      """
      CREATE TABLE [a "b"] (id INTEGER PRIMARY KEY AUTOINCREMENT, n TEXT NOT NULL COLLATE NOCASE
        DEFAULT ('x' || 'y'), g INT AS (id + 1), s INT AS (id) STORED) STRICT
      """,
      "CREATE TABLE w (x TEXT, y TEXT, PRIMARY KEY (y, x)) WITHOUT ROWID",
      "CREATE VIRTUAL TABLE f USING fts5(body)")
    let first = try #require(catalog.table(named: "A \"B\""))
    #expect(first.isStrict && first.isAutoincrement && !first.isWithoutRowID)
    #expect(
      first.columns.map(\.storage.rawValue) == [
        "ordinary", "ordinary", "virtualGenerated", "storedGenerated",
      ])
    #expect(first.columns[1].collation == "NOCASE" && first.columns[1].isNotNull)
    #expect(first.columns[1].defaultValue == "'x' || 'y'")
    #expect(first.rowIDColumn?.name == "id")
    let second = try #require(catalog.table(named: "w"))
    #expect(second.isWithoutRowID && second.primaryKey.map(\.name) == ["y", "x"])
    #expect(second.rowIDColumn == nil)
    #expect(catalog.table(named: "f")?.kind == .virtual)
    #expect(catalog.table(named: "f_data")?.kind == .shadow)
    #expect(catalog.ordinaryTables.count == 2)
  }

  @Test func foreignKeysKeepOrderColumnsAndActions() throws {
    let catalog = try catalog(
      "CREATE TABLE p (a, b, PRIMARY KEY (a, b))",
      """
      CREATE TABLE c (a REFERENCES p, b, x REFERENCES c (x) ON DELETE SET NULL ON UPDATE CASCADE,
        FOREIGN KEY (a, b) REFERENCES "p" (a, b) ON DELETE RESTRICT)
      """)
    let keys = try #require(catalog.table(named: "c")).foreignKeys
    #expect(keys.map(\.columns) == [["a"], ["x"], ["a", "b"]])
    #expect(keys.map(\.parentColumns) == [[], ["x"], ["a", "b"]])
    #expect(keys.map(\.onDelete) == ["NO ACTION", "SET NULL", "RESTRICT"])
    #expect(keys[1].onUpdate == "CASCADE")
  }

  @Test func indexesTellOriginTermsAndPartiality() throws {
    let catalog = try catalog(
      "CREATE TABLE t (a TEXT PRIMARY KEY, b UNIQUE, c)",
      "CREATE INDEX i ON t (c DESC, a COLLATE NOCASE, b + 1) WHERE c > 0")
    let indexes = try #require(catalog.table(named: "t")).indexes
    #expect(indexes.map(\.origin.rawValue) == ["primaryKey", "unique", "statement"])
    let declared = try #require(catalog.declaredIndexes.first)
    #expect(declared.isPartial && !declared.isUnique)
    #expect(declared.terms.map(\.column) == ["c", "a", nil])
    #expect(declared.terms.map(\.isDescending) == [true, false, false])
    #expect(declared.terms[1].collation == "NOCASE")
    #expect(declared.sql?.hasPrefix("CREATE INDEX i") == true)
  }

  @Test func aBrokenViewHasNoColumnsAndDoesNotStopTheReading() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("CREATE VIEW v AS SELECT a FROM t")
    try connection.execute("DROP TABLE t")
    let catalog = try CatalogReader(connection: connection).read()
    #expect(catalog.views.map(\.name) == ["v"])
    #expect(catalog.views[0].columns == nil)
  }
}
