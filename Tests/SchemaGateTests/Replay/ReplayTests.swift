import Testing

@testable import SchemaGate

@Suite struct ReplayTests {
  func versions(_ texts: [String]) -> [Migration] {
    texts.enumerated().compactMap { index, text in
      Version(index + 1).map { version in
        Migration(
          version: version, name: "m",
          source: SourceText(path: "m\(index + 1)", bytes: Array(text.utf8)))
      }
    }
  }

  private func replay(_ texts: String...) throws -> Replay.Result {
    try Replay.run(versions(texts))
  }

  // MARK: - Keeping up with the schema

  @Test func objectsStayInStepWithSQLiteOverManyChanges() throws {
    let steps = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT UNIQUE, y TEXT); CREATE INDEX ai ON a (y);",
      "CREATE TRIGGER at AFTER INSERT ON a BEGIN SELECT 1; END; CREATE VIEW av AS SELECT x FROM a;",
      "CREATE TABLE b (id TEXT PRIMARY KEY) WITHOUT ROWID; DROP INDEX ai; CREATE INDEX bi ON a (y);",
      "DROP TRIGGER at; CREATE TRIGGER at AFTER UPDATE OF y ON a BEGIN SELECT 1; END;",
      "ALTER TABLE a RENAME COLUMN y TO z; ALTER TABLE b RENAME TO c; CREATE TABLE b (q);",
      "CREATE VIRTUAL TABLE f USING fts5(x); CREATE VIRTUAL TABLE g USING fts5(x);",
      "DROP TABLE f; CREATE TABLE h (a); ALTER TABLE g RENAME TO gg; CREATE TABLE i (a);",
      """
      DROP VIEW av; CREATE TABLE n (id INTEGER PRIMARY KEY, x TEXT UNIQUE, z TEXT);
      INSERT INTO n SELECT id, x, z FROM a; DROP TABLE a; ALTER TABLE n RENAME TO a;
      CREATE VIEW av AS SELECT z FROM a; CREATE TABLE t1 (a); DROP TABLE t1; CREATE TABLE t2 (a);
      """,
      "DROP TABLE b; DROP TABLE c; DROP TABLE h; DROP TABLE i; CREATE TABLE b (z);",
      "ALTER TABLE a ADD COLUMN w TEXT REFERENCES b (z); ALTER TABLE a DROP COLUMN x2;",
    ]
    var session = try ReplaySession(
      versions: versions(steps), configuration: Configuration(), fixtures: [:])
    for index in steps.indices.dropLast() {
      #expect(try session.apply(index), "\(session.replayed.last?.failure?.message ?? "")")
      var expected: [String] = []
      let query = try session.connection.prepare(
        "SELECT rowid, name, tbl_name FROM sqlite_schema WHERE sql IS NOT NULL "
          + "AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> 'schema_migrations' ORDER BY rowid"
      )
      while try query.step() {
        expected.append(
          "\(query.integer(at: 0) ?? 0) \(query.text(at: 1) ?? "") \(query.text(at: 2) ?? "")")
      }
      let found = session.objects.all.map { "\($0.rowID) \($0.name) \($0.table)" }
      #expect(found == expected, "after step \(index)")
    }
    #expect(session.objects.trigger("at") == nil)
  }

  @Test func eachRefusedStatementIsFoundAndTheRestStillRuns() throws {
    let result = try replay(
      "CREATE TABLE a (x);",
      "BEGIN; CREATE TABLE b (x); COMMIT; PRAGMA foreign_keys = 0; CREATE TEMP TABLE c (x);"
        + "INSERT INTO b (x) VALUES (1); DELETE FROM schema_migrations; VACUUM;")
    #expect(result.versions[1].refusals.count == 6)
    #expect(result.schema?.catalog.tables.map(\.name) == ["a", "b"])
    #expect(try result.session.connection.integer("SELECT count(*) FROM b") == 1)
  }

  @Test func aFailureEndsTheReplayAtItsPlace() throws {
    let result = try replay("CREATE TABLE a (x);", "SELECT 1;\n  SELECT y FROM a;", "SELECT 1;")
    #expect(result.schema == nil && result.versions.count == 2)
    #expect(result.versions[1].failure?.description == "m2:2:10: no such column: y")
  }

  @Test func aNULEndsTheReplayAtItsPlaceAndNeverRunsForEver() throws {
    for text in ["SELECT 1;\0 SELECT 2;", "SELECT 1;\n\0", "SELECT 1;\0"] {
      for result in [try replay("CREATE TABLE a (x);", text), try replay(text)] {
        let failure = try #require(result.versions.last?.failure)
        #expect(failure.message.hasPrefix("a NUL"), "\(failure)")
      }
    }
  }

  // MARK: - Rows

  @Test(arguments: [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b INTEGER, c REAL, d BLOB) STRICT;",
    "CREATE TABLE t (id TEXT PRIMARY KEY CHECK (length(id) = 36), s TEXT NOT NULL CHECK (s IN ('a'))) ;",
    "CREATE TABLE t (a TEXT CHECK (a GLOB '????-??-??'), at TEXT NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)));",
    "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id = 1), j TEXT NOT NULL CHECK (json_valid(j)));",
    "CREATE TABLE t (id INTEGER PRIMARY KEY, up INTEGER NOT NULL REFERENCES t (id));",
    "CREATE TABLE t (id INTEGER PRIMARY KEY, up INTEGER REFERENCES t (id) UNIQUE);",
    "CREATE TABLE p (a TEXT, b TEXT, PRIMARY KEY (a, b)); CREATE TABLE t (x TEXT NOT NULL, y TEXT NOT NULL, FOREIGN KEY (x, y) REFERENCES p) ;",
    "CREATE TABLE t (id INTEGER PRIMARY KEY, u INTEGER NOT NULL REFERENCES u (id)); CREATE TABLE u (id INTEGER PRIMARY KEY, t INTEGER NOT NULL REFERENCES t (id));",
    "CREATE TABLE p (id TEXT PRIMARY KEY); CREATE TABLE t (a TEXT NOT NULL REFERENCES p, b TEXT NOT NULL REFERENCES p, CHECK (a <> b));",
    "CREATE TABLE t (lo INTEGER NOT NULL, hi INTEGER NOT NULL, CHECK (lo < hi AND hi > 10));",
    "CREATE TABLE t (a TEXT, g TEXT AS (upper(a)) STORED UNIQUE, n INTEGER NOT NULL DEFAULT 3 CHECK (n BETWEEN 3 AND 5));",
    "CREATE TABLE log (x); CREATE TABLE t (a TEXT NOT NULL); CREATE TRIGGER tt AFTER INSERT ON t BEGIN INSERT INTO log (x) VALUES (NEW.a); END;",
    "CREATE TABLE t (k TEXT, v ANY NOT NULL, PRIMARY KEY (k)) STRICT, WITHOUT ROWID;",
  ])
  func rowsAreFoundThatFitTheTable(_ sql: String) throws {
    var session = try ReplaySession(
      versions: versions([sql, "UPDATE t SET rowid = rowid WHERE 0;"]),
      configuration: Configuration(), fixtures: [:])
    #expect(try session.apply(0))
    #expect(session.seeder.unseeded.isEmpty)
    #expect(try session.connection.integer("SELECT count(*) FROM t") ?? 0 > 0)
    let check = try session.connection.prepare("PRAGMA foreign_key_check")
    #expect(try !check.step())
    #expect(try session.connection.text("PRAGMA integrity_check") == "ok")
  }

  @Test func tablesWithoutPossibleRowsAreNamed() throws {
    let result = try replay(
      "CREATE TABLE t (a TEXT NOT NULL CHECK (a = 'x' AND a = 'y'));"
        + "CREATE TABLE u (a); CREATE TRIGGER ut BEFORE INSERT ON u BEGIN SELECT RAISE(ABORT, 'no'); END;",
      "ALTER TABLE t ADD COLUMN b; ALTER TABLE u ADD COLUMN b;")
    #expect(result.unjudgedTables == ["t", "u"])
    // A key can't be NULL, says SQLite with a code of its own; a replay doesn't end at that.
    let mistaken = try replay(
      "CREATE TABLE v (id INTEGER PRIMARY KEY, n INTEGER) STRICT; CREATE TRIGGER vt AFTER INSERT ON v "
        + "BEGIN UPDATE v SET id = NEW.n WHERE NEW.n IS NULL OR id <> 0; UPDATE v SET id = NULL; END;",
      "ALTER TABLE v ADD COLUMN b INTEGER;")
    #expect(mistaken.unjudgedTables == ["v"])
  }

  @Test func rowsOfFixturesTakeThePlaceOfOwnOnes() throws {
    let ladder = versions([
      "CREATE TABLE t (a TEXT);", "DELETE FROM t WHERE a = 'gone';", "SELECT 1;",
    ])
    func run(_ sql: String) throws -> Replay.Result {
      try Replay.run(
        ladder, fixtures: [.baseline: SourceText(path: "f.sql", bytes: Array(sql.utf8))])
    }
    let result = try run("INSERT INTO t (a) VALUES ('gone'), ('kept');")
    #expect(result.versions[1].rowLosses.map(\.after) == [1])
    #expect(try run("INSERT INTO t (b) VALUES (1);").versions[0].fixtureFailure != nil)
  }

  struct Row: Sendable {
    let name: String
    let baseline: String
    let migration: String
    var fails: Bool?
    var losses: [String] = []
  }

  static let rebuild = """
    CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, up INTEGER REFERENCES p (id));
    INSERT INTO n (id, a, up) SELECT id, a, up FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;
    """
  static let base = """
    CREATE TABLE p (id INTEGER PRIMARY KEY);
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, up INTEGER REFERENCES p (id) ON DELETE CASCADE);
    """

  @Test(arguments: [
    Row(name: "a whole rebuild", baseline: base, migration: rebuild),
    Row(
      name: "a rebuild of a parent", baseline: base,
      migration: """
        CREATE TABLE n (id INTEGER PRIMARY KEY, b TEXT);
        INSERT INTO n (id) SELECT id FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p;
        """),
    Row(
      name: "nothing copied", baseline: base,
      migration: "DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);",
      losses: ["t rows implied"]),
    Row(
      name: "renamed aside, half copied", baseline: base,
      migration: """
        ALTER TABLE t RENAME TO o; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, up INTEGER);
        INSERT INTO t (id, a, up) SELECT id, a, up FROM o LIMIT 1; DROP TABLE o;
        """, losses: ["t rows implied"]),
    Row(
      name: "a reference cleared", baseline: base, migration: "UPDATE t SET up = NULL;",
      losses: ["t up explicit"]),
    Row(
      name: "rows replaced through a trigger",
      baseline: base
        + "CREATE TRIGGER tt AFTER UPDATE ON p BEGIN DELETE FROM t WHERE up = NEW.id; END;",
      migration: "UPDATE p SET id = id;", losses: ["t rows implied"]),
    Row(
      name: "a parent deleted", baseline: base, migration: "DELETE FROM p;", fails: false,
      losses: ["p rows explicit"]),
    Row(
      name: "rows of the migration's own meet rows of replay's",
      baseline: "CREATE TABLE k (id INTEGER PRIMARY KEY CHECK (id = 1), a TEXT);",
      migration: "INSERT INTO k (id, a) VALUES (1, 'x'); ALTER TABLE k ADD COLUMN b TEXT;"),
    Row(
      name: "a column left out that must not be NULL", baseline: base,
      migration: """
        CREATE TABLE n (id INTEGER PRIMARY KEY, b TEXT NOT NULL); INSERT INTO n (id) SELECT id FROM t;
        """, fails: true),
    Row(
      name: "a column copied that must not be NULL any more",
      baseline: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a = 'x' AND a = 'y'));",
      migration: """
        CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT NOT NULL);
        INSERT INTO n (id, a) SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;
        """, fails: false),
    Row(
      name: "a new table filled from an old one", baseline: base,
      migration: "CREATE TABLE n (id INTEGER PRIMARY KEY); INSERT INTO n (id) SELECT id FROM t;"),
    Row(
      name: "a unique key that rows share",
      baseline: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a = 'x'));",
      migration: "UPDATE t SET a = 'x'; CREATE UNIQUE INDEX i ON t (a);", fails: false),
  ])
  func whatHappensToRowsIsSeen(_ row: Row) throws {
    let version = try replay(row.baseline, row.migration, "SELECT 1;").versions[1]
    #expect(version.failure == nil, "\(row.name): \(version.failure?.message ?? "")")
    let failures = version.dataFailures.map(\.failsForAnyRow)
    #expect(failures == (row.fails.map { [$0] } ?? []), "\(row.name): \(version.dataFailures)")
    let losses = version.rowLosses.map {
      "\($0.table) \($0.column ?? "rows") \($0.isExplicit ? "explicit" : "implied")"
    }
    #expect(losses == row.losses, "\(row.name)")
    #expect(version.rowLosses.allSatisfy { $0.statement != nil }, "\(row.name)")
  }

  @Test func rowsComeBackAfterAVersionThatFailedForThem() throws {
    let add = "ALTER TABLE t ADD COLUMN "
    let result = try replay(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL);", add + "b TEXT NOT NULL;",
      add + "c TEXT;", add + "d TEXT NOT NULL;", "DELETE FROM t;")
    #expect(result.versions.map(\.dataFailures.count) == [0, 1, 0, 1, 0])
    #expect(result.versions[4].rowLosses.count == 1)
    #expect(result.schema?.catalog.tables[0].columns.count == 5)
  }

  @Test func everyTableOfAnAppsSchemaGetsRows() throws {
    let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let bytes = try FolderSource("/" + path).read("schema/schema.sql", limit: 1 << 20)
    let baseline = Migration.baseline(SourceText(path: "schema.sql", bytes: try #require(bytes)))
    let tables = try #require(try Replay.run([baseline]).schema).catalog.ordinaryTables.map(\.name)
    #expect(tables.count > 50)
    let touching = tables.map { "SELECT * FROM \(quoted($0));" }.joined()
    var session = try ReplaySession(
      versions: [baseline] + versions(["", touching]).suffix(1), configuration: Configuration(),
      fixtures: [:])
    #expect(try session.apply(0))
    #expect(session.seeder.unseeded == [])
  }
}

extension ReplayTests {
  @Test func whatAnAppRegistersItselfIsStoodInFor() throws {
    var configuration = Configuration()
    configuration.assume = AssumedNames(
      collations: ["localized"], functions: ["slug"], modules: ["vectors"])
    let sql = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE localized CHECK (slug(a, 1) <> 'x'));
      CREATE INDEX ta ON t (slug(a), a COLLATE localized);
      CREATE VIRTUAL TABLE v USING vectors (a, "b" float[3], size=7);
      CREATE TRIGGER tv AFTER INSERT ON t BEGIN INSERT INTO v (a, b) VALUES (slug(NEW.a), 1); END;
      CREATE VIEW w AS SELECT a, b FROM v WHERE v MATCH 'x' ORDER BY a COLLATE localized;
      """
    let ladder = versions([sql, "ALTER TABLE t ADD COLUMN c TEXT;"])
    let result = try Replay.run(ladder, configuration: configuration)
    #expect(result.versions.compactMap(\.failure?.message) == [])
    #expect(result.versions.flatMap(\.breaks).isEmpty)
    #expect(result.unjudgedTables.isEmpty)
    #expect(try Replay.run(ladder).versions[0].failure != nil)
  }
}
