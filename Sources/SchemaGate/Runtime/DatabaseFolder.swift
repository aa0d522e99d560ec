/// Finds the databases below a folder.
package enum DatabaseFolder {
  /// Endings by which people call databases.
  private static let endings = [".db", ".db3", ".sqlite", ".sqlite3", ".s3db"]

  /// The databases below a folder, in the order of their paths' bytes.
  ///
  /// A file counts by its ending, so that a damaged one is not passed over, or by its first bytes.
  /// What stands beside a database (`-wal`, backups, snapshots) is none. Symbolic links to folders
  /// are not followed.
  /// - Parameter folder: the folder; it is part of the paths that are returned.
  package static func databases(below folder: String) throws(FileError) -> [String] {
    var found: [String] = []
    for entry in try Syscalls.list(folder) {
      let path = FilePath.join(folder, entry.name)
      switch entry.kind {
      case .folder:
        if try Syscalls.linkStatus(path)?.kind == .folder { found += try databases(below: path) }
      case .file:
        if try isDatabase(path, named: entry.name) { found.append(path) }
      case .symbolicLink, .other: continue
      }
    }
    return found
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) throws(FileError) -> Bool {
    try Syscalls.status(path)?.kind == .folder
  }

  /// Which of several machines a path falls to, always the same for the same path.
  package static func shard(of path: String, among count: Int) -> Int {
    // FNV-1a: small, and spreads names that differ in one digit.
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Int(hash % UInt64(max(1, count)))
  }

  private static func isDatabase(_ path: String, named name: String) throws(FileError) -> Bool {
    let lower = name.lowercased()
    if lower.hasPrefix(".") || lower.contains(Quarantine.infix) || isSnapshot(lower) {
      return false
    }
    if ["-wal", "-shm", "-journal"].contains(where: lower.hasSuffix) { return false }
    if endings.contains(where: lower.hasSuffix) { return true }
    return try ByteStream(path).starts(with: DatabaseHeader.magic)
  }

  /// Whether a name is that of a copy from before a migration: `<file>.before-<version>.db`.
  private static func isSnapshot(_ name: String) -> Bool {
    guard name.hasSuffix(".db"), let dot = name.dropLast(3).lastIndex(of: ".") else { return false }
    let part = name[dot...].dropLast(3)
    return part.hasPrefix(".before-") && part.dropFirst(8).allSatisfy { $0.isNumber || $0 == "-" }
  }
}
