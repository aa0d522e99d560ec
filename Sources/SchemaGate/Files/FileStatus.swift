/// What kind of thing a path names.
public enum FileKind: Sendable, Hashable {
  case file, folder, symbolicLink, other
}

/// What the system knows about a file without opening it.
struct FileStatus: Hashable, Sendable {
  /// What is there.
  let kind: FileKind
  /// The permission bits.
  let mode: UInt32
  /// The size in bytes.
  let size: Int
  /// The device and the number on it: together, which file it is, whatever its name.
  let device: UInt64
  let inode: UInt64
  /// How many names the file has.
  let linkCount: Int
  let owner: UInt32
  let group: UInt32
  /// Seconds since 1970 at which the content changed last.
  let modified: Int

  /// Whether both are the same file under any names.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// One entry of a folder.
public struct FolderEntry: Hashable, Sendable {
  /// The name, without the folder; invalid UTF-8 in it is shown as U+FFFD.
  public let name: String
  /// What it is; a symbolic link counts as what it leads to, and as itself where that is missing.
  public let kind: FileKind

  /// Creates an entry.
  public init(name: String, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

extension FolderEntry: Comparable {
  /// The order of the names' UTF-8 bytes, which is the same on every system.
  public static func < (left: FolderEntry, right: FolderEntry) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
