import Testing

@testable import SchemaGate

@Suite struct ViewRowIDTests {
  private static let tables = """
    CREATE TABLE Note (id TEXT NOT NULL PRIMARY KEY, num INTEGER UNIQUE, body TEXT) STRICT;
    CREATE TABLE page (k INTEGER PRIMARY KEY, body TEXT, note INTEGER) STRICT;
    """

  @Test(arguments: [
    ("CREATE VIEW v AS SELECT rowid, body FROM Note", "Note"),
    ("create view v as select n . oid /* é */ docid, n.body from [NOTE] as n", "Note"),
    ("CREATE VIEW v (docid, body) AS SELECT \"_rowid_\", body FROM main.note", "Note"),
    (
      "CREATE VIEW v AS WITH x AS (SELECT rowid AS r, body FROM note) SELECT r docid, body FROM x",
      "Note"
    ),
    (
      "CREATE VIEW v AS SELECT r AS docid, body FROM (SELECT rowid AS r, body FROM note)", "Note"
    ),
    (
      """
      CREATE VIEW w AS SELECT rowid AS id, id AS docid, body FROM note;
      CREATE VIEW v AS SELECT id AS docid, body FROM w
      """, "Note"
    ),
    (
      "CREATE VIEW w AS SELECT rowid AS docid, body FROM note; CREATE VIEW v AS SELECT * FROM w",
      "Note"
    ),
    ("CREATE VIEW v AS SELECT CAST(rowid AS INTEGER) AS docid, body FROM note", "Note"),
    (
      "CREATE VIEW v AS SELECT k AS docid, body FROM page UNION SELECT rowid, body FROM note",
      "Note"
    ),
    (
      "CREATE VIEW v AS SELECT n.rowid AS docid, n.body FROM note n JOIN page p ON p.k = n.num",
      "Note"
    ),
    ("CREATE VIEW v AS SELECT k AS docid, body FROM page", nil),
    ("CREATE VIEW v AS SELECT rowid, body FROM page", nil),
    ("CREATE VIEW v AS SELECT num AS docid, rowid AS r, body FROM note", nil),
    (
      "CREATE VIEW v AS SELECT p.rowid AS docid, p.body FROM page p JOIN note n ON n.rowid = p.note",
      nil
    ),
    (
      """
      CREATE VIEW w AS SELECT num, rowid AS r, body FROM note;
      CREATE VIEW v AS SELECT num AS docid, body FROM w
      """, nil
    ),
  ])
  func aViewsColumnIsTracedToTheRowIDThatItIs(_ views: String, _ table: String?) throws {
    let column = views.contains("docid") ? "docid" : "rowid"
    let text = """
      \(Self.tables)\(views);
      CREATE VIRTUAL TABLE s USING fts5(body, content=v, content_rowid=\(column));
      """
    let baseline = Migration.baseline(SourceText(path: "schema.sql", bytes: Array(text.utf8)))
    let result = try Replay.run([baseline])
    let version = try #require(result.versions.first)
    #expect(version.failure == nil && version.breaks.isEmpty)
    #expect(version.implicitRowIDs.map(\.content) == (table.map { [$0] } ?? []))
    #expect(version.implicitRowIDs.allSatisfy { $0.view == "v" && $0.column == column })
  }
}
