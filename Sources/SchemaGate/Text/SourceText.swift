/// The bytes of one governed file, with the path by which messages name it.
///
/// Offsets are byte offsets into `bytes`. Turning one into a position costs a scan up to it, which
/// is paid only for what is reported.
public struct SourceText: Sendable {
  /// The path relative to the repository's root, with `/` between its parts.
  public let path: String

  /// The file's bytes, exactly as read.
  public let bytes: [UInt8]

  /// Creates a text from a file's bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Returns the line and column of a byte offset; an offset past the end counts as the end.
  public func position(at offset: Int) -> SourcePosition {
    bytes.withUnsafeBufferPointer { SourceText.position(at: offset, in: $0) }
  }

  /// The positions of offsets that ascend, in one pass over the text.
  func positions(atAscending offsets: [Int]) -> [SourcePosition] {
    bytes.withUnsafeBufferPointer { bytes in
      var position = SourcePosition(line: 1, column: 1)
      var reached = 0
      return offsets.map { offset in
        let end = min(max(offset, reached), bytes.count)
        let further = SourceText.position(
          at: end - reached, in: UnsafeBufferPointer(rebasing: bytes[reached..<end]))
        if further.line > 1 {
          position = SourcePosition(line: position.line + further.line - 1, column: further.column)
        } else {
          position.column += further.column - 1
        }
        reached = end
        return position
      }
    }
  }

  static func position(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> SourcePosition {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<end where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    // A byte that continues a scalar (10xxxxxx) does not begin a column.
    let column = (lineStart..<end).reduce(into: 1) { column, index in
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
    return SourcePosition(line: line, column: column)
  }
}
