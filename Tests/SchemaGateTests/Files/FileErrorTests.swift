import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct FileErrorTests {
  /// What is put at `target`, and the kind of error that reading it as a small file gives.
  enum Obstacle: String, CaseIterable {
    case missing, folder, parentIsFile, linkLoop, tooLarge, pipe, danglingLink, emptyPath, nul

    var kind: FileError.Kind {
      switch self {
      case .missing, .danglingLink: .missing
      case .folder: .isFolder
      case .parentIsFile: .notFolder
      case .linkLoop: .symbolicLinkLoop
      case .tooLarge: .tooLarge
      case .pipe: .other
      case .emptyPath, .nul: .badPath
      }
    }
  }

  @Test(arguments: Obstacle.allCases)
  func eachObstacleHasItsOwnErrorWithWordsAndAdvice(_ obstacle: Obstacle) throws {
    let folder = try TemporaryFolder()
    var path = folder.path + "/target"
    switch obstacle {
    case .missing: break
    case .folder: try Syscalls.makeFolders(path)
    case .parentIsFile:
      try folder.write("x", to: "target")
      path += "/file"
    case .linkLoop:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
    case .danglingLink:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
    case .tooLarge: try folder.write(String(repeating: "x", count: 101), to: "target")
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .emptyPath: path = ""
    case .nul: path += "\0"
    }
    let error = try #require(throws: FileError.self) { try Syscalls.read(path, limit: 100) }
    #expect(error.kind == obstacle.kind, "\(error)")
    #expect(error.path == path)
    #expect(error.description.hasPrefix("cannot read '\(path)': "))
    #expect(error.description.contains("; "))
  }

  @Test func aFileOfExactlyTheLimitIsRead() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 100), to: "a")
    #expect(try Syscalls.read(folder.path + "/a", limit: 100).count == 100)
  }

  @Test func aFileWithoutPermissionIsNamed() async throws {
    // Root passes every permission check, so the child becomes somebody else first.
    let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent])
    {
      let folder = try TemporaryFolder()
      try folder.write("x", to: "secret")
      try Syscalls.setMode(folder.path + "/secret", 0)
      if getuid() == 0 { _ = setgid(65534) + setuid(65534) }
      do throws(FileError) {
        _ = try Syscalls.read(folder.path + "/secret", limit: 9)
      } catch {
        exit(error.kind == .permission || error.kind == .missing ? 7 : 1)
      }
    }
    _ = result
  }

  @Test func aFolderIsListedInTheOrderOfBytesWithLinksFollowed() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "B", "é", "a", ".dot"] { try folder.write("", to: name) }
    try folder.write("", to: "sub/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/toFolder", withDestinationPath: "sub")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/toNothing", withDestinationPath: "gone")
    let entries = try Syscalls.list(folder.path)
    #expect(
      entries.map(\.name) == [".dot", "B", "a", "b", "sub", "toFolder", "toNothing", "é"])
    #expect(
      entries.map(\.kind) == [.file, .file, .file, .file, .folder, .folder, .symbolicLink, .file])
  }
}
