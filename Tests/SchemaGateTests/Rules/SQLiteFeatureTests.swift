import Testing

@testable import SchemaGate

@Suite struct SQLiteFeatureTests {
  static let oldest = SQLiteRelease("3.23.0")

  @Test func eachExampleIsFoundAsItsOwnFeature() throws {
    let oldest = try #require(Self.oldest)
    let detector = SQLiteFeatureDetector(newerThan: oldest)
    #expect(SQLiteFeature.all.count == 50)
    #expect(SQLiteFeature.all.map(\.since) == SQLiteFeature.all.map(\.since).sorted())
    for feature in SQLiteFeature.all {
      #expect(!feature.examples.isEmpty, "\(feature.name)")
      for sql in feature.examples {
        let split = StatementSplitter(Array(sql.utf8))
        let uses = detector.uses(in: split.cursor(try #require(split.statements.first)))
        #expect(uses.contains { $0.feature.name == feature.name }, "\(feature.name): \(sql)")
        // Nothing in it is newer than what it is an example of.
        for use in uses {
          #expect(use.feature.since <= feature.since, "\(sql): \(use.feature.name)")
        }
      }
    }
  }

  @Test func examplesOfWhatThisSQLiteHasCompile() throws {
    let library = try #require(SQLiteRelease.library)
    let connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    try connection.execute("CREATE TABLE t (a INTEGER UNIQUE, b TEXT)")
    try connection.execute("CREATE TABLE u (a INTEGER UNIQUE, b TEXT)")
    for feature in SQLiteFeature.all {
      for sql in feature.examples {
        #expect(
          connection.compiles(sql) == (feature.since <= library) || feature.name.contains("date")
            || feature.name.contains("strftime") || feature.name.contains("FTS5"),
          "\(feature.since) \(feature.name): \(sql)")
      }
    }
  }

  @Test(arguments: [
    "CREATE TABLE t (strict INTEGER, returning_at TEXT, \"returning\" TEXT) WITHOUT ROWID",
    "CREATE TABLE strict (id INTEGER PRIMARY KEY)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, floor TEXT, iif TEXT CHECK (length(iif) > 0))",
    "CREATE TABLE concat(a, format, \"json\" TEXT)",
    "INSERT INTO log (id) VALUES (1)",
    "INSERT INTO main.log(id) VALUES (1)",
    "CREATE INDEX log_id ON log (id)",
    "CREATE UNIQUE INDEX IF NOT EXISTS main.log_id ON \"log\"(id)",
    "CREATE TABLE c (log_id INTEGER REFERENCES log(id) ON DELETE SET NULL)",
    "WITH log(a) AS (SELECT 1) SELECT a FROM log",
    "CREATE VIEW format(a, b) AS SELECT 1, 2",
    "SELECT '->', \"->\", 'RETURNING' FROM t -- RETURNING a -> b",
    "SELECT /* iif(1,2,3) */ 1 - 2 FROM t",
    "CREATE TABLE k (a TEXT UNIQUE ON CONFLICT REPLACE, PRIMARY KEY (a) ON CONFLICT IGNORE)",
    "SELECT sum(a) over FROM t",
    "SELECT a FROM t ORDER BY a DESC",
    "CREATE INDEX t_a ON t (a ORDER BY b)",
    "INSERT INTO t (a ORDER BY b) VALUES (1)",
    "ALTER TABLE t ALTER COLUMN a TYPE TEXT",
    "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (a)",
    "SELECT a AS nulls FROM t",
    "ALTER TABLE t RENAME TO u",
    "ALTER TABLE t ADD COLUMN renamed TEXT DEFAULT 'AS (1)'",
    "UPDATE t SET a = (SELECT b FROM u) WHERE a IN (SELECT a FROM u)",
    "DELETE FROM t WHERE a IS NOT b",
    "VACUUM",
    "CREATE TRIGGER x AFTER UPDATE OF a ON t BEGIN UPDATE t SET b = 1; DELETE FROM u; END",
    "CREATE TRIGGER y BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'no'); END",
    "SELECT group_concat(a, ',') FROM (SELECT a FROM t ORDER BY a)",
    "SELECT x.log(1)",
    "CREATE VIRTUAL TABLE v USING fts5 (x, tokenize = 'unicode61 remove_diacritics 1')",
    "SELECT strftime('%Y-%m-%dT%H:%M:%fZ %%F', 'now', '+1 day')",
    "CREATE TABLE IF NOT EXISTS t (a)", "DROP TABLE IF EXISTS t", "SELECT 1000, 0x1f, 1e3",
    "SELECT a FROM t LEFT JOIN u ON t.a = u.a",
  ])
  func whatOnlyLooksNewIsLeftAlone(_ sql: String) throws {
    let oldest = try #require(Self.oldest)
    let found = SQLiteFeature.first(newerThan: oldest, in: sql)
    #expect(found == nil, "\(found?.feature.name ?? "")")
  }

  @Test func aSyntaxErrorOnAnOlderSQLiteIsExplained() throws {
    let old = try #require(SQLiteRelease("3.40.1"))
    let found = try #require(
      SQLiteFeature.first(newerThan: old, in: "SELECT 1;\nSELECT concat('a', 'b')"))
    #expect(found.feature.since.description == "3.44.0")
    #expect(found.offset == 17)
    #expect(found.feature.source == "https://sqlite.org/releaselog/3_44_0.html")
    #expect(SQLiteFeature.first(newerThan: old, in: "SELECT nothing FROM nowhere") == nil)
  }

  @Test func whatIsNewerThanThisSQLiteIsNoFindingButAnErrorOfTheRun() throws {
    let old = try #require(SQLiteRelease("3.38.1"))
    let source = SourceText(
      path: "schema/schema.sql",
      bytes: Array(
        "CREATE TABLE t (a);\nCREATE VIEW v AS SELECT * FROM t\n  FULL JOIN t AS u;".utf8))
    let place = SourcePosition(line: 3, column: 3)
    let error = try #require(throws: SQLiteTooOld.self) {
      try SQLiteTooOld.check("near \"FULL\": syntax error", in: source, at: place, library: old)
    }
    #expect(
      "\(error)" == "schema/schema.sql:3:3: RIGHT and FULL JOIN came with SQLite 3.39.0, and this "
        + "is 3.38.1; judge it with a newer SQLite")
    // Elsewhere, with another message, or with a SQLite that knows it, it's a plain error.
    let first = SourcePosition(line: 1, column: 4)
    try SQLiteTooOld.check("near \"t\": syntax error", in: source, at: first, library: old)
    try SQLiteTooOld.check("no such table: u", in: source, at: place, library: old)
    let new = SQLiteRelease("3.39.0")
    try SQLiteTooOld.check("near \"FULL\": syntax error", in: source, at: place, library: new)
  }

  @Test(arguments: [
    ("no such function: concat", "SELECT concat(a, a) FROM t", true),
    ("wrong number of arguments to function iif()", "SELECT iif(1, 2)", true),
    ("wrong number of arguments to function iif()", "SELECT iif(1, 2, 3)", false),
    ("wrong number of arguments to function abs()", "SELECT iif(1, 2)", false),
  ])
  func whatATriggerOrViewCallsIsNewerWhereTheMessageNamesIt(
    message: String, select: String, isNewer: Bool
  ) throws {
    let old = try #require(SQLiteRelease("3.40.1"))
    let source = SourceText(path: "a.sql", bytes: Array("CREATE VIEW v AS \(select);".utf8))
    do throws(SQLiteTooOld) {
      try SQLiteTooOld.check(message, in: source, at: nil, library: old)
      #expect(!isNewer)
    } catch {
      #expect(isNewer, "\(error)")
    }
  }

  @Test func functionsThatTheAppBringsAreItsOwn() throws {
    let old = try #require(SQLiteRelease("3.40.1"))
    let split = StatementSplitter(Array("SELECT CONCAT('a')".utf8))
    #expect(SQLiteFeature.first(newerThan: old, in: split, assuming: ["Concat"]) == nil)
  }
}
