/// Reads what CREATE statements declare, from tokens by SQLite's grammar (`parse.y`).
///
/// Made for text that SQLite accepts. Any other text gives nil, or a declaration that says it is
/// not complete; nothing crashes it.
enum DeclarationReader {
  /// Reads one statement of a text.
  static func read(_ sql: String) -> Declaration? {
    let splitter = StatementSplitter(Array(sql.utf8))
    return splitter.statements.first.flatMap { read(splitter.cursor($0)) }
  }

  /// Reads the CREATE TABLE that `sqlite_schema` keeps.
  static func table(_ sql: String) -> TableDeclaration? {
    guard case .table(let table) = read(sql) else { return nil }
    return table
  }

  /// Reads the CREATE INDEX that `sqlite_schema` keeps.
  static func index(_ sql: String) -> IndexDeclaration? {
    guard case .index(let index) = read(sql) else { return nil }
    return index
  }

  /// Reads the CREATE TRIGGER that `sqlite_schema` keeps.
  static func trigger(_ sql: String) -> TriggerDeclaration? {
    guard case .trigger(let trigger) = read(sql) else { return nil }
    return trigger
  }

  /// Reads the CREATE VIEW that `sqlite_schema` keeps.
  static func view(_ sql: String) -> ViewDeclaration? {
    guard case .view(let view) = read(sql) else { return nil }
    return view
  }

  /// Reads the CREATE VIRTUAL TABLE that `sqlite_schema` keeps.
  static func virtualTable(_ sql: String) -> VirtualTableDeclaration? {
    guard case .virtualTable(let table) = read(sql) else { return nil }
    return table
  }

  /// Reads the statement that a cursor holds.
  static func read(_ start: SQLTokenCursor) -> Declaration? {
    var cursor = start
    guard let range = cursor.byteRange(cursor.index..<cursor.end), cursor.take("CREATE") else {
      return nil
    }
    let isTemporary = cursor.take("TEMP") || cursor.take("TEMPORARY")
    if cursor.take("TABLE") {
      return table(&cursor, range: range, isTemporary: isTemporary).map { .table($0) }
    }
    if cursor.take("TRIGGER") {
      return trigger(&cursor, range: range, isTemporary: isTemporary).map { .trigger($0) }
    }
    if cursor.take("VIEW") {
      return view(&cursor, range: range, isTemporary: isTemporary).map { .view($0) }
    }
    if isTemporary { return nil }
    if cursor.take("VIRTUAL", "TABLE") {
      return virtualTable(&cursor, range: range).map { .virtualTable($0) }
    }
    let isUnique = cursor.take("UNIQUE")
    if cursor.take("INDEX") {
      return index(&cursor, range: range, isUnique: isUnique).map { .index($0) }
    }
    return nil
  }
}

// MARK: - What several statements share

extension DeclarationReader {
  /// The name of a new object, with what may stand before it.
  struct Head {
    var hasIfNotExists: Bool
    var schema: SQLName?
    var name: SQLName
  }

  static func head(_ cursor: inout SQLTokenCursor) -> Head? {
    let hasIfNotExists = cursor.take("IF", "NOT", "EXISTS")
    guard let first = cursor.takeName() else { return nil }
    guard cursor.take(.dot) else {
      return Head(hasIfNotExists: hasIfNotExists, schema: nil, name: first)
    }
    guard let second = cursor.takeName() else { return nil }
    return Head(hasIfNotExists: hasIfNotExists, schema: first, name: second)
  }

  /// Names in parentheses; nil, with nothing taken, if no parenthesis comes next.
  ///
  /// COLLATE and an order after a name are passed over: old schemas have them.
  static func names(_ cursor: inout SQLTokenCursor) -> [SQLName]? {
    guard let group = cursor.takeGroup() else { return nil }
    return cursor.commaSeparated(group).compactMap { range in
      var part = cursor.part(range)
      return part.takeName()
    }
  }

  /// Terms in parentheses; nil, with nothing taken, if no parenthesis comes next.
  ///
  /// - Returns: the terms, and whether AUTOINCREMENT closes them.
  static func terms(
    _ cursor: inout SQLTokenCursor
  ) -> (terms: [IndexedTerm], isAutoincrement: Bool)? {
    guard let group = cursor.takeGroup() else { return nil }
    var isAutoincrement = false
    let terms = cursor.commaSeparated(group).compactMap { range -> IndexedTerm? in
      var end = range.upperBound
      if end > range.lowerBound, cursor.tokens[end - 1].isKeyword("AUTOINCREMENT", in: cursor.bytes)
      {
        isAutoincrement = true
        end -= 1
      }
      return term(cursor.part(range.lowerBound..<end))
    }
    return (terms, isAutoincrement)
  }

  private static func term(_ cursor: SQLTokenCursor) -> IndexedTerm? {
    let (bytes, tokens) = (cursor.bytes, cursor.tokens)
    guard let range = cursor.byteRange(cursor.index..<cursor.end) else { return nil }
    // Read from the end: [NULLS FIRST|LAST] [ASC|DESC] and COLLATE name, so that what is left is
    // the expression. One token always stays: a column may be called `desc`.
    var end = cursor.end
    var isDescending = false
    func last(_ keyword: StaticString, before end: Int) -> Bool {
      end - 1 > cursor.index && tokens[end - 1].isKeyword(keyword, in: bytes)
    }
    if last("FIRST", before: end) || last("LAST", before: end), last("NULLS", before: end - 1) {
      end -= 2
    }
    if last("DESC", before: end) {
      isDescending = true
      end -= 1
    } else if last("ASC", before: end) {
      end -= 1
    }
    var collation: SQLName?
    while last("COLLATE", before: end - 1), let text = tokens[end - 1].name(in: bytes) {
      // Of several, the last one written counts.
      collation = collation ?? SQLName(text: text, range: tokens[end - 1].range)
      end -= 2
    }
    guard let expression = SQLExpression(cursor.part(cursor.index..<end)) else { return nil }
    let inner = cursor.part(cursor.index..<end)
    let bare = CanonicalSQL.withoutParentheses(inner)
    let column =
      bare.count == 1
      ? tokens[bare.lowerBound].name(in: bytes).map {
        SQLName(text: $0, range: tokens[bare.lowerBound].range)
      } : nil
    return IndexedTerm(
      name: column, expression: expression, collation: collation, isDescending: isDescending,
      range: range)
  }

  /// ON CONFLICT with its action.
  static func conflict(_ cursor: inout SQLTokenCursor) -> String? {
    guard cursor.take("ON", "CONFLICT") else { return nil }
    return cursor.takeName()?.text.uppercased()
  }
}

// MARK: - Indexes, triggers, views, virtual tables

extension DeclarationReader {
  private static func index(
    _ cursor: inout SQLTokenCursor, range: Range<Int>, isUnique: Bool
  ) -> IndexDeclaration? {
    guard let head = head(&cursor), cursor.take("ON"), let table = cursor.takeName(),
      let terms = terms(&cursor)
    else { return nil }
    let condition =
      cursor.take("WHERE") ? SQLExpression(cursor.part(cursor.index..<cursor.end)) : nil
    return IndexDeclaration(
      schema: head.schema, name: head.name, range: range, isUnique: isUnique,
      hasIfNotExists: head.hasIfNotExists, table: table, terms: terms.terms, condition: condition,
      isComplete: condition != nil || cursor.isAtEnd)
  }

  private static func trigger(
    _ cursor: inout SQLTokenCursor, range: Range<Int>, isTemporary: Bool
  ) -> TriggerDeclaration? {
    guard let head = head(&cursor) else { return nil }
    var timing = TriggerDeclaration.Timing.before
    if cursor.take("INSTEAD", "OF") {
      timing = .insteadOf
    } else if cursor.take("AFTER") {
      timing = .after
    } else {
      _ = cursor.take("BEFORE")
    }
    var updateColumns: [SQLName] = []
    let event: TriggerDeclaration.Event
    if cursor.take("INSERT") {
      event = .insert
    } else if cursor.take("DELETE") {
      event = .delete
    } else if cursor.take("UPDATE") {
      event = .update
      if cursor.take("OF") {
        repeat {
          guard let name = cursor.takeName() else { return nil }
          updateColumns.append(name)
        } while cursor.take(.comma)
      }
    } else {
      return nil
    }
    guard cursor.take("ON"), var table = cursor.takeName() else { return nil }
    if cursor.take(.dot) {
      guard let name = cursor.takeName() else { return nil }
      table = name
    }
    _ = cursor.take("FOR", "EACH", "ROW")
    var condition: SQLExpression?
    if cursor.take("WHEN") {
      let start = cursor.index
      while !cursor.isAtEnd, !isBodyStart(cursor) { cursor.advance() }
      condition = SQLExpression(cursor.part(start..<cursor.index))
    }
    guard cursor.take("BEGIN"), cursor.end > cursor.index,
      cursor.tokens[cursor.end - 1].isKeyword("END", in: cursor.bytes)
    else { return nil }
    let tokens = cursor.index..<(cursor.end - 1)
    let body = cursor.byteRange(tokens) ?? cursor.previousEnd..<cursor.previousEnd
    return TriggerDeclaration(
      schema: head.schema, name: head.name, range: range, isTemporary: isTemporary,
      hasIfNotExists: head.hasIfNotExists, timing: timing, event: event,
      updateColumns: updateColumns, table: table, condition: condition, body: body,
      canonicalBody: CanonicalSQL.text(cursor.part(tokens)))
  }

  /// BEGIN may be a name in the condition; the one that a statement follows opens the body.
  private static func isBodyStart(_ cursor: SQLTokenCursor) -> Bool {
    guard cursor.isAt("BEGIN") else { return false }
    let statements: [StaticString] = [
      "INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "WITH", "VALUES",
    ]
    return statements.contains { cursor.isAt($0, ahead: 1) }
  }

  private static func view(
    _ cursor: inout SQLTokenCursor, range: Range<Int>, isTemporary: Bool
  ) -> ViewDeclaration? {
    guard let head = head(&cursor) else { return nil }
    let columns = names(&cursor) ?? []
    guard cursor.take("AS"), let query = cursor.byteRange(cursor.index..<cursor.end) else {
      return nil
    }
    return ViewDeclaration(
      schema: head.schema, name: head.name, range: range, isTemporary: isTemporary,
      hasIfNotExists: head.hasIfNotExists, columns: columns, query: query,
      canonicalQuery: CanonicalSQL.text(cursor))
  }

  private static func virtualTable(
    _ cursor: inout SQLTokenCursor, range: Range<Int>
  ) -> VirtualTableDeclaration? {
    guard let head = head(&cursor), cursor.take("USING"), let module = cursor.takeName() else {
      return nil
    }
    let group = cursor.takeGroup() ?? cursor.index..<cursor.index
    let arguments = cursor.commaSeparated(group).compactMap { range in
      argument(cursor.part(range))
    }
    return VirtualTableDeclaration(
      schema: head.schema, name: head.name, range: range, hasIfNotExists: head.hasIfNotExists,
      module: module, arguments: arguments)
  }

  private static func argument(_ start: SQLTokenCursor) -> VirtualTableDeclaration.Argument? {
    var cursor = start
    guard let range = cursor.byteRange(cursor.index..<cursor.end) else { return nil }
    var argument = VirtualTableDeclaration.Argument(
      text: String(decoding: cursor.bytes[range], as: UTF8.self), range: range)
    if let key = cursor.takeName(), let sign = cursor.peek(), sign.isSpelt("=", in: cursor.bytes) {
      cursor.advance()
      argument.key = foldedName(key.text)
      let value = cursor.byteRange(cursor.index..<cursor.end)
      if cursor.end - cursor.index == 1, let token = cursor.peek(),
        let name = token.name(in: cursor.bytes)
      {
        argument.value = name
      } else {
        argument.value = value.map { String(decoding: cursor.bytes[$0], as: UTF8.self) } ?? ""
      }
    }
    return argument
  }
}
