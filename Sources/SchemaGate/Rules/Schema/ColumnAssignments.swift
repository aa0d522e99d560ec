/// Finds what statements write to columns: the values of INSERT, and what UPDATE and ON CONFLICT
/// set, also in the bodies of triggers.
///
/// Tokens say where an expression begins and ends; what it yields is for SQLite to say.
struct ColumnAssignments {
  /// One value for one column.
  struct Assignment {
    let table: String
    let column: String
    /// The value's tokens, as indices.
    let tokens: Range<Int>
  }

  /// What one row of an INSERT, or one UPDATE, is made of.
  struct Row {
    let table: String
    /// Whether it is a new row, in which columns that are not named get their defaults.
    let isNew: Bool
    /// The word after OR, folded.
    let conflict: String?
    /// The columns that are written, with the tokens of what they get; nil where a query says.
    let values: [(column: String, tokens: Range<Int>?)]
  }

  private(set) var found: [Assignment] = []
  /// The same by rows. One of an INSERT whose columns aren't known is left out.
  private(set) var rows: [Row] = []
  private var conflict: String?
  private let catalog: Catalog

  /// Reads statements.
  ///
  /// - Parameters:
  ///   - cursor: one statement, or the body of a trigger.
  ///   - catalog: for the columns of an INSERT that names none.
  init(in cursor: SQLTokenCursor, catalog: Catalog) {
    self.catalog = catalog
    var cursor = cursor
    while !cursor.isAtEnd {
      if cursor.take("UPDATE") {
        takeConflictWord(&cursor)
        if let table = target(&cursor), skipToSet(&cursor) { assignments(&cursor, of: table) }
      } else if cursor.take("INSERT") || (cursor.isAt("REPLACE") && cursor.isAt("INTO", ahead: 1)) {
        if cursor.isAt("REPLACE") { cursor.advance() }
        takeConflictWord(&cursor)
        if cursor.take("INTO"), let table = target(&cursor) { insert(&cursor, into: table) }
      } else {
        cursor.advance()
      }
    }
  }

  /// OR and the word after it.
  private mutating func takeConflictWord(_ cursor: inout SQLTokenCursor) {
    conflict = cursor.take("OR") ? cursor.takeName().map { foldedName($0.text) } : nil
  }

  /// The table, without its schema.
  private func target(_ cursor: inout SQLTokenCursor) -> String? {
    guard !cursor.isAt("ON"), !cursor.isAt("OF"), let first = cursor.takeName() else { return nil }
    guard cursor.take(.dot) else { return first.text }
    return cursor.takeName()?.text
  }

  /// Goes past an alias or an index to SET; false where none follows.
  private func skipToSet(_ cursor: inout SQLTokenCursor) -> Bool {
    for _ in 0..<5 {
      if cursor.take("SET") { return true }
      guard cursor.isAt(.word) || cursor.isAt(.quotedName) else { return false }
      cursor.advance()
    }
    return false
  }

  private mutating func insert(_ cursor: inout SQLTokenCursor, into table: String) {
    if cursor.take("AS") { cursor.advance() }
    if cursor.take("DEFAULT", "VALUES") {
      rows.append(Row(table: table, isNew: true, conflict: conflict, values: []))
      return
    }
    let columns: [String]
    if cursor.isAt(.leftParen) {
      columns = DeclarationReader.names(&cursor)?.map(\.text) ?? []
    } else {
      columns = catalog.table(named: table)?.columns.filter(\.isWritable).map(\.name) ?? []
    }
    if cursor.take("VALUES") {
      while let group = cursor.takeGroup() {
        addRow(cursor.commaSeparated(group), columns, table)
        if !cursor.take(.comma) { break }
      }
    } else {
      selects(&cursor, columns, table)
    }
    conflictClauses(&cursor, of: table)
  }

  /// The result columns of a SELECT and of those that UNION and the like join to it.
  private mutating func selects(
    _ cursor: inout SQLTokenCursor, _ columns: [String], _ table: String
  ) {
    while !cursor.isAtEnd, !cursor.isAt(.semicolon), !isAtConflict(cursor) {
      if cursor.takeGroup() != nil { continue }
      guard cursor.take("SELECT") else {
        cursor.advance()
        continue
      }
      if !cursor.take("DISTINCT") { _ = cursor.take("ALL") }
      let start = cursor.index
      skip(
        &cursor,
        until: [
          "FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "EXCEPT",
          "INTERSECT", "ON", "RETURNING",
        ])
      let terms = cursor.commaSeparated(start..<cursor.index).map { term in
        withoutAlias(term, cursor)
      }
      addRow(terms, columns, table)
    }
  }

  private func isAtConflict(_ cursor: SQLTokenCursor) -> Bool {
    cursor.isAt("ON") && cursor.isAt("CONFLICT", ahead: 1)
  }

  private mutating func conflictClauses(_ cursor: inout SQLTokenCursor, of table: String) {
    while isAtConflict(cursor) {
      skip(&cursor, until: ["DO"])
      guard cursor.take("DO") else { return }
      if cursor.take("UPDATE", "SET") { assignments(&cursor, of: table) }
      if cursor.isAt("WHERE") { skip(&cursor, until: ["ON", "RETURNING"]) }
      _ = cursor.take("NOTHING")
    }
  }

  private mutating func assignments(_ cursor: inout SQLTokenCursor, of table: String) {
    var values: [(column: String, tokens: Range<Int>?)] = []
    defer {
      rows.append(Row(table: table, isNew: false, conflict: conflict, values: values))
    }
    repeat {
      if cursor.isAt(.leftParen) {
        let columns = DeclarationReader.names(&cursor)?.map(\.text) ?? []
        guard cursor.peek()?.isSpelt("=", in: cursor.bytes) == true else { return }
        cursor.advance()
        if let group = cursor.takeGroup() {
          values += add(cursor.commaSeparated(group), columns, table)
        }
      } else {
        guard let column = cursor.takeName(),
          cursor.peek()?.isSpelt("=", in: cursor.bytes) == true
        else { return }
        cursor.advance()
        let start = cursor.index
        skip(&cursor, until: ["FROM", "WHERE", "ORDER", "LIMIT", "RETURNING", "ON"], atComma: true)
        values += add([start..<cursor.index], [column.text], table)
      }
    } while cursor.take(.comma)
  }

  /// Goes to a keyword, a semicolon or a closing parenthesis outside of parentheses.
  private func skip(
    _ cursor: inout SQLTokenCursor, until keywords: [StaticString], atComma: Bool = false
  ) {
    while let token = cursor.peek() {
      if token.kind == .semicolon || token.kind == .rightParen { return }
      if atComma, token.kind == .comma { return }
      if keywords.contains(where: { cursor.isAt($0) }) { return }
      if cursor.takeGroup() == nil { cursor.advance() }
    }
  }

  private func withoutAlias(_ term: Range<Int>, _ cursor: SQLTokenCursor) -> Range<Int> {
    guard term.count > 2, cursor.tokens[term.upperBound - 2].isKeyword("AS", in: cursor.bytes)
    else { return term }
    return term.lowerBound..<(term.upperBound - 2)
  }

  private mutating func addRow(_ values: [Range<Int>], _ columns: [String], _ table: String) {
    let values = add(values, columns, table)
    guard !columns.isEmpty else { return }
    rows.append(Row(table: table, isNew: true, conflict: conflict, values: values))
  }

  /// Notes values for columns, and says which goes where.
  private mutating func add(
    _ values: [Range<Int>], _ columns: [String], _ table: String
  ) -> [(column: String, tokens: Range<Int>?)] {
    guard values.count == columns.count else { return columns.map { ($0, nil) } }
    for (column, tokens) in zip(columns, values) where !tokens.isEmpty {
      found.append(Assignment(table: table, column: column, tokens: tokens))
    }
    return zip(columns, values).map { ($0, $1.isEmpty ? nil : $1) }
  }
}
