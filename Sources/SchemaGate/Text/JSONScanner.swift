/// Splits JSON into tokens, strictly, without allocating.
///
/// Checks all that can be checked of one token: the form of numbers, escapes, surrogate pairs,
/// control characters and UTF-8. The grammar, nesting and duplicate members are left to whoever
/// pulls the tokens. The buffer must outlive the scanner.
struct JSONScanner {
  enum Token: Sendable {
    case leftBrace, rightBrace, leftBracket, rightBracket, colon, comma
    case string, number, trueLiteral, falseLiteral, nullLiteral
    /// The end of the input, which every later call returns again.
    case end
  }

  let bytes: UnsafeBufferPointer<UInt8>

  /// Where scanning goes on: the end of the last token.
  private(set) var offset: Int

  /// Where the last token begins; a string begins at its quote.
  private(set) var tokenStart = 0

  /// Whether the last string holds an escape, so that its content differs from its bytes.
  private(set) var hasEscapes = false

  /// Whether the last number has neither fraction nor exponent.
  private(set) var isInteger = false

  /// Creates a scanner that begins at an offset, which must not be past the end.
  init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Scans the next token.
  @inline(__always)
  mutating func next() throws(JSONError) -> Token {
    var index = offset
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte > 0x20 { break }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      index += 1
    }
    tokenStart = index
    guard index < count else {
      offset = index
      return .end
    }
    offset = index + 1
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try scanString()
      return .string
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "{"): return .leftBrace
    case UInt8(ascii: "}"): return .rightBrace
    case UInt8(ascii: "["): return .leftBracket
    case UInt8(ascii: "]"): return .rightBracket
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber()
      return .number
    default:
      return try scanWord()
    }
  }

  /// The bytes of the last token, quotes included.
  var tokenBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[tokenStart..<offset])
  }

  /// The bytes between the quotes of the last token, which must be a string; escapes stay.
  var stringBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[(tokenStart + 1)..<(offset - 1)])
  }

  /// The content of the last token, which must be a string.
  func stringValue() -> String {
    guard hasEscapes else { return String(decoding: stringBytes, as: UTF8.self) }
    var content: [UInt8] = []
    appendUnescaped(to: &content)
    return String(decoding: content, as: UTF8.self)
  }

  /// Appends the content of the last token, which must be a string, as UTF-8.
  func appendUnescaped(to content: inout [UInt8]) {
    let raw = stringBytes
    content.reserveCapacity(content.count + raw.count)
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\") else {
        content.append(raw[index])
        index += 1
        continue
      }
      let letter = raw[index + 1]
      index += 2
      guard letter == UInt8(ascii: "u") else {
        content.append(JSONScanner.unescaped(letter))
        continue
      }
      var scalar = UInt32(JSONScanner.hexValue(at: index, in: raw))
      index += 4
      if scalar & 0xFC00 == 0xD800 {
        // Scanning made sure that the other half follows.
        let low = UInt32(JSONScanner.hexValue(at: index + 2, in: raw))
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
        index += 6
      }
      if let valid = Unicode.Scalar(scalar) { content.append(contentsOf: String(valid).utf8) }
    }
  }

  /// How messages name the last token.
  func describe(_ token: Token) -> String {
    switch token {
    case .end: return "the end of the input"
    case .string: return "a string"
    case .number: return "a number"
    default: return "'\(String(decoding: tokenBytes, as: UTF8.self))'"
    }
  }
}

// MARK: - Strings

extension JSONScanner {
  private mutating func scanString() throws(JSONError) {
    hasEscapes = false
    var index = offset
    let count = bytes.count
    while true {
      index = JSONScanner.skipPlain(from: index, in: bytes)
      guard index < count else { throw JSONError.unclosedString(at: tokenStart) }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        offset = index + 1
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index = try scanEscape(at: index)
      case 0x00..<0x20:
        throw JSONError.controlCharacter(byte, at: index)
      default:
        let length = UTF8Validation.sequenceLength(at: index, in: bytes)
        guard length > 0 else { throw JSONError.notUTF8(byte, at: index) }
        index += length
      }
    }
  }

  /// Skips printable ASCII other than the quote and the backslash, eight bytes at a time.
  @inline(__always)
  private static func skipPlain(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The classic "has a zero byte" test, exact for the lowest byte that it finds.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let found =
        ((quote &- ones) & ~quote | (slash &- ones) & ~slash | (word &- ones &* 0x20) & ~word
          | word) & tops
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      index += 1
    }
    return index
  }

  /// Checks the escape at an offset and returns the offset after it; a surrogate pair is one.
  private func scanEscape(at start: Int) throws(JSONError) -> Int {
    guard start + 1 < bytes.count else { throw JSONError.unclosedString(at: tokenStart) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      let unit = try hexUnit(at: start)
      if unit & 0xFC00 == 0xDC00 { throw JSONError.loneSurrogate(at: start) }
      guard unit & 0xFC00 == 0xD800 else { return start + 6 }
      let next = start + 6
      guard next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
        bytes[next + 1] == UInt8(ascii: "u")
      else { throw JSONError.loneSurrogate(at: start) }
      guard try hexUnit(at: next) & 0xFC00 == 0xDC00 else {
        throw JSONError.loneSurrogate(at: start)
      }
      return next + 6
    default:
      throw JSONError.badEscape(at: start)
    }
  }

  /// The number of the `\uXXXX` at an offset.
  private func hexUnit(at start: Int) throws(JSONError) -> UInt16 {
    guard start + 6 <= bytes.count else { throw JSONError.badEscape(at: start) }
    for index in (start + 2)..<(start + 6) where JSONScanner.hexDigit(bytes[index]) == nil {
      throw JSONError.badEscape(at: start)
    }
    return JSONScanner.hexValue(at: start + 2, in: bytes)
  }

  private static func hexValue(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16 {
    var value: UInt16 = 0
    for index in start..<(start + 4) { value = value << 4 | (hexDigit(bytes[index]) ?? 0) }
    return value
  }

  private static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt16(byte - 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return UInt16(byte - 0x61 + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return UInt16(byte - 0x41 + 10)
    default: return nil
    }
  }

  private static func unescaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default: return letter
    }
  }
}

// MARK: - Numbers and words

extension JSONScanner {
  private mutating func scanNumber() throws(JSONError) {
    var index = tokenStart
    if bytes[index] == UInt8(ascii: "-") {
      index += 1
      guard isDigit(index) else {
        if let word = word(at: index), word == "Infinity" {
          throw JSONError.unexpectedWord("Infinity", at: tokenStart)
        }
        throw JSONError.missingDigit(after: "the minus sign", at: index)
      }
    }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if isDigit(index) { throw JSONError.leadingZero(at: tokenStart) }
    } else {
      index = skipDigits(from: index)
    }
    isInteger = true
    var hasExponent = false
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      isInteger = false
      guard isDigit(index + 1) else {
        throw JSONError.missingDigit(after: "the decimal point", at: index + 1)
      }
      index = skipDigits(from: index + 1)
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      hasExponent = true
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard isDigit(index) else { throw JSONError.missingDigit(after: "the exponent", at: index) }
      index = skipDigits(from: index)
    }
    if let word = word(at: index) {
      throw JSONError.unexpected("'\(word)' after a number", at: index)
    }
    offset = index
    // Without an exponent it takes more than 300 digits to overflow.
    if hasExponent || index - tokenStart > 300 {
      let value = Double(String(decoding: tokenBytes, as: UTF8.self))
      guard let value, value.isFinite else { throw JSONError.numberOverflow(at: tokenStart) }
    }
  }

  @inline(__always)
  private func isDigit(_ index: Int) -> Bool {
    index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  private func skipDigits(from start: Int) -> Int {
    var index = start
    while isDigit(index) { index += 1 }
    return index
  }

  private mutating func scanWord() throws(JSONError) -> Token {
    if matches("true") {
      offset = tokenStart + 4
      return .trueLiteral
    }
    if matches("false") {
      offset = tokenStart + 5
      return .falseLiteral
    }
    if matches("null") {
      offset = tokenStart + 4
      return .nullLiteral
    }
    if let word = word(at: tokenStart) { throw JSONError.unexpectedWord(word, at: tokenStart) }
    let byte = bytes[tokenStart]
    if byte == UInt8(ascii: "/"), tokenStart + 1 < bytes.count,
      bytes[tokenStart + 1] == UInt8(ascii: "/") || bytes[tokenStart + 1] == UInt8(ascii: "*")
    {
      throw JSONError.comment(at: tokenStart)
    }
    if byte == 0xEF, tokenStart == 0, bytes.count >= 3, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONError.byteOrderMark()
    }
    let length = UTF8Validation.sequenceLength(at: tokenStart, in: bytes)
    guard length > 0 else { throw JSONError.notUTF8(byte, at: tokenStart) }
    if byte < 0x20 || byte == 0x7F {
      throw JSONError.unexpected("control character", at: tokenStart)
    }
    let character = bytes[tokenStart..<(tokenStart + length)]
    throw JSONError.unexpected("'\(String(decoding: character, as: UTF8.self))'", at: tokenStart)
  }

  private func matches(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count - tokenStart >= count else { return false }
    for index in 0..<count where bytes[tokenStart + index] != literal.utf8Start[index] {
      return false
    }
    return word(at: tokenStart + count) == nil
  }

  /// The letters, digits and underscores at an offset, at most 20 of them; `nil` if there are none.
  private func word(at start: Int) -> String? {
    var index = start
    while index < bytes.count, index - start < 20 {
      let byte = bytes[index]
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      guard isLetter || isDigit(index) || byte == UInt8(ascii: "_") else { break }
      index += 1
    }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }
}
