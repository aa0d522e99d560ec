import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct EditTransactionTests {
  static let changes = [
    FileChange(path: "a/one", bytes: Array("new one".utf8)),
    FileChange(path: "gone", bytes: nil),
    FileChange(path: "made/deep/two", bytes: Array("new two".utf8)),
    FileChange(path: "three", bytes: Array("new three".utf8)),
  ]
  private static let old = ["a/one": "old a/one", "gone": "old gone", "three": "old three"]
  private static let new = ["a/one": "new one", "made/deep/two": "new two", "three": "new three"]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in Self.old { try folder.write(text, to: path) }
    return folder
  }

  private func state(_ folder: TemporaryFolder) throws -> [String: String] {
    var state: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where try Syscalls.status(folder.path + "/" + path)?.kind == .file {
      state[path] = String(decoding: try folder.read(path), as: UTF8.self)
    }
    return state
  }

  /// The steps are: locked, three prepared, three renamed, one removed.
  @Test(arguments: 0..<9)
  func aKillAtAnyStepLeavesWholeFilesAndIsMendedByTheNextRun(step: Int) async throws {
    let folder = try folder()
    let path = folder.path
    await #expect(processExitsWith: step < 8 ? .signal(SIGKILL) : .success) {
      [path = path as String, step = step as Int] in
      var transaction = EditTransaction(root: path)
      let counter = Counter()
      transaction.onStep = { _ in
        if counter.next() == step { kill(getpid(), SIGKILL) }
      }
      try transaction.apply(Self.changes)
    }
    for (file, text) in try state(folder) where !FilePath.name(of: file).hasPrefix(".") {
      #expect(text == Self.old[file] || text == Self.new[file], "\(file)")
    }
    try EditTransaction(root: folder.path).apply(Self.changes)
    #expect(try state(folder) == Self.new)
  }

  final class Counter {
    private var count = -1
    func next() -> Int {
      count += 1
      return count
    }
  }

  @Test func aFailureBeforeTheFirstRenameChangesNothing() throws {
    let folder = try folder()
    let error = try #require(throws: FileError.self) {
      try EditTransaction(root: folder.path).apply(
        Self.changes + [FileChange(path: "three/below", bytes: [1])])
    }
    #expect(error.path.contains("three"))
    #expect(try state(folder) == Self.old)
  }

  @Test func aFileThatIsAlreadyRightIsNotTouched() throws {
    let folder = try folder()
    var draft = EditDraft(FolderSource(folder.path))
    draft.write("three", Array("old three".utf8))
    draft.write("a/one", Array("new".utf8))
    draft.write("a/one", Array("newer".utf8))
    draft.remove("never")
    draft.summary = ["something"]
    let plan = try draft.plan()
    #expect(plan.changes == [FileChange(path: "a/one", bytes: Array("newer".utf8))])
  }
}
