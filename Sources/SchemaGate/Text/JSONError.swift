/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in lower case and without a period.
  public let message: String

  /// The byte offset at which it is wrong.
  public let offset: Int

  /// Creates an error from its message and the byte offset it is about.
  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The message with the offset; give `offset` to `SourceText.position(at:)` for line and column.
  public var description: String { "\(message) (at byte \(offset))" }
}

// The wordings, in one place for review.
extension JSONError {
  static func byteOrderMark() -> JSONError {
    JSONError(message: "JSON must not begin with a byte order mark", offset: 0)
  }

  static func trailingInput(at offset: Int) -> JSONError {
    JSONError(message: "unexpected input after the end of the value", offset: offset)
  }

  static func expected(_ what: String, found: String, at offset: Int) -> JSONError {
    JSONError(message: "expected \(what), found \(found)", offset: offset)
  }

  static func unexpected(_ found: String, at offset: Int) -> JSONError {
    JSONError(message: "unexpected \(found)", offset: offset)
  }

  static func unexpectedWord(_ word: String, at offset: Int) -> JSONError {
    switch word {
    case "NaN", "nan", "Infinity", "inf":
      return JSONError(message: "'\(word)' is not a JSON number", offset: offset)
    default:
      return JSONError(
        message: "unexpected '\(word)'; a bare word can only be true, false or null",
        offset: offset)
    }
  }

  static func comment(at offset: Int) -> JSONError {
    JSONError(message: "JSON has no comments", offset: offset)
  }

  static func trailingComma(at offset: Int) -> JSONError {
    JSONError(message: "JSON has no trailing commas", offset: offset)
  }

  static func depth(limit: Int, at offset: Int) -> JSONError {
    JSONError(message: "arrays and objects are nested more than \(limit) deep", offset: offset)
  }

  static func duplicateMember(_ name: String, at offset: Int) -> JSONError {
    JSONError(message: "duplicate member '\(name)'", offset: offset)
  }

  static func leadingZero(at offset: Int) -> JSONError {
    JSONError(message: "a number must not begin with a superfluous zero", offset: offset)
  }

  static func missingDigit(after what: String, at offset: Int) -> JSONError {
    JSONError(message: "expected a digit after \(what)", offset: offset)
  }

  static func numberOverflow(at offset: Int) -> JSONError {
    JSONError(message: "the number is too large for a 64-bit float", offset: offset)
  }

  static func unclosedString(at offset: Int) -> JSONError {
    JSONError(message: "the string is not closed", offset: offset)
  }

  static func controlCharacter(_ byte: UInt8, at offset: Int) -> JSONError {
    JSONError(
      message: "a string must escape the control character \(hex(byte))", offset: offset)
  }

  static func badEscape(at offset: Int) -> JSONError {
    JSONError(message: "the escape is none of JSON's", offset: offset)
  }

  static func loneSurrogate(at offset: Int) -> JSONError {
    JSONError(message: "the escape is half of a surrogate pair", offset: offset)
  }

  static func notUTF8(_ byte: UInt8, at offset: Int) -> JSONError {
    JSONError(message: "the byte \(hex(byte)) is not valid UTF-8 here", offset: offset)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
