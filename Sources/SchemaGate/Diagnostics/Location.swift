/// Where a diagnostic points: a file, a place in a file, a database object, or several of these.
public struct Location: Hashable, Sendable {
  /// The file, relative to the repository's root, with `/` between its parts.
  public var path: String?

  /// The place in the file; nil for the file as a whole.
  public var position: SourcePosition?

  /// The database object, such as `tasks`, `tasks.state` or `trigger shelf_audit`.
  public var object: String?

  /// The ladder version at which the object is meant.
  public var version: Int?

  /// Creates a location from whatever is known.
  public init(
    path: String? = nil, position: SourcePosition? = nil, object: String? = nil,
    version: Int? = nil
  ) {
    self.path = path
    self.position = position
    self.object = object
    self.version = version
  }

  /// The location of a whole file.
  public static func file(_ path: String) -> Location { Location(path: path) }

  /// The location of a byte offset in a text.
  public static func offset(_ offset: Int, in text: SourceText) -> Location {
    Location(path: text.path, position: text.position(at: offset))
  }
}
