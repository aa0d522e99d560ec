/// One file that an edit writes or removes.
package struct FileChange: Hashable, Sendable {
  /// The file, relative to the repository's root.
  package let path: String

  /// The new content; nil removes the file.
  package let bytes: [UInt8]?

  init(path: String, bytes: [UInt8]?) {
    self.path = path
    self.bytes = bytes
  }
}

/// What a command is about to do: file changes that belong together, and what they mean.
package struct EditPlan: Sendable {
  /// The files that change, in the order in which they are put in place; empty for nothing to do.
  package let changes: [FileChange]

  /// What is done, one line each, for people.
  package let summary: [String]

  /// What is left as it is although somebody may expect otherwise, also where nothing changes.
  package let remarks: [String]

  /// Puts all changes in place.
  ///
  /// - Parameter root: the repository's root, to which the paths are relative.
  /// - Throws: `FileError`; each file is then as it was or as it will be, and doing the same again
  ///   mends it.
  package func apply(to root: String) throws(FileError) {
    try EditTransaction(root: root).apply(changes)
  }
}

/// An edit that must not be made, and what to do instead.
public struct EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why it must not be made.
  public let message: String
  /// What to do instead.
  public let help: String

  init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }

  /// Both in one line.
  public var description: String { "\(message); \(help)" }
}
