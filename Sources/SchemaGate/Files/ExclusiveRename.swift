#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension Syscalls {
  /// Renames a file; fails with `exists` where the new name is taken.
  static func renameWithoutReplacing(_ path: String, to new: String) throws(FileError) {
    #if canImport(Darwin)
      let result = renamex_np(path, new, UInt32(RENAME_EXCL))
    #else
      let result = exclusiveRename?(AT_FDCWD, path, AT_FDCWD, new, 1) ?? -1
    #endif
    if result == 0 { return }
    let failure = exclusiveRename == nil ? ENOSYS : errno
    guard [EINVAL, ENOSYS, ENOTSUP].contains(failure) else {
      throw FileError(operation: "rename to", path: new, errorNumber: failure)
    }
    // A file system without that: look first. Whoever takes the name in between is not one of us,
    // since ours hold a lock.
    if try linkStatus(new) != nil {
      throw FileError(operation: "rename to", path: new, errorNumber: EEXIST)
    }
    try rename(path, to: new)
  }

  #if !canImport(Darwin)
    private typealias RenameAt2 =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32

    /// renameat2(2) with `RENAME_NOREPLACE` (1); glibc hides it from importers without _GNU_SOURCE.
    private static var exclusiveRename: RenameAt2? {
      dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
    }
  #else
    private static var exclusiveRename: Bool? { true }
  #endif

  /// Makes an empty file that only its owner can read, in place of one that is there.
  static func makePrivateFile(_ path: String, mode: UInt32) throws(FileError) {
    try remove(path)
    let descriptor = try open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, operation: "make")
    if fchmod(descriptor.number, mode_t(mode)) != 0 {
      throw FileError(operation: "set the mode of", path: path, errorNumber: errno)
    }
  }

  /// Makes an empty file with a mode, whatever the process's mask says, where none is there.
  static func makeFileIfAbsent(_ path: String, mode: UInt32) throws(FileError) {
    if try linkStatus(path) != nil { return }
    let descriptor: FileDescriptor
    do throws(FileError) {
      descriptor = try open(
        path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, operation: "make")
    } catch {
      // Another process was faster, and what it made is as good.
      guard error.errorNumber == EEXIST else { throw error }
      return
    }
    if fchmod(descriptor.number, mode_t(mode)) != 0 {
      throw FileError(operation: "set the mode of", path: path, errorNumber: errno)
    }
  }

  /// Writes bytes behind the end of a file.
  static func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = try open(path, O_WRONLY | O_APPEND, operation: "write")
    try descriptor.write(bytes, path: path)
  }

  /// Flushes a file's content to the device.
  static func synchronize(_ path: String) throws(FileError) {
    let descriptor = try open(path, O_RDONLY, operation: "flush")
    try descriptor.synchronize(path: path)
  }
}

extension FileError {
  /// Whether the file system has no hard links, or none for this file.
  var meansNoHardLinks: Bool {
    [EPERM, ENOTSUP, ENOSYS, EMLINK, EXDEV].contains(errorNumber)
  }
}

extension FileError {
  /// The system's number for a full disk.
  static var noSpaceNumber: Int32 { ENOSPC }
}
