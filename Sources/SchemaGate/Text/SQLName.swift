/// A name as SQL spells it at one place.
struct SQLName: Hashable, Sendable {
  /// The name without quotes, doubled quotes undone.
  var text: String
  /// The bytes that it takes, quotes included.
  var range: Range<Int>
}

/// Words that SQLite's grammar keeps for itself.
enum SQLKeyword {
  /// Whether a bare word can't be an identifier: it has no fallback in SQLite's `parse.y`.
  static func isReserved(_ token: SQLToken, in bytes: [UInt8]) -> Bool {
    contains(token, reservedByLength, in: bytes)
  }

  /// Whether a bare word can be no part of a type; names may also be words of a join.
  static func endsType(_ token: SQLToken, in bytes: [UInt8]) -> Bool {
    isReserved(token, in: bytes) || contains(token, joinWordsByLength, in: bytes)
  }

  /// Whether a bare word is a value where an expression wants one, and no name.
  static func isLiteral(_ token: SQLToken, in bytes: [UInt8]) -> Bool {
    contains(token, literalsByLength, in: bytes)
  }

  private static func contains(
    _ token: SQLToken, _ words: [[StaticString]], in bytes: [UInt8]
  ) -> Bool {
    guard token.kind == .word, token.range.count < words.count else { return false }
    return words[token.range.count].contains { token.isKeyword($0, in: bytes) }
  }

  /// The keywords without a fallback to ID, from SQLite 3.40's `parse.y`.
  private static let reservedByLength = byLength([
    "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CHECK", "COLLATE",
    "COMMIT", "CONSTRAINT", "CREATE", "DEFAULT", "DEFERRABLE", "DELETE", "DISTINCT", "DROP",
    "ELSE", "ESCAPE", "EXCEPT", "EXISTS", "FOREIGN", "FROM", "GROUP", "HAVING", "IN", "INDEX",
    "INSERT",
    "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "LIMIT", "NOT", "NOTHING", "NOTNULL", "NULL", "ON",
    "OR",
    "ORDER", "PRIMARY", "REFERENCES", "RETURNING", "SELECT", "SET", "TABLE", "THEN", "TO",
    "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE",
  ])

  private static let joinWordsByLength = byLength([
    "CROSS", "FULL", "INDEXED", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT",
  ])

  private static let literalsByLength = byLength([
    "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "FALSE", "NULL", "TRUE",
  ])

  private static func byLength(_ words: [StaticString]) -> [[StaticString]] {
    let longest = words.map(\.utf8CodeUnitCount).max() ?? 0
    var lists = [[StaticString]](repeating: [], count: longest + 1)
    for word in words { lists[word.utf8CodeUnitCount].append(word) }
    return lists
  }
}
