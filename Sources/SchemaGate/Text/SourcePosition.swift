/// A place in a text, as people and editors count it.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1; lines end at LF.
  public var line: Int

  /// The column in Unicode scalars, counted from 1.
  public var column: Int

  /// Creates a position from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The order in the text: by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
