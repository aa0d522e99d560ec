import Testing

@testable import SchemaGate

@Suite struct SourceTextTests {
  @Test(arguments: [
    (0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 2, 2), (6, 2, 3), (99, 2, 3),
  ])
  func positionCountsLinesAndScalars(offset: Int, line: Int, column: Int) {
    let text = SourceText(path: "a.sql", bytes: Array("ab\né;".utf8))
    #expect(text.position(at: offset) == SourcePosition(line: line, column: column))
  }

  /// A plain count, as the definition has it.
  private func counted(_ offset: Int, in bytes: [UInt8]) -> SourcePosition {
    var position = SourcePosition(line: 1, column: 1)
    for byte in bytes.prefix(max(offset, 0)) {
      if byte == UInt8(ascii: "\n") {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  @Test(arguments: [
    "", "\n", "a", "ab\n\né;c\nd", "\r\n\r\n", "漢字\n漢\n", "ends with one\n",
    String(repeating: "0123456789abcde\n", count: 9) + "\n\n\n\n\n\n\n\n\n\n" + "x",
  ])
  func eachPositionIsThatOfAPlainCount(_ text: String) {
    let bytes = Array(text.utf8)
    let source = SourceText(path: "a.sql", bytes: bytes)
    // Offsets within a scalar belong to the column behind it, as the count has it.
    for offset in -1...(bytes.count + 2) {
      #expect(source.position(at: offset) == counted(offset, in: bytes))
    }
  }
}
