import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct RenumberTests {
  /// Both sides added 003; ours also has 004 of the same name, and theirs is merged already.
  private func repository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    let base = EditTests.released
    for (path, text) in [
      (FileExample.schemaPath, FileExample.baseline),
      (FileExample.policyPath, FileExample.policy(launched: true, frozen: base)),
      (FileExample.path("002_pages.sql"), FileExample.pages),
      (FileExample.lockPath, FileExample.lock(base)),
      ("schema-gate.json", EditTests.embeds), ("App/schema.sql", FileExample.baseline),
      ("App/migrations/002_pages.sql", FileExample.pages),
    ] {
      try repository.write(text, to: path)
    }
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "theirs")
    try repository.write("SELECT 3;", to: FileExample.path("003_theirs.sql"))
    try repository.write(
      FileExample.lock(base + [("003_theirs.sql", "SELECT 3;")]), to: FileExample.lockPath)
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    for name in ["003_step.sql", "004_step.sql"] {
      try repository.write("SELECT '\(name)';", to: FileExample.path(name))
      try repository.write("SELECT '\(name)';", to: "App/migrations/" + name)
    }
    try repository.write("SELECT 3;", to: FileExample.path("003_theirs.sql"))
    return repository
  }

  private func plan(_ repository: ScratchRepository) throws -> (EditPlan, Authority) {
    var reader = AuthorityReader(root: repository.path, knownRules: [])
    let authority = try reader.read(.workingTree)
    return (try Renumber.plan(authority, &reader, onto: "theirs"), authority)
  }

  @Test func oursMoveBehindTheirsAlsoAfterARunThatWasKilledAnywhere() throws {
    let count = try plan(try repository()).0.changes.count
    #expect(count == 8)
    for done in 0...count {
      let repository = try repository()
      let changes = try plan(repository).0.changes
      try EditTransaction(root: repository.path).apply(Array(changes.prefix(done)))
      try plan(repository).0.apply(to: repository.path)
      let (again, authority) = try plan(repository)
      #expect(again.changes.isEmpty, "after \(done)")
      #expect(
        authority.ladderFiles.map(\.identity.lockName) == [
          "002_pages.sql", "003_theirs.sql", "004_step.sql", "005_step.sql",
        ], "after \(done)")
      #expect(authority.ladderFiles[2].source.bytes == Array("SELECT '003_step.sql';".utf8))
      let locked = authority.lock.value?.entries.map(\.identity)
      #expect(locked == authority.ladder.lock.entries.map(\.identity))
      #expect(authority.embeds.allSatisfy { $0.files.allSatisfy { $0.original == $0.copy } })
    }
  }

  @Test func whatIsFrozenNeverMoves() throws {
    let repository = try repository()
    let frozen = EditTests.released + [("003_step.sql", "SELECT '003_step.sql';")]
    try repository.write(
      FileExample.policy(launched: true, frozen: frozen), to: FileExample.policyPath)
    let refusal = try #require(throws: EditRefusal.self) { try plan(repository) }
    #expect(refusal.message.contains("'003_step.sql'") && refusal.message.contains("frozen"))
    // Theirs is what is frozen under that number, so ours beside it moves.
    let theirs = EditTests.released + [("003_theirs.sql", "SELECT 3;")]
    try repository.write(
      FileExample.policy(launched: true, frozen: theirs), to: FileExample.policyPath)
    let moved = try plan(repository).0
    #expect(moved.summary.first == "moved '003_step.sql' to '004_step.sql'")
    // Where the frozen one is gone, what has its number may be it under another name.
    try FileManager.default.removeItem(
      atPath: repository.path + "/" + FileExample.path("003_theirs.sql"))
    #expect(throws: EditRefusal.self) { try plan(repository) }
  }
}
