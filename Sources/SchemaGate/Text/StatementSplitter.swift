/// One statement of a text.
struct SQLStatement: Hashable, Sendable {
  /// From its first token to its last, the semicolon included where there is one.
  var range: Range<Int>
  /// What stands between the statement before and this one: white space, comments, and lone
  /// semicolons.
  var leading: Range<Int>
  /// Its tokens, as indices into those of the whole text, without its semicolon.
  var tokens: Range<Int>
  /// Whether a semicolon ends it.
  var isTerminated: Bool
}

/// Splits SQL into statements as SQLite's shell does: at semicolons, but a CREATE TRIGGER ends at
/// the END that follows a semicolon.
///
/// Source: https://sqlite.org/c3ref/complete.html. Tells where statements are, not whether SQLite
/// accepts them; takes one pass.
struct StatementSplitter: Sendable {
  /// The text.
  let bytes: [UInt8]
  /// Its tokens without white space and comments.
  let tokens: [SQLToken]
  /// Its statements, in order; none of them is empty.
  let statements: [SQLStatement]

  /// Splits a text.
  init(_ bytes: [UInt8]) {
    let tokens = SQLTokenizer.significantTokens(of: bytes)
    self.bytes = bytes
    self.tokens = tokens
    statements = StatementSplitter.split(SQLTokenCursor(bytes: bytes, tokens: tokens))
  }

  /// A cursor over one statement, without its semicolon.
  func cursor(_ statement: SQLStatement) -> SQLTokenCursor {
    SQLTokenCursor(bytes: bytes, tokens: tokens, range: statement.tokens)
  }

  /// The statement that a byte belongs to; in white space and comments, the one that follows.
  func statement(at offset: Int) -> SQLStatement? {
    statements.first { $0.range.upperBound > offset }
  }

  private static func split(_ start: SQLTokenCursor) -> [SQLStatement] {
    var cursor = start
    var statements: [SQLStatement] = []
    var leading = 0
    while !cursor.isAtEnd {
      if cursor.take(.semicolon) { continue }
      let first = cursor.index
      let isTerminated =
        isTrigger(cursor) ? takeTrigger(&cursor) : takePlain(&cursor)
      let last = isTerminated ? cursor.index - 1 : cursor.index
      let range = cursor.tokens[first].range.lowerBound..<cursor.previousEnd
      statements.append(
        SQLStatement(
          range: range, leading: leading..<range.lowerBound, tokens: first..<last,
          isTerminated: isTerminated))
      leading = range.upperBound
    }
    return statements
  }

  private static func isTrigger(_ start: SQLTokenCursor) -> Bool {
    var cursor = start
    if cursor.take("EXPLAIN") { _ = cursor.take("QUERY", "PLAN") }
    guard cursor.take("CREATE") else { return false }
    if !cursor.take("TEMP") { _ = cursor.take("TEMPORARY") }
    return cursor.isAt("TRIGGER")
  }

  /// Goes past a semicolon; false if the text ends before.
  private static func takePlain(_ cursor: inout SQLTokenCursor) -> Bool {
    while !cursor.isAtEnd {
      if cursor.take(.semicolon) { return true }
      cursor.advance()
    }
    return false
  }

  /// No statement inside a trigger begins with END, so that `; END` always ends its body; the END
  /// of a CASE never follows a semicolon.
  private static func takeTrigger(_ cursor: inout SQLTokenCursor) -> Bool {
    var hasBody = false
    while !cursor.isAtEnd {
      if cursor.isAt("BEGIN") { hasBody = true }
      guard cursor.take(.semicolon) else {
        cursor.advance()
        continue
      }
      // Without a body it's no trigger that SQLite knows: don't let it swallow the rest.
      if !hasBody { return true }
      if cursor.take("END") { return takePlain(&cursor) }
    }
    return false
  }
}
