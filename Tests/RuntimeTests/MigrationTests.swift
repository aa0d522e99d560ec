import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct MigrationTests {
  /// A database at version 1, with rows.
  static func old(_ folder: TemporaryFolder, rows: String = Sample.rows) throws -> String {
    let path = folder.path("x.db")
    try DatabaseOpener(ladder: ladder()).open(path)
    try run(rows, on: path)
    return path
  }

  @Test(arguments: [false, true]) func rebuildingAParentKeepsItsChildren(isWAL: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    if isWAL { try run("PRAGMA journal_mode = WAL;", on: path) }
    #expect(outcome(ladder(Sample.baseline, [Sample.rebuildShelf]), path) == "migrated 1 2")
    #expect(try lines("SELECT count(*) FROM book", in: path) == ["3"])
    #expect(try lines("SELECT count(*) FROM shelf", in: path) == ["2"])
    #expect(try lines("PRAGMA foreign_key_check", in: path) == [])
    #expect(try lines("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'shelf'", in: path) == ["1"])
    #expect(try folder.names() == ["x.db"])
  }

  struct Breaking: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sql: String
    var details: [String]
  }

  @Test(arguments: [
    Breaking(
      testDescription: "a parent is deleted", sql: "DELETE FROM shelf WHERE id = 2;",
      details: ["row 3 of 'book' has no parent in 'shelf' for (shelf)"]),
    Breaking(
      testDescription: "a parent table is dropped", sql: "DROP TABLE shelf;",
      details: [1, 2, 3].map { "row \($0) of 'book' has no parent in 'shelf' for (shelf)" }),
    Breaking(
      testDescription: "a child is moved", sql: "UPDATE \"BOOK\" SET shelf = 9 WHERE id = 2;",
      details: ["row 2 of 'book' has no parent in 'shelf' for (shelf)"]),
    Breaking(
      testDescription: "a rebuild loses a parent",
      sql: Sample.rebuildShelf.replacingOccurrences(of: "FROM shelf;", with: "FROM shelf LIMIT 1;"),
      details: ["row 3 of 'book' has no parent in 'shelf' for (shelf)"]),
    Breaking(
      testDescription: "a trigger deletes",
      sql: """
        CREATE TRIGGER t AFTER UPDATE ON book BEGIN DELETE FROM shelf WHERE id = 1; END;
        UPDATE book SET title = 'q' WHERE id = 3;
        """,
      details: [1, 2].map { "row \($0) of 'book' has no parent in 'shelf' for (shelf)" }),
    Breaking(
      testDescription: "a new column refers to nothing",
      sql: "ALTER TABLE book ADD COLUMN next INTEGER DEFAULT 7 REFERENCES shelf (id);",
      details: [1, 2, 3].map { "row \($0) of 'book' has no parent in 'shelf' for (next)" }),
    Breaking(
      testDescription: "a parent loses its key",
      sql: """
        CREATE TABLE s (id INTEGER, label TEXT); INSERT INTO s (id, label) SELECT id, label FROM shelf;
        DROP TABLE shelf; ALTER TABLE s RENAME TO shelf;
        """,
      details: ["the foreign keys of 'book' do not fit 'shelf'"]),
  ]) func aNewViolationIsRolledBackAndNamed(example: Breaking) throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    let before = try folder.contents()
    let error = try #require(refusal(ladder(Sample.baseline, [example.sql]), path))
    #expect(error.kind == .foreignKeyViolation)
    #expect(error.details == example.details)
    #expect(error.place == "migrations/002_step.sql")
    #expect(error.state == "the file is untouched")
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [
    "UPDATE book SET title = 'q';", Sample.rebuildShelf,
    "DELETE FROM book WHERE id = 3; DELETE FROM shelf WHERE id = 2;",
    // The child is rebuilt, and its rows are numbered anew.
    """
    CREATE TABLE b (n INTEGER PRIMARY KEY, id INTEGER, shelf INTEGER REFERENCES shelf (id)) STRICT;
    INSERT INTO b (id, shelf) SELECT id, shelf FROM book ORDER BY id DESC;
    DROP TABLE book; ALTER TABLE b RENAME TO book;
    """,
    "ALTER TABLE book RENAME TO volume; UPDATE volume SET title = 'q';",
    "ALTER TABLE shelf RENAME TO rack; UPDATE rack SET label = 'q'; UPDATE book SET title = 'q';",
    "ALTER TABLE book RENAME COLUMN shelf TO rack; UPDATE book SET title = 'q';",
    // The child goes for good, alone or before its parent.
    "DROP TABLE book;", "DROP TABLE book; DROP TABLE shelf;",
  ]) func oldViolationsDoNotBlock(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(
      folder, rows: Sample.rows + "PRAGMA foreign_keys = OFF; INSERT INTO book VALUES (9, 9, 'w');")
    #expect(outcome(ladder(Sample.baseline, [sql]), path) == "migrated 1 2")
  }

  @Test func aFailingStatementIsNamedAndWhatWasCommittedBeforeStays() throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    let broken = ladder(
      Sample.baseline, [Sample.addPages, "-- a comment\nUPDATE book\nSET absent = 1;"])
    for applied in [[2], []] {
      let error = try #require(refusal(broken, path))
      #expect(error.kind == .migrationFailed)
      #expect(error.place == "migrations/003_step.sql:3:5")
      #expect(error.found == "no such column: absent")
      #expect(error.applied == applied)
      #expect(try history(of: path) == ["1", "2"])
    }
    #expect(
      outcome(ladder(Sample.baseline, [Sample.addPages, Sample.rebuildShelf]), path)
        == "migrated 2 3")
  }

  @Test(arguments: [
    "COMMIT;", "BEGIN;", "SAVEPOINT a;", "ATTACH ':memory:' AS b;", "VACUUM;",
    "PRAGMA foreign_keys = ON;", "DELETE FROM schema_migrations;", "CREATE TEMP TABLE t (a);",
  ]) func whatMayNotRunInAMigrationIsRefusedHereToo(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    let before = try folder.contents()
    let error = refusal(ladder(Sample.baseline, [Sample.addPages + sql]), path)
    #expect(error?.kind == .invalidLadder)
    #expect(try folder.contents() == before)
  }

  @Test func progressIsToldAndCancellingRollsBack() throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    let seen = Mutex<[MigrationProgress]>([])
    var options = OpenOptions()
    options.onProgress = { progress in seen.withLock { $0.append(progress) } }
    options.isCancelled = { seen.withLock { $0.count == 2 } }
    let migrating = ladder(Sample.baseline, [Sample.rebuildShelf])
    let before = try folder.contents()
    #expect(outcome(migrating, path, options) == "refused cancelled")
    #expect(try folder.contents() == before)
    #expect(seen.withLock { $0.map(\.statement) } == [1, 2])
    #expect(seen.withLock { $0.map(\.rows)[1] } == 2)
    #expect(seen.withLock { $0.map(\.line) } == [1, 2])
    // Also within one long statement.
    let endless = ladder(
      Sample.baseline,
      [
        """
        CREATE TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000)
        SELECT max(i) AS i FROM n;
        """
      ])
    let calls = Mutex(0)
    options.isCancelled = {
      calls.withLock { count in
        count += 1
        return count > 20
      }
    }
    #expect(outcome(endless, path, options) == "refused cancelled")
    #expect(try history(of: path) == ["1"])
  }

  @Test func theCallersFunctionsAreThereOnEveryConnection() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let count = Mutex(0)
    var options = OpenOptions()
    options.prepareConnection = { _ in count.withLock { $0 += 1 } }
    #expect(outcome(ladder(), path, options) == "created")
    #expect(count.withLock { $0 } == 1)
    struct Failure: Error {}
    options.prepareConnection = { _ in throw Failure() }
    #expect(outcome(ladder(), path, options) == "refused preparation-failed")
  }

  @Test func aCopyIsKeptBeforeRowsAreRewritten() throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    try run("PRAGMA journal_mode = WAL;", on: path)
    var options = OpenOptions()
    options.keepsSnapshot = true
    #expect(outcome(ladder(Sample.baseline, [Sample.addPages]), path, options) == "migrated 1 2")
    #expect(try folder.names() == ["x.db"])
    let long = ladder(Sample.baseline, [Sample.addPages, Sample.rebuildShelf])
    #expect(outcome(long, path, options) == "migrated 2 3")
    #expect(try folder.names() == ["x.db", "x.db.before-2.db"])
    let copy = folder.path("x.db.before-2.db")
    #expect(try history(of: copy) == ["1", "2"])
    #expect(try lines("SELECT count(*) FROM book", in: copy) == ["3"])
    // A good one is kept as it is; something else under its name is nothing to overwrite.
    let bytes = try folder.read("x.db.before-2.db")
    for (content, names) in [
      (bytes, ["x.db", "x.db.before-2.db"]),
      (Array("mine".utf8), ["x.db", "x.db.before-2-2.db", "x.db.before-2.db"]),
    ] {
      try folder.write(bytes, to: "x.db")
      try folder.write(content, to: "x.db.before-2.db")
      #expect(outcome(long, path, options) == "migrated 2 3")
      #expect(try folder.names() == names)
      #expect(try folder.read("x.db.before-2.db") == content)
    }
    // Who looked before another process migrated has nothing to copy, and tells of no copy.
    let late = Snapshot(
      ladder: long, options: options, path: path, budget: BusyBudget(options.busyTimeout))
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(try late.keep(path, from: .baseline, rows: [], holding: connection) == nil)
  }

  @Test func lineEndsMakeNoDifferenceToWhatIsStored() throws {
    let folder = try TemporaryFolder()
    let sql = "INSERT INTO shelf (id, label) VALUES (7, 'two\nlines');"
    for (name, text) in [("lf", sql), ("crlf", sql.replacingOccurrences(of: "\n", with: "\r\n"))] {
      let path = folder.path(name)
      #expect(outcome(ladder(Sample.baseline, [text]), path) == "created")
      #expect(try lines("SELECT hex(label) FROM shelf", in: path) == ["74776F0A6C696E6573"])
    }
    #expect(outcome(ladder(Sample.baseline, [sql]), folder.path("crlf")) == "current")
  }

  @Test func aLockIsWaitedForUpToTheTimeOutInTotal() throws {
    let folder = try TemporaryFolder()
    let path = try Self.old(folder)
    let other = try Connection(path: path, mode: .readWrite)
    var options = OpenOptions()
    options.busyTimeout = .milliseconds(200)
    for sql in ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"] {
      try other.execute(sql)
      let start = ContinuousClock.now
      #expect(
        outcome(ladder(Sample.baseline, [Sample.addPages]), path, options) == "refused busy")
      let waited = ContinuousClock.now - start
      #expect(waited > .milliseconds(150) && waited < .seconds(5), "\(waited)")
      try other.execute("COMMIT")
    }
    // The switch to WAL, which SQLite does not wait for.
    try folder.write("", to: "new.db")
    let reader = try Connection(path: folder.path("new.db"), mode: .readWrite)
    try reader.execute("BEGIN EXCLUSIVE")
    let wal = ladder("PRAGMA journal_mode = WAL;\n" + Sample.baseline)
    #expect(outcome(wal, folder.path("new.db"), options) == "refused busy")
    try reader.execute("COMMIT")
    #expect(outcome(wal, folder.path("new.db"), options) == "created")
    #expect(try lines("PRAGMA journal_mode", in: folder.path("new.db")) == ["wal"])
  }

  @Test func leadingPragmasShapeTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let shaped = ladder(
      """
      PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA encoding = 'UTF-16le';
      PRAGMA application_id = 77; PRAGMA user_version = 5; PRAGMA journal_mode = WAL;
      """ + Sample.baseline)
    #expect(outcome(shaped, path) == "created")
    for (pragma, value) in [
      ("page_size", "8192"), ("auto_vacuum", "2"), ("encoding", "UTF-16le"),
      ("application_id", "77"), ("user_version", "5"), ("journal_mode", "wal"),
    ] { #expect(try lines("PRAGMA \(pragma)", in: path) == [value], "\(pragma)") }
  }
}
