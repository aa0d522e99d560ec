/// Spells SQL in one way, so that equal texts mean the same whatever their spelling.
///
/// White space, comments, the case of keywords and names, quotes around names and the alternative
/// spellings of `=` and `<>` don't show; string literals, numbers and the order of things do.
enum CanonicalSQL {
  /// The one spelling of a text.
  static func text(_ sql: String) -> String { text(SQLTokenCursor(Array(sql.utf8))) }

  /// The one spelling of the rest of a cursor.
  static func text(_ cursor: SQLTokenCursor) -> String {
    var spelling = ""
    for token in cursor.tokens[cursor.index..<cursor.end] {
      if !spelling.isEmpty { spelling += " " }
      spelling += word(token, in: cursor.bytes)
    }
    return spelling
  }

  /// The one spelling of an expression, without parentheses around the whole of it.
  static func expression(_ cursor: SQLTokenCursor) -> String {
    text(cursor.part(withoutParentheses(cursor)))
  }

  /// The one spelling of a default, in which a bare name is a string, as SQLite takes it.
  static func defaultValue(_ cursor: SQLTokenCursor) -> String {
    let inner = cursor.part(withoutParentheses(cursor))
    let bytes = inner.bytes
    if inner.end - inner.index == 1, let token = inner.peek(),
      token.kind == .quotedName
        || (token.kind == .word && !SQLKeyword.isLiteral(token, in: bytes)),
      let name = token.name(in: bytes)
    {
      return quotedText(name)
    }
    return text(inner)
  }

  /// The tokens of a cursor without parentheses around all of them.
  static func withoutParentheses(_ cursor: SQLTokenCursor) -> Range<Int> {
    var inner = cursor
    while true {
      var probe = inner
      guard let group = probe.takeGroup(), probe.isAtEnd, !group.isEmpty else {
        return inner.index..<inner.end
      }
      inner = inner.part(group)
    }
  }

  private static func word(_ token: SQLToken, in bytes: [UInt8]) -> String {
    switch token.kind {
    case .word, .integer, .float, .blob:
      return foldedName(token.text(in: bytes))
    case .quotedName:
      return name(foldedName(token.name(in: bytes) ?? ""))
    case .symbol where token.isSpelt("==", in: bytes): return "="
    case .symbol where token.isSpelt("!=", in: bytes): return "<>"
    default: return token.text(in: bytes)
    }
  }

  /// A folded name: bare where that reads as a name, quoted where it would be a keyword or is none.
  private static func name(_ folded: String) -> String {
    let bytes = Array(folded.utf8)
    let tokens = SQLTokenizer.tokens(of: bytes)
    guard tokens.count == 1, let token = tokens.first, token.kind == .word,
      !SQLKeyword.isReserved(token, in: bytes), !SQLKeyword.isLiteral(token, in: bytes)
    else { return quoted(folded) }
    return folded
  }
}

extension SQLExpression {
  /// Reads the rest of a cursor as an expression; nil if nothing is left.
  init?(_ cursor: SQLTokenCursor, isDefault: Bool = false) {
    guard let range = cursor.byteRange(cursor.index..<cursor.end) else { return nil }
    self.init(
      range: range, text: String(decoding: cursor.bytes[range], as: UTF8.self),
      isDefault: isDefault,
      names: SQLExpression.names(cursor))
  }

  /// The names that may be columns.
  ///
  /// Where an operator is due, a bare word is one (LIKE, GLOB, END …), never a name; that is what
  /// tells keywords from names without a list of all of them.
  static func names(_ start: SQLTokenCursor) -> [SQLName] {
    var cursor = start
    var names: [SQLName] = []
    var isOperand = true
    while let token = cursor.peek() {
      let bytes = cursor.bytes
      cursor.advance()
      switch token.kind {
      case .word where token.isKeyword("COLLATE", in: bytes):
        cursor.advance()
        isOperand = false
      case .word where token.isKeyword("AS", in: bytes):
        // CAST(… AS type): the type goes to the parenthesis.
        while cursor.isAt(.word) || cursor.isAt(.quotedName) { cursor.advance() }
        isOperand = false
      case .word where SQLKeyword.isReserved(token, in: bytes):
        // After NULL, ISNULL and NOTNULL an operator is due; after all others an operand.
        isOperand =
          !(token.isKeyword("NULL", in: bytes) || token.isKeyword("ISNULL", in: bytes)
          || token.isKeyword("NOTNULL", in: bytes))
      case .word where SQLKeyword.isLiteral(token, in: bytes):
        isOperand = false
      case .word where !isOperand:
        // LIKE, GLOB, MATCH, REGEXP want an operand; the END of a CASE is one.
        isOperand = !token.isKeyword("END", in: bytes)
      case .word, .quotedName:
        if cursor.isAt(.leftParen) {
          isOperand = true
        } else if cursor.isAt(.dot) {
          isOperand = true
          cursor.advance()
        } else {
          if let text = token.name(in: bytes) {
            names.append(SQLName(text: text, range: token.range))
          }
          isOperand = false
        }
      case .string, .blob, .integer, .float, .variable, .rightParen: isOperand = false
      default: isOperand = true
      }
    }
    return names
  }
}
