#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Makes changes of a folder's names survive a power cut.
enum FolderSync {
  /// Flushes a folder's entries to the device.
  ///
  /// A rename or a new name is durable only after this; without it the file's content may be on
  /// the disk and its name not.
  static func synchronize(_ folder: String) throws(FileError) {
    let descriptor = try Syscalls.open(folder, O_RDONLY | O_DIRECTORY, operation: "flush")
    do throws(FileError) {
      try descriptor.synchronize(path: folder)
    } catch {
      // Some network file systems cannot flush a folder at all; there the server sees to it.
      if error.errorNumber == EINVAL || error.errorNumber == ENOTSUP { return }
      throw error
    }
  }

  /// Flushes the folder that holds a path.
  static func synchronizeParent(of path: String) throws(FileError) {
    try synchronize(FilePath.parent(of: path) ?? ".")
  }
}
