import Foundation
import SchemaGate
import Testing

extension OutputSchemaTests {
  /// A ladder of two versions, one of three whose last fails on rows, and a file in each state that
  /// the commands tell apart.
  static let databases = #"""
    set -e
    schema-gate init -q && schema-gate arm -q && schema-gate new -q things
    echo 'CREATE TABLE things (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
    INSERT INTO things (id, title) SELECT id, title FROM notes;
    DROP TABLE notes;' >> schema/migrations/002_things.sql
    schema-gate lock -q && mkdir later && cp -R schema later/
    schema-gate -C later new -q one
    echo 'CREATE UNIQUE INDEX one ON things (title);' >> later/schema/migrations/003_one.sql
    schema-gate -C later lock -q
    schema-gate plan --to 1 | sqlite3 one.db
    sqlite3 one.db "INSERT INTO notes (title) VALUES ('a'), ('a')"
    sqlite3 old.db < schema/schema.sql
    sqlite3 other.db 'CREATE TABLE mine (a)'
    schema-gate open -q two.db
    cp two.db drifted.db && sqlite3 drifted.db 'CREATE INDEX mine ON things (title)'
    cp two.db newer.db
    sqlite3 newer.db "INSERT INTO schema_migrations (version, name, checksum)
      VALUES (3, 'more', '$(printf '%064d' 0)')"
    cp two.db edited.db
    sqlite3 edited.db "UPDATE schema_migrations SET checksum = '$(printf '%064d' 0)' WHERE version = 2"
    mkdir empty folder && cp one.db folder/a.db && cp two.db 'folder/b é.db'
    echo 'words that somebody has put into a file of this name, and no database' > words.db
    cp words.db 'folder/words.db'
    """#

  /// By schema, calls in the order in which they change the files, how they end, and the results.
  static let databaseCalls: [(schema: String, call: String, status: Int32, results: String)] = [
    (
      "databases", "status one.db two.db old.db newer.db edited.db words.db gone.db", 1,
      "behind current needs-adoption newer-database history-mismatch not-a-database absent"
    ),
    ("databases", "status folder", 1, "behind current not-a-database"),
    ("databases", "status nowhere/x.db", 1, "not-found"),
    ("databases", "status gone.db --shard 2/2", 0, ""),
    (
      "databases", "verify one.db two.db drifted.db old.db", 1,
      "verified verified drifted needs-adoption"
    ),
    (
      "databases", "adopt --dry-run old.db other.db two.db words.db", 1,
      "would-adopt unlike managed not-a-database"
    ),
    ("databases", "adopt old.db", 0, "adopted"),
    ("databases", "rehearse one.db two.db words.db", 1, "rehearsed rehearsed not-a-database"),
    ("databases", "rehearse --ladder later/schema one.db", 1, "migration-failed"),
    (
      "databases", "open --dry-run one.db two.db words.db gone.db newer.db", 1,
      "would-migrate current would-recover would-create newer-database"
    ),
    ("databases", "open --no-quarantine words.db", 1, "not-a-database"),
    ("quarantine-list", "quarantine list words.db", 0, ""),
    (
      "databases", "open one.db two.db words.db gone.db newer.db", 1,
      "migrated current recovered created newer-database"
    ),
    ("databases", "status words.db", 0, "current"),
    ("databases", "migrate folder missing.db", 1, "migrated current not-a-database not-found"),
    ("databases", "migrate --ladder later/schema one.db", 1, "migration-failed"),
    ("databases", "open folder/words.db", 0, "recovered"),
    ("quarantine-list", "quarantine list words.db folder empty", 0, ""),
  ]

  @Test func whatCommandsOnDatabasesPrintIsAsItsPublishedSchemaSays() throws {
    let shell = try Shell()
    guard shell.has("sqlite3") else {
      print("skipped: 'sqlite3' is not installed")
      return
    }
    let made = try shell.run(Self.databases)
    try #require(made.status == 0, "\(made.lines.joined(separator: "\n"))")
    let page = try String(
      contentsOf: ReadmeTests.root.appending(path: "docs/reports.md"), encoding: .utf8)
    for (number, (name, call, status, expected)) in Self.databaseCalls.enumerated() {
      let value = try judge(
        shell, "schema-gate \(call) --format json", by: name, status, sample: number)
      let results = (value[member: "databases"]?.asArray ?? []).map {
        $0[member: "result"]?.asString ?? ""
      }
      #expect(results.joined(separator: " ") == expected, "\(call)")
      for word in results { #expect(page.contains("`\(word)`"), "\(word) stands in no table") }
    }
    let backups = try judge(
      shell, "schema-gate quarantine list words.db folder --format json", by: "quarantine-list", 0,
      sample: Self.databaseCalls.count)
    #expect(
      backups[member: "backups"]?.asArray?.map { $0[member: "reason"]?.asString }
        == ["not-a-database", "not-a-database"])
  }
}
