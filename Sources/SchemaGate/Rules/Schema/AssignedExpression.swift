/// Finds what an assigned value is worked out from, behind the names of subqueries.
enum AssignedExpression {
  /// The expressions of a value: that of a scalar subquery, or what is given the value's name with
  /// AS elsewhere in the statement, or by the list of columns of a WITH, for each SELECT in it; the
  /// value itself where nothing of the kind is seen.
  static func behind(_ value: Range<Int>, in statement: SQLTokenCursor) -> [SQLTokenCursor] {
    behind(value, in: statement, depth: 0).map(statement.part)
  }

  private static func behind(
    _ part: Range<Int>, in statement: SQLTokenCursor, depth: Int
  ) -> [Range<Int>] {
    // A name leads to another at most a few times.
    guard depth < 4 else { return [part] }
    var next = [inner(part, statement) ?? definition(part, statement)].compactMap(\.self)
    if next.isEmpty { next = listed(part, statement) }
    next.removeAll { $0 == part }
    return next.isEmpty
      ? [part] : next.flatMap { behind($0, in: statement, depth: depth + 1) }
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

  /// The last part of a name, qualified or not; nil for any other expression.
  private static func name(_ part: Range<Int>, _ statement: SQLTokenCursor) -> String? {
    guard let last = part.last, statement.tokens.indices.contains(last),
      part.allSatisfy({ [.word, .quotedName, .dot].contains(statement.tokens[$0].kind) })
    else { return nil }
    return statement.tokens[last].name(in: statement.bytes)
  }

  /// What `WITH query (name, …) AS (…)` gives the name of a column that a value only copies.
  private static func listed(_ part: Range<Int>, _ statement: SQLTokenCursor) -> [Range<Int>] {
    guard let name = name(part, statement) else { return [] }
    let with = statement.tokens.firstIndex { $0.isKeyword("WITH", in: statement.bytes) }
    guard let with else { return [] }
    var cursor = statement.part(with..<statement.tokens.count)
    while !cursor.isAtEnd {
      guard cursor.isAt(.leftParen), cursor.index > 0,
        statement.tokens[cursor.index - 1].name(in: statement.bytes) != nil
      else {
        cursor.advance()
        continue
      }
      var query = cursor
      cursor.advance()
      guard let list = query.takeGroup(), query.take("AS") else { continue }
      _ = query.take("NOT")
      _ = query.take("MATERIALIZED")
      guard let body = query.takeGroup() else { continue }
      let columns = statement.commaSeparated(list)
      let place = columns.firstIndex { column in
        self.name(column, statement).map { sameName($0, name) } ?? false
      }
      if let place { return results(of: body, statement, count: columns.count).map { $0[place] } }
    }
    return []
  }

  /// The result columns of each SELECT, and of each row of VALUES, that a query is made of, where
  /// there are so many.
  private static func results(
    of query: Range<Int>, _ statement: SQLTokenCursor, count: Int
  ) -> [[Range<Int>]] {
    let ends: [StaticString] = [
      "FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW",
    ]
    var cursor = statement.part(query)
    var all: [[Range<Int>]] = []
    while !cursor.isAtEnd {
      if cursor.take("VALUES") {
        while let row = cursor.takeGroup() {
          all.append(statement.commaSeparated(row))
          if !cursor.take(.comma) { break }
        }
      } else if cursor.take("SELECT") {
        if !cursor.take("DISTINCT") { _ = cursor.take("ALL") }
        let start = cursor.index
        while !cursor.isAtEnd, !ends.contains(where: { cursor.isAt($0) }) {
          if cursor.takeGroup() == nil { cursor.advance() }
        }
        all.append(
          statement.commaSeparated(start..<cursor.index).map { term in
            let alias = term.upperBound - 2
            let hasAlias =
              alias > term.lowerBound
              && statement.tokens[alias].isKeyword("AS", in: statement.bytes)
            return hasAlias ? term.lowerBound..<alias : term
          })
      } else if cursor.takeGroup() == nil {
        cursor.advance()
      }
    }
    return all.filter { $0.count == count && $0.allSatisfy { !$0.isEmpty } }
  }

  /// What `expression AS name` elsewhere gives the name of a column that a value only copies.
  private static func definition(_ part: Range<Int>, _ statement: SQLTokenCursor) -> Range<Int>? {
    let (tokens, bytes) = (statement.tokens, statement.bytes)
    guard let name = name(part, statement) else { return nil }
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
