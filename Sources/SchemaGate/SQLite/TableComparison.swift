/// Compares two tables of one name.
struct TableComparison {
  let before: Catalog.Table
  let after: Catalog.Table
  /// The schemas that the tables are of, to look up what a foreign key without columns means.
  let old: Catalog
  let new: Catalog
  /// By column in lower-case ASCII, the values that CHECKs let in.
  var oldValues: [String: [String]] = [:]
  var newValues: [String: [String]] = [:]

  private(set) var differences: [SchemaDifference] = []
  private(set) var notes: [SchemaDifference] = []

  private let oldText: TableDeclaration?
  private let newText: TableDeclaration?
  /// Columns that only one side has, in lower-case ASCII.
  private var loneColumns: Set<String> = []

  init(_ before: Catalog.Table, _ after: Catalog.Table, old: Catalog, new: Catalog) {
    self.before = before
    self.after = after
    self.old = old
    self.new = new
    oldText = before.kind == .ordinary ? DeclarationReader.table(before.sql) : nil
    newText = after.kind == .ordinary ? DeclarationReader.table(after.sql) : nil
  }

  mutating func compare() {
    guard before.kind == after.kind else {
      add(.table, aspect: "kind", before.kind.rawValue, after.kind.rawValue)
      return
    }
    guard before.kind == .ordinary else {
      compareVirtual()
      return
    }
    compareOptions()
    compareColumns()
    comparePrimaryKeys()
    compareConstraints(.unique, oldText?.uniqueConstraints, newText?.uniqueConstraints)
    compareForeignKeys()
    compareChecks()
    compareIndexes()
    // What wasn't understood is never taken to be equal.
    if oldText?.isComplete != true || newText?.isComplete != true, differences.isEmpty,
      CanonicalSQL.text(before.sql) != CanonicalSQL.text(after.sql)
    {
      add(.table, aspect: "text", before.sql, after.sql)
    }
  }

  // MARK: Adding

  private mutating func add(
    _ part: SchemaDifference.Part, _ name: String? = nil, aspect: String? = nil, _ before: String?,
    _ after: String?, _ effect: SchemaDifference.Effect = .changed, isAdditive: Bool = false
  ) {
    differences.append(
      SchemaDifference(
        part: part, table: self.after.name, name: name, aspect: aspect, before: before,
        after: after, effect: effect, isAdditive: isAdditive))
  }
}

// MARK: - Options and columns

extension TableComparison {
  private mutating func compareVirtual() {
    let texts = (
      DeclarationReader.virtualTable(before.sql), DeclarationReader.virtualTable(after.sql)
    )
    guard let first = texts.0, let second = texts.1 else {
      if CanonicalSQL.text(before.sql) != CanonicalSQL.text(after.sql) {
        add(.virtualTable, aspect: "text", before.sql, after.sql)
      }
      return
    }
    if !sameName(first.module.text, second.module.text) {
      add(.virtualTable, aspect: "module", first.module.text, second.module.text)
    }
    if first.arguments.map(\.canonical) != second.arguments.map(\.canonical) {
      add(
        .virtualTable, aspect: "arguments", first.arguments.map(\.text).joined(separator: ", "),
        second.arguments.map(\.text).joined(separator: ", "))
    }
  }

  private mutating func compareOptions() {
    let options = [
      ("STRICT", before.isStrict, after.isStrict),
      ("WITHOUT ROWID", before.isWithoutRowID, after.isWithoutRowID),
      ("AUTOINCREMENT", before.isAutoincrement, after.isAutoincrement),
    ]
    for (name, first, second) in options where first != second {
      add(.table, aspect: name, first ? "on" : "off", second ? "on" : "off")
    }
  }

  private mutating func compareColumns() {
    let pairs = Pairing(before.columns, after.columns) { foldedName($0.name) }
    // In the order of the tables, not of the names.
    let order = before.columns.map(\.name) + after.columns.map(\.name)
    let matches = Dictionary(uniqueKeysWithValues: pairs.sorted)
    var seen: Set<String> = []
    for name in order.map(foldedName) where seen.insert(name).inserted {
      switch matches[name] {
      case .both(let first, let second): compare(first, second)
      case .first(let column):
        loneColumns.insert(name)
        add(.column, column.name, oldText?.definition(of: column, in: before.sql), nil, .dropped)
      case .second(let column):
        loneColumns.insert(name)
        let isOptional = !column.isNotNull || column.isGenerated || column.hasUsableDefault
        add(
          .column, column.name, nil, newText?.definition(of: column, in: after.sql), .added,
          isAdditive: isOptional)
      case nil: break
      }
    }
    func common(_ table: Catalog.Table) -> [String] {
      table.columns.map(\.name).filter { !loneColumns.contains(foldedName($0)) }
    }
    let (first, second) = (common(before), common(after))
    if first.map(foldedName) != second.map(foldedName) {
      notes.append(
        SchemaDifference(
          part: .table, table: after.name, aspect: "order of columns",
          before: first.joined(separator: ", "), after: second.joined(separator: ", "),
          effect: .moved, isAdditive: true))
    }
  }

  private mutating func compare(_ first: Catalog.Column, _ second: Catalog.Column) {
    let name = second.name
    if CanonicalSQL.text(first.type) != CanonicalSQL.text(second.type) {
      add(.column, name, aspect: "type", first.type.orNone, second.type.orNone)
    }
    if first.isNotNull != second.isNotNull {
      add(
        .column, name, aspect: "NOT NULL", first.isNotNull ? "on" : "off",
        second.isNotNull ? "on" : "off", second.isNotNull ? .narrowed : .widened,
        isAdditive: !second.isNotNull)
    }
    func canonical(_ value: String) -> String {
      CanonicalSQL.defaultValue(SQLTokenCursor(Array(value.utf8)))
    }
    if first.defaultValue.map(canonical) != second.defaultValue.map(canonical) {
      add(.column, name, aspect: "default", first.defaultValue, second.defaultValue)
    }
    let generated = (
      oldText?.column(named: name)?.generated, newText?.column(named: name)?.generated
    )
    if first.storage != second.storage {
      add(.column, name, aspect: "storage", first.storage.rawValue, second.storage.rawValue)
    } else if generated.0?.expression.canonical != generated.1?.expression.canonical {
      add(
        .column, name, aspect: "expression", generated.0?.expression.text,
        generated.1?.expression.text)
    }
    if !sameName(first.collation, second.collation) {
      add(.column, name, aspect: "collation", first.collation, second.collation)
    }
    let conflict = (
      oldText?.column(named: name)?.notNullConflict, newText?.column(named: name)?.notNullConflict
    )
    if first.isNotNull, second.isNotNull, conflict.0 != conflict.1 {
      add(.column, name, aspect: "ON CONFLICT of NOT NULL", conflict.0, conflict.1)
    }
  }
}

// MARK: - Keys and constraints

extension TableComparison {
  private mutating func comparePrimaryKeys() {
    let (first, second) = (before.primaryKeyText, after.primaryKeyText)
    if foldedName(first ?? "") != foldedName(second ?? "") {
      add(.primaryKey, aspect: "columns", first, second)
    } else if (before.rowIDColumn == nil) != (after.rowIDColumn == nil) {
      // INTEGER PRIMARY KEY DESC in a column: a key, but not the rowid.
      add(
        .primaryKey, aspect: "rowid alias", before.rowIDColumn == nil ? "off" : "on",
        after.rowIDColumn == nil ? "off" : "on")
    }
    let conflict = (oldText?.primaryKeyConflict, newText?.primaryKeyConflict)
    if conflict.0 != conflict.1 {
      add(.primaryKey, aspect: "ON CONFLICT", conflict.0, conflict.1)
    }
  }

  private mutating func compareForeignKeys() {
    let first = before.foreignKeys.enumerated().map { place, key in
      ForeignKeyMeaning(key, oldText?.foreignKeys, place, in: old)
    }
    let second = after.foreignKeys.enumerated().map { place, key in
      ForeignKeyMeaning(key, newText?.foreignKeys, place, in: new)
    }
    let (lost, gained) = unmatched(first, second) { $0 == $1 }
    var left = gained
    for key in lost {
      if let at = left.firstIndex(where: { $0.columns == key.columns }) {
        let other = left.remove(at: at)
        let values = [
          ("parent", key.parent, other.parent), ("ON DELETE", key.onDelete, other.onDelete),
          ("ON UPDATE", key.onUpdate, other.onUpdate),
          ("deferred", key.isDeferred ? "on" : "off", other.isDeferred ? "on" : "off"),
        ]
        for (aspect, one, two) in values where one != two {
          add(.foreignKey, other.name, aspect: aspect, one, two)
        }
      } else {
        add(.foreignKey, key.name, key.text, nil, .dropped, isAdditive: true)
      }
    }
    for key in left { add(.foreignKey, key.name, nil, key.text, .added) }
  }

  private mutating func compareConstraints(
    _ part: SchemaDifference.Part, _ first: [ConstraintMeaning]?, _ second: [ConstraintMeaning]?
  ) {
    let (lost, gained) = unmatched(first ?? [], second ?? []) { $0.canonical == $1.canonical }
    for constraint in lost where !isPartOfLoneColumn(constraint) {
      add(part, constraint.name, constraint.text, nil, .dropped)
    }
    for constraint in gained where !isPartOfLoneColumn(constraint) {
      add(part, constraint.name, nil, constraint.text, .added)
    }
  }

  private mutating func compareChecks() {
    let (lost, gained) = unmatched(oldText?.checkMeanings ?? [], newText?.checkMeanings ?? []) {
      $0.canonical == $1.canonical
    }
    var left = gained.filter { !isPartOfLoneColumn($0) }
    for check in lost where !isPartOfLoneColumn(check) {
      if let at = left.firstIndex(where: { $0.name == check.name }) {
        let other = left.remove(at: at)
        let effect = effect(on: check.columns)
        add(
          .check, other.name, aspect: "expression", check.text, other.text, effect,
          isAdditive: effect == .widened)
      } else {
        add(.check, check.name, check.text, nil, .dropped, isAdditive: true)
      }
    }
    for check in left { add(.check, check.name, nil, check.text, .added) }
  }

  /// Whether a changed CHECK lets more or fewer values in; known only of sets of values.
  private func effect(on columns: [String]) -> SchemaDifference.Effect {
    guard columns.count == 1, let column = columns.first, let first = oldValues[column],
      let second = newValues[column]
    else { return .changed }
    if Set(first).isStrictSubset(of: second) { return .widened }
    if Set(first).isStrictSuperset(of: second) { return .narrowed }
    return .changed
  }

  /// What a column that came or went brings along is said with it.
  private func isPartOfLoneColumn(_ constraint: ConstraintMeaning) -> Bool {
    constraint.owner.map { loneColumns.contains($0) } ?? false
  }

  private func unmatched<Element>(
    _ first: [Element], _ second: [Element], _ isSame: (Element, Element) -> Bool
  ) -> ([Element], [Element]) {
    var left = second
    let lost = first.filter { element in
      guard let at = left.firstIndex(where: { isSame(element, $0) }) else { return true }
      left.remove(at: at)
      return false
    }
    return (lost, left)
  }
}

// MARK: - Indexes

extension TableComparison {
  private mutating func compareIndexes() {
    let pairs = Pairing(
      before.indexes.filter { $0.origin == .statement },
      after.indexes.filter { $0.origin == .statement }
    ) { foldedName($0.name) }
    for pair in pairs.sorted {
      switch pair.value {
      case .first(let index):
        add(.index, index.name, index.sql, nil, .dropped)
      case .second(let index):
        add(.index, index.name, nil, index.sql, .added, isAdditive: !index.isUnique)
      case .both(let first, let second):
        guard first != second else { continue }
        compare(
          IndexMeaning(first, of: before), IndexMeaning(second, of: after), name: second.name)
      }
    }
  }

  private mutating func compare(_ first: IndexMeaning, _ second: IndexMeaning, name: String) {
    if first.isUnique != second.isUnique {
      add(
        .index, name, aspect: "UNIQUE", first.isUnique ? "on" : "off",
        second.isUnique ? "on" : "off", second.isUnique ? .narrowed : .widened)
    }
    if first.canonicalTerms != second.canonicalTerms {
      add(.index, name, aspect: "terms", first.terms, second.terms)
    }
    if first.condition?.canonical != second.condition?.canonical {
      add(.index, name, aspect: "WHERE", first.condition?.text, second.condition?.text)
    }
  }
}
