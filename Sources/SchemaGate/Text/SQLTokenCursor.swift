/// Walks over tokens of SQL that are neither white space nor comments.
///
/// Asking never fails: past the end there is no token, and nothing is taken.
struct SQLTokenCursor: Sendable {
  /// The text that the tokens' ranges are of.
  let bytes: [UInt8]
  /// The tokens, without white space and comments.
  let tokens: [SQLToken]
  /// The index of the next token.
  private(set) var index: Int
  /// The index behind the last token that belongs to the cursor.
  let end: Int

  /// Creates a cursor over a part of some tokens; a part past their end is cut off.
  init(bytes: [UInt8], tokens: [SQLToken], range: Range<Int>) {
    self.bytes = bytes
    self.tokens = tokens
    end = min(max(range.upperBound, 0), tokens.count)
    index = min(max(range.lowerBound, 0), end)
  }

  /// Creates a cursor over all of some tokens.
  init(bytes: [UInt8], tokens: [SQLToken]) {
    self.init(bytes: bytes, tokens: tokens, range: 0..<tokens.count)
  }

  /// Creates a cursor over a whole text.
  init(_ bytes: [UInt8]) {
    let tokens = SQLTokenizer.significantTokens(of: bytes)
    self.init(bytes: bytes, tokens: tokens, range: 0..<tokens.count)
  }

  /// Whether no token is left.
  var isAtEnd: Bool { index >= end }

  /// The next token, or one further ahead.
  func peek(_ ahead: Int = 0) -> SQLToken? {
    index + ahead < end ? tokens[index + ahead] : nil
  }

  /// Whether the next token, or one further ahead, is of a kind.
  func isAt(_ kind: SQLToken.Kind, ahead: Int = 0) -> Bool { peek(ahead)?.kind == kind }

  /// Whether the next token, or one further ahead, is a bare word that spells a keyword.
  func isAt(_ keyword: StaticString, ahead: Int = 0) -> Bool {
    peek(ahead)?.isKeyword(keyword, in: bytes) ?? false
  }

  /// Where the next token begins; at the end, where the last one ends.
  var offset: Int {
    if let token = peek() { return token.range.lowerBound }
    return end > 0 ? tokens[end - 1].range.upperBound : 0
  }

  /// Where the token before the next one ends.
  var previousEnd: Int { index > 0 ? tokens[index - 1].range.upperBound : 0 }

  /// Goes past one token, whatever it is.
  mutating func advance() { index = min(index + 1, end) }

  /// Goes back, or ahead, to a token.
  mutating func move(to position: Int) { index = min(max(position, 0), end) }

  /// Takes the next token if it is of a kind.
  mutating func take(_ kind: SQLToken.Kind) -> Bool {
    guard isAt(kind) else { return false }
    index += 1
    return true
  }

  /// Takes the next token if it is a bare word that spells a keyword.
  mutating func take(_ keyword: StaticString) -> Bool {
    guard isAt(keyword) else { return false }
    index += 1
    return true
  }

  /// Takes keywords if all of them come next, in this order.
  mutating func take(_ first: StaticString, _ rest: StaticString...) -> Bool {
    let keywords = [first] + rest
    for (ahead, keyword) in keywords.enumerated() where !isAt(keyword, ahead: ahead) {
      return false
    }
    index += keywords.count
    return true
  }

  /// Takes whatever SQLite accepts as a name: a word, a quoted name, a string.
  mutating func takeName() -> SQLName? {
    guard let token = peek(), let text = token.name(in: bytes) else { return nil }
    index += 1
    return SQLName(text: text, range: token.range)
  }

  /// Takes a parenthesis with all that is in it.
  ///
  /// - Returns: the indices of the tokens inside; nil, with nothing taken, if no parenthesis
  ///   comes next or it isn't closed.
  mutating func takeGroup() -> Range<Int>? {
    guard isAt(.leftParen) else { return nil }
    var depth = 0
    for position in index..<end {
      switch tokens[position].kind {
      case .leftParen: depth += 1
      case .rightParen:
        depth -= 1
        if depth == 0 {
          let inside = (index + 1)..<position
          index = position + 1
          return inside
        }
      default: break
      }
    }
    return nil
  }

  /// A cursor over some of the same tokens.
  func part(_ range: Range<Int>) -> SQLTokenCursor {
    SQLTokenCursor(bytes: bytes, tokens: tokens, range: range)
  }

  /// The parts of some tokens between the commas outside parentheses; empty for no tokens.
  func commaSeparated(_ range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    var parts: [Range<Int>] = []
    var depth = 0
    var start = range.lowerBound
    for position in range {
      switch tokens[position].kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .comma where depth == 0:
        parts.append(start..<position)
        start = position + 1
      default: break
      }
    }
    return parts + [start..<range.upperBound]
  }

  /// The bytes from the first of some tokens to the last; nil for no tokens.
  func byteRange(_ range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= tokens.count else {
      return nil
    }
    return tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }
}
