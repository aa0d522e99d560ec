/// What a full-text index takes its content from.
struct FullTextContent: Sendable {
  /// The table or view, as written.
  let name: String
  /// Its column that holds the rowid.
  let rowID: String
  /// Whether that was seen to be a rowid that no column holds.
  var isTied = false
}

extension ReplaySession {
  /// Notes full-text indexes on content whose rowids nothing holds fast: those that are new, and
  /// those whose content was made anew.
  ///
  /// Costs nothing in a version that makes no virtual table, no view, and nothing anew.
  mutating func noteImplicitRowIDs(_ new: [SchemaObjects.Object]) throws(SQLiteError) {
    let indexes = objects.virtualTables
    guard !indexes.isEmpty else { return }
    try noteRowIDTriggers(new)
    let newIndexes = Set(new.filter { $0.kind == .virtualTable }.map(\.rowID))
    let hasNewViews = new.contains { $0.kind == .view }
    guard !newIndexes.isEmpty || hasNewViews || !current.rebuilds.isEmpty else { return }
    for object in indexes {
      let isNew = newIndexes.contains(object.rowID)
      if isNew || fullTextContents[object.rowID] == nil {
        let content = try fullTextContent(of: object)
        fullTextContents[object.rowID] = .some(content)
      }
      guard let content = fullTextContents[object.rowID] ?? nil,
        let relation = objects.relation(foldedName(content.name))
      else { continue }
      let rebuild = current.rebuilds.first { sameName($0.after.name, content.name) }
      var tie: String?
      var cause = object.declaration?.range
      switch relation.kind {
      case .table:
        guard isNew || rebuild != nil else { continue }
        if RowIDName.isOne(content.rowID),
          try CatalogReader(connection: connection).hasImplicitRowID(relation)
        {
          tie = relation.name
        }
        if !isNew { cause = rebuild?.statement }
      case .view:
        tie = try ViewRowID(objects: objects, connection: connection)
          .implicitTable(behind: content.rowID, of: relation)
        if !isNew, let tie {
          cause =
            current.rebuilds.first { sameName($0.after.name, tie) }?.statement
            ?? relation.declaration?.range
        }
      default: continue
      }
      fullTextContents[object.rowID]??.isTied = tie != nil
      guard let tie, isNew || !content.isTied else { continue }
      current.implicitRowIDs.append(
        ImplicitRowID(
          index: object.name, content: tie, view: relation.kind == .view ? relation.name : nil,
          column: content.rowID, statement: cause))
    }
  }

  /// Notes new triggers that put rows into full-text indexes by a rowid that no column holds.
  private mutating func noteRowIDTriggers(_ new: [SchemaObjects.Object]) throws(SQLiteError) {
    for trigger in new where trigger.kind == .trigger {
      guard let table = objects.relation(foldedName(trigger.table)), table.kind == .table else {
        continue
      }
      let cursor = SQLTokenCursor(Array(try objects.text(of: trigger, connection).utf8))
      guard let target = FullTextTrigger.target(cursor),
        let index = objects.virtualTables.first(where: { sameName($0.name, target) }),
        !current.implicitRowIDs.contains(where: { sameName($0.index, target) }),
        try holdsContent(index),
        try CatalogReader(connection: connection).hasImplicitRowID(table)
      else { continue }
      current.implicitRowIDs.append(
        ImplicitRowID(
          index: index.name, content: table.name, view: nil, trigger: trigger.name,
          column: "rowid", statement: trigger.declaration?.range))
    }
  }

  /// Whether something is a full-text index without other content than its own.
  private func holdsContent(_ object: SchemaObjects.Object) throws(SQLiteError) -> Bool {
    guard
      let declaration = DeclarationReader.virtualTable(try objects.text(of: object, connection))
    else { return false }
    return ["fts5", "fts4", "fts3"].contains(foldedName(declaration.module.text))
      && declaration.contentTable?.isEmpty ?? true
  }

  /// What a full-text index takes its content from; nil where it holds the content itself.
  private func fullTextContent(
    of object: SchemaObjects.Object
  ) throws(SQLiteError) -> FullTextContent? {
    guard
      let declaration = DeclarationReader.virtualTable(try objects.text(of: object, connection)),
      ["fts5", "fts4", "fts3"].contains(foldedName(declaration.module.text)),
      let content = declaration.contentTable, !content.isEmpty
    else { return nil }
    return FullTextContent(name: content, rowID: declaration.contentRowID)
  }
}

extension CatalogReader {
  /// Whether a table has a rowid, and no column that holds it.
  func hasImplicitRowID(_ object: SchemaObjects.Object) throws(SQLiteError) -> Bool {
    guard object.kind == .table, let table = try table(object, indexes: [], named: object.name)
    else { return false }
    return table.kind == .ordinary && table.rowIDColumn == nil && !table.isWithoutRowID
  }
}

/// Triggers that keep full-text indexes.
private enum FullTextTrigger {
  /// The table of a trigger's INSERT that is given `NEW.rowid` for its rowid; nil for none.
  static func target(_ trigger: SQLTokenCursor) -> String? {
    var cursor = trigger
    while !cursor.isAtEnd {
      guard cursor.take("INTO") else {
        cursor.advance()
        continue
      }
      guard var name = cursor.takeName() else { continue }
      if cursor.take(.dot), let second = cursor.takeName() { name = second }
      guard let columns = DeclarationReader.names(&cursor),
        let place = columns.firstIndex(where: { isRowID($0.text) })
      else { continue }
      guard cursor.take("VALUES") || cursor.take("SELECT") else { continue }
      let values = cursor.takeGroup() ?? cursor.index..<cursor.end
      let parts = cursor.commaSeparated(values)
      guard parts.indices.contains(place) else { continue }
      var value = cursor.part(parts[place])
      if value.take("NEW"), value.take(.dot), let column = value.takeName(), isRowID(column.text) {
        return name.text
      }
    }
    return nil
  }

  private static func isRowID(_ name: String) -> Bool {
    foldedName(name) == "docid" || RowIDName.isOne(name)
  }
}
