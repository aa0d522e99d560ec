// Reading CREATE TABLE: its columns, its constraints and its options.
extension DeclarationReader {
  static func table(
    _ cursor: inout SQLTokenCursor, range: Range<Int>, isTemporary: Bool
  ) -> TableDeclaration? {
    guard let head = head(&cursor) else { return nil }
    var table = TableDeclaration(
      schema: head.schema, name: head.name, range: range, isTemporary: isTemporary,
      hasIfNotExists: head.hasIfNotExists)
    if cursor.take("AS") {
      table.query = cursor.byteRange(cursor.index..<cursor.end)
      table.isComplete = table.query != nil
      return table
    }
    let open = cursor.offset
    guard let group = cursor.takeGroup() else { return nil }
    table.body = open..<cursor.previousEnd
    for part in cursor.commaSeparated(group) { read(cursor.part(part), into: &table) }
    options(&cursor, into: &table)
    return table
  }

  /// Reads what stands between two commas: a column, or constraints of the table.
  private static func read(_ start: SQLTokenCursor, into table: inout TableDeclaration) {
    var cursor = start
    guard !cursor.isAtEnd else {
      table.isComplete = false
      return
    }
    let words: [StaticString] = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if words.contains(where: { cursor.isAt($0) }) {
      // SQLite wants no commas between constraints of a table.
      if !tableConstraints(&cursor, into: &table.constraints) { table.isComplete = false }
    } else if let (column, isComplete) = column(&cursor) {
      table.columns.append(column)
      if !isComplete { table.isComplete = false }
    } else {
      table.isComplete = false
    }
  }

  private static func options(_ cursor: inout SQLTokenCursor, into table: inout TableDeclaration) {
    while !cursor.isAtEnd {
      if cursor.take("WITHOUT") {
        // Any name is read here, and SQLite refuses all but `rowid`.
        if let name = cursor.takeName(), sameName(name.text, "rowid") {
          table.isWithoutRowID = true
        } else {
          table.isComplete = false
        }
      } else if let name = cursor.takeName(), sameName(name.text, "strict") {
        table.isStrict = true
      } else {
        table.isComplete = false
      }
      guard cursor.take(.comma) else { break }
    }
    if !cursor.isAtEnd { table.isComplete = false }
  }
}

// MARK: - Columns

extension DeclarationReader {
  /// Reads a column's declaration to the end of a cursor, also that of ALTER TABLE … ADD COLUMN.
  ///
  /// - Returns: the column, and whether every token was understood; nil without a name.
  static func column(
    _ cursor: inout SQLTokenCursor
  ) -> (column: ColumnDeclaration, isComplete: Bool)? {
    let start = cursor.offset
    guard let name = cursor.takeName() else { return nil }
    let typeRange = type(&cursor)
    var column = ColumnDeclaration(
      name: name, type: typeRange.map { typeName(cursor.bytes, $0) } ?? "",
      typeRange: typeRange, range: start..<start)
    let isComplete = columnConstraints(&cursor, of: name, into: &column.constraints)
    column.range = start..<max(start, cursor.previousEnd)
    return (column, isComplete)
  }

  private static func type(_ cursor: inout SQLTokenCursor) -> Range<Int>? {
    let start = cursor.index
    while let token = cursor.peek() {
      switch token.kind {
      case .word where SQLKeyword.endsType(token, in: cursor.bytes): break
      case .word, .quotedName, .string:
        cursor.advance()
        continue
      default: break
      }
      break
    }
    var end = cursor.index
    if end > start, cursor.isAt(.leftParen), let group = cursor.takeGroup() {
      end = group.upperBound + 1
    } else {
      // The grammar takes GENERATED ALWAYS as words of the type; SQLite then cuts them off.
      let bytes = cursor.bytes
      if end - start >= 2, cursor.tokens[end - 1].isKeyword("ALWAYS", in: bytes),
        cursor.tokens[end - 2].isKeyword("GENERATED", in: bytes)
      {
        end -= 2
      }
    }
    return cursor.byteRange(start..<end)
  }

  /// The type as `PRAGMA table_xinfo` reports it: where it begins with a quoted word, that word
  /// alone; the six standard types, which SQLite knows by number, as SQLite spells them.
  private static func typeName(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    var name = text
    if let first = SQLTokenCursor(Array(text.utf8)).peek(), first.kind != .word {
      name = first.name(in: Array(text.utf8)) ?? text
    }
    let standard = ["ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT"]
    return standard.first { sameName($0, name) } ?? name
  }

  private static func columnConstraints(
    _ cursor: inout SQLTokenCursor, of column: SQLName,
    into constraints: inout [ConstraintDeclaration]
  ) -> Bool {
    var name: SQLName?
    var start: Int?
    while !cursor.isAtEnd {
      if start == nil { start = cursor.offset }
      let from = start ?? cursor.offset
      if cursor.take("CONSTRAINT") {
        // Several names in a row are accepted; the last one counts.
        guard let taken = cursor.takeName() else { return false }
        name = taken
        continue
      }
      if deferral(&cursor, into: &constraints) {
        start = nil
        continue
      }
      guard let kind = columnConstraint(&cursor, of: column) else { return false }
      var constraint = ConstraintDeclaration(name: name, range: from..<from, kind: kind.kind)
      constraint.isDescending = kind.isDescending
      constraint.conflict = conflict(&cursor)
      // AUTOINCREMENT stands behind the conflict clause.
      if case .primaryKey(let terms, _) = constraint.kind, cursor.take("AUTOINCREMENT") {
        constraint.kind = .primaryKey(terms: terms, isAutoincrement: true)
      }
      constraint.range = from..<cursor.previousEnd
      constraints.append(constraint)
      (name, start) = (nil, nil)
    }
    return true
  }

  /// Reads the constraint that comes next; nil for anything else.
  private static func columnConstraint(
    _ cursor: inout SQLTokenCursor, of column: SQLName
  ) -> (kind: ConstraintDeclaration.Kind, isDescending: Bool)? {
    if cursor.take("NOT", "NULL") { return (.notNull, false) }
    if cursor.take("NULL") { return (.null, false) }
    if cursor.take("PRIMARY", "KEY") {
      let isDescending = cursor.take("DESC")
      if !isDescending { _ = cursor.take("ASC") }
      return (.primaryKey(terms: [], isAutoincrement: false), isDescending)
    }
    if cursor.take("UNIQUE") { return (.unique(terms: []), false) }
    if cursor.take("CHECK") { return group(&cursor).map { (.check($0), false) } }
    if cursor.take("DEFAULT") { return defaultValue(&cursor).map { (.defaultValue($0), false) } }
    if cursor.take("COLLATE") { return cursor.takeName().map { (.collate($0), false) } }
    if cursor.isAt("REFERENCES") {
      return references(&cursor, columns: [column], from: cursor.offset).map {
        (.foreignKey($0), false)
      }
    }
    // GENERATED ALWAYS was passed over with the type, unless there are constraints before it.
    if cursor.take("GENERATED") {
      guard cursor.take("ALWAYS") else { return nil }
    }
    if cursor.take("AS") {
      guard let expression = group(&cursor) else { return nil }
      let isStored = cursor.take("STORED")
      if !isStored { _ = cursor.take("VIRTUAL") }
      return (.generated(expression, isStored: isStored), false)
    }
    return nil
  }

  private static func group(_ cursor: inout SQLTokenCursor) -> SQLExpression? {
    cursor.takeGroup().flatMap { SQLExpression(cursor.part($0)) }
  }

  /// A value in parentheses, or a single token with a sign or none.
  private static func defaultValue(_ cursor: inout SQLTokenCursor) -> SQLExpression? {
    if let group = cursor.takeGroup() {
      return SQLExpression(cursor.part(group), isDefault: false)
    }
    let start = cursor.index
    if let sign = cursor.peek(), sign.kind == .symbol { cursor.advance() }
    guard !cursor.isAtEnd else { return nil }
    cursor.advance()
    return SQLExpression(cursor.part(start..<cursor.index), isDefault: true)
  }
}

// MARK: - Constraints

extension DeclarationReader {
  private static func tableConstraints(
    _ cursor: inout SQLTokenCursor, into constraints: inout [ConstraintDeclaration]
  ) -> Bool {
    var name: SQLName?
    var start: Int?
    while !cursor.isAtEnd {
      if start == nil { start = cursor.offset }
      let from = start ?? cursor.offset
      if cursor.take("CONSTRAINT") {
        guard let taken = cursor.takeName() else { return false }
        name = taken
        continue
      }
      let kind: ConstraintDeclaration.Kind
      if cursor.take("PRIMARY", "KEY") {
        guard let (terms, isAutoincrement) = terms(&cursor) else { return false }
        kind = .primaryKey(terms: terms, isAutoincrement: isAutoincrement)
      } else if cursor.take("UNIQUE") {
        guard let (terms, _) = terms(&cursor) else { return false }
        kind = .unique(terms: terms)
      } else if cursor.take("CHECK") {
        guard let expression = group(&cursor) else { return false }
        kind = .check(expression)
      } else if cursor.take("FOREIGN", "KEY") {
        guard let columns = names(&cursor),
          let key = references(&cursor, columns: columns, from: from)
        else { return false }
        kind = .foreignKey(key)
      } else {
        return false
      }
      let conflict = conflict(&cursor)
      constraints.append(
        ConstraintDeclaration(name: name, range: from..<from, kind: kind, conflict: conflict))
      _ = deferral(&cursor, into: &constraints)
      constraints[constraints.count - 1].range = from..<cursor.previousEnd
      (name, start) = (nil, nil)
    }
    return true
  }

  /// Reads REFERENCES with its actions.
  private static func references(
    _ cursor: inout SQLTokenCursor, columns: [SQLName], from: Int
  ) -> ForeignKeyDeclaration? {
    guard cursor.take("REFERENCES"), let parent = cursor.takeName() else { return nil }
    var key = ForeignKeyDeclaration(
      columns: columns, parent: parent, parentColumns: names(&cursor) ?? [], onDelete: nil,
      onUpdate: nil, range: from..<from)
    while !cursor.isAtEnd {
      if cursor.take("MATCH") {
        guard cursor.takeName() != nil else { return nil }
      } else if cursor.take("ON", "DELETE") {
        guard let action = action(&cursor) else { return nil }
        key.onDelete = action
      } else if cursor.take("ON", "UPDATE") {
        guard let action = action(&cursor) else { return nil }
        key.onUpdate = action
      } else if cursor.take("ON", "INSERT") {
        // Accepted by the grammar, and without effect.
        guard action(&cursor) != nil else { return nil }
      } else {
        break
      }
    }
    key.range = from..<cursor.previousEnd
    return key
  }

  private static func action(_ cursor: inout SQLTokenCursor) -> String? {
    if cursor.take("SET", "NULL") { return "SET NULL" }
    if cursor.take("SET", "DEFAULT") { return "SET DEFAULT" }
    if cursor.take("CASCADE") { return "CASCADE" }
    if cursor.take("RESTRICT") { return "RESTRICT" }
    if cursor.take("NO", "ACTION") { return "NO ACTION" }
    return nil
  }

  /// Reads [NOT] DEFERRABLE [INITIALLY …], which belongs to the foreign key before it.
  private static func deferral(
    _ cursor: inout SQLTokenCursor, into constraints: inout [ConstraintDeclaration]
  ) -> Bool {
    let isNegated = cursor.isAt("NOT") && cursor.isAt("DEFERRABLE", ahead: 1)
    guard isNegated || cursor.isAt("DEFERRABLE") else { return false }
    if isNegated { cursor.advance() }
    cursor.advance()
    var isDeferred = cursor.take("INITIALLY", "DEFERRED")
    if !isDeferred { _ = cursor.take("INITIALLY", "IMMEDIATE") }
    // NOT DEFERRABLE INITIALLY DEFERRED is checked at once.
    if isNegated { isDeferred = false }
    for index in constraints.indices.reversed() {
      guard case .foreignKey(var key) = constraints[index].kind else { continue }
      key.isDeferred = isDeferred
      key.range = key.range.lowerBound..<max(key.range.upperBound, cursor.previousEnd)
      constraints[index].kind = .foreignKey(key)
      let range = constraints[index].range
      constraints[index].range = range.lowerBound..<max(range.upperBound, cursor.previousEnd)
      break
    }
    return true
  }
}
