/// A reason why the digest of a file does not vouch for what the file says.
struct LossyTextFault: Hashable, Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    /// Taking the comments away changes the tokens: another program would have the same digest.
    case lossy
    case notUTF8
    /// SQLite stops reading at a NUL.
    case nul
    /// A carriage return that no line feed follows: editors disagree on whether a line ends.
    case loneCarriageReturn
    case controlCharacter
    /// White space to the eye, part of a name to SQLite.
    case nonASCIISpace
    /// Zero-width characters and those that turn the direction of writing.
    case invisibleCharacter
    case secondByteOrderMark
    case unterminatedComment
  }

  let kind: Kind
  /// The byte offset in the file of the first such place.
  let offset: Int
  /// How many such places the file has; lost tokens are not counted past the first.
  var count = 1
  /// What is wrong, with what was found.
  let message: String
  /// What to do about it.
  let help: String
}

// The wordings, in one place for review.
extension LossyTextFault {
  static func lossy(at offset: Int, found: String?, normalized: String?) -> LossyTextFault {
    let file = found.map { "has '\($0)' here" } ?? "ends here"
    let text = normalized.map { "has '\($0)'" } ?? "ends"
    return LossyTextFault(
      kind: .lossy, offset: offset,
      message: "taking comments away changes the program: the file \(file), the text that is hashed"
        + " and run \(text)",
      help: "put a space after the comment, and keep quotes and comment marks out of names in"
        + " brackets or backquotes")
  }

  static func notUTF8(_ byte: UInt8, at offset: Int) -> LossyTextFault {
    LossyTextFault(
      kind: .notUTF8, offset: offset, message: "the byte 0x\(hex(UInt32(byte), 2)) is not UTF-8",
      help: "save the file as UTF-8")
  }

  static func character(_ kind: Kind, _ scalar: UInt32, at offset: Int) -> LossyTextFault {
    let name = "U+\(hex(scalar, 4))"
    switch kind {
    case .nul:
      return LossyTextFault(
        kind: kind, offset: offset, message: "a NUL, at which SQLite stops reading",
        help: "remove the NUL")
    case .loneCarriageReturn:
      return LossyTextFault(
        kind: kind, offset: offset, message: "a carriage return that no line feed follows",
        help: "end lines with a line feed")
    case .nonASCIISpace:
      return LossyTextFault(
        kind: kind, offset: offset,
        message: "\(name) outside a literal looks like white space and is none to SQLite",
        help: "write a space instead")
    case .secondByteOrderMark:
      return LossyTextFault(
        kind: kind, offset: offset, message: "a byte order mark that does not begin the file",
        help: "remove the byte order mark")
    case .invisibleCharacter:
      return LossyTextFault(
        kind: kind, offset: offset, message: "the invisible character \(name) outside a literal",
        help: "remove the character")
    default:
      return LossyTextFault(
        kind: kind, offset: offset, message: "the control character \(name) outside a literal",
        help: "remove the character")
    }
  }

  static func unterminatedComment(at offset: Int) -> LossyTextFault {
    LossyTextFault(
      kind: .unterminatedComment, offset: offset,
      message: "the comment that begins here is never closed", help: "close the comment with '*/'")
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}
