/// The bytes of one governed file, with the path by which messages name it.
///
/// Offsets are byte offsets into `bytes`. Where lines begin is found once, in a pass that takes eight
/// bytes at a time; a position then costs a search and a scan of its line.
public struct SourceText: Sendable {
  /// The path relative to the repository's root, with `/` between its parts.
  public let path: String

  /// The file's bytes, exactly as read.
  public let bytes: [UInt8]

  /// The offsets at which lines begin; the first is 0.
  private let lineStarts: [Int]

  /// Creates a text from a file's bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lineStarts = bytes.withUnsafeBufferPointer { bytes in
      var starts = [0]
      var end = ByteScan.first(UInt8(ascii: "\n"), from: 0, in: bytes)
      while end < bytes.count {
        starts.append(end + 1)
        end = ByteScan.first(UInt8(ascii: "\n"), from: end + 1, in: bytes)
      }
      return starts
    }
  }

  /// Returns the line and column of a byte offset; an offset past the end counts as the end.
  public func position(at offset: Int) -> SourcePosition {
    let end = min(max(offset, 0), bytes.count)
    // The last line that begins at or before the offset.
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= end { low = middle } else { high = middle }
    }
    let inLine = bytes.withUnsafeBufferPointer { bytes in
      SourceText.position(
        at: end - lineStarts[low],
        in: UnsafeBufferPointer(rebasing: bytes[lineStarts[low]..<end]))
    }
    return SourcePosition(line: low + 1, column: inLine.column)
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
