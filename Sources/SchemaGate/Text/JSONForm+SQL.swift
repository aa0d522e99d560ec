extension JSONForm {
  /// A part of an SQL statement, such as a condition, that is put between other parts.
  ///
  /// A comment would take away what stands behind it, and a parenthesis or a semicolon too much would
  /// make another statement of the whole: SQLite would then be asked something else, and say yes.
  mutating func sqlPart(_ value: JSONValue, _ what: String) -> String? {
    guard let text = text(value, what) else { return nil }
    guard let complaint = JSONForm.complaint(about: Array(text.utf8)) else { return text }
    report("\(what) \(complaint)", at: value.offset)
    return nil
  }

  private static func complaint(about bytes: [UInt8]) -> String? {
    var depth = 0
    for token in SQLTokenizer.tokens(of: bytes) {
      switch token.kind {
      case .lineComment, .blockComment, .unterminatedBlockComment:
        return "must hold no comment: '\(cut(token.text(in: bytes)))'"
      case .semicolon: return "must hold no semicolon"
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      default: break
      }
      if depth < 0 { return "closes a parenthesis that it does not open" }
    }
    return depth == 0 ? nil : "opens a parenthesis that it does not close"
  }
}
