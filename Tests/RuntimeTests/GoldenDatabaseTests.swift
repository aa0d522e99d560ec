import Foundation
import TestSupport
import Testing

@testable import SchemaGate

/// The databases of released versions under `Fixtures/golden`, and this repository's own ladder.
@Suite struct GoldenDatabaseTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let golden = root.appending(path: "Tests/RuntimeTests/Fixtures/golden")

  /// The tables that a version has retired, with their rows.
  static let retired = [3: ["local_watch_command_receipts"]]

  /// The rows of each table but SQLite's own and those that search keeps for itself.
  private func counts(in path: String) throws -> [String: Int] {
    let connection = try Connection(path: path, mode: .readWrite)
    let names = try connection.lines(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
    var counts: [String: Int] = [:]
    for name in names {
      counts[name] = Int(try connection.integer("SELECT count(*) FROM \"\(name)\"") ?? -1)
    }
    try connection.close()
    return counts
  }

  @Test func eachReleasedVersionHasItsDatabase() throws {
    let ladder = try Ladder.load(folder: Self.root.path, layout: .repository)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.golden.path)
    #expect(
      names.filter { $0.hasSuffix(".db") }.sorted()
        == (1...ladder.newest.number).map { "v\(version($0).padded).db" })
  }

  @Test(arguments: [1, 2, 3]) func aDatabaseOfAReleaseMigratesWithAllItsRows(number: Int) throws {
    let ladder = try Ladder.load(folder: Self.root.path, layout: .repository)
    let file = Self.golden.appending(path: "v\(version(number).padded)")
    let recorded = try JSONDecoder().decode(
      [String: Int].self, from: Data(contentsOf: file.appendingPathExtension("json")))
    let folder = try TemporaryFolder()
    let path = folder.path("planner.db")
    try FileManager.default.copyItem(
      atPath: file.appendingPathExtension("db").path, toPath: path)
    #expect(try counts(in: path) == recorded)
    #expect(recorded.allSatisfy { $0.value > 0 }, "a table without rows proves nothing")

    let newest = ladder.newest.number
    #expect(
      outcome(ladder, path) == (number == newest ? "current" : "migrated \(number) \(newest)"))
    let verification = try DatabaseVerifier(ladder: ladder).verify(path)
    #expect(verification.version == ladder.newest)
    #expect(verification.descriptions == [])

    var expected = recorded
    expected["schema_migrations"] = newest
    for version in Self.retired where version.key > number {
      for table in version.value { expected[table] = nil }
    }
    #expect(try counts(in: path).filter { $0.value > 0 } == expected)
    #expect(try lines("PRAGMA integrity_check", in: path) == ["ok"])
    #expect(try lines("PRAGMA foreign_key_check", in: path) == [])
  }

  @Test(arguments: [1, 2, 3]) func searchFindsTheSameRowsAfterMigrating(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("planner.db")
    try FileManager.default.copyItem(
      atPath: Self.golden.appending(path: "v\(version(number).padded).db").path, toPath: path)
    let ladder = try Ladder.load(folder: Self.root.path, layout: .repository)
    try DatabaseOpener(ladder: ladder).open(path)
    for (table, word, title) in [
      ("tasks_fts", "buro", "Steuererklärung prüfen"), ("tasks_fts", "errands", "Buy potting soil"),
      ("tasks_fts_trigram", "alcon", "Water the balcony plants"),
    ] {
      let sql = "SELECT t.title FROM \(table) f JOIN tasks t ON t.row_key = f.rowid WHERE"
      #expect(try lines("\(sql) \(table) MATCH '\(word)'", in: path) == [title])
      try run("INSERT INTO \(table) (\(table)) VALUES ('integrity-check');", on: path)
    }
    let events = "SELECT rowid FROM calendar_events_fts WHERE calendar_events_fts MATCH 'zentral'"
    #expect(try lines(events, in: path) == ["1"])
    try run(
      "INSERT INTO calendar_events_fts (calendar_events_fts) VALUES ('integrity-check');", on: path)
  }
}
