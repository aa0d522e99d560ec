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

  @Test func positionsInOnePassAreThoseOfEach() {
    let text = SourceText(path: "a.sql", bytes: Array("ab\n\né;c\nd".utf8))
    let offsets = Array(-1...12)
    #expect(text.positions(atAscending: offsets) == offsets.map { text.position(at: $0) })
  }
}
