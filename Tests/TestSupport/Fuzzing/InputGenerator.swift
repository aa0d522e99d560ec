/// Makes inputs for parsers: random, and the same for the same seed on every machine.
public struct InputGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that a seed determines.
  public init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64, which is enough for choosing test inputs.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a number from 0 up to, not including, a bound that is above 0.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns true once in so many times.
  public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

// MARK: - SQL

extension InputGenerator {
  /// Pieces that begin, end and confuse SQL's comments, literals and white space.
  private static let sqlPieces: [[UInt8]] =
    [
      "'", "\"", "`", "[", "]", "--", "-", "/*", "*/", "/", "*", "\n", "\n", "\r\n", "\r", " ",
      " ", "\t", "\u{B}", "\u{C}", ";", "a", "b1", "SELECT 1;", "x'ab'", "x'a'", "''", "\"\"",
      "0x1f", "1.5e3", "1e", ".5", ".", "->>", "->", "||", "|", "<>", "<=", "==", "!=", "!", "?1",
      ":a", "@b", "$c::d(e)", "#1", "$", "é", "\u{FEFF}", "\u{A0}", "😀", "(", ")", ",", "+", "%",
      "&", "~", "^", "{", "\\", "_", "12", "CREATE TABLE t(a TEXT);", "   ", "/**/", "-- c\n",
      "E", "X", "0", "::", "1_0",
    ].map { Array($0.utf8) } + [[0x00], [0xFF], [0xC3], [0xEF, 0xBB], [0x7F], [0x01]]

  /// Returns bytes that look like bad SQL: valid UTF-8 only if asked for, and then without NUL.
  public mutating func sql(pieces limit: Int = 30, isText: Bool = false) -> [UInt8] {
    let choices = isText ? Self.sqlPieces.count - 6 : Self.sqlPieces.count
    var bytes: [UInt8] = oneIn(20) ? [0xEF, 0xBB, 0xBF] : []
    // Few different pieces at a time meet more often.
    let palette = (0..<(2 + below(12))).map { _ in Self.sqlPieces[below(choices)] }
    for _ in 0..<below(limit + 1) {
      bytes += oneIn(6) ? Self.sqlPieces[below(choices)] : palette[below(palette.count)]
    }
    return bytes
  }
}

// MARK: - JSON

extension InputGenerator {
  private static let scalars: [String] = [
    "0", "-1", "12345678901234567890", "1.50", "-0.0", "1e5", "2E-3", "true", "false", "null",
    "\"\"", "\"a\"", "\"é😀\"", "\"\\u00e9\\ud83d\\ude00\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"0123456789abcdef\"", "1e400", "01", "NaN", "\"\\ud800\"", "\"\\x\"", "-", "1.", "\"\u{7F}\"",
  ]

  /// Returns the text of a JSON value, sometimes with small faults.
  public mutating func json() -> [UInt8] {
    var text = ""
    appendJSON(to: &text, depth: 0)
    return mutate(Array(text.utf8))
  }

  private mutating func appendJSON(to text: inout String, depth: Int) {
    let space = oneIn(4) ? [" ", "\n", "\r\n", "\t"][below(4)] : ""
    text += space
    switch depth < 6 ? below(4) : 3 {
    case 0:
      text += "["
      for index in 0..<below(4) {
        if index > 0 { text += "," }
        appendJSON(to: &text, depth: depth + 1)
      }
      text += "]"
    case 1, 2:
      text += "{"
      for index in 0..<below(depth == 0 ? 20 : 4) {
        if index > 0 { text += "," }
        let name = oneIn(40) ? 0 : index
        text += oneIn(5) ? "\"\\u00\(40 + name)\"" : "\"\(name)k\"\(space)"
        text += ":"
        appendJSON(to: &text, depth: depth + 1)
      }
      text += "}"
    default:
      text += oneIn(10) ? Self.scalars[below(Self.scalars.count)] : Self.scalars[below(16)]
    }
    text += space
  }
}

// MARK: - Faults

extension InputGenerator {
  /// Returns bytes with some of them changed, left out, repeated or moved; half the time unchanged.
  public mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    guard !original.isEmpty, oneIn(2) else { return original }
    var bytes = original
    for _ in 0...below(3) where !bytes.isEmpty {
      let index = below(bytes.count)
      switch below(6) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: next())
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(bytes[below(bytes.count)], at: index)
      case 3: bytes.removeSubrange(index..<min(index + below(8), bytes.count))
      case 4: bytes.insert(contentsOf: bytes[index..<min(index + below(8), bytes.count)], at: index)
      default: bytes[index] = Array("\"\\{}[],:'/*-\n\r 019eE.u".utf8)[below(22)]
      }
    }
    return bytes
  }
}
