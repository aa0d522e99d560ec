/// Something that SQLite's SQL has had only since some release.
struct SQLiteFeature: Sendable {
  /// What it is, for messages: `the RETURNING clause`.
  let name: String
  /// The release that brought it.
  let since: SQLiteRelease
  /// Statements that use it, one each.
  let examples: [String]
  /// How its use shows.
  let use: Use

  /// How the use of a feature shows in a statement.
  enum Use: Sendable {
    /// A call of one of these functions, in lower case.
    case functions([String])
    /// A call of one of these functions, in lower case, whose arguments pass a test.
    case calls([String], @Sendable (SQLTokenCursor, _ arguments: [Range<Int>]) -> Bool)
    /// Tokens in a row; see ``TokenPattern``.
    case tokens(TokenPattern)
    /// The index of the first token that uses it.
    case search(@Sendable (SQLTokenCursor) -> Int?)
  }

  /// SQLite's own page about the release.
  var source: String {
    "https://sqlite.org/releaselog/\(since.major)_\(since.minor)_\(since.patch).html"
  }

  /// The first feature in some SQL that a release lacks, and the byte at which it is used.
  ///
  /// Explains a syntax error: SQL that is newer than the SQLite at hand is no mistake of its
  /// author.
  static func first(
    newerThan release: SQLiteRelease, in split: StatementSplitter, assuming: Set<String> = []
  ) -> (feature: SQLiteFeature, offset: Int)? {
    let detector = SQLiteFeatureDetector(newerThan: release, assuming: assuming)
    for statement in split.statements {
      if let use = detector.uses(in: split.cursor(statement)).first { return use }
    }
    return nil
  }

  /// The same for a text.
  static func first(
    newerThan release: SQLiteRelease, in sql: String
  ) -> (feature: SQLiteFeature, offset: Int)? {
    first(newerThan: release, in: StatementSplitter(Array(sql.utf8)))
  }
}

extension SQLiteRelease {
  /// The release of the SQLite in use.
  static var library: SQLiteRelease? { SQLiteRelease(Connection.libraryVersion) }
}

/// A few tokens in a row, written with spaces between them.
///
/// A word in capitals stands for that keyword, `@` for a name, `~` for whatever ends an operand,
/// `a|b` for one of them, `?` before one for what may be missing, `!` for what must not come next;
/// all else stands for itself.
struct TokenPattern: Sendable, ExpressibleByStringLiteral {
  /// One token of a pattern.
  private struct Element: Sendable {
    var spellings: [String]
    var isOptional: Bool
    var isForbidden: Bool
  }

  private let elements: [Element]

  init(stringLiteral text: String) {
    elements = text.split(separator: " ").map { word in
      let isOptional = word.hasPrefix("?")
      let isForbidden = word.hasPrefix("!")
      let rest = isOptional || isForbidden ? word.dropFirst() : word
      return Element(
        spellings: rest.split(separator: "|").map(String.init), isOptional: isOptional,
        isForbidden: isForbidden)
    }
  }

  /// The bytes with which a first token can begin, in lower case; nil for any.
  var firstBytes: Set<UInt8>? {
    guard let first = elements.first, !first.isOptional else { return nil }
    var bytes: Set<UInt8> = []
    for spelling in first.spellings {
      if spelling == "@" || spelling == "~" { return nil }
      if let byte = spelling.utf8.first { bytes.insert(byte | 0x20) }
    }
    return bytes
  }

  /// Whether the tokens from an index on are these.
  func matches(_ cursor: SQLTokenCursor, at start: Int) -> Bool {
    var position = start
    for element in elements {
      let isHere =
        position < cursor.end
        && element.spellings.contains {
          TokenPattern.matches(cursor.tokens[position], $0, cursor.bytes)
        }
      if element.isForbidden {
        if isHere { return false }
      } else if isHere {
        position += 1
      } else if !element.isOptional {
        return false
      }
    }
    return true
  }

  private static func matches(_ token: SQLToken, _ spelling: String, _ bytes: [UInt8]) -> Bool {
    switch spelling {
    case "@":
      return token.name(in: bytes) != nil && !SQLKeyword.isReserved(token, in: bytes)
    case "~":
      switch token.kind {
      case .quotedName, .string, .blob, .integer, .float, .variable, .rightParen: return true
      case .word:
        return !SQLKeyword.isReserved(token, in: bytes) || token.isKeyword("NULL", in: bytes)
          || token.isKeyword("ASC", in: bytes) || token.isKeyword("DESC", in: bytes)
      default: return false
      }
    default:
      // Quoted, a keyword is a name; punctuation has one spelling.
      if token.kind == .quotedName || token.kind == .string { return false }
      guard token.range.count == spelling.utf8.count else { return false }
      return zip(bytes[token.range], spelling.utf8).allSatisfy { byte, wanted in
        (byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte) == wanted
      }
    }
  }
}
