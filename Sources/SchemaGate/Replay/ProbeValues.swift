/// Values to try in columns.
enum ProbeValues {
  /// Words that nobody would use as a value: short and long, of several first characters, so that
  /// neither a length nor a comparison stops them all.
  static let nonsense: [SQLiteValue] = [
    "zq", "7q", "Zqx Vw", "", "q", String(repeating: "zqxv", count: 30),
  ].map { .text($0) }

  /// The same for numbers.
  static let nonsenseNumbers: [SQLiteValue] = [
    .integer(987_654_321), .integer(-987_654_321), .integer(77), .integer(-3),
  ]

  /// Texts as long as numbers say, one shorter and one longer, for conditions on a length.
  static func lengths(of literals: [SQLiteValue]) -> [SQLiteValue] {
    literals.flatMap { literal -> [SQLiteValue] in
      guard case .integer(let length) = literal, (1...10_000).contains(length) else { return [] }
      return [length, length + 1, length - 1].map {
        .text(String(repeating: "z", count: Int($0)))
      }
    }
  }

  /// Values of no meaning for a column of a type.
  static func oddities(type: String) -> [SQLiteValue] {
    switch Affinity(type) {
    case .text: nonsense
    case .integer, .numeric, .real: nonsenseNumbers
    case .blob: []
    }
  }

  /// The words in a text that is a list, such as `',a,b,'`.
  static func parts(of value: SQLiteValue) -> [SQLiteValue] {
    guard case .text(let text) = value else { return [] }
    let parts = text.utf8.split { !SQLTokenizer.isNameByte($0) }
    return parts.count > 1 || parts.first?.count != text.utf8.count
      ? parts.map { .text(String(decoding: $0, as: UTF8.self)) } : []
  }

  /// Texts that differ from others in one digit or letter, and are none of them: of the first two,
  /// in their first eight characters.
  static func relatives(of values: [SQLiteValue]) -> [SQLiteValue] {
    var relatives: [SQLiteValue] = []
    // A collation may ignore case.
    let known = Set(
      values.compactMap { if case .text(let text) = $0 { foldedName(text) } else { nil } })
    for case .text(let text) in values.prefix(2) {
      let bytes = Array(text.utf8)
      for index in bytes.indices.prefix(8) {
        var changed = bytes
        switch bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "8"), UInt8(ascii: "a")...UInt8(ascii: "y"),
          UInt8(ascii: "A")...UInt8(ascii: "Y"):
          changed[index] += 1
        case UInt8(ascii: "9"), UInt8(ascii: "z"), UInt8(ascii: "Z"):
          changed[index] -= 1
        default: continue
        }
        let relative = String(decoding: changed, as: UTF8.self)
        if !known.contains(foldedName(relative)) { relatives.append(.text(relative)) }
      }
    }
    return relatives
  }

  /// Values that a column of a type could hold: the literals of its CHECKs, then samples.
  static func candidates(
    type: String, literals: [SQLiteValue], withTexts: Bool = true
  ) -> [SQLiteValue] {
    switch Affinity(type) {
    case .text:
      literals.filter { if case .text = $0 { true } else { false } } + literals.flatMap(parts)
        + (withTexts ? texts : [])
    case .integer, .numeric:
      literals.filter { if case .integer = $0 { true } else { false } } + neighbours(of: literals)
        + integers
    case .real: literals.filter(\.isNumber) + integers
    case .blob:
      (sameName(type, "ANY") ? literals + texts.prefix(2) : [])
        + [
          .blob([1]), .blob([2]), .blob(Array(repeating: 1, count: 16)),
          .blob(Array(repeating: 2, count: 16)), .blob(Array(repeating: 1, count: 32)),
          .blob(Array(repeating: 2, count: 32)),
        ]
    }
  }

  private static let integers: [SQLiteValue] = [0, 1, 2, 3, 10, 100, 1000, -1].map { .integer($0) }

  private static func neighbours(of literals: [SQLiteValue]) -> [SQLiteValue] {
    literals.flatMap { literal -> [SQLiteValue] in
      guard case .integer(let number) = literal else { return [] }
      return [.integer(number &+ 1), .integer(number &- 1)]
    }
  }

  /// Texts of the kinds that schemas CHECK for: words, instants, dates, times, identifiers, JSON.
  ///
  /// Four of the usual kinds, so that rows can differ also where columns must differ.
  static let texts: [SQLiteValue] = [
    "probe-a", "probe-b", "probe-c", "probe-d",
    "2026-01-02T03:04:05.678Z", "2026-01-03T04:05:06.789Z", "2026-01-04T05:06:07.891Z",
    "2026-01-05T06:07:08.912Z",
    "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05",
    "2026-01-02T03:04:05Z", "2026-01-03T04:05:06Z", "03:04", "04:05", "05:06",
    "0000000000000_0000_0000000000000000", "1700000000000_0001_0123456789abcdef",
    "1700000000001_0002_0123456789abcdef", "1700000000002_0003_0123456789abcdef",
    "0190a6d4-7c1e-7b3a-9d2f-0123456789ab", "0190a6d4-7c1e-7b3a-9d2f-0123456789ac",
    "0190a6d4-7c1e-7b3a-9d2f-0123456789ad", "0190a6d4-7c1e-7b3a-9d2f-0123456789ae",
    "{}", "[]", "[1]", "#a1b2c3", "#a1b2c4", "https://example.org/a", "https://example.org/b",
    "UTC", "Europe/Paris", "a", "b", "c", "A", "B", "0", "1", "en", "fr", "0123456789abcdef",
    "1123456789abcdef", String(repeating: "0123456789abcdef", count: 2),
    String(repeating: "1123456789abcdef", count: 2),
    String(repeating: "0123456789abcdef", count: 4),
    String(repeating: "1123456789abcdef", count: 4), "a@example.org", "b@example.org", "",
  ].map { .text($0) }
}

extension SQLiteValue {
  /// Whether the value is an integer or a real.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }

  /// The value as SQL spells it.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): quotedText(text)
    case .blob(let bytes):
      "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }
}

/// The affinity of a declared type (https://sqlite.org/datatype3.html#determination_of_column_affinity).
enum Affinity: Hashable, Sendable {
  case integer, text, blob, real, numeric

  init(_ type: String) {
    // Asked for all columns again and again: bytes are searched, which Strings are slow at.
    var type = type
    self = type.withUTF8 { type in
      func has(_ words: StaticString...) -> Bool { words.contains { type.mentions($0) } }
      // ANY in a STRICT table keeps what it is given, as BLOB does elsewhere.
      let isAny = type.count == 3 && has("any")
      return if has("int") {
        .integer
      } else if has("char", "clob", "text") {
        .text
      } else if type.isEmpty || has("blob") || isAny {
        .blob
      } else if has("real", "floa", "doub") {
        .real
      } else {
        .numeric
      }
    }
  }
}

/// The literals in a piece of SQL.
enum SQLLiterals {
  static func values(in cursor: SQLTokenCursor) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    for (index, token) in cursor.tokens.enumerated() {
      switch token.kind {
      case .string:
        values.append(.text(String(decoding: token.unquoted(in: cursor.bytes), as: UTF8.self)))
      case .integer, .float:
        let isNegative = index > 0 && cursor.tokens[index - 1].isSpelt("-", in: cursor.bytes)
        let text = (isNegative ? "-" : "") + token.text(in: cursor.bytes)
        if let number = Int64(text) {
          values.append(.integer(number))
        } else if let number = Double(text) {
          values.append(.real(number))
        }
      default: break
      }
    }
    return values
  }
}
