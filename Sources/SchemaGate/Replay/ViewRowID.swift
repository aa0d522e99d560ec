/// Finds out whether a view's column is the rowid of a table that no column holds.
///
/// The authorizer tells, while a SELECT of the view is compiled, which columns of which tables are
/// read, and where it is a rowid without a column, that it is `ROWID`; which of them becomes the
/// view's column is in the view's text.
struct ViewRowID {
  let objects: SchemaObjects
  let connection: Connection

  /// A column that is read, and the view whose text reads it.
  private struct Read: Hashable {
    let table: String
    let column: String
    let view: String
  }

  /// The table whose bare rowid a column of a view is; nil where it is anything else.
  ///
  /// - Parameter depth: how many views were gone through on the way.
  func implicitTable(
    behind column: String, of view: SchemaObjects.Object, depth: Int = 0
  ) throws(SQLiteError) -> String? {
    let reads = try reads(of: column, view)
    let reader = CatalogReader(connection: connection)
    var implicit: [SchemaObjects.Object] = []
    for table in Set(reads.filter { $0.column == "ROWID" }.map(\.table)).sorted() {
      guard let object = objects.relation(table), try reader.hasImplicitRowID(object) else {
        continue
      }
      implicit.append(object)
    }
    guard !implicit.isEmpty, depth < 20 else { return nil }
    let text = try objects.text(of: view, connection)
    guard let declaration = DeclarationReader.view(text) else { return nil }
    // What a common table expression reads is told under its name.
    let own = reads.filter {
      $0.table != foldedName(view.name)
        && ($0.view == foldedName(view.name) || objects.relation($0.view)?.kind != .view)
    }
    let direct = implicit.filter { table in
      own.contains { $0.table == foldedName(table.name) && $0.column == "ROWID" }
    }
    for item in declaration.items(of: column, in: Array(text.utf8)) {
      guard let name = item.name else {
        if let table = direct.first(where: { item.mayMean($0.name) }) { return table.name }
        continue
      }
      if RowIDName.isOne(name), let table = direct.first(where: { item.mayMean($0.name) }) {
        return table.name
      }
      let sources = own.filter { sameName($0.column, name) }.compactMap {
        objects.relation($0.table)
      }
      for source in sources.sorted(by: { $0.rowID < $1.rowID }) where source.kind == .view {
        if let table = try implicitTable(behind: name, of: source, depth: depth + 1) {
          return table
        }
      }
      // A column that is stored, whatever else the view reads; else one of a subquery, which may
      // be called anything.
      if sources.isEmpty, !RowIDName.isOne(name), let table = direct.first {
        return table.name
      }
    }
    return nil
  }

  private func reads(
    of column: String, _ view: SchemaObjects.Object
  ) throws(SQLiteError) -> Set<Read> {
    var reads: Set<Read> = []
    connection.setAuthorizer { event in
      if event.action == .read, let table = event.first, let column = event.second {
        reads.insert(
          Read(
            table: foldedName(table), column: column, view: foldedName(event.trigger ?? "")))
      }
      return .allow
    }
    defer { connection.removeAuthorizer() }
    // A view that does not compile, or has no such column, is for closure to report.
    _ = connection.failure(of: "SELECT \(quoted(column)) FROM main.\(quoted(view.name))")
    return reads
  }
}

/// An expression that a view selects as some column.
private struct SelectedItem {
  /// Its tokens, without an alias.
  let cursor: SQLTokenCursor
  /// The tokens of the whole SELECT.
  let query: SQLTokenCursor

  /// The column's name, where it is nothing but a column.
  var name: String? {
    guard let last = cursor.tokens.last, cursor.tokens.count % 2 == 1, last.kind != .string,
      stride(from: 1, to: cursor.tokens.count, by: 2).allSatisfy({
        cursor.tokens[$0].kind == .dot
      })
    else { return nil }
    return last.name(in: cursor.bytes)
  }

  /// Whether a rowid in it can be that of a table: it is not qualified with another's name.
  func mayMean(_ table: String) -> Bool {
    cursor.tokens.indices.contains { index in
      guard isRowID(cursor.tokens[index]) else { return false }
      guard index >= 2, cursor.tokens[index - 1].kind == .dot,
        let qualifier = cursor.tokens[index - 2].name(in: cursor.bytes)
      else { return true }
      return sameName(qualifier, table) || isAlias(qualifier, of: table)
    }
  }

  private func isRowID(_ token: SQLToken) -> Bool {
    token.kind != .string && (token.name(in: cursor.bytes).map(RowIDName.isOne) ?? false)
  }

  private func isAlias(_ alias: String, of table: String) -> Bool {
    func names(_ index: Int, _ name: String) -> Bool {
      guard query.tokens.indices.contains(index) else { return false }
      return query.tokens[index].name(in: query.bytes).map { sameName($0, name) } ?? false
    }
    return query.tokens.indices.contains { index in
      guard names(index, table) else { return false }
      let hasAs =
        query.tokens.indices.contains(index + 1)
        && query.tokens[index + 1].isKeyword("AS", in: query.bytes)
      return names(hasAs ? index + 2 : index + 1, alias)
    }
  }
}

extension ViewDeclaration {
  /// What a view selects as a column: one expression for each SELECT of a compound.
  ///
  /// - Parameter text: the bytes that the declaration was read from.
  fileprivate func items(of column: String, in text: [UInt8]) -> [SelectedItem] {
    var cursor = SQLTokenCursor(Array(text[query]))
    var position = columns.firstIndex { sameName($0.text, column) }
    var items: [SelectedItem] = []
    while !cursor.isAtEnd {
      // What stands in parentheses is a WITH's or a subquery.
      guard cursor.take("SELECT") else {
        if cursor.takeGroup() == nil { cursor.advance() }
        continue
      }
      if !cursor.take("DISTINCT") { _ = cursor.take("ALL") }
      let start = cursor.index
      let ends: [StaticString] = [
        "FROM", "WHERE", "GROUP", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT",
      ]
      while !cursor.isAtEnd, !ends.contains(where: { cursor.isAt($0) }) {
        if cursor.takeGroup() == nil { cursor.advance() }
      }
      let parts = cursor.commaSeparated(start..<cursor.index).map { ColumnTerm(cursor, $0) }
      let hasStar = parts.contains { $0.isStar }
      if position == nil {
        position = parts.firstIndex { $0.name.map { sameName($0, column) } ?? false }
      }
      if let position, parts.indices.contains(position),
        !parts[...position].contains(where: \.isStar)
      {
        items.append(SelectedItem(cursor: parts[position].expression, query: cursor))
      } else if hasStar {
        let itself = SQLTokenCursor(Array(quoted(column).utf8))
        items.append(SelectedItem(cursor: itself, query: cursor))
      }
    }
    return items
  }
}

/// A term of what a SELECT gives.
private struct ColumnTerm {
  /// Its tokens without the alias.
  let expression: SQLTokenCursor
  /// What the column is called; nil where SQLite makes a name up.
  let name: String?
  /// Whether it is `*` or `t.*`.
  let isStar: Bool

  init(_ query: SQLTokenCursor, _ range: Range<Int>) {
    let tokens = Array(query.tokens[range])
    let bytes = query.bytes
    isStar = tokens.last?.isSpelt("*", in: bytes) ?? false
    var count = tokens.count
    var alias: String?
    if let last = tokens.last, count >= 2, let word = last.name(in: bytes) {
      let before = tokens[count - 2]
      if before.isKeyword("AS", in: bytes) {
        (alias, count) = (word, count - 2)
      } else if ![.dot, .symbol, .leftParen].contains(before.kind),
        !last.isKeyword("END", in: bytes), !last.isKeyword("NULL", in: bytes)
      {
        (alias, count) = (word, count - 1)
      }
    }
    expression = SQLTokenCursor(bytes: bytes, tokens: Array(tokens[..<count]))
    name = alias ?? SelectedItem(cursor: expression, query: query).name
  }
}
