#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Replaces a file's content so that a crash at any moment leaves the old or the new bytes, whole.
///
/// 1. The bytes go to a temporary file in the same folder (a rename works only within one file
///    system), which is flushed.
/// 2. The temporary file is renamed over the target.
/// 3. The folder is flushed, so that the rename itself survives a power cut.
///
/// The target keeps its mode, and its owner where the user may set it. A symbolic link stays one:
/// the file that it leads to is replaced.
package struct AtomicWrite {
  /// The file that is replaced, symbolic links resolved.
  let target: String
  /// The flushed temporary file beside it.
  let temporary: String

  /// Writes a file in one go.
  ///
  /// A device or a pipe takes the bytes as they come; a file in its place would take it from all
  /// who use it.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    if try Syscalls.status(path)?.kind == .other {
      return try Syscalls.open(path, O_WRONLY, operation: "write").write(bytes, path: path)
    }
    try AtomicWrite(prepare: bytes, for: path).commit()
  }

  /// Step 1: writes and flushes the temporary file; the target is untouched.
  ///
  /// - Parameters:
  ///   - bytes: the new content.
  ///   - path: the file to replace or make; its folder must exist.
  ///   - mode: the permission bits; nil for those of the present file, or the usual ones.
  init(prepare bytes: [UInt8], for path: String, mode: UInt32? = nil) throws(FileError) {
    target = try AtomicWrite.resolvedTarget(path)
    temporary = AtomicWrite.temporaryPath(beside: target)
    let present = try Syscalls.status(target)
    if present?.kind == .folder { throw FileError.isFolder(path, operation: "write") }
    if present?.kind == .other {
      throw FileError(
        operation: "write", path: path, errorNumber: ENOTSUP,
        detail: "it is a device, a pipe or a socket")
    }
    // A temporary file of a process with the same number, killed earlier.
    try Syscalls.remove(temporary)
    do throws(FileError) {
      let descriptor = try Syscalls.open(
        temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, operation: "write")
      if let mode = mode ?? present?.mode, fchmod(descriptor.number, mode_t(mode)) != 0 {
        throw FileError(operation: "set the mode of", path: temporary, errorNumber: errno)
      }
      if let present {
        // Only root may give files away; for others the owner is already the right one.
        _ = fchown(descriptor.number, present.owner, present.group)
      }
      try descriptor.write(bytes, path: path)
      try descriptor.synchronize(path: path)
    } catch {
      _ = unlink(temporary)
      throw error
    }
  }

  /// Steps 2 and 3: puts the temporary file in place.
  func commit() throws(FileError) {
    do throws(FileError) {
      try rename()
    } catch {
      abandon()
      throw error
    }
    try FolderSync.synchronizeParent(of: target)
  }

  /// Step 2 alone, for whoever flushes the folder later.
  func rename() throws(FileError) { try Syscalls.rename(temporary, to: target) }

  /// Takes the temporary file away; the target was never touched.
  func abandon() {
    // It may be gone already, and there is nothing better to do where it cannot be removed.
    _ = unlink(temporary)
  }

  /// The path with the symbolic links of its last part followed, also to a file that is missing.
  static func resolvedTarget(_ path: String) throws(FileError) -> String {
    var current = path
    for _ in 0..<40 {
      guard try Syscalls.linkStatus(current)?.kind == .symbolicLink else { return current }
      current = FilePath.join(
        FilePath.parent(of: current) ?? ".", try Syscalls.readLink(current))
    }
    throw FileError.linkLoop(path, operation: "write")
  }

  /// The mark in the names of temporary files, by which leftovers of killed runs are found.
  static let mark = ".schema-gate-"

  private static func temporaryPath(beside target: String) -> String {
    // A long name would pass the limit of 255 bytes with the additions.
    let name = FilePath.name(of: target).utf8.prefix(200)
    return FilePath.join(
      FilePath.parent(of: target) ?? ".",
      ".\(String(decoding: Array(name), as: UTF8.self))\(mark)\(getpid()).tmp")
  }

  /// Removes temporary files that killed runs left for a target; call it only under a lock.
  static func removeLeftovers(of path: String) throws(FileError) {
    let target = try resolvedTarget(path)
    let folder = FilePath.parent(of: target) ?? "."
    guard try Syscalls.status(folder)?.kind == .folder else { return }
    let name = FilePath.name(of: target).utf8.prefix(200)
    let start = ".\(String(decoding: Array(name), as: UTF8.self))\(mark)"
    for entry in try Syscalls.list(folder)
    where entry.name.hasPrefix(start) && entry.name.hasSuffix(".tmp") {
      try Syscalls.remove(FilePath.join(folder, entry.name))
    }
  }
}
