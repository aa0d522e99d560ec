/// The work could not be done on a file: which operation, on which path, and what the system said.
public struct FileError: Error, Hashable, Sendable {
  /// What was tried, as a verb: `read`, `write`, `list`, `rename` …
  public let operation: String

  /// The file or folder.
  public let path: String

  /// The system's error number.
  public let errorNumber: Int32

  /// What is known beyond the error number, such as the size limit of a file that is too large.
  public let detail: String?

  /// Creates an error from what failed.
  public init(operation: String, path: String, errorNumber: Int32, detail: String? = nil) {
    self.operation = operation
    self.path = path
    self.errorNumber = errorNumber
    self.detail = detail
  }

  /// What kind of failure this is, so that callers need not know error numbers.
  public var kind: Kind { Kind(errorNumber: errorNumber) }

  /// The kinds of failure that callers and messages tell apart.
  public enum Kind: Sendable, CaseIterable {
    /// Nothing is there, or a folder on the way is missing.
    case missing
    /// A folder is where a file should be.
    case isFolder
    /// A file is where a folder should be.
    case notFolder
    /// Symbolic links lead in a circle.
    case symbolicLinkLoop
    /// The user may not do this.
    case permission
    /// The file is larger than any such file can sensibly be.
    case tooLarge
    /// The disk, or the user's share of it, is full.
    case noSpace
    /// The file system cannot be written to.
    case readOnly
    /// Something is there already.
    case exists
    /// Another process holds it.
    case busy
    /// The path has a character that no path can have, or is too long.
    case badPath
    /// Anything else; the error number tells.
    case other
  }
}

extension FileError: CustomStringConvertible {
  /// What failed and why, and what to do about it.
  public var description: String { "\(message); \(advice)" }

  /// What failed and why, in one line.
  public var message: String {
    let reason =
      switch kind {
      case .missing: "it does not exist"
      case .isFolder: "it is a folder, not a file"
      case .notFolder: "a file is where a folder should be"
      case .symbolicLinkLoop: "its symbolic links lead in a circle"
      case .permission: "permission is denied"
      case .tooLarge: "it is too large"
      case .noSpace: "the disk is full"
      case .readOnly: "the file system is read-only"
      case .exists: "something is there already"
      case .busy: "another process holds it"
      case .badPath: "it is not a possible path"
      case .other: Syscalls.message(for: errorNumber)
      }
    return "cannot \(operation) '\(path)': \(reason)" + (detail.map { " (\($0))" } ?? "")
  }

  /// What the user can do.
  public var advice: String {
    switch kind {
    case .missing: "check the path, or restore the file"
    case .isFolder: "move the folder away, and put the file there"
    case .notFolder: "move the file away, or correct the path"
    case .symbolicLinkLoop: "correct the symbolic links on the way"
    case .permission: "check the mode and owner of it and of the folders above"
    case .tooLarge: "check that it is the file that was meant"
    case .noSpace: "free some space and run again"
    case .readOnly: "remount it writable, or work on a copy elsewhere"
    case .exists: "move it away, or choose another name"
    case .busy: "wait for the other process to end, then run again"
    case .badPath: "choose another path"
    case .other: "run again when that is solved"
    }
  }
}
