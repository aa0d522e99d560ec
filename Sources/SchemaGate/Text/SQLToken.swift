/// One token of SQL: its kind and its place in the bytes.
struct SQLToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// White space; SQLite counts a byte order mark as such, at any place.
    case space
    /// `--` up to the line feed, which is not part of it.
    case lineComment
    /// `/* … */`.
    case blockComment
    /// `/*` that is never closed: it takes the rest, and SQLite lets it.
    case unterminatedBlockComment
    /// A bare identifier or a keyword; which of the two only the grammar can say.
    case word
    /// A name in `"…"`, backquotes or `[…]`.
    case quotedName
    /// `'…'`.
    case string
    /// `x'…'`.
    case blob
    case integer
    case float
    /// `?`, `?1`, `:a`, `@a`, `#a`, `$a::b(c)`.
    case variable
    /// Any other punctuation, `->` and `<=` included.
    case symbol
    case semicolon
    case comma
    case dot
    case leftParen
    case rightParen
    /// What SQLite refuses as an unrecognized token; also a NUL, at which it stops reading, with
    /// all that follows.
    case illegal
  }

  let kind: Kind
  /// The bytes that the token takes; never empty.
  let range: Range<Int>

  /// Whether the token is white space or a comment, which the grammar never sees.
  var isTrivia: Bool {
    switch kind {
    case .space, .lineComment, .blockComment, .unterminatedBlockComment: true
    default: false
    }
  }
}

// MARK: - Reading a token

extension SQLToken {
  /// Whether the token is a bare word that spells a keyword, in whatever case.
  ///
  /// - Parameter keyword: The keyword, in upper-case ASCII.
  func isKeyword(_ keyword: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard kind == .word, range.count == keyword.utf8CodeUnitCount else { return false }
    for index in 0..<range.count {
      let byte = bytes[range.lowerBound + index]
      let upper = byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
      if upper != keyword.utf8Start[index] { return false }
    }
    return true
  }

  /// Whether the token is a bare word that spells a keyword, in whatever case.
  ///
  /// - Parameter keyword: The keyword, in upper-case ASCII.
  func isKeyword(_ keyword: StaticString, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { isKeyword(keyword, in: $0) }
  }

  /// Whether the token is spelt exactly so.
  func isSpelt(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// The name that the token stands for, without quotes and with doubled quotes undone; `nil` if
  /// it can be none.
  ///
  /// A string counts, since SQLite takes `'x'` as a name in some places.
  func name(in bytes: [UInt8]) -> String? {
    switch kind {
    case .word:
      return String(decoding: bytes[range], as: UTF8.self)
    case .quotedName, .string:
      return String(decoding: unquoted(in: bytes), as: UTF8.self)
    default:
      return nil
    }
  }

  /// The content of a string or quoted name as bytes; other tokens as they are.
  func unquoted(in bytes: [UInt8]) -> [UInt8] {
    guard kind == .quotedName || kind == .string, range.count >= 2 else {
      return Array(bytes[range])
    }
    let quote = bytes[range.lowerBound]
    let inner = bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
    // Brackets cannot be doubled.
    guard quote != UInt8(ascii: "["), inner.contains(quote) else { return Array(inner) }
    var content: [UInt8] = []
    content.reserveCapacity(inner.count)
    var index = inner.startIndex
    while index < inner.endIndex {
      content.append(inner[index])
      index += inner[index] == quote ? 2 : 1
    }
    return content
  }

  /// The token's text as it is written.
  func text(in bytes: [UInt8]) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
