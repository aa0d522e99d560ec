/// Tells whether the digest of a file vouches for the program in it.
///
/// Comments vanish from the digest without leaving a space, and backquotes and brackets shield
/// nothing from that. So two programs can share one digest: `a/**/b` and `ab`. A file is sound if
/// the text that is hashed and run has the very tokens that SQLite sees in the file.
enum LossyTextCheck {
  /// Returns what makes the digest of a file untrustworthy, in the order of the file; one fault a
  /// kind, at its first place.
  ///
  /// Takes linear time and, unless something is found, no memory.
  ///
  /// - Parameters:
  ///   - original: The bytes of the file.
  ///   - normalized: The same, normalized.
  static func faults(in original: [UInt8], normalized: NormalizedSQL) -> [LossyTextFault] {
    var faults: [LossyTextFault.Kind: LossyTextFault] = [:]
    original.withUnsafeBufferPointer { file in
      normalized.bytes.withUnsafeBufferPointer { text in
        compareTokens(of: file, with: text, into: &faults)
      }
      checkCharacters(of: file, into: &faults)
    }
    return faults.values.sorted { ($0.offset, $0.message) < ($1.offset, $1.message) }
  }

  /// Returns what makes the digest of a file untrustworthy.
  static func faults(in original: [UInt8]) -> [LossyTextFault] {
    faults(in: original, normalized: SQLNormalizer.normalize(original))
  }
}

// MARK: - Tokens

extension LossyTextCheck {
  /// Goes through both token sequences in step, up to the first difference.
  ///
  /// The file is not rid of CRLF first: that changes no token's bounds, only bytes within.
  private static func compareTokens(
    of file: UnsafeBufferPointer<UInt8>, with text: UnsafeBufferPointer<UInt8>,
    into faults: inout [LossyTextFault.Kind: LossyTextFault]
  ) {
    var textTokens = SQLTokenizer(text)
    var hasLost = false
    for found in SQLTokenizer(file) {
      if found.kind == .unterminatedBlockComment {
        faults[.unterminatedComment] = .unterminatedComment(at: found.range.lowerBound)
      }
      if found.isTrivia || hasLost { continue }
      // What follows a NUL is no program; the NUL is reported for itself.
      if file[found.range.lowerBound] == 0 { return }
      let kept = textTokens.nextSignificant()
      if let kept, isSame(found, of: file, kept, of: text) { continue }
      hasLost = true
      faults[.lossy] = .lossy(
        at: found.range.lowerBound, found: excerpt(found.range, of: file),
        normalized: kept.map { excerpt($0.range, of: text) })
    }
    if !hasLost, let surplus = textTokens.nextSignificant() {
      faults[.lossy] = .lossy(
        at: file.count, found: nil, normalized: excerpt(surplus.range, of: text))
    }
  }

  @inline(__always)
  private static func isSame(
    _ found: SQLToken, of file: UnsafeBufferPointer<UInt8>, _ kept: SQLToken,
    of text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard found.kind == kept.kind else { return false }
    switch found.kind {
    case .comma, .semicolon, .dot, .leftParen, .rightParen:
      return true
    case .word, .symbol, .integer, .float:
      // These hold no line end, and most tokens are such.
      guard found.range.count == kept.range.count else { return false }
      var index = found.range.lowerBound
      for keptIndex in kept.range {
        if file[index] != text[keptIndex] { return false }
        index += 1
      }
      return true
    default:
      return isSameButForLineEnds(found.range, of: file, kept.range, of: text)
    }
  }

  private static func isSameButForLineEnds(
    _ found: Range<Int>, of file: UnsafeBufferPointer<UInt8>, _ kept: Range<Int>,
    of text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var index = found.lowerBound
    for keptIndex in kept {
      guard index < found.upperBound else { return false }
      if file[index] == 0x0D, index + 1 < found.upperBound, file[index + 1] == 0x0A { index += 1 }
      if file[index] != text[keptIndex] { return false }
      index += 1
    }
    return index == found.upperBound
  }

  /// The beginning of a token as messages show it: its first line, and not too much of that.
  private static func excerpt(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> String {
    let line = bytes[range].prefix { $0 >= 0x20 }
    let text = String(decoding: line, as: UTF8.self)
    let isWhole = line.count == range.count && text.count <= 40
    return isWhole ? text : text.prefix(40) + "…"
  }
}

// MARK: - Characters

extension LossyTextCheck {
  /// Looks at every byte that is not printable ASCII.
  ///
  /// Tokens are only looked for where a character could be wrong, which is rare.
  private static func checkCharacters(
    of file: UnsafeBufferPointer<UInt8>, into faults: inout [LossyTextFault.Kind: LossyTextFault]
  ) {
    func add(_ fault: LossyTextFault) {
      if faults[fault.kind] == nil {
        faults[fault.kind] = fault
      } else {
        faults[fault.kind]?.count += 1
      }
    }
    var tokens = SQLTokenizer(file)
    var token: SQLToken?
    var index = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      index = ByteScan.firstSuspect(from: index, in: file)
      guard index < file.count else { return }
      if file[index] == 0x0D, index + 1 < file.count, file[index + 1] == 0x0A {
        index += 2
        continue
      }
      let length = UTF8Validation.sequenceLength(at: index, in: file)
      guard length > 0 else {
        add(.notUTF8(file[index], at: index))
        index += 1
        continue
      }
      let scalar = UTF8Validation.scalar(at: index, length: length, in: file)
      if kind(of: scalar, in: .code) != nil {
        while index >= token?.range.upperBound ?? 0, let next = tokens.next() { token = next }
        let place = token.map { Place(of: $0, in: file) } ?? .code
        if let kind = kind(of: scalar, in: place) { add(.character(kind, scalar, at: index)) }
      }
      index += length
    }
  }

  private enum Place {
    case code, comment, literal

    init(of token: SQLToken, in bytes: UnsafeBufferPointer<UInt8>) {
      switch token.kind {
      case .lineComment, .blockComment, .unterminatedBlockComment: self = .comment
      case .string, .quotedName, .blob: self = .literal
      case .illegal:
        // A literal that is not closed; SQLite will say so.
        let quotes: [UInt8] = [0x22, 0x27, 0x5B, 0x60]
        self = quotes.contains(bytes[token.range.lowerBound]) ? .literal : .code
      default: self = .code
      }
    }
  }

  private static func kind(of scalar: UInt32, in place: Place) -> LossyTextFault.Kind? {
    if scalar == 0 { return .nul }
    guard place != .literal else { return nil }
    switch scalar {
    case 0x0D:
      return .loneCarriageReturn
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
      return .nonASCIISpace
    case 0xFEFF:
      return .secondByteOrderMark
    case 0x00..<0x20, 0x7F...0x9F:
      return .controlCharacter
    case 0x202A...0x202E, 0x2066...0x2069:
      // These can show a reviewer another order of the text than SQLite reads, from comments too.
      return .invisibleCharacter
    case 0x180E, 0x200B...0x200F, 0x2060...0x2064:
      // Scripts and emoji need some of these, so comments may have them.
      return place == .code ? .invisibleCharacter : nil
    default:
      return nil
    }
  }
}

extension SQLTokenizer {
  /// Returns the next token that is neither white space nor a comment.
  mutating func nextSignificant() -> SQLToken? {
    while let token = next() {
      if !token.isTrivia { return token }
    }
    return nil
  }
}
