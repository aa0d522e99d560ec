#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The file operations that SchemaGate uses: the C library's, with errors that name the path.
package enum Syscalls {
  /// The most bytes of a JSON file (lock, policy, configuration, contract) that are read.
  package static let jsonLimit = 16 << 20

  /// The most bytes of an SQL file that are read: SQLite's own limit for a statement is 1 GB.
  package static let sqlLimit = 1 << 30

  // MARK: Reading

  /// Reads a whole file, following symbolic links.
  ///
  /// Never blocks on a pipe or a device: anything that is no regular file is refused.
  /// - Parameter limit: the most bytes that are accepted; more is a `tooLarge` error.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK, operation: "read")
    let status = try status(of: descriptor, path: path)
    switch status.kind {
    case .file: break
    case .folder: throw FileError.isFolder(path)
    case .symbolicLink, .other:
      throw FileError(
        operation: "read", path: path, errorNumber: ENOTSUP,
        detail: "it is a device, a pipe or a socket")
    }
    if status.size > limit { throw FileError.tooLarge(path, limit: limit) }
    return try descriptor.readAll(limit: limit, expecting: status.size, path: path)
  }

  /// Reads a file if it is there; nil where it, or a folder on the way, is missing.
  package static func readIfPresent(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try read(path, limit: limit)
    } catch {
      if error.kind == .missing || error.kind == .notFolder { return nil }
      throw error
    }
  }

  /// What is at a path, following symbolic links; nil where nothing is.
  static func status(_ path: String) throws(FileError) -> FileStatus? {
    try status(path, followingLinks: true)
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) throws(FileError) -> Bool {
    try status(path)?.kind == .folder
  }

  /// The size of a file in bytes; nil for what is not there, and for what is no file, such as a pipe.
  package static func fileSize(_ path: String) throws(FileError) -> Int? {
    let status = try status(path)
    return status?.kind == .file ? status?.size : nil
  }

  /// What is at a path, a symbolic link being itself; nil where nothing is.
  static func linkStatus(_ path: String) throws(FileError) -> FileStatus? {
    try status(path, followingLinks: false)
  }

  private static func status(
    _ path: String, followingLinks: Bool
  ) throws(FileError) -> FileStatus? {
    try check(path, operation: "look at")
    var raw = stat()
    if (followingLinks ? stat(path, &raw) : lstat(path, &raw)) == 0 { return FileStatus(raw) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw FileError(operation: "look at", path: path, errorNumber: errno)
  }

  static func status(
    of descriptor: borrowing FileDescriptor, path: String
  ) throws(FileError) -> FileStatus {
    var raw = stat()
    if fstat(descriptor.number, &raw) == 0 { return FileStatus(raw) }
    throw FileError(operation: "look at", path: path, errorNumber: errno)
  }

  /// Lists a folder without `.` and `..`, in the order of the names' bytes.
  package static func list(_ path: String) throws(FileError) -> [FolderEntry] {
    try check(path, operation: "list")
    guard let stream = opendir(path) else {
      throw FileError(operation: "list", path: path, errorNumber: errno)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError(operation: "list", path: path, errorNumber: errno) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)
        ) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let kind =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): FileKind.file
        case Int(DT_DIR): FileKind.folder
        default: kind(of: "\(path)/\(name)")
        }
      entries.append(FolderEntry(name: name, kind: kind))
    }
    return entries.sorted()
  }

  /// What a name in a folder is, links followed where they lead somewhere.
  private static func kind(of path: String) -> FileKind {
    var raw = stat()
    if stat(path, &raw) == 0 || lstat(path, &raw) == 0 { return FileStatus(raw).kind }
    // It went away between listing and looking.
    return .other
  }

  /// What a symbolic link says, which may be relative to its folder.
  static func readLink(_ path: String) throws(FileError) -> String {
    try check(path, operation: "read the link")
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      let count = readlink(
        path, raw.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped, raw.count)
      if count < 0 { failure = errno } else { filled = count }
    }
    if failure != 0 {
      throw FileError(operation: "read the link", path: path, errorNumber: failure)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The absolute path without symbolic links, `.` and `..`; the file must exist.
  package static func realPath(_ path: String) throws(FileError) -> String {
    try check(path, operation: "resolve")
    guard let resolved = realpath(path, nil) else {
      throw FileError(operation: "resolve", path: path, errorNumber: errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The process's current folder.
  package static func currentFolder() throws(FileError) -> String { try realPath(".") }

  // MARK: Changing

  /// Opens a file; `flags` and `mode` as in open(2). The descriptor does not reach child processes.
  static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o666, operation: String
  ) throws(FileError) -> FileDescriptor {
    try check(path, operation: operation)
    while true {
      #if canImport(Darwin)
        let number = Darwin.open(path, flags | O_CLOEXEC, mode_t(mode))
      #else
        let number = Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))
      #endif
      if number >= 0 { return FileDescriptor(owning: number) }
      if errno != EINTR { throw FileError(operation: operation, path: path, errorNumber: errno) }
    }
  }

  /// Makes a folder, and the missing ones above it; one that is there already is fine.
  package static func makeFolders(_ path: String) throws(FileError) {
    try check(path, operation: "make the folder")
    if mkdir(path, 0o777) == 0 { return }
    let failure = errno
    if failure == ENOENT, let parent = FilePath.parent(of: path), parent != path {
      try makeFolders(parent)
      if mkdir(path, 0o777) == 0 { return }
    }
    // Another process may have been faster; a folder, or a link to one, is what is wanted.
    if try status(path)?.kind == .folder { return }
    throw FileError(operation: "make the folder", path: path, errorNumber: failure)
  }

  /// Removes a file's name; one that is gone already is fine.
  package static func remove(_ path: String) throws(FileError) {
    try check(path, operation: "remove")
    if unlink(path) != 0 && errno != ENOENT {
      throw FileError(operation: "remove", path: path, errorNumber: errno)
    }
  }

  /// Removes an empty folder.
  static func removeFolder(_ path: String) throws(FileError) {
    try check(path, operation: "remove")
    if rmdir(path) != 0 {
      throw FileError(operation: "remove", path: path, errorNumber: errno)
    }
  }

  /// Renames a file, replacing what has the new name, in one step that a crash cannot split.
  static func rename(_ path: String, to new: String) throws(FileError) {
    try check(path, operation: "rename")
    try check(new, operation: "rename to")
    #if canImport(Darwin)
      let result = Darwin.rename(path, new)
    #else
      let result = Glibc.rename(path, new)
    #endif
    if result != 0 { throw FileError(operation: "rename to", path: new, errorNumber: errno) }
  }

  /// Gives a file a second name; fails with `exists` where the name is taken.
  static func link(_ path: String, to new: String) throws(FileError) {
    try check(path, operation: "link")
    try check(new, operation: "link to")
    #if canImport(Darwin)
      let result = Darwin.link(path, new)
    #else
      let result = Glibc.link(path, new)
    #endif
    if result != 0 { throw FileError(operation: "link to", path: new, errorNumber: errno) }
  }

  /// Sets a file's permission bits.
  package static func setMode(_ path: String, _ mode: UInt32) throws(FileError) {
    try check(path, operation: "set the mode of")
    if chmod(path, mode_t(mode)) != 0 {
      throw FileError(operation: "set the mode of", path: path, errorNumber: errno)
    }
  }

  // MARK: Around

  /// An environment variable; nil where it is not set.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The system's words for an error number.
  static func message(for errorNumber: Int32) -> String {
    guard let text = strerror(errorNumber) else { return "error \(errorNumber)" }
    return "\(String(cString: text)), error \(errorNumber)"
  }

  /// Refuses what C would silently cut at its NUL, and the empty path.
  private static func check(_ path: String, operation: String) throws(FileError) {
    if path.isEmpty || path.utf8.contains(0) {
      throw FileError(operation: operation, path: path, errorNumber: EINVAL)
    }
  }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    let kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: FileKind.file
      case S_IFDIR: FileKind.folder
      case S_IFLNK: FileKind.symbolicLink
      default: FileKind.other
      }
    #if canImport(Darwin)
      let modified = raw.st_mtimespec.tv_sec
    #else
      let modified = raw.st_mtim.tv_sec
    #endif
    self.init(
      kind: kind, mode: UInt32(raw.st_mode & 0o7777), size: Int(raw.st_size),
      device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino),
      linkCount: Int(raw.st_nlink), owner: raw.st_uid, group: raw.st_gid, modified: modified)
  }
}
