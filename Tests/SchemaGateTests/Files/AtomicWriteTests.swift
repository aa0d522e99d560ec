import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct AtomicWriteTests {
  @Test func aFileIsReplacedWithItsModeAndNothingIsLeftBeside() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.lock")
    try Syscalls.setMode(folder.path + "/a.lock", 0o640)
    try AtomicWrite.write(Array("new".utf8), to: folder.path + "/a.lock")
    #expect(try folder.read("a.lock") == Array("new".utf8))
    #expect(try Syscalls.status(folder.path + "/a.lock")?.mode == 0o640)
    #expect(try Syscalls.list(folder.path).map(\.name) == ["a.lock"])
  }

  @Test func aSymbolicLinkStaysOneAndItsTargetIsReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "deep/real")
    for (link, target) in [("link", "deep/middle"), ("deep/middle", "real"), ("dangling", "made")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    try AtomicWrite.write(Array("new".utf8), to: folder.path + "/link")
    try AtomicWrite.write(Array("made".utf8), to: folder.path + "/dangling")
    #expect(try folder.read("deep/real") == Array("new".utf8))
    #expect(try folder.read("made") == Array("made".utf8))
    #expect(try Syscalls.linkStatus(folder.path + "/link")?.kind == .symbolicLink)
    #expect(try Syscalls.linkStatus(folder.path + "/dangling")?.kind == .symbolicLink)
  }

  @Test func aPipeTakesTheBytesAndStaysOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try AtomicWrite.write(Array("new".utf8), to: path)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, 8) == 3)
    #expect(try Syscalls.status(path)?.kind == .other)
    let error = try #require(throws: FileError.self) {
      _ = try AtomicWrite(prepare: [1], for: path)
    }
    #expect(error.errorNumber == ENOTSUP)
    #expect(try Syscalls.list(folder.path).map(\.name) == ["pipe"])
  }

  @Test func aWriteThatCannotBeginLeavesEverythingAsItWas() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "there/file")
    for (path, kind) in [
      ("there", FileError.Kind.isFolder), ("missing/file", .missing),
      ("there/file/below", .notFolder),
    ] {
      let error = try #require(throws: FileError.self) {
        try AtomicWrite.write([1], to: folder.path + "/" + path)
      }
      #expect(error.kind == kind, "\(path): \(error)")
    }
    #expect(try Syscalls.list(folder.path).map(\.name) == ["there"])
    #expect(try Syscalls.list(folder.path + "/there").map(\.name) == ["file"])
  }

  @Test func aLockFileIsHeldByOneAndGoesAwayAgain() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x.lock"
    let first = try FileLock(file: path, patience: .zero)
    let error = try #require(throws: FileError.self) {
      _ = try FileLock(file: path, patience: .milliseconds(30))
    }
    #expect(error.kind == .busy)
    first.release()
    #expect(try Syscalls.linkStatus(path) == nil)
    let second = try FileLock(file: path, patience: .zero)
    second.release()
    #expect(try Syscalls.list(folder.path).isEmpty)
  }

  @Test func aLockFileHasOneHolderAmongMany() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x.lock"
    let counter = folder.path + "/counter"
    try folder.write("0", to: "counter")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            let lock = try FileLock(file: path, patience: .seconds(20))
            let text = String(decoding: try Syscalls.read(counter, limit: 99), as: UTF8.self)
            try AtomicWrite.write(Array("\((Int(text) ?? 0) + 1)".utf8), to: counter)
            lock.release()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.read("counter") == Array("40".utf8))
  }
}
