extension Closure {
  /// Resolves the foreign keys of a table: the parent, and a unique key on exactly the referenced
  /// columns; then looks for rows that refer to none.
  ///
  /// `PRAGMA foreign_key_check` resolves keys as SQLite does when rows are written, and fails with
  /// "foreign key mismatch" where one has no unique key; a missing parent it lets pass.
  ///
  /// - Returns: what is broken, and the folded names of the parents.
  func foreignKeys(
    of object: SchemaObjects.Object, _ objects: SchemaObjects, _ connection: Connection,
    _ outcome: inout Outcome
  ) throws(SQLiteError) -> (breaks: [ClosureBreak], parents: Set<String>) {
    let reader = CatalogReader(connection: connection)
    let keys = try reader.foreignKeys(of: object.name)
    guard !keys.isEmpty else { return ([], []) }
    var breaks: [ClosureBreak] = []
    func note(_ key: Catalog.ForeignKey, _ reason: ClosureBreak.Reason) {
      breaks.append(
        ClosureBreak(
          subject: .foreignKey(
            table: object.name, columns: key.columns, parent: key.parent,
            parentColumns: key.parentColumns),
          reason: reason, declaration: object.declaration))
    }
    var present: [Catalog.ForeignKey] = []
    for key in keys {
      switch objects.relation(foldedName(key.parent))?.kind {
      case .table: present.append(key)
      case .view, .virtualTable: note(key, .missingParentKey)
      default: note(key, .missingParent)
      }
    }
    var dangling: [String: Int] = [:]
    do throws(SQLiteError) {
      let check = try connection.prepare("PRAGMA main.foreign_key_check(\(quoted(object.name)))")
      while try check.step() { dangling[check.text(at: 2) ?? "", default: 0] += 1 }
    } catch {
      guard case .error = error.code else { throw error }
      for key in present where try !hasUniqueKey(for: key, reader) { note(key, .missingParentKey) }
    }
    for parent in dangling.keys.sorted() where objects.relation(foldedName(parent)) != nil {
      outcome.danglingRows.append((object.name, parent, dangling[parent] ?? 0))
    }
    return (breaks, Set(keys.map { foldedName($0.parent) }))
  }

  private func hasUniqueKey(
    for key: Catalog.ForeignKey, _ reader: CatalogReader
  ) throws(SQLiteError) -> Bool {
    let columns = try reader.columns(of: key.parent)
    let primary = columns.filter { $0.primaryKeyOrdinal > 0 }
    if key.parentColumns.isEmpty { return primary.count == key.columns.count }
    let wanted = Set(key.parentColumns.map(foldedName))
    if Set(primary.map { foldedName($0.name) }) == wanted { return true }
    return try reader.indexes(of: key.parent, texts: [:]).contains { index in
      // The index must compare as the columns do: https://sqlite.org/foreignkeys.html.
      index.isUnique && !index.isPartial && index.terms.count == wanted.count
        && index.terms.allSatisfy { term in
          guard let name = term.column, wanted.contains(foldedName(name)) else { return false }
          let column = columns.first { sameName($0.name, name) }
          return column.map { sameName($0.collation, term.collation) } ?? false
        }
    }
  }
}
