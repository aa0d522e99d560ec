import Foundation
import TestSupport
import Testing

@testable import SchemaGate

/// Verify, adopt, rehearse, plan, open handles, and many files.
@Suite struct LiveDatabaseTests {
  static let steps = ladder(Sample.baseline, [Sample.addPages, Sample.rebuildShelf])

  struct Drift: Sendable, CustomTestStringConvertible {
    var sql: String
    var messages: [String]
    var testDescription: String { sql }
  }

  @Test(arguments: [
    Drift(sql: "VACUUM", messages: []), Drift(sql: "ANALYZE", messages: []),
    Drift(sql: "REINDEX", messages: []),
    Drift(sql: "CREATE TABLE grdb_migrations (identifier TEXT)", messages: []),
    Drift(sql: "DROP INDEX book_shelf", messages: ["index 'book_shelf' on 'book' is missing"]),
    Drift(
      sql: "ALTER TABLE book ADD COLUMN mine TEXT",
      messages: ["column 'book.mine' is not expected"]),
    Drift(sql: "CREATE TABLE extra (a)", messages: ["table 'extra' is not expected"]),
    Drift(
      sql: "CREATE TRIGGER forget AFTER INSERT ON schema_migrations BEGIN SELECT 1; END",
      messages: ["trigger 'forget' on 'schema_migrations' is not expected"]),
  ]) func driftIsReportedObjectByObject(drift: Drift) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try DatabaseOpener(ladder: Self.steps).open(path)
    try run(drift.sql, on: path)
    let result = try DatabaseVerifier(ladder: Self.steps).verify(path)
    #expect(result.version == version(3))
    #expect(result.descriptions == drift.messages)
    // The same by the digest of the schema, while opening.
    var options = OpenOptions()
    options.structuralDigests = try StructuralDigest.digests(of: Self.steps)
    #expect(
      outcome(Self.steps, path, options) == (drift.messages.isEmpty ? "current" : "refused drifted")
    )
  }

  @Test func aVirtualTableWithoutItsContentIsReported() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let steps = ladder("CREATE VIRTUAL TABLE page USING fts5(body); CREATE TABLE page_2 (a);", [])
    try DatabaseOpener(ladder: steps).open(path)
    let verifier = DatabaseVerifier(ladder: steps)
    #expect(try verifier.verify(path).isClean)
    try run(
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'page_idx';", on: path)
    #expect(try verifier.verify(path).descriptions == ["table 'page_idx' is missing"])
  }

  @Test func anOlderDatabaseIsComparedWithItsOwnVersion() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try DatabaseOpener(ladder: ladder(Sample.baseline, [Sample.addPages])).open(path)
    let result = try DatabaseVerifier(ladder: Self.steps).verify(path)
    #expect(result.version == version(2) && result.isClean)
    #expect(throws: OpenError.self) {
      try DatabaseVerifier(ladder: Self.steps).verify(folder.path("missing.db"))
    }
  }

  @Test(arguments: [
    (1, "PRAGMA user_version = 7"), (2, "CREATE TABLE grdb_migrations (identifier TEXT)"),
    (3, "SELECT 1"),
  ]) func aDatabaseOfAnotherToolIsStampedWhereItsSchemaFits(number: Int, extra: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try DatabaseOpener(
      ladder: ladder(
        Sample.baseline, Array([Sample.addPages, Sample.rebuildShelf].prefix(number - 1)))
    ).open(path)
    try run(Sample.rows + "DROP TABLE schema_migrations; \(extra);", on: path)
    #expect(outcome(Self.steps, path) == "refused needs-adoption")
    let opener = DatabaseOpener(ladder: Self.steps)
    let before = try folder.contents()
    #expect(try opener.adopt(path, isDryRun: true).stamped == version(number))
    #expect(try folder.contents() == before)
    let copy = folder.path("copy.db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(
      try openOrAdopt(copy, opener)
        == (number == 3 ? .current(version(3)) : .migrated(from: version(number), to: version(3))))
    #expect(try opener.adopt(path).candidates == [version(number)])
    #expect(outcome(Self.steps, path) == (number == 3 ? "current" : "migrated \(number) 3"))
    #expect(try lines("SELECT count(*) FROM book", in: path) == ["3"])
    #expect(try opener.adopt(path).wasManaged)
  }

  /// As the README has it.
  private func openOrAdopt(
    _ path: String, _ opener: DatabaseOpener
  ) throws(OpenError) -> OpenOutcome {
    do {
      return try opener.open(path)
    } catch {
      guard error.kind == .needsAdoption, try opener.adopt(path).stamped != nil else { throw error }
      return try opener.open(path)
    }
  }

  @Test func whatFitsNowhereIsShownBesideTheNearestVersion() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    try run(
      "CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT; CREATE TABLE z (a);",
      on: path)
    let before = try folder.contents()
    let adoption = try DatabaseOpener(ladder: Self.steps).adopt(path)
    #expect(adoption.stamped == nil && adoption.nearest == version(1))
    #expect(
      adoption.differences.map(\.driftMessage) == [
        "table 'book' is missing", "table 'z' is not expected",
      ])
    #expect(try folder.contents() == before)
    try run("CREATE TABLE schema_migrations (version)", on: path)
    #expect(throws: OpenError.self) { try DatabaseOpener(ladder: Self.steps).adopt(path) }
  }

  @Test func rehearsingTellsEverythingAndTouchesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try MigrationTests.old(folder)
    let before = try folder.contents()
    let rehearsal = try DatabaseOpener(ladder: Self.steps).rehearse(path)
    #expect(try folder.contents() == before)
    #expect(rehearsal.from == version(1) && rehearsal.to == version(3))
    #expect(rehearsal.statements.map(\.rows).max() == 2)
    #expect(rehearsal.statements.count == 5)
    #expect(rehearsal.tables.map(\.table) == ["book", "shelf"])
    #expect(rehearsal.tables.map(\.after) == [3, 2])
    #expect(rehearsal.rewritten == ["shelf"])
    #expect(rehearsal.integrity.isEmpty && rehearsal.violations.isEmpty)
    #expect(rehearsal.failure == nil && rehearsal.size.before > 0)
    let failing = ladder(Sample.baseline, ["DELETE FROM shelf WHERE id = 1;"])
    let result = try DatabaseOpener(ladder: failing).rehearse(path)
    #expect(result.failure?.kind == .foreignKeyViolation)
    #expect(try folder.contents() == before)
  }

  @Test func thePlanIsSQLThatArrivesAtTheSameSchema() throws {
    let folder = try TemporaryFolder()
    let (planned, opened) = (folder.path("planned.db"), folder.path("opened.db"))
    try DatabaseOpener(ladder: Self.steps).open(opened)
    try run(try Plan.sql(for: Self.steps, to: version(1)), on: planned)
    try run(Sample.rows, on: planned)
    try run(try Plan.sql(for: Self.steps, from: version(1)), on: planned)
    #expect(outcome(Self.steps, planned) == "current")
    #expect(try DatabaseVerifier(ladder: Self.steps).verify(planned).isClean)
    #expect(try lines("SELECT count(*) FROM book", in: planned) == ["3"])
    #expect(try Plan.sql(for: Self.steps, from: version(3)) == "")
  }

  @Test func anOpenHandleIsMigratedWithoutTakingItOver() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let connection = try Connection(path: path, mode: .create)
    let handle = try #require(connection.handle)
    var asked = 0
    connection.setAuthorizer { event in
      asked += event.action == .createTable ? 1 : 0
      return .allow
    }
    connection.set(.foreignKeys, true)
    let opener = DatabaseOpener(ladder: Self.steps)
    #expect(try opener.open(handle) == .created(version(3)))
    // Two tables of the baseline, the bookkeeping, one of the rebuild, and ANALYZE's.
    #expect(asked == 5, "the handle's own authorizer is still there, and saw every table")
    #expect(connection.isOn(.foreignKeys))
    #expect(try opener.open(handle) == .current(version(3)))
    try connection.execute("BEGIN")
    #expect(throws: OpenError.self) { try opener.open(handle) }
    try connection.execute("COMMIT")
    // A longer ladder, with rows, and one that breaks them.
    try connection.run(Sample.rows.replacingOccurrences(of: "(id, label)", with: "(id, label)"))
    let sql = Sample.rebuildShelf
    let longer = ladder(Sample.baseline, [Sample.addPages, Sample.rebuildShelf, sql])
    #expect(
      try DatabaseOpener(ladder: longer).open(handle) == .migrated(from: version(3), to: version(4))
    )
    #expect(try connection.integer("SELECT count(*) FROM book") == 3)
    let breaking = ladder(
      Sample.baseline, [Sample.addPages, Sample.rebuildShelf, sql, "DELETE FROM shelf;"])
    #expect(throws: OpenError.self) { try DatabaseOpener(ladder: breaking).open(handle) }
    #expect(try connection.integer("SELECT count(*) FROM shelf") == 2)
    let ending = ladder(
      Sample.baseline, [Sample.addPages, Sample.rebuildShelf, sql, "COMMIT;"])
    #expect(throws: OpenError.self) { try DatabaseOpener(ladder: ending).open(handle) }
    #expect(!connection.isInTransaction)
  }

  @Test func anOpenHandleIsComparedTakenInAndRehearsed() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.path("x.db"), mode: .create)
    let handle = try #require(connection.handle)
    try connection.run(Sample.baseline + "\n" + Sample.rows)
    let opener = DatabaseOpener(ladder: Self.steps)
    #expect(try opener.status(of: handle).problem?.kind == .needsAdoption)
    #expect(try opener.adopt(handle).stamped == version(1))
    #expect(try opener.status(of: handle).action == .migrate)
    #expect(try DatabaseVerifier(ladder: Self.steps).verify(handle).isClean)
    #expect(try opener.rehearse(handle, in: folder.path).to == version(3))
    #expect(try connection.integer("SELECT max(version) FROM schema_migrations") == 1)
    #expect(try folder.names() == ["x.db"])
  }

  @Test func theStatusTellsWhatOpeningWouldDo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let opener = DatabaseOpener(ladder: Self.steps)
    #expect(try opener.status(of: path).action == .create)
    #expect(try folder.names() == [])
    try DatabaseOpener(ladder: ladder(Sample.baseline, [Sample.addPages])).open(path)
    let status = try opener.status(of: path)
    #expect(status.action == .migrate && status.version == version(2) && status.problem == nil)
    #expect(status.pending.map(\.version) == [version(3)])
    try run("DELETE FROM schema_migrations WHERE version = 1", on: path)
    let broken = try opener.status(of: path)
    #expect(broken.action == .refuse && broken.problem?.kind == .historyBroken)
    try folder.write("rubbish", to: "x.db")
    #expect(try opener.status(of: path).action == .setAside)
    #expect(try folder.read("x.db") == Array("rubbish".utf8))
  }

  @Test func backupsAreListedPutBackAndRemoved() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let quarantine = Quarantine(database: path)
    for number in 1...12 {
      try folder.write("rubbish \(number)", to: "x.db")
      #expect(outcome(Self.steps, path) == "recovered not-a-database")
    }
    let backups = try quarantine.backups()
    #expect(backups.count == 12)
    #expect(Set(backups.compactMap(\.reason)) == ["not-a-database"])
    let contents = try folder.contents()
    for number in 1...12 {
      #expect(contents.values.contains(Array("rubbish \(number)".utf8)))
    }
    let first = try #require(backups.first)
    let aside = try quarantine.restore(first.path)
    #expect(try folder.read("x.db") == Array("rubbish 1".utf8))
    let moved = try #require(aside)
    #expect(try history(of: moved) == ["1", "2", "3"])
    #expect(throws: OpenError.self) { try quarantine.restore(path) }
    #expect(try quarantine.prune(keeping: 2, isDryRun: true).count == 10)
    #expect(try quarantine.prune(keeping: 2).count == 10)
    #expect(try quarantine.backups().last?.path == moved)
    #expect(try folder.names().count == 5)
  }

  @Test func manyFilesAreFoundSplitAndWorkedOnInOrder() throws {
    let folder = try TemporaryFolder()
    let names = (0..<40).map { "tenants/\($0 % 4)/t\($0).db" }
    for name in names {
      try folder.write("", to: name)
      if name.hasSuffix("7.db") { try folder.write("rubbish", to: name) }
    }
    try folder.write("text", to: "tenants/README.md")
    try run("CREATE TABLE t (a)", on: folder.path("tenants/unnamed"))
    let files = try Fleet.databases(in: [folder.path("tenants")])
    #expect(files.count == 41)
    let shards = try (1...3).map { index in
      try Fleet.databases(
        in: [folder.path("tenants")], shard: Fleet.Shard(index: index, count: 3))
    }
    #expect(shards.flatMap { $0 }.sorted() == files.sorted())
    #expect(shards.allSatisfy { $0.count > 4 })
    var seen: [String] = []
    Fleet.run(files, workers: 4) {
      outcome(Self.steps, $0)
    } each: { path, result in
      seen.append(path)
      #expect(
        result
          == (path.hasSuffix("7.db")
            ? "recovered not-a-database"
            : path.hasSuffix("unnamed") ? "refused needs-adoption" : "created"))
      return true
    }
    #expect(seen == files)
    // Backups that are there now are no databases to open.
    #expect(try Fleet.databases(in: [folder.path("tenants")]) == files)
    var count = 0
    Fleet.run(files, workers: 2) {
      outcome(Self.steps, $0)
    } each: { _, _ in
      count += 1
      return count < 5
    }
    #expect(count == 5)
    for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] { #expect(Fleet.Shard(text) == nil) }
  }
}
