import Testing

@testable import SchemaGate

@Suite struct MigrationApplierTests {
  static let baseline = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT;
    CREATE TABLE book (id INTEGER PRIMARY KEY, shelf_id INTEGER REFERENCES shelf (id)) STRICT;
    CREATE VIRTUAL TABLE search USING fts5(label);
    """

  private func connection(_ migrations: String...) throws -> Connection {
    let connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    try connection.execute(
      "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT) STRICT")
    for sql in [Self.baseline] + migrations {
      try connection.execute("BEGIN IMMEDIATE")
      try MigrationApplier(connection: connection).apply(migration(sql))
      try connection.execute("COMMIT")
    }
    return connection
  }

  private func migration(_ sql: String) -> Migration {
    .baseline(SourceText(path: "m.sql", bytes: Array(sql.utf8)))
  }

  @Test(arguments: [
    "ALTER TABLE book ADD COLUMN pages INTEGER NOT NULL DEFAULT 0 -- how thick\n;",
    "CREATE TRIGGER begin_end AFTER INSERT ON book BEGIN\n UPDATE book SET id = 1; END;",
    "INSERT INTO shelf (label) VALUES ('COMMIT; END;'), ('a''; ROLLBACK');",
    "INSERT INTO search (search) VALUES ('rebuild'); SELECT * FROM search;",
    "CREATE VIRTUAL TABLE search2 USING fts5(a); DROP TABLE search2;",
    "CREATE VIRTUAL TABLE old USING fts4(a); INSERT INTO old VALUES ('x'); DROP TABLE old;",
    "PRAGMA defer_foreign_keys = ON; PRAGMA foreign_key_check; PRAGMA optimize;",
    "ALTER TABLE shelf RENAME TO rack; ALTER TABLE rack RENAME COLUMN label TO title;",
    ";;\n ; CREATE TABLE [a;b] (\"x;y\" TEXT) STRICT;; ",
    "",
  ])
  func runs(_ sql: String) throws { _ = try connection(sql) }

  @Test(arguments: [
    ("COMMIT;", "1:1: COMMIT may not"), ("\n/* x */ -- y\n  CoMmIt ;", "3:3: COMMIT may not"),
    ("begin; SELECT 1;", "1:1: BEGIN may not"), ("END TRANSACTION", "1:1: END may not"),
    ("SELECT 1; ROLLBACK", "1:11: ROLLBACK may not"), ("SAVEPOINT a;", "1:1: SAVEPOINT may not"),
    ("RELEASE a;", "1:1: RELEASE may not"), ("EXPLAIN COMMIT", "1:1: COMMIT may not"),
    ("ATTACH ':memory:' AS x;", "1:1: ATTACH may not"), ("DETACH x;", "1:1: DETACH may not"),
    ("VACUUM;", "1:1: VACUUM may not"), ("vacuum into 'x'", "1:1: VACUUM may not"),
    ("PRAGMA foreign_keys = OFF;", "1:1: PRAGMA foreign_keys has no place"),
    ("pragma main.Journal_Mode(wal)", "1:1: PRAGMA journal_mode has no place"),
    ("EXPLAIN PRAGMA writable_schema=1", "1:1: PRAGMA writable_schema has no place"),
    ("CREATE TEMP TABLE x (a);", "1:1: 'x' belongs to the schema 'temp'"),
    ("CREATE TABLE temp.x (a);", "1:1: 'x' belongs to the schema 'temp'"),
    ("CREATE TEMP VIEW x AS SELECT 1", "1:1: 'x' belongs to the schema 'temp'"),
    ("CREATE VIRTUAL TABLE temp.x USING fts5(a)", "1:1: 'x' belongs to the schema 'temp'"),
    (
      "CREATE TEMP TRIGGER x AFTER INSERT ON shelf BEGIN SELECT 1; END",
      "1:1: 'x' belongs to the schema 'temp'"
    ),
    ("DELETE FROM schema_migrations", "1:1: a migration may not touch"),
    ("DROP TABLE \"Schema_Migrations\"", "1:1: a migration may not touch"),
    ("CREATE TABLE IF NOT EXISTS schema_migrations (a)", "1:1: a migration may not touch"),
    ("INSERT INTO shelf (label) SELECT name FROM schema_migrations", "1:1: a migration may not"),
    ("ALTER TABLE main.schema_migrations ADD COLUMN x", "1:1: a migration may not touch"),
    ("CREATE INDEX i ON [schema_migrations] (name)", "1:1: a migration may not touch"),
    ("SELECT 1;\n-- é\nSELECT nope FROM shelf", "3:8: no such column: nope"),
    ("SELECT \"nope\" FROM shelf", "1:8: no such column: nope"),
    ("SELECT 1;\n  COM/**/MIT", "2:3: "),
    ("INSERT INTO shelf (id, label) VALUES (1, NULL)", "1:1: NOT NULL constraint failed"),
    ("INSERT OR ROLLBACK INTO shelf (label) VALUES (NULL)", "1:1: NOT NULL constraint failed"),
    ("CREATE TABLE x (", "1:"),
  ])
  func stops(_ sql: String, at expected: String) throws {
    #expect {
      _ = try connection(sql)
    } throws: { error in
      guard let error = error as? MigrationError else { return false }
      return error.description.hasPrefix("m.sql:" + expected)
    }
  }

  private struct Recorder: StatementObserver {
    var seen: [String] = []
    mutating func didRun(_ statement: MigrationStatement, changes: Int64) {
      let effects = statement.ownEffects.map { "\($0.kind) \($0.name)" }
      seen.append("\(statement.verb) \(changes): " + effects.joined(separator: ", "))
    }
    mutating func didRefuse(_ error: MigrationError) { seen.append(error.message) }
  }

  @Test func tellsWhatEachStatementDoes() throws {
    let connection = try connection()
    var recorder = Recorder()
    try connection.execute("BEGIN")
    try MigrationApplier(connection: connection).apply(
      migration(
        """
        CREATE TABLE new (a TEXT); INSERT INTO new (a) SELECT label FROM shelf; PRAGMA synchronous=1;
        DROP TABLE shelf; ALTER TABLE new RENAME TO shelf; CREATE UNIQUE INDEX i ON shelf (a);
        UPDATE shelf SET a = lower(hex(randomblob(1))); CREATE VIRTUAL TABLE f USING fts5(x);
        """), observer: &recorder)
    #expect(
      recorder.seen == [
        "create 0: createTable new", "insert 0: insert new",
        "PRAGMA synchronous has no place in a migration, which runs in one transaction",
        "drop 0: dropTable shelf, delete shelf", "alter 0: alterTable new",
        "create 0: createIndex i",
        "update 0: call lower, call hex, call randomblob, update shelf",
        "create 0: createVirtualTable f",
      ])
  }

  @Test(
    arguments: [
      ("PRAGMA page_size = 8192; PRAGMA foreign_keys = ON;\nCREATE TABLE t (a);", 50, true),
      ("pragma FOREIGN_KEYS(0); PRAGMA user_version = 3;", 48, false),
      ("CREATE TABLE t (a); PRAGMA user_version = 3;", 0, nil),
      ("PRAGMA synchronous = OFF; CREATE TABLE t (a);", 0, nil), ("", 0, nil),
    ] as [(String, Int, Bool?)])
  func runsTheLeadingPragmasOfABaseline(_ sql: String, end: Int, foreignKeys: Bool?) throws {
    let applier = MigrationApplier(connection: try Connection())
    let result = try applier.applyLeadingPragmas(of: migration(sql))
    #expect(result == .init(end: end, foreignKeys: foreignKeys))
    #expect(try applier.connection.integer("PRAGMA foreign_keys") == 0)
  }
}
