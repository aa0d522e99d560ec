import Foundation
import TestSupport
import Testing

@testable import SchemaGate

/// The decision table with real files.
@Suite struct OpeningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var preLaunch: String
    var launched: String
    var prepare: @Sendable (TemporaryFolder, String) throws -> Void

    init(
      _ name: String, _ preLaunch: String, _ launched: String? = nil,
      _ prepare: @escaping @Sendable (TemporaryFolder, String) throws -> Void
    ) {
      testDescription = name
      self.preLaunch = preLaunch
      self.launched = launched ?? preLaunch
      self.prepare = prepare
    }
  }

  /// Makes a current database with rows, then does something to it.
  static func after(
    _ sql: String, wal: Bool = false
  ) -> @Sendable (TemporaryFolder, String) throws -> Void {
    { _, path in
      try DatabaseOpener(ladder: Self.steps(1)).open(path)
      try run(Sample.rows + sql, on: path)
    }
  }

  static func steps(_ migrations: Int, regime: Regime = .launched) -> Ladder {
    ladder(
      Sample.baseline, Array([Sample.addPages, Sample.rebuildShelf].prefix(migrations)),
      regime: regime)
  }

  /// Overwrites bytes of a file.
  static func smash(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  static func truncate(_ path: String, to size: Int) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(size))
    try file.close()
  }

  static let cases: [Case] = [
    Case("nothing", "created") { _, _ in },
    Case("zero bytes", "created") { folder, _ in try folder.write("", to: "x.db") },
    Case("a valid file without objects", "created") { _, path in
      try run("CREATE TABLE t (a); DROP TABLE t;", on: path)
    },
    Case("a text file", "recovered not-a-database") { folder, _ in
      try folder.write("hello\n", to: "x.db")
    },
    Case("zeros", "recovered not-a-database") { folder, _ in
      try folder.write([UInt8](repeating: 0, count: 100), to: "x.db")
    },
    Case("shorter than a header", "recovered not-a-database") { folder, _ in
      try folder.write("SQLite format 3", to: "x.db")
    },
    Case("a header of a page size that does not exist", "recovered not-a-database") { f, path in
      try after("")(f, path)
      try smash(path, at: 16, [0x12, 0x34])
    },
    Case("a smashed header", "recovered not-a-database") { f, path in
      try after("")(f, path)
      try smash(path, at: 0, Array("smashed".utf8))
    },
    Case("cut off", "recovered corrupt") { f, path in
      try after("")(f, path)
      try truncate(path, to: 4096)
    },
    Case("garbage on the schema page", "recovered corrupt") { f, path in
      try after("")(f, path)
      try smash(path, at: 100, [UInt8](repeating: 0xA5, count: 3900))
    },
    Case("a schema of a newer SQLite", "refused unreadable-schema") { f, path in
      try after("")(f, path)
      try run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE book (id, FUTURE SYNTAX 1)'
        WHERE name = 'book';
        """, on: path)
    },
    Case(
      "tables without bookkeeping", "recovered needs-adoption", "refused needs-adoption"
    ) { _, path in try run("CREATE TABLE t (a); INSERT INTO t VALUES (1);", on: path) },
    Case(
      "another tool's schema_migrations", "recovered needs-adoption", "refused needs-adoption"
    ) { _, path in
      try run(
        "CREATE TABLE schema_migrations (version varchar); INSERT INTO schema_migrations VALUES (1)",
        on: path)
    },
    Case(
      "another name", "recovered history-mismatch", "refused history-mismatch",
      after("UPDATE schema_migrations SET name = 'other' WHERE version = 2;")),
    Case(
      "another digest", "recovered history-mismatch", "refused history-mismatch",
      after("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1;")),
    Case(
      "no baseline", "recovered history-broken", "refused history-broken",
      after("DELETE FROM schema_migrations WHERE version = 1;")),
    Case(
      "no history at all", "recovered history-broken", "refused history-broken",
      after("DELETE FROM schema_migrations;")),
    Case(
      "a newer version", "refused newer-database", nil,
      after("INSERT INTO schema_migrations (version, name, checksum) VALUES (9, 'z', 'z');")),
    Case(
      "a newer version, and another digest", "refused newer-database", nil,
      after(
        "UPDATE schema_migrations SET checksum = 'x';"
          + "INSERT INTO schema_migrations (version, name, checksum) VALUES (9, 'z', 'z');")),
    Case("load-bearing tables missing", "recovered missing-tables", nil, after("DROP TABLE book;")),
    Case("older", "migrated 1 2") { _, path in
      try DatabaseOpener(ladder: steps(0)).open(path)
    },
    Case("current", "current", nil, after("")),
    Case("current, in WAL mode", "current", nil, after("PRAGMA journal_mode = WAL;")),
    Case("a folder", "refused is-folder") { _, path in
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    },
    Case("a pipe", "refused not-a-file") { _, path in _ = mkfifo(path, 0o600) },
    Case("a link to nowhere", "refused dangling-link") { _, path in
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: path + ".gone")
    },
    Case("a link in a circle", "refused dangling-link") { _, path in
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    },
    Case("a WAL without a main file", "recovered orphan-wal") { folder, _ in
      try folder.write("precious", to: "x.db-wal")
    },
    Case("a WAL beside an empty main file", "recovered orphan-wal") { folder, _ in
      try folder.write("", to: "x.db")
      try folder.write("precious", to: "x.db-wal")
    },
    Case("a journal without a main file", "created") { folder, _ in
      try folder.write("what a killed creation leaves", to: "x.db-journal")
    },
  ]

  @Test(arguments: cases, Regime.allCases)
  func aFileEndsAsTheTableSays(example: Case, regime: Regime) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try example.prepare(folder, path)
    let before = try folder.contents()
    var options = OpenOptions()
    options.loadBearingTables = ["book", "a misspelled name"]
    let steps = Self.steps(1, regime: regime)
    let result = outcome(steps, path, options)
    #expect(result == (regime == .launched ? example.launched : example.preLaunch))
    let names = try folder.names()
    if result.hasPrefix("refused") {
      #expect(try folder.contents() == before, "a refusal leaves every byte")
    } else {
      #expect(try history(of: path) == ["1", "2"])
      #expect(try lines("PRAGMA integrity_check", in: path) == ["ok"])
      #expect(outcome(steps, path, options) == "current")
    }
    #expect(!names.contains { $0.contains("lock") || $0.contains("copy") })
    if result.hasPrefix("recovered") {
      // Every byte is there under the backup's name, and the note beside it.
      let stem = try #require(names.first { $0.hasSuffix(".json") }).dropLast(5)
      for (name, bytes) in before {
        #expect(try folder.read("\(stem)\(name.dropFirst(4))") == bytes, "\(name)")
      }
    }
    var never = options
    never.policy = .never
    if result.hasPrefix("recovered") {
      let other = try TemporaryFolder()
      try example.prepare(other, other.path("x.db"))
      let before = try other.contents()
      #expect(outcome(steps, other.path("x.db"), never).hasPrefix("refused"))
      #expect(try other.contents() == before)
    }
  }

  @Test(arguments: cases) func aReaderChangesNothing(example: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try example.prepare(folder, path)
    let before = try folder.contents()
    var options = OpenOptions()
    options.role = .reader
    options.loadBearingTables = ["book"]
    let result = outcome(Self.steps(1), path, options)
    #expect(result.hasPrefix("refused") || result == "current")
    let after = try folder.contents()
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
  }

  @Test func aBaseNameWithAnyCharacterMeansItself() throws {
    let folder = try TemporaryFolder()
    for name in [
      "a b", "it's", "say \"hi\"", "100%", "what?mode=ro", "a#b", "é漢字🙂", "-dash", "file:x",
      ":memory:",
    ] {
      let path = folder.path(name)
      #expect(outcome(Self.steps(1), path) == "created", "\(name)")
      #expect(FileManager.default.fileExists(atPath: path))
      try folder.write("rubbish", to: name)
      #expect(outcome(Self.steps(1), path) == "recovered not-a-database", "\(name)")
    }
  }

  @Test func aLinkIsFollowedAndItsTargetIsWhatIsSetAside() throws {
    let folder = try TemporaryFolder()
    try folder.write("rubbish", to: "real/x.db")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.db"), withDestinationPath: "real/x.db")
    #expect(outcome(Self.steps(1), folder.path("link.db")).hasPrefix("recovered"))
    #expect(try history(of: folder.path("real/x.db")) == ["1", "2"])
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.db"))
    #expect(link == "real/x.db")
  }

  @Test func anAcknowledgedDigestIsAccepted() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let shipped = ladder(Sample.baseline, ["ALTER TABLE book ADD COLUMN pages INTEGER;"])
    try DatabaseOpener(ladder: shipped).open(path)
    let digest = try #require(shipped[version(2)]).identity.digest
    let mended = ladder(
      Sample.baseline, [Sample.addPages],
      acknowledged: [version(2): [AcknowledgedDigest(digest: digest, reason: "shipped so")]])
    #expect(outcome(ladder(Sample.baseline, [Sample.addPages]), path) == "refused history-mismatch")
    #expect(outcome(mended, path) == "current")
  }

  @Test func damagedPagesAreFoundWhereTheCallerAsksOrAMigrationRewrites() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try DatabaseOpener(ladder: Self.steps(1)).open(path)
    try run(Sample.rows, on: path)
    let page = try #require(
      Int(try lines("SELECT rootpage FROM sqlite_schema WHERE name = 'shelf'", in: path)[0]))
    try Self.smash(path, at: (page - 1) * 4096, [UInt8](repeating: 0xA5, count: 64))
    #expect(outcome(Self.steps(1), path) == "current")
    var options = OpenOptions()
    options.checksPages = true
    options.policy = .never
    #expect(outcome(Self.steps(1), path, options) == "refused corrupt")
    #expect(outcome(Self.steps(2), path) == "recovered corrupt")
  }

  @Test func rowsThatBreakAConstraintAreNoDamage() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let checked = ladder("CREATE TABLE t (a INTEGER CHECK (a > 0)) STRICT;")
    try DatabaseOpener(ladder: checked).open(path)
    try run("PRAGMA ignore_check_constraints = ON; INSERT INTO t VALUES (-1);", on: path)
    var options = OpenOptions()
    options.checksPages = true
    #expect(outcome(checked, path, options) == "current")
  }

  @Test func theConnectionThatOpenedIsHandedOverWithForeignKeysOn() throws {
    let folder = try TemporaryFolder()
    let opener = DatabaseOpener(ladder: Self.steps(1))
    for expected in [OpenOutcome.created(version(2)), .current(version(2))] {
      try opener.withConnection(to: folder.path("x.db")) { (connection, outcome) throws in
        #expect(outcome == expected)
        #expect(try connection.integer("PRAGMA foreign_keys") == 1)
        #expect(try connection.integer("PRAGMA busy_timeout") == 5000)
        #expect(try connection.text("SELECT \"a string\"") == "a string")
      }
    }
  }
}
