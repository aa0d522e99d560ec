/// Stands in for the current time where expressions are evaluated for the form of what they yield,
/// so that a report says the same each time.
enum FixedInstant {
  private static let text = "'2026-01-02 03:04:05.678'"

  /// The functions that take 'now', and mean it where they are given no time
  /// (https://sqlite.org/lang_datefunc.html).
  private static let functions: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]

  /// An expression with a fixed time in place of the current one.
  static func fixed(_ expression: String) -> String {
    let cursor = SQLTokenCursor(Array(expression.utf8))
    var edits: [(range: Range<Int>, text: String)] = []
    /// The functions whose parentheses are open; nil for other parentheses.
    var open: [String?] = []
    for (index, token) in cursor.tokens.enumerated() {
      let previous = index > 0 ? cursor.tokens[index - 1] : nil
      switch token.kind {
      case .leftParen:
        let name = previous?.kind == .word ? previous?.name(in: cursor.bytes) : nil
        let function = name.map(foldedName).flatMap { functions.contains($0) ? $0 : nil }
        open.append(function)
        if let function { addTime(to: function, openedAt: index, cursor, &edits) }
      case .rightParen: _ = open.popLast()
      case .string where (open.last ?? nil) != nil:
        if let word = token.name(in: cursor.bytes), sameName(word, "now") {
          edits.append((token.range, text))
        }
      case .word:
        if token.isKeyword("CURRENT_TIMESTAMP", in: cursor.bytes) {
          edits.append((token.range, "'2026-01-02 03:04:05'"))
        } else if token.isKeyword("CURRENT_DATE", in: cursor.bytes) {
          edits.append((token.range, "'2026-01-02'"))
        } else if token.isKeyword("CURRENT_TIME", in: cursor.bytes) {
          edits.append((token.range, "'03:04:05'"))
        }
      default: break
      }
    }
    guard !edits.isEmpty else { return expression }
    var bytes = cursor.bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the time that a call leaves out: behind the format of strftime, else as all there is.
  private static func addTime(
    to function: String, openedAt index: Int, _ cursor: SQLTokenCursor,
    _ edits: inout [(range: Range<Int>, text: String)]
  ) {
    let last = function == "strftime" ? index + 1 : index
    guard last + 1 < cursor.tokens.count, cursor.tokens[last + 1].kind == .rightParen else {
      return
    }
    let end = cursor.tokens[last].range.upperBound
    edits.append((end..<end, last == index ? text : ", \(text)"))
  }
}
