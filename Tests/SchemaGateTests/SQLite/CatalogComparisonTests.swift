import TestSupport
import Testing

@testable import SchemaGate

@Suite struct CatalogComparisonTests {
  private func catalog(_ statements: String) throws -> Catalog {
    let connection = try Connection()
    let splitter = StatementSplitter(Array(statements.utf8))
    for statement in splitter.statements {
      try connection.execute(String(decoding: splitter.bytes[statement.range], as: UTF8.self))
    }
    return try CatalogReader(connection: connection).read()
  }

  private static let base = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('a', 'b'))) STRICT;
    CREATE TABLE book (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelf ON DELETE CASCADE,
      title TEXT NOT NULL COLLATE NOCASE DEFAULT 'x', size INT AS (length(title)) STORED,
      UNIQUE (shelf, title)) STRICT;
    CREATE INDEX book_title ON book (title, lower(title)) WHERE title <> '';
    CREATE TRIGGER audit AFTER UPDATE OF title, shelf ON book WHEN new.title <> 'a'
      BEGIN DELETE FROM shelf WHERE id = old.shelf; END;
    CREATE VIEW titles AS SELECT title FROM book;
    CREATE VIRTUAL TABLE search USING fts5(title, content='book', content_rowid=id);
    """

  /// What is replaced in the base by what, and what that must be said to change.
  @Test(
    arguments: [
      // Spelling that means the same.
      ("shelf ON DELETE CASCADE", "[shelf] (\"ID\") on delete cascade", []),
      ("kind IN ('a', 'b')", "(\"KIND\" /* c */ in('a','b'))", []),
      ("title <> '';", "`title` != ''  -- c\n;", []),
      ("UPDATE OF title, shelf", "update of \"shelf\", TITLE", []),
      ("BEGIN DELETE", "begin  delete", []), ("SELECT title", "select \"title\"", []),
      ("content='book'", "content = \"book\"", []), ("lower(title)", "LOWER ( [title] )", []),
      ("NOT NULL COLLATE NOCASE", "CONSTRAINT n COLLATE nocase NOT NULL", []),
      ("CHECK (kind IN ('a', 'b'))", ", CHECK (kind IN ('a', 'b'))", []),
      (
        "DEFAULT 'x', size INT AS (length(title)) STORED,",
        "DEFAULT ('x'), size INT GENERATED ALWAYS AS ((length(title))) STORED,", []
      ),
      // Meaning that differs.
      (
        "title TEXT NOT NULL", "title ANY NOT NULL",
        ["type of column 'book.title' is ANY, expected TEXT"]
      ),
      (
        "title TEXT NOT NULL", "title TEXT", ["NOT NULL of column 'book.title' is off, expected on"]
      ),
      ("DEFAULT 'x'", "", ["default of column 'book.title' is none, expected 'x'"]),
      ("COLLATE NOCASE", "", ["collation of column 'book.title' is BINARY, expected NOCASE"]),
      (
        "STORED", "VIRTUAL",
        ["storage of column 'book.size' is virtualGenerated, expected storedGenerated"]
      ),
      (
        "AS (length(title))", "AS (7)",
        ["expression of column 'book.size' is 7, expected length(title)"]
      ),
      (
        "ON DELETE CASCADE", "ON DELETE SET NULL",
        ["ON DELETE of foreign key (shelf) of 'book' is SET NULL, expected CASCADE"]
      ),
      ("REFERENCES shelf ON DELETE CASCADE", "", ["foreign key (shelf) of 'book' is missing"]),
      (
        "ON DELETE CASCADE", "ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED",
        ["deferred of foreign key (shelf) of 'book' is on, expected off"]
      ),
      ("CHECK (kind IN ('a', 'b'))", "", ["check (kind) of 'shelf' is missing"]),
      (
        "'a', 'b'", "'a'",
        ["expression of check (kind) of 'shelf' is kind IN ('a'), expected kind IN ('a', 'b')"]
      ),
      (
        "UNIQUE (shelf, title)", "UNIQUE (title)",
        [
          "unique constraint (shelf, title) of 'book' is missing",
          "unique constraint (title) of 'book' is not expected",
        ]
      ),
      (
        "lower(title)", "upper(title)",
        [
          "terms of index 'book_title' on 'book' is (title, upper(title)),"
            + " expected (title, lower(title))"
        ]
      ),
      (
        " WHERE title <> ''", "",
        ["WHERE of index 'book_title' on 'book' is none, expected title <> ''"]
      ),
      (
        "CREATE INDEX", "CREATE UNIQUE INDEX",
        ["UNIQUE of index 'book_title' on 'book' is on, expected off"]
      ),
      (
        "AFTER UPDATE", "UPDATE",
        [
          "event of trigger 'audit' on 'book' is BEFORE UPDATE OF shelf, title,"
            + " expected AFTER UPDATE OF shelf, title"
        ]
      ),
      (
        "new.title <> 'a'", "new.title <> 'A'",
        [
          "WHEN of trigger 'audit' on 'book' is new.title <> 'A', expected new.title <> 'a'"
        ]
      ),
      (
        "id = old.shelf", "id = new.shelf",
        [
          "body of trigger 'audit' on 'book' is DELETE FROM shelf WHERE id = new.shelf;,"
            + " expected DELETE FROM shelf WHERE id = old.shelf;"
        ]
      ),
      (
        "SELECT title FROM book", "SELECT id FROM book",
        [
          "query of view 'titles' is SELECT id FROM book, expected SELECT title FROM book"
        ]
      ),
      (
        "fts5(title, ", "fts5(title, prefix=2, ",
        [
          "arguments of virtual table 'search' is title, prefix=2, content='book', content_rowid=id,"
            + " expected title, content='book', content_rowid=id"
        ]
      ),
      (
        "kind IN ('a', 'b'))) STRICT", "kind IN ('a', 'b')))",
        [
          "STRICT of table 'shelf' is off, expected on"
        ]
      ),
      (
        "shelf (id INTEGER PRIMARY KEY,", "shelf (id INTEGER PRIMARY KEY AUTOINCREMENT,",
        [
          "AUTOINCREMENT of table 'shelf' is on, expected off"
        ]
      ),
    ] as [(String, String, [String])])
  func onlyMeaningCounts(what: String, with replacement: String, expected: [String]) throws {
    let sql = Self.base
    let changed = sql.split(separator: what, omittingEmptySubsequences: false)
    try #require(changed.count > 1, "'\(what)' is in the base")
    let text =
      changed[0] + replacement + changed.dropFirst().joined(separator: what)
    let comparison = CatalogComparison(from: try catalog(sql), to: try catalog(String(text)))
    #expect(comparison.differences.map(\.driftMessage) == expected)
    let back = CatalogComparison(from: try catalog(String(text)), to: try catalog(sql))
    #expect(back.differences.count == expected.count)
  }

  @Test func whatALadderAddsEqualsWhatIsCreatedAtOnce() throws {
    let upgraded = try catalog(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, gone INTEGER, old_name TEXT, CHECK (id > 0));
      CREATE INDEX i ON a (old_name);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET old_name = new.id WHERE id = new.id; END;
      ALTER TABLE a ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (label <> 'x');
      ALTER TABLE a RENAME old_name TO name;
      ALTER TABLE a RENAME TO b;
      ALTER TABLE b DROP COLUMN gone;
      """)
    let fresh = try catalog(
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY CHECK (id > 0),
        label TEXT NOT NULL DEFAULT '' CHECK (label <> 'x'), name TEXT);
      CREATE INDEX i ON b (name);
      CREATE TRIGGER t AFTER INSERT ON b BEGIN UPDATE b SET name = new.id WHERE id = new.id; END;
      ANALYZE;
      """)
    let comparison = CatalogComparison(from: fresh, to: upgraded)
    #expect(comparison.isEqual, "\(comparison.differences.map(\.driftMessage))")
    #expect(
      comparison.notes.map(\.changeMessage) == [
        "order of columns of table 'b' is moved from id, label, name to id, name, label"
      ])
  }

  @Test func wholeObjectsAndSetsOfValuesAreClassified() throws {
    let first = try catalog(Self.base)
    let second = try catalog(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('a', 'b', 'c')),
        mine TEXT NOT NULL CHECK (mine <> ''), yours TEXT DEFAULT 'a') STRICT;
      CREATE TABLE extra (id);
      CREATE INDEX extra_id ON extra (id);
      """)
    let comparison = CatalogComparison(
      from: first, to: second, ignoredTables: ["SEARCH"],
      oldValues: ["shelf": ["kind": ["'a'", "'b'"]]],
      newValues: ["shelf": ["kind": ["'a'", "'b'", "'c'"]]])
    #expect(
      comparison.differences.map(\.changeMessage) == [
        "table 'book' is dropped",
        "table 'extra' is added",
        "column 'shelf.mine' is added", "column 'shelf.yours' is added",
        "expression of check (kind) of 'shelf' is widened from kind IN ('a', 'b')"
          + " to kind IN ('a', 'b', 'c')",
        "view 'titles' is dropped",
        "trigger 'audit' on 'book' is dropped",
      ])
    #expect(
      comparison.differences.map(\.isAdditive) == [
        false, true, false, true, true, false, false,
      ])
    #expect(comparison.differences[2].after == "TEXT NOT NULL CHECK (mine <> '')")
    #expect(comparison.differences[2].object == "shelf.mine")
  }

  @Test func everySpellingOfAGeneratedTableIsEqualToTheOthers() throws {
    var count = 0
    for seed in 0..<1_500 as Range<UInt64> {
      var tables = TableGenerator(seed: seed)
      let pieces = tables.table()
      var spelling = InputGenerator(seed: seed)
      let connection = try Connection()
      let spelled = pieces.spelled(by: &spelling)
      // SQLite refuses a comment between a STRICT type and GENERATED.
      guard connection.compiles(pieces.plain), connection.compiles(spelled) else { continue }
      count += 1
      try connection.execute(pieces.plain)
      let plain = try CatalogReader(connection: connection).read()
      let comparison = CatalogComparison(
        from: plain, to: try catalog(spelled))
      #expect(
        comparison.isEqual,
        "seed \(seed): \(comparison.differences.map(\.changeMessage)) in \(pieces.plain)")
      #expect(comparison.notes.isEmpty)
    }
    #expect(count > 300)
  }
}
