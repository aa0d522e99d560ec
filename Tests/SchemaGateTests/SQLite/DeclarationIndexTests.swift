import Testing

@testable import SchemaGate

@Suite struct DeclarationIndexTests {
  @Test func objectsAreFoundWhereTheyWereLastDeclared() throws {
    let baseline = """
      CREATE TABLE book (id INTEGER PRIMARY KEY,
        title TEXT);
      CREATE INDEX book_title ON book (title);
      CREATE TRIGGER book_audit AFTER INSERT ON book BEGIN SELECT 1; END;
      CREATE TEMP TABLE hidden (a);
      CREATE VIEW titles AS SELECT title FROM book;
      """
    let migration = """
      ALTER TABLE book ADD COLUMN pages INTEGER;
      ALTER TABLE main."BOOK" RENAME TO volume;
      ALTER TABLE volume RENAME title TO name;
      DROP VIEW titles;
      """
    var index = DeclarationIndex(SourceText(path: "a.sql", bytes: Array(baseline.utf8)))
    #expect(index.relation(named: "TITLES")?.text.path == "a.sql")
    index.add(SourceText(path: "b.sql", bytes: Array(migration.utf8)))
    #expect(index.table(named: "book") == nil && index.table(named: "hidden") == nil)
    #expect(index.relation(named: "titles") == nil)
    let table = try #require(index.table(named: "Volume"))
    #expect(table.text.path == "a.sql" && table.offset == 0)
    let name = try #require(index.column(named: "NAME", of: "volume"))
    #expect(name.text.position(at: name.offset) == SourcePosition(line: 2, column: 3))
    let pages = try #require(index.column(named: "pages", of: "volume"))
    #expect(pages.text.path == "b.sql")
    #expect(pages.text.position(at: pages.offset) == SourcePosition(line: 1, column: 29))
    #expect(index.index(named: "book_title")?.declaration.table.text == "volume")
    #expect(index.trigger(named: "book_audit")?.declaration.table.text == "volume")
    index.add(SourceText(path: "c.sql", bytes: Array("DROP TABLE volume".utf8)))
    #expect(index.index(named: "book_title") == nil && index.trigger(named: "book_audit") == nil)
  }
}
