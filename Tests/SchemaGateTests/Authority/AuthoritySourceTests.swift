import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct AuthoritySourceTests {
  /// A launched repository with one migration, committed.
  private func repository(below prefix: String = "") throws -> ScratchRepository {
    let repository = try ScratchRepository()
    let entries = [("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages)]
    for (path, text) in [
      (FileExample.schemaPath, FileExample.baseline),
      (FileExample.path("002_pages.sql"), FileExample.pages),
      (FileExample.lockPath, FileExample.lock(entries)),
      (FileExample.policyPath, FileExample.policy(launched: true, frozen: entries)),
    ] {
      try repository.write(text, to: prefix + path)
    }
    try repository.commit()
    return repository
  }

  private func read(_ root: String, _ source: AuthoritySource) throws -> Authority {
    var reader = AuthorityReader(root: root, knownRules: [])
    return try reader.read(source)
  }

  @Test func theIndexIsJudgedAndNotTheWorkingTree() throws {
    let repository = try repository()
    try repository.write("-- staged\n" + FileExample.baseline, to: FileExample.schemaPath)
    try repository.git("add", "-A")
    try repository.write(FileExample.tags, to: FileExample.schemaPath)
    try repository.write(FileExample.tags, to: FileExample.path("003_tags.sql"))
    let staged = try read(repository.path, .index)
    #expect(staged.baseline.source.bytes.starts(with: "-- staged".utf8))
    #expect(staged.ladderFiles.map(\.version.number) == [2])
    #expect(staged.lock.value?.entries.count == 2)
    let tree = try read(repository.path, .workingTree)
    #expect(tree.ladderFiles.map(\.version.number) == [2, 3])
    let head = try read(repository.path, .revision("HEAD"))
    #expect(head.baseline.source.bytes == Array(FileExample.baseline.utf8))
  }

  @Test func aRootBelowTheTopIsReadFromIndexAndRevisions() throws {
    let repository = try repository(below: "apps/one/")
    let root = try Syscalls.realPath(repository.path + "/apps/one")
    for source in [AuthoritySource.workingTree, .index, .revision("HEAD"), .revision("main")] {
      #expect(try read(root, source).ladderFiles.count == 1, "\(source)")
    }
    #expect(throws: MissingSchema.self) { try read(repository.path, .index) }
    #expect(try AuthorityReader.findRoot(from: root + "/schema/migrations") == root)
    #expect(try AuthorityReader.findRoot(from: repository.path) == nil)
  }

  @Test func aLinkedWorkingTreeAndADetachedHeadAreRead() throws {
    let repository = try repository()
    let other = try TemporaryFolder()
    let tree = other.path + "/tree"
    try repository.git("worktree", "add", "-q", "--detach", tree)
    try other.write(FileExample.tags, to: "tree/schema/migrations/003_tags.sql")
    try repository.git("add", "-A", in: tree)
    #expect(try read(tree, .index).ladderFiles.map(\.version.number) == [2, 3])
    #expect(try read(tree, .revision("HEAD")).ladderFiles.count == 1)
    #expect(try read(repository.path, .index).ladderFiles.count == 1)
  }

  @Test func oddNamesAndLinksAreReadAsACheckoutHasThem() throws {
    let repository = try repository()
    let files = FileManager.default
    try repository.write("x", to: "schema/migrations/odd\nname é.txt")
    for (name, target) in [("schema/schema.sql", "real.sql"), ("schema/migrations", "steps")] {
      let path = repository.path + "/" + name
      try files.moveItem(atPath: path, toPath: repository.path + "/" + target)
      try files.createSymbolicLink(atPath: path, withDestinationPath: "../" + target)
    }
    try repository.commit()
    for source in [AuthoritySource.workingTree, .index, .revision("HEAD")] {
      let authority = try read(repository.path, source)
      #expect(authority.baseline.source.bytes == Array(FileExample.baseline.utf8))
      #expect(authority.ladderFiles.count == 1)
      #expect(authority.lock.value?.entries.count == 2)
      #expect(authority.strayFiles.map(\.path) == ["schema/migrations/odd\nname é.txt"])
    }
  }

  @Test func thousandsOfFilesComeThroughOneProcess() throws {
    let repository = try ScratchRepository()
    try repository.write(FileExample.baseline, to: FileExample.schemaPath)
    for number in 2...1500 {
      let text = "SELECT \(number);" + String(repeating: " -- x", count: number % 97)
      let name = "\(try #require(Version(number)).padded)_step.sql"
      try repository.write(text, to: FileExample.path(name))
    }
    try repository.commit()
    for source in [AuthoritySource.index, .revision("HEAD")] {
      let authority = try read(repository.path, source)
      #expect(authority.ladder.newest.number == 1500)
      #expect(authority.ladder.migrations[998].source.bytes.starts(with: "SELECT 1000;".utf8))
    }
  }

  @Test func nothingIsFrozenWhereThereIsNoCommitYet() throws {
    let repository = try ScratchRepository()
    try repository.write(FileExample.baseline, to: FileExample.schemaPath)
    try repository.git("add", "-A")
    var reader = AuthorityReader(root: repository.path, knownRules: [])
    let authority = try reader.read(.index)
    #expect(try reader.comparison(of: authority, against: "HEAD").before == nil)
    #expect(throws: GitError.self) { try reader.comparison(of: authority, against: "v1") }
  }

  @Test func aRevisionWithoutPolicyOrFolderHasNothingFrozen() throws {
    let repository = try ScratchRepository()
    try repository.write("x", to: "README")
    try repository.commit()
    try repository.write(FileExample.baseline, to: "app/schema/schema.sql")
    var reader = AuthorityReader(root: repository.path + "/app", knownRules: [])
    let authority = try reader.read(.workingTree)
    let comparison = try reader.comparison(of: authority, against: "HEAD")
    #expect(comparison.before?.frozen.isEmpty == true)
  }

  @Test func whatGitCannotTellSaysWhatToDo() throws {
    let origin = try repository()
    try origin.commit("second")
    let folder = try TemporaryFolder()
    try origin.git("clone", "-q", "--depth=1", "file://" + origin.path, folder.path + "/shallow")
    let shallow = try #require(throws: GitError.self) {
      try read(folder.path + "/shallow", .revision("HEAD~1"))
    }
    #expect(shallow.message.contains("shallow") && shallow.advice.hasSuffix("unshallow origin"))
    // What is proposed for one revision works when it is pasted.
    try origin.git("tag", "v1", "HEAD~1")
    try origin.git("branch", "topic/a", "HEAD~1")
    for name in ["v1", "origin/topic/a"] {
      let lacking = try #require(throws: GitError.self) {
        try read(folder.path + "/shallow", .revision(name))
      }
      let command = try #require(lacking.advice.split(separator: "alone: ").last)
      try origin.git(
        command.split(separator: " ").dropFirst().map(String.init), in: folder.path + "/shallow")
      #expect(try read(folder.path + "/shallow", .revision(name)).ladderFiles.count == 1)
    }
    #expect(try read(folder.path + "/shallow", .revision("HEAD")).ladderFiles.count == 1)
    for name in ["nope", "", "a\nb", "-x", "HEAD:schema"] {
      let unknown = try #require(throws: GitError.self) { try read(origin.path, .revision(name)) }
      #expect(unknown.message.contains("no revision"), "\(unknown)")
    }
    try folder.write(FileExample.baseline, to: "plain/schema/schema.sql")
    let none = try #require(throws: GitError.self) { try read(folder.path + "/plain", .index) }
    #expect(none.message.contains("not a git repository"), "\(none)")
  }

  @Test func aConflictInTheIndexIsNamed() throws {
    let repository = try repository()
    try repository.git("checkout", "-q", "-b", "side")
    try repository.write("SELECT 1;", to: FileExample.path("003_a.sql"))
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("SELECT 2;", to: FileExample.path("003_a.sql"))
    try repository.commit()
    #expect(throws: ScratchRepository.GitFailure.self) { try repository.git("merge", "-q", "side") }
    let error = try #require(throws: GitError.self) { try read(repository.path, .index) }
    #expect(error.message.contains("003_a.sql"))
  }

  private func collisions(_ repository: ScratchRepository, _ revision: String) throws -> [String] {
    var reader = AuthorityReader(root: repository.path, knownRules: [])
    let authority = try reader.read(.workingTree)
    let comparison = try reader.comparison(of: authority, against: revision)
    guard case .against(let check) = Rule.ladderCollision.check else { return ["no check"] }
    var findings: [Finding] = []
    try check(comparison, &findings)
    return findings.map(\.message)
  }

  @Test func aCollisionIsOnlyWhatBothSidesAddedApart() throws {
    let repository = try repository()
    try repository.git("checkout", "-q", "-b", "side")
    try repository.write(FileExample.tags, to: FileExample.path("003_tags.sql"))
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("SELECT 3;", to: FileExample.path("003_other.sql"))
    try repository.commit()
    #expect(
      try collisions(repository, "side") == [
        "version 003 is '003_other.sql' here and '003_tags.sql' at 'side'"
      ])
    #expect(try collisions(repository, "HEAD") == [])
    // Renaming what is not released yet is this side's own affair.
    try repository.git("mv", FileExample.path("003_other.sql"), FileExample.path("003_better.sql"))
    #expect(try collisions(repository, "HEAD") == [])
  }
}
