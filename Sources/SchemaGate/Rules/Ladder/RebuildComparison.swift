/// What a rebuilt table lost or loosened, in words.
struct RebuildComparison {
  /// Constraints and kinds that are gone.
  private(set) var lost: [String] = []
  /// What is less strict, or otherwise, than before.
  private(set) var loosened: [String] = []

  init(_ rebuild: Rebuild) {
    let (before, after) = (rebuild.before, rebuild.after)
    if before.isStrict, !after.isStrict { lost.append("STRICT") }
    if before.isWithoutRowID, !after.isWithoutRowID { lost.append("WITHOUT ROWID") }
    if before.isAutoincrement, !after.isAutoincrement { lost.append("AUTOINCREMENT") }
    let declared = (DeclarationReader.table(before.sql), DeclarationReader.table(after.sql))
    let checked = (
      RebuildComparison.checkedColumns(in: declared.0),
      RebuildComparison.checkedColumns(in: declared.1)
    )
    let unique = (
      RebuildComparison.uniqueColumns(of: before), RebuildComparison.uniqueColumns(of: after)
    )
    // An index that a statement declared is spoken of by its name.
    let replaced = RebuildComparison.constraintColumns(of: before)
    for column in before.columns {
      let key = foldedName(column.name)
      guard let now = after.column(named: column.name) else { continue }
      if checked.0.contains(key), !checked.1.contains(key) {
        lost.append("any CHECK on '\(column.name)'")
      }
      if unique.0.contains(key), !unique.1.contains(key), replaced.contains(key),
        !RebuildComparison.isHeldTighter(key, rebuild)
      {
        lost.append("any UNIQUE on '\(column.name)'")
      }
      // How it is computed may change; that it is computed is what readers count on.
      if column.isGenerated, !now.isGenerated {
        lost.append("the generated expression of '\(column.name)'")
      }
      if column.isNotNull, !now.isNotNull, now.primaryKeyOrdinal == 0 {
        loosened.append("'\(column.name)' is no longer NOT NULL")
      }
      if let value = column.defaultValue, now.defaultValue == nil, now.isNotNull, now.isWritable {
        loosened.append("'\(column.name)' has no DEFAULT \(value) any more, and is NOT NULL")
      }
      if !sameName(column.collation, now.collation) {
        loosened.append(
          "'\(column.name)' is compared by \(now.collation) instead of \(column.collation)")
      }
    }
    let conflicts = (
      RebuildComparison.conflicts(in: declared.0), RebuildComparison.conflicts(in: declared.1)
    )
    for (columns, action) in conflicts.0 {
      guard let now = conflicts.1.first(where: { Set($0.columns) == Set(columns) }),
        now.action != action
      else { continue }
      loosened.append(
        "the key of '\(columns.joined(separator: "', '"))' has "
          + (now.action == "ABORT" ? "no ON CONFLICT" : "ON CONFLICT \(now.action)")
          + " instead of ON CONFLICT \(action)")
    }
    for (position, key) in before.foreignKeys.enumerated() {
      let kept = key.columns.filter { after.column(named: $0) != nil }
      guard kept.count == key.columns.count else { continue }
      let names = "'\(key.columns.joined(separator: "', '"))'"
      let same = after.foreignKeys.filter { other in
        Set(other.columns.map(foldedName)) == Set(key.columns.map(foldedName))
      }
      let match = same.first { sameName($0.parent, key.parent) } ?? same.first
      guard let match else {
        let isCovered = key.columns.allSatisfy { column in
          after.foreignKeys.contains { $0.columns.contains { sameName($0, column) } }
        }
        if !isCovered { lost.append("any foreign key on \(names)") }
        continue
      }
      if !sameName(match.onDelete, key.onDelete) {
        loosened.append(
          "the foreign key on \(names) has ON DELETE \(match.onDelete) instead of \(key.onDelete)")
      }
      if !sameName(match.onUpdate, key.onUpdate) {
        loosened.append(
          "the foreign key on \(names) has ON UPDATE \(match.onUpdate) instead of \(key.onUpdate)")
      }
      let now = after.foreignKeys.firstIndex(of: match) ?? 0
      if let old = declared.0?.foreignKeys, let new = declared.1?.foreignKeys,
        old.indices.contains(position), new.indices.contains(now), old[position].isDeferred,
        !new[now].isDeferred
      {
        loosened.append("the foreign key on \(names) is no longer INITIALLY DEFERRED")
      }
    }
  }

  /// The columns, folded, of each key, with what happens to a row that breaks it.
  private static func conflicts(
    in table: TableDeclaration?
  ) -> [(columns: [String], action: String)] {
    (table?.allConstraints ?? []).compactMap { column, constraint in
      switch constraint.kind {
      case .primaryKey(let terms, _), .unique(let terms):
        let names = column.map { [$0.name.text] } ?? terms.compactMap(\.name?.text)
        return (names.map(foldedName), constraint.conflict ?? "ABORT")
      default: return nil
      }
    }
  }

  private static func checkedColumns(in table: TableDeclaration?) -> Set<String> {
    var columns: Set<String> = []
    for check in table?.checks ?? [] {
      // Wherever it stands, a CHECK holds what it names: CHECK (1) behind a column holds nothing.
      columns.formUnion(check.expression.names.map { foldedName($0.text) })
    }
    return columns
  }

  private static func uniqueColumns(of table: Catalog.Table) -> Set<String> {
    var columns = Set(table.primaryKey.map { foldedName($0.name) })
    for index in table.indexes where index.isUnique {
      columns.formUnion(index.terms.compactMap(\.column).map(foldedName))
    }
    return columns
  }

  /// Whether a part of each key that a column is in is unique alone now, and the whole with it.
  private static func isHeldTighter(_ column: String, _ rebuild: Rebuild) -> Bool {
    func keys(of table: Catalog.Table) -> [Set<String>] {
      table.indexes.filter { index in
        index.isUnique && !index.isPartial && index.terms.allSatisfy { $0.column != nil }
      }.map { Set($0.terms.compactMap(\.column).map(foldedName)) }
        + [Set(table.primaryKey.map { foldedName($0.name) })].filter { !$0.isEmpty }
    }
    let after = keys(of: rebuild.after)
    return keys(of: rebuild.before).filter { $0.contains(column) }.allSatisfy { key in
      after.contains { $0.isSubset(of: key) }
    }
  }

  private static func constraintColumns(of table: Catalog.Table) -> Set<String> {
    var columns = Set(table.primaryKey.map { foldedName($0.name) })
    for index in table.indexes where index.origin != .statement {
      columns.formUnion(index.terms.compactMap(\.column).map(foldedName))
    }
    return columns
  }
}
