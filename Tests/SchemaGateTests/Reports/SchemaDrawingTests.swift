import Foundation
import Testing

@testable import SchemaGate

@Suite struct SchemaDrawingTests {
  private static let schema = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('a', 'b')),
      is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1))) STRICT;
    CREATE TABLE book (id INTEGER PRIMARY KEY, shelf INTEGER NOT NULL REFERENCES shelf ON DELETE CASCADE,
      title TEXT COLLATE NOCASE UNIQUE, size INT AS (length(title)) STORED) STRICT;
    CREATE TABLE loan (book INTEGER, day TEXT, "who ""x"" y" TEXT REFERENCES gone,
      PRIMARY KEY (book, day), FOREIGN KEY (book, day) REFERENCES log (book, day)) WITHOUT ROWID;
    CREATE TABLE log (book, day, PRIMARY KEY (day, book));
    CREATE INDEX book_shelf ON book (shelf, title DESC);
    CREATE INDEX book_long ON book (size) WHERE size > 9;
    CREATE TRIGGER audit AFTER UPDATE OF title ON book WHEN new.title <> 'a'
      BEGIN DELETE FROM shelf WHERE id = 0; END;
    CREATE VIEW titles AS SELECT title FROM book;
    CREATE VIRTUAL TABLE search USING fts5(title, content='book', content_rowid='id');
    """

  private func drawing(_ sql: String = schema) throws -> SchemaDrawing {
    let connection = try Connection()
    let splitter = StatementSplitter(Array(sql.utf8))
    for statement in splitter.statements {
      try connection.execute(String(decoding: splitter.bytes[statement.range], as: UTF8.self))
    }
    let catalog = try CatalogReader(connection: connection).read()
    let sets = try CheckProbe().valueSets(of: catalog)
    return SchemaDrawing(
      catalog, valueSets: sets, indexUses: ["BOOK_SHELF": ["sort key 'by title'"]])
  }

  @Test func textBeginsWithAnInventoryAndShowsEachTable() throws {
    let expected = """
      4 tables: 2 STRICT, 1 WITHOUT ROWID
      1 FTS5 table
      3 foreign keys: 2 on delete NO ACTION, 1 on delete CASCADE
      2 indexes: 1 partial
      1 trigger
      1 generated column
      2 checks
      1 view

      shelf  STRICT
        id       INTEGER  primary key
        kind     TEXT     not null, one of 'a', 'b'
        is_open  INTEGER  not null, default 1, boolean

      book  STRICT
        id     INTEGER  primary key
        shelf  INTEGER  not null, → shelf (id) on delete cascade
        title  TEXT     collate NOCASE
        size   INT      generated, stored
        constraint (title): unique
        index book_shelf (shelf, title DESC): foreign key to shelf, sort key 'by title'
        index book_long (size) where size > 9
        trigger audit: after update of title when new.title <> 'a'

      loan  WITHOUT ROWID
        book       INTEGER  not null
        day        TEXT     not null
        who "x" y  TEXT     → gone on delete no action
        primary key (book, day)
        (book, day) → log (book, day) on delete no action

      log
        book
        day
        primary key (day, book)

      search  fts5(title, content='book', content_rowid='id')

      view titles (title)

      """
    #expect(try drawing().text == expected)
  }

  @Test func jsonHoldsTheSameAsData() throws {
    let json = try drawing().json
    let tables = json[member: "tables"]?.asArray ?? []
    #expect(
      tables.map { $0[member: "name"]?.asString } == ["shelf", "book", "loan", "log", "search"])
    let columns = tables[0][member: "columns"]?.asArray ?? []
    #expect(columns[1][member: "values"] == ["'a'", "'b'"])
    #expect(columns[2][member: "boolean"] == true)
    #expect(tables[1][member: "foreignKeys"]?.asArray?.first?[member: "parentColumns"] == ["id"])
    #expect(tables[1][member: "triggers"]?.asArray?.first?[member: "when"] == "new.title <> 'a'")
    #expect(json[member: "inventory"]?[member: "foreignKeys"]?[member: "NO ACTION"] == 2)
    #expect(try JSONReader.read(JSONWriter.canonical(json)).isEquivalent(to: json))
  }

  @Test func mermaidShowsEntitiesKeysAndCardinality() throws {
    let lines = try drawing().mermaid.split(separator: "\n")
    for line in [
      "erDiagram", "  book {", "    INTEGER shelf FK \"not null\"", "    INTEGER id PK",
      "    TEXT kind \"not null, one of 'a', 'b'\"", "    TEXT who__x__y FK",
      "  shelf ||--o{ book : \"shelf: cascade\"", "  book ||..|| search : \"content\"",
      "  log ||--o| loan : \"book, day: no action\"",
    ] {
      #expect(lines.contains(line[...]), "\(line)")
    }
    #expect(!lines.contains { $0.contains("gone") })
  }

  @Test(arguments: [
    ("SHELF", 0, ["shelf"]), ("shelf", 1, ["shelf", "book"]),
    ("shelf", 2, ["shelf", "book", "search"]), ("search", 9, ["shelf", "book", "search"]),
    ("loan", 5, ["loan", "log"]),
  ])
  func aPartIsWhatIsNearATable(table: String, depth: Int, expected: [String]) throws {
    let part = try #require(try drawing().around(table, depth: depth))
    #expect(part.catalog.tables.map(\.name) == expected)
    #expect(part.catalog.triggers.isEmpty != expected.contains("book"))
    #expect(part.catalog.views.isEmpty != expected.contains("book"))
    #expect(try drawing().around("gone", depth: 1) == nil)
  }

  @Test func manyTablesAreGroupedByTheFirstWordOfTheirNames() throws {
    let names =
      ["tasks", "task_tags", "task_notes", "tags", "lists", "list_views", "status"]
      + (0..<14).map { "sync_\($0 < 8 ? "out" : "in")_\($0)" }
    let sql = names.map { "CREATE TABLE \($0) (a);" }.joined()
    let groups = try drawing(sql).groups
    #expect(groups.map(\.name) == ["task", "list", "sync_out", "sync_in", "other"])
    #expect(groups.last?.tables.map(\.name) == ["tags", "status"])
  }

  /// Graphviz and Mermaid are asked by `scripts/validate-reports`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["SCHEMA_GATE_SAMPLES"] != nil))
  func samplesOfDrawingsAreLeftForValidation() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["SCHEMA_GATE_SAMPLES"])
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let whole = try String(contentsOf: root.appending(path: "schema/schema.sql"), encoding: .utf8)
    for (name, sql) in [("small", Self.schema), ("whole", whole)] {
      let whole = try drawing(sql)
      let outputs = [
        ("dot", whole.dot), ("mermaid", whole.mermaid), ("txt", whole.text),
      ]
      for (ending, text) in outputs {
        let file = URL(filePath: folder).appending(path: "\(name).\(ending)")
        try Data(text.utf8).write(to: file)
      }
    }
  }
}
