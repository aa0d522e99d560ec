import TestSupport
import Testing

@testable import SchemaGate

@Suite struct EditTests {
  static let released = [
    ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
  ]
  static let embeds = """
    {
      "embeds": [
        { "from": "schema/schema.sql", "to": "App/schema.sql" },
        { "from": "schema/migrations", "to": "App/migrations", "match": "*.sql" }
      ]
    }

    """

  /// A folder before launch, or launched with two frozen versions.
  private func folder(launched: Bool) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let entries = launched ? Self.released : []
    try folder.write(FileExample.baseline, to: FileExample.schemaPath)
    try folder.write(
      FileExample.policy(launched: launched, frozen: entries), to: FileExample.policyPath)
    if launched {
      try folder.write(FileExample.pages, to: FileExample.path("002_pages.sql"))
      try folder.write(FileExample.lock(entries), to: FileExample.lockPath)
    }
    return folder
  }

  private func authority(_ folder: TemporaryFolder) throws -> Authority {
    var reader = AuthorityReader(root: folder.path, knownRules: [])
    return try reader.read(.workingTree)
  }

  private func text(_ folder: TemporaryFolder, _ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  @Test func seedRecordsAndBringsEmbedsAlongAndIsQuietTheSecondTime() throws {
    let folder = try folder(launched: false)
    try folder.write(Self.embeds, to: "schema-gate.json")
    try folder.write("", to: FileExample.path(".keep"))
    try folder.write("old", to: "App/migrations/002_gone.sql")
    let plan = try Seed.plan(try authority(folder), root: folder.path)
    let written = [FileExample.lockPath, "App/schema.sql", "App/migrations/002_gone.sql"]
    #expect(plan.changes.map(\.path) == written)
    #expect(plan.summary.count == 3)
    try plan.apply(to: folder.path)
    #expect(try text(folder, FileExample.lockPath) == FileExample.lock([Self.released[0]]))
    #expect(try text(folder, "App/schema.sql") == FileExample.baseline)
    let again = try Seed.plan(try authority(folder), root: folder.path)
    #expect(again.changes.isEmpty && again.summary.isEmpty)
  }

  @Test func eachRegimeRefusesTheCommandsOfTheOther() throws {
    let (before, after) = (try folder(launched: false), try folder(launched: true))
    let (young, old) = (try authority(before), try authority(after))
    let refusals = [
      try #require(throws: EditRefusal.self) { try Seed.plan(old, root: after.path) },
      try #require(throws: EditRefusal.self) {
        try RecordMigrations.plan(young, root: before.path)
      },
      try #require(throws: EditRefusal.self) {
        try NewMigration.plan(named: "a", young, root: before.path)
      },
      try #require(throws: EditRefusal.self) { try Arm.plan(old, root: after.path, errorCount: 1) },
    ]
    for refusal in refusals { #expect(refusal.help.contains("schema-gate "), "\(refusal)") }
  }

  @Test func lockRecordsAndRefreshesButNeverTouchesWhatIsFrozen() throws {
    let folder = try folder(launched: true)
    try folder.write(FileExample.tags, to: FileExample.path("003_tags.sql"))
    try folder.write("SELECT 'edited';", to: FileExample.path("002_pages.sql"))
    let plan = try RecordMigrations.plan(try authority(folder), root: folder.path)
    #expect(plan.summary.count == 1 && plan.summary[0].hasPrefix("recorded '003_tags.sql'"))
    let left = ["left '002_pages.sql' alone: it is frozen, and its file differs"]
    #expect(plan.remarks == left)
    try plan.apply(to: folder.path)
    let again = try RecordMigrations.plan(try authority(folder), root: folder.path)
    #expect(again.changes.isEmpty && again.summary.isEmpty && again.remarks == left)
    let expected = FileExample.lock(Self.released + [("003_tags.sql", FileExample.tags)])
    #expect(try text(folder, FileExample.lockPath) == expected)
    try folder.write("SELECT 3;", to: FileExample.path("003_tags.sql"))
    let second = try RecordMigrations.plan(try authority(folder), root: folder.path)
    #expect(second.summary.first?.hasPrefix("refreshed '003_tags.sql'") == true)
    // A lock that conflicts beyond reading is written anew, with what is frozen as it was frozen.
    try folder.write("{\n<<<<<<< ours", to: FileExample.lockPath)
    let mended = try RecordMigrations.plan(try authority(folder), root: folder.path)
    try mended.apply(to: folder.path)
    let whole = FileExample.lock(Self.released + [("003_tags.sql", "SELECT 3;")])
    #expect(try text(folder, FileExample.lockPath) == whole)
  }

  @Test(arguments: [
    ("003_Tags.sql", "name"), ("004_tags.sql", "follow"), ("002_tags.sql", "the same number"),
  ])
  func aFaultyLadderIsNotRecorded(name: String, word: String) throws {
    let folder = try folder(launched: true)
    try folder.write(FileExample.tags, to: FileExample.path(name))
    let refusal = try #require(throws: EditRefusal.self) {
      try RecordMigrations.plan(try authority(folder), root: folder.path)
    }
    #expect(refusal.message.contains(word) && refusal.message.contains(name))
  }

  @Test func newBeginsTheNextMigrationAndFinishesAKilledRun() throws {
    let folder = try folder(launched: true)
    try folder.write(Self.embeds, to: "schema-gate.json")
    let plan = try NewMigration.plan(
      named: "due_dates", try authority(folder), root: folder.path)
    let path = FileExample.path("003_due_dates.sql")
    #expect(plan.changes.map(\.path).prefix(2) == [path, FileExample.lockPath])
    #expect(plan.changes.map(\.path).contains("App/migrations/003_due_dates.sql"))
    // As if killed right after the first file.
    try EditTransaction(root: folder.path).apply([plan.changes[0]])
    let rest = try NewMigration.plan(
      named: "due_dates", try authority(folder), root: folder.path)
    #expect(!rest.changes.map(\.path).contains(path))
    try rest.apply(to: folder.path)
    let after = try authority(folder)
    #expect(after.lock.value?.entries.last?.identity.lockName == "003_due_dates.sql")
    #expect(after.embeds.allSatisfy { $0.files.allSatisfy { $0.original == $0.copy } })
    for name in ["", "Due Dates", "a-b", "é", String(repeating: "x", count: 101)] {
      #expect(throws: EditRefusal.self) {
        try NewMigration.plan(named: name, after, root: folder.path)
      }
    }
  }

  @Test func armFreezesTheContiguousRunOnceAndNothingMore() throws {
    let folder = try folder(launched: false)
    try folder.write(FileExample.lock([Self.released[0]]), to: FileExample.lockPath)
    try folder.write("{}\n", to: "schema/sync_payload/001.json")
    try folder.write("{}\n", to: "schema/sync_payload/003.json")
    try folder.write(
      #"{"embeds": [{"from": "schema/migration_policy.json", "to": "App/policy.json"}]}"#,
      to: "schema-gate.json")
    // What is frozen before launch is stale.
    try folder.write(
      FileExample.policy(launched: false, frozen: [("001_schema.sql", "SELECT 1;")]),
      to: FileExample.policyPath)
    let plan = try Arm.plan(try authority(folder), root: folder.path, errorCount: 0)
    #expect(plan.summary.count == 4)
    try plan.apply(to: folder.path)
    let armed = FileExample.policy(
      launched: true, frozen: [Self.released[0]], contracts: [("001", "{}\n")])
    #expect(try text(folder, FileExample.policyPath) == armed)
    #expect(try text(folder, "App/policy.json") == armed)
    let again = try Arm.plan(try authority(folder), root: folder.path, errorCount: 0)
    #expect(again.changes.isEmpty)
  }
}
