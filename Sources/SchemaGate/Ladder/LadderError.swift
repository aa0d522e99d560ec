/// A ladder cannot be used: which file is wrong, and how.
public struct LadderError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, so that callers can tell cases apart.
  public let kind: Kind

  /// The file, relative to the ladder's root.
  public let path: String

  /// The place in the file, where there is one.
  public let position: SourcePosition?

  /// What is wrong, in one line.
  public let message: String

  /// The kinds of fault.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A file is missing.
    case missing
    /// A file cannot be read.
    case unreadable
    /// The lock or the policy has not the form it must have.
    case malformed
    /// A file in the migrations folder has not the name of a migration, or a number comes twice.
    case badName
    /// A version is missing between others.
    case gap
    /// A file differs from what the lock recorded.
    case digestMismatch
    /// The lock and the files do not name the same versions.
    case unrecorded
  }

  init(_ kind: Kind, _ path: String, _ message: String, at position: SourcePosition? = nil) {
    self.kind = kind
    self.path = path
    self.message = message
    self.position = position
  }

  /// The file, the place and what is wrong.
  public var description: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(message)"
  }
}
