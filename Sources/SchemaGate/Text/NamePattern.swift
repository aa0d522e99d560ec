/// A pattern for names of tables and columns: `*` stands for any run of characters, also none.
///
/// Everything else stands for itself; ASCII case doesn't count, as in SQLite's own names.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let text: String
  private let folded: [UInt8]

  /// Creates a pattern from its text.
  public init(_ text: String) {
    self.text = text
    folded = Array(foldedName(text).utf8)
  }

  /// The pattern as written.
  public var description: String { text }

  /// How much of a name the pattern pins down: of two that match, the greater says more.
  public var specificity: Int { folded.count { $0 != UInt8(ascii: "*") } }

  /// Whether a name matches as a whole.
  ///
  /// Linear in the name for each star of the pattern: a star is taken back only to the last one.
  public func matches(_ name: String) -> Bool { matches(folded: Array(foldedName(name).utf8)) }

  /// Whether a name, given as bytes in lower-case ASCII, matches as a whole.
  ///
  /// For many patterns on one name, which is then folded only once.
  func matches(folded name: [UInt8]) -> Bool {
    var (at, patternAt) = (0, 0)
    var retry: (name: Int, pattern: Int)?
    while at < name.count {
      if patternAt < folded.count, folded[patternAt] == UInt8(ascii: "*") {
        retry = (at, patternAt)
        patternAt += 1
      } else if patternAt < folded.count, folded[patternAt] == name[at] {
        at += 1
        patternAt += 1
      } else if let last = retry {
        // Let the last star take one byte more.
        retry = (last.name + 1, last.pattern)
        at = last.name + 1
        patternAt = last.pattern + 1
      } else {
        return false
      }
    }
    return folded[patternAt...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
