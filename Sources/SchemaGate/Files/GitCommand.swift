/// Runs the `git` program on one folder of a working tree.
package struct GitCommand: Sendable {
  /// The folder that paths are relative to; at or below the top of a working tree.
  let root: String

  private let environment: [String]

  init(root: String) throws(FileError) {
    self.root = root
    environment = try GitCommand.environment(for: root)
  }

  /// Runs a command to its end; throws unless it succeeds or fails with an accepted status.
  func run(
    _ arguments: [String], input: [UInt8] = [], accepting statuses: Set<Int32> = []
  ) throws -> ChildProcess.Result {
    let result: ChildProcess.Result
    do throws(FileError) {
      result = try ChildProcess.run(
        "git", ["-C", root] + arguments, environment: environment, input: input)
    } catch {
      throw error.kind == .missing ? GitError.notInstalled() as any Error : error
    }
    if result.status != 0 && !statuses.contains(result.status) {
      throw GitError.failed(
        arguments.joined(separator: " "), status: result.status, errors: result.errors)
    }
    return result
  }

  /// Starts a command that goes on answering.
  func start(_ arguments: [String]) throws -> ChildProcess {
    do throws(FileError) {
      return try ChildProcess("git", ["-C", root] + arguments, environment: environment)
    } catch {
      throw error.kind == .missing ? GitError.notInstalled() as any Error : error
    }
  }

  /// The environment for git: nothing is locked, fetched or translated.
  ///
  /// A hook of a linked working tree runs with `GIT_DIR` set and `GIT_WORK_TREE` not, which makes
  /// git take any folder that it is started in for the top. So `GIT_DIR` is dropped wherever git
  /// finds the repository by itself; `GIT_INDEX_FILE`, which says what will be committed, is kept.
  private static func environment(for root: String) throws(FileError) -> [String] {
    var dropped = ["GIT_OPTIONAL_LOCKS", "GIT_NO_LAZY_FETCH", "LC_ALL", "GIT_PREFIX"]
    if try workingTree(around: root) != nil { dropped += ["GIT_DIR", "GIT_WORK_TREE"] }
    let kept = ChildProcess.environment().filter { entry in
      !dropped.contains { entry.hasPrefix($0 + "=") }
    }
    return kept + ["GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C"]
  }

  /// The nearest folder, this one or one above it, that holds `.git`: a folder, or a file in linked
  /// working trees. Links are resolved; nil outside of any.
  package static func workingTree(around folder: String) throws(FileError) -> String? {
    var current: String? = try Syscalls.realPath(folder)
    while let path = current {
      if try Syscalls.status(FilePath.join(path, ".git")) != nil { return path }
      current = FilePath.parent(of: path)
    }
    return nil
  }
}
