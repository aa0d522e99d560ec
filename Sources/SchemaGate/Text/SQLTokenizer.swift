/// Splits SQL into tokens by the lexical rules of SQLite 3.40 (`sqlite3GetToken` in `tokenize.c`).
///
/// The tokens tile the bytes: none overlap, none are left out, comments and white space included.
/// Never fails; what SQLite would refuse is an `illegal` token. The buffer must outlive the
/// tokenizer. Later versions of SQLite differ only in accepting digit separators (`1_000`, since
/// 3.46), which are illegal here, since older devices refuse them.
struct SQLTokenizer: Sequence, IteratorProtocol {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Where the next token begins.
  private(set) var offset: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Returns all tokens of some SQL.
  static func tokens(of bytes: [UInt8]) -> [SQLToken] {
    bytes.withUnsafeBufferPointer { Array(SQLTokenizer($0)) }
  }

  /// Returns the tokens of some SQL that are neither white space nor comments.
  static func significantTokens(of bytes: [UInt8]) -> [SQLToken] {
    bytes.withUnsafeBufferPointer { buffer in
      var tokens: [SQLToken] = []
      // About as many as SQL has with short words; growing costs copies.
      tokens.reserveCapacity(bytes.count / 5)
      for token in SQLTokenizer(buffer) where !token.isTrivia { tokens.append(token) }
      return tokens
    }
  }

  mutating func next() -> SQLToken? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let (kind, end) = token(at: start)
    offset = end
    return SQLToken(kind: kind, range: start..<end)
  }

  /// The byte at an offset; 0 past the end, as in SQLite's terminated strings.
  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func token(at start: Int) -> (SQLToken.Kind, Int) {
    let first = bytes[start]
    switch first {
    case UInt8(ascii: " "), 0x09, 0x0A, 0x0C, 0x0D:
      // Vertical tab goes on a run of white space, but begins none.
      return (.space, skip(from: start + 1, while: Self.isSpace))
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return byte(start + 1) == UInt8(ascii: "'") ? blob(at: start) : word(at: start)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return word(at: start)
    case 0x80...0xFF:
      if first == 0xEF, byte(start + 1) == 0xBB, byte(start + 2) == 0xBF {
        return (.space, start + 3)
      }
      return word(at: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return number(at: start)
    case UInt8(ascii: "."):
      return Self.isDigit(byte(start + 1)) ? number(at: start) : (.dot, start + 1)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(at: start)
    case UInt8(ascii: "["):
      let end = skip(from: start + 1) { $0 != UInt8(ascii: "]") && $0 != 0 }
      return byte(end) == UInt8(ascii: "]") ? (.quotedName, end + 1) : (.illegal, end)
    case UInt8(ascii: "?"):
      return (.variable, skip(from: start + 1, while: Self.isDigit))
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"):
      return variable(at: start)
    case UInt8(ascii: ";"): return (.semicolon, start + 1)
    case UInt8(ascii: ","): return (.comma, start + 1)
    case UInt8(ascii: "("): return (.leftParen, start + 1)
    case UInt8(ascii: ")"): return (.rightParen, start + 1)
    case 0x00: return (.illegal, bytes.count)
    default: return symbolOrComment(at: start)
    }
  }

  private func symbolOrComment(at start: Int) -> (SQLToken.Kind, Int) {
    let second = byte(start + 1)
    switch (bytes[start], second) {
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      return (.lineComment, skip(from: start + 2) { $0 != 0x0A && $0 != 0 })
    case (UInt8(ascii: "-"), UInt8(ascii: ">")):
      return (.symbol, start + (byte(start + 2) == UInt8(ascii: ">") ? 3 : 2))
    case (UInt8(ascii: "/"), UInt8(ascii: "*")) where byte(start + 2) != 0:
      return blockComment(at: start)
    case (UInt8(ascii: "="), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "<"), UInt8(ascii: "<")),
      (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: ">")),
      (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "|"), UInt8(ascii: "|")):
      return (.symbol, start + 2)
    case (UInt8(ascii: "-"), _), (UInt8(ascii: "/"), _), (UInt8(ascii: "="), _),
      (UInt8(ascii: "<"), _), (UInt8(ascii: ">"), _), (UInt8(ascii: "|"), _),
      (UInt8(ascii: "+"), _), (UInt8(ascii: "*"), _), (UInt8(ascii: "%"), _),
      (UInt8(ascii: "&"), _), (UInt8(ascii: "~"), _):
      return (.symbol, start + 1)
    default:
      return (.illegal, start + 1)
    }
  }
}

// MARK: - The longer tokens

extension SQLTokenizer {
  private func blockComment(at start: Int) -> (SQLToken.Kind, Int) {
    var index = start + 3
    while byte(index - 1) != 0 {
      if byte(index - 1) == UInt8(ascii: "*"), byte(index) == UInt8(ascii: "/") {
        return (.blockComment, index + 1)
      }
      index += 1
    }
    return (.unterminatedBlockComment, index - 1)
  }

  private func word(at start: Int) -> (SQLToken.Kind, Int) {
    (.word, skip(from: start + 1, while: Self.isNameByte))
  }

  private func quoted(at start: Int) -> (SQLToken.Kind, Int) {
    let quote = bytes[start]
    var index = start + 1
    while true {
      let current = byte(index)
      if current == 0 { return (.illegal, index) }
      if current == quote {
        guard byte(index + 1) == quote else { break }
        index += 1
      }
      index += 1
    }
    return (quote == UInt8(ascii: "'") ? .string : .quotedName, index + 1)
  }

  private func blob(at start: Int) -> (SQLToken.Kind, Int) {
    var index = skip(from: start + 2, while: Self.isHexDigit)
    let isWhole = byte(index) == UInt8(ascii: "'") && (index - start) % 2 == 0
    if !isWhole { index = skip(from: index) { $0 != UInt8(ascii: "'") && $0 != 0 } }
    return (isWhole ? .blob : .illegal, byte(index) == 0 ? index : index + 1)
  }

  private func number(at start: Int) -> (SQLToken.Kind, Int) {
    if bytes[start] == UInt8(ascii: "0"), byte(start + 1) | 0x20 == UInt8(ascii: "x"),
      Self.isHexDigit(byte(start + 2))
    {
      // SQLite ends the token here whatever follows: `0x1g` is `0x1` and the name `g`.
      return (.integer, skip(from: start + 3, while: Self.isHexDigit))
    }
    var kind = SQLToken.Kind.integer
    var index = skip(from: start, while: Self.isDigit)
    if byte(index) == UInt8(ascii: ".") {
      index = skip(from: index + 1, while: Self.isDigit)
      kind = .float
    }
    if byte(index) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(index + 1)
      let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      let digit = index + (isSigned ? 2 : 1)
      if Self.isDigit(byte(digit)) {
        index = skip(from: digit + 1, while: Self.isDigit)
        kind = .float
      }
    }
    let end = skip(from: index, while: Self.isNameByte)
    return (end > index ? .illegal : kind, end)
  }

  private func variable(at start: Int) -> (SQLToken.Kind, Int) {
    var nameLength = 0
    var index = start + 1
    loop: while true {
      let current = byte(index)
      if Self.isNameByte(current) {
        nameLength += 1
      } else if current == UInt8(ascii: "("), nameLength > 0 {
        // Tcl's array elements: `$a(b)`.
        index = skip(from: index + 1) { $0 != 0 && !Self.isSpace($0) && $0 != UInt8(ascii: ")") }
        guard byte(index) == UInt8(ascii: ")") else { return (.illegal, index) }
        return (.variable, index + 1)
      } else if current == UInt8(ascii: ":"), byte(index + 1) == UInt8(ascii: ":") {
        index += 1
      } else {
        break loop
      }
      index += 1
    }
    return (nameLength > 0 ? .variable : .illegal, index)
  }

  @inline(__always)
  private func skip(from start: Int, while predicate: (UInt8) -> Bool) -> Int {
    var index = start
    while index < bytes.count, predicate(bytes[index]) { index += 1 }
    return index
  }
}

// MARK: - Bytes by class

extension SQLTokenizer {
  /// White space within a run of it, by `sqlite3Isspace`.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- 0x09 < 5
  }

  /// What goes on an identifier, by SQLite's `IdChar`.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || isDigit(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inline(__always)
  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }
}
