/// Finds what an assigned value is worked out from, behind the names of subqueries.
enum AssignedExpression {
  /// The expression of a value: that of a scalar subquery, or what is given the value's name with
  /// AS elsewhere in the statement; the value itself where nothing of the kind is seen.
  static func behind(_ value: Range<Int>, in statement: SQLTokenCursor) -> SQLTokenCursor {
    var part = value
    // A name leads to another at most a few times.
    for _ in 0..<4 {
      guard let next = inner(part, statement) ?? definition(part, statement), next != part else {
        break
      }
      part = next
    }
    return statement.part(part)
  }

  /// The only result column of a subquery in parentheses.
  private static func inner(_ part: Range<Int>, _ statement: SQLTokenCursor) -> Range<Int>? {
    var cursor = statement.part(part)
    guard let group = cursor.takeGroup(), cursor.isAtEnd else { return nil }
    var query = statement.part(group)
    guard query.take("SELECT") else { return nil }
    if !query.take("DISTINCT") { _ = query.take("ALL") }
    let start = query.index
    while !query.isAtEnd, !query.isAt("FROM"), !query.isAt("WHERE") {
      if query.takeGroup() == nil { query.advance() }
    }
    let terms = statement.commaSeparated(start..<query.index)
    return terms.count == 1 ? terms[0] : nil
  }

  /// What `expression AS name` elsewhere gives the name of a column that a value only copies.
  private static func definition(_ part: Range<Int>, _ statement: SQLTokenCursor) -> Range<Int>? {
    let (tokens, bytes) = (statement.tokens, statement.bytes)
    guard let last = part.last, tokens.indices.contains(last),
      part.allSatisfy({
        [.word, .quotedName, .dot].contains(tokens[$0].kind)
      }),
      let name = tokens[last].name(in: bytes)
    else { return nil }
    for position in tokens.indices.dropLast() {
      guard tokens[position].isKeyword("AS", in: bytes), !part.contains(position),
        tokens[position + 1].name(in: bytes).map({ sameName($0, name) }) ?? false
      else { continue }
      let start = self.start(before: position, statement)
      if start < position { return start..<position }
    }
    return nil
  }

  /// Where the expression that ends before a token begins.
  private static func start(before end: Int, _ statement: SQLTokenCursor) -> Int {
    var depth = 0
    for position in stride(from: end - 1, through: 0, by: -1) {
      let token = statement.tokens[position]
      switch token.kind {
      case .rightParen: depth += 1
      case .leftParen where depth == 0: return position + 1
      case .leftParen: depth -= 1
      case .comma where depth == 0: return position + 1
      case .word where depth == 0:
        if token.isKeyword("SELECT", in: statement.bytes)
          || token.isKeyword("DISTINCT", in: statement.bytes)
          || token.isKeyword("ALL", in: statement.bytes)
        {
          return position + 1
        }
      default: break
      }
    }
    return 0
  }
}
