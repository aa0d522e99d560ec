/// What is at a database's path before SQLite has opened anything.
struct FileState: Hashable, Sendable {
  /// What the main file is.
  enum Content: Hashable, Sendable {
    /// There is none.
    case missing
    /// It has no bytes.
    case empty
    /// Its header is one of a database.
    case database
    /// Its header is not that of a database; in words what it is.
    case other(String)
  }

  /// The path with symbolic links followed: where SQLite puts the sidecars.
  var path: String
  var content: Content
  /// The sizes in bytes; 0 for a file that is missing.
  var size = 0
  var walSize = 0
  var journalSize = 0

  /// Whether a sidecar may hold something that is not in the main file.
  var hasSidecar: Bool { walSize > 0 || journalSize > 0 }

  /// The endings of the files that belong together, the main file first.
  static let endings = ["", "-wal", "-shm", "-journal"]
}

extension FileState {
  /// Looks at a path, and changes nothing.
  ///
  /// Costs a few system calls and one read of 100 bytes.
  /// - Parameters:
  ///   - path: the path as the caller gave it.
  ///   - options: the VFS, and whether the header is readable at all.
  /// - Throws: ``OpenError`` for what can never be a database: a folder, a pipe, a link to nowhere.
  static func look(at path: String, options: OpenOptions) throws(OpenError) -> FileState {
    try look(at: path, options: options, again: 100)
  }

  /// - Parameter again: how often to look anew at a file that goes away while it is looked at.
  private static func look(
    at path: String, options: OpenOptions, again: Int
  ) throws(OpenError) -> FileState {
    let resolved = try resolve(path)
    var state = FileState(path: resolved, content: .missing)
    let main = try status(resolved, path)
    state.walSize = try status(resolved + "-wal", path)?.size ?? 0
    state.journalSize = try status(resolved + "-journal", path)?.size ?? 0
    guard let main else { return state }
    switch main.kind {
    case .file, .symbolicLink: break
    case .folder:
      throw OpenError(
        .isFolder, path: path, found: "a folder is there", expected: "a database file",
        advice: "move the folder away, or give another path")
    case .other:
      throw OpenError(
        .notAFile, path: path, found: "a pipe, a device or a socket is there",
        expected: "a database file", advice: "give another path")
    }
    state.size = main.size
    if main.size == 0 {
      state.content = .empty
    } else if !options.hasPlainHeader {
      state.content = .database
    } else {
      let header: [UInt8]
      do throws(OpenError) {
        header = try self.header(of: resolved, path: path, options: options)
      } catch {
        // Of several processes another one may just have set it aside.
        guard again > 0, try status(resolved, path) != main else { throw error }
        return try look(at: path, options: options, again: again - 1)
      }
      state.content =
        DatabaseHeader(header) == nil
        ? .other(description(of: header, size: main.size)) : .database
    }
    return state
  }

  /// The path that SQLite will use, made absolute; the file itself may be missing.
  private static func resolve(_ path: String) throws(OpenError) -> String {
    do throws(FileError) {
      guard try Syscalls.linkStatus(path)?.kind == .symbolicLink else {
        return try absolute(path)
      }
      do throws(FileError) {
        return try Syscalls.realPath(path)
      } catch {
        guard error.kind == .missing || error.kind == .symbolicLinkLoop else { throw error }
      }
      // We may have made it dangle ourselves: set aside what it led to, and not come further.
      if let target = try abandonedTarget(of: path) { return target }
    } catch {
      if error.kind == .missing || error.kind == .notFolder {
        throw OpenError(
          .notFound, path: path, found: "the folder does not exist", expected: "an existing folder",
          advice: "make the folder first, or correct the path", underlying: error)
      }
      throw OpenError(error, path: path, doing: "looking at it")
    }
    throw OpenError(
      .danglingLink, path: path, found: "a symbolic link that leads nowhere, or in a circle",
      expected: "a database file, or nothing",
      advice: "restore what the link leads to, or remove the link")
  }

  /// The path with its folder's links followed; the file may be missing.
  private static func absolute(_ path: String) throws(FileError) -> String {
    let folder = FilePath.parent(of: path) ?? "."
    return FilePath.join(try Syscalls.realPath(folder), FilePath.name(of: path))
  }

  /// Where a dangling link leads, if a database was set aside from there; nil where not.
  private static func abandonedTarget(of link: String) throws(FileError) -> String? {
    let target: String
    do throws(FileError) {
      target = try absolute(try AtomicWrite.resolvedTarget(link))
    } catch {
      // In a circle, or into a folder that is missing.
      if error.kind == .symbolicLinkLoop || error.kind == .missing { return nil }
      throw error
    }
    let prefix = FilePath.name(of: target) + Quarantine.infix
    let names = try Syscalls.list(FilePath.parent(of: target) ?? ".").map(\.name)
    return names.contains { $0.hasPrefix(prefix) } ? target : nil
  }

  private static func status(_ file: String, _ path: String) throws(OpenError) -> FileStatus? {
    do throws(FileError) {
      return try Syscalls.status(file)
    } catch {
      throw OpenError(error, path: path, doing: "looking at it")
    }
  }

  private static func header(
    of file: String, path: String, options: OpenOptions
  ) throws(OpenError) -> [UInt8] {
    do throws(SQLiteError) {
      let probe = try FileProbe(path: file, vfs: options.vfs)
      return try probe.read(DatabaseHeader.length, at: 0)
    } catch {
      throw OpenError.environment(error, path: path, doing: "reading its header")
        ?? OpenError(
          .ioError, path: path, found: "reading its header: \(error.message)", expected: "",
          advice: "check the disk, and try again", underlying: error)
    }
  }

  /// What a header that is none shows, without showing the bytes.
  private static func description(of header: [UInt8], size: Int) -> String {
    if size < DatabaseHeader.length { return "a file of \(size) bytes that is no database" }
    if header.allSatisfy({ $0 == 0 }) { return "a file that begins with zero bytes" }
    if header.starts(with: DatabaseHeader.magic) { return "a database with a damaged header" }
    let isText = header.allSatisfy { $0 >= 32 && $0 < 127 || (9...13).contains($0) }
    return isText
      ? "a text file" : "a file that does not begin like a database (damaged, or encrypted)"
  }
}
