/// A schema, or a part of it, made ready to be drawn.
package struct SchemaDrawing: Sendable {
  /// What is drawn.
  package let catalog: Catalog

  /// By table and column, both in lower-case ASCII, the values that CHECKs leave to a column.
  let valueSets: [String: [String: ValueSet]]

  /// By index in lower-case ASCII, what else it serves, such as `sort key 'recent'`.
  let indexUses: [String: [String]]

  /// Which of the tables are FTS5 tables' content, by the FTS5 table in lower-case ASCII.
  let contents: [String: String]

  /// Prepares a whole schema.
  ///
  /// - Parameters:
  ///   - catalog: the schema; shadow tables are left out.
  ///   - valueSets: what CHECKs leave to columns, where that was probed.
  ///   - indexUses: by index, what it serves beside foreign keys and uniqueness.
  init(
    _ catalog: Catalog, valueSets: [String: [String: ValueSet]] = [:],
    indexUses: [String: [String]] = [:]
  ) {
    var shown = catalog
    shown.tables.removeAll { $0.kind == .shadow }
    self.catalog = shown
    self.valueSets = valueSets
    self.indexUses = Dictionary(
      indexUses.map { (foldedName($0.key), $0.value) }, uniquingKeysWith: +)
    var contents: [String: String] = [:]
    for table in shown.tables where table.kind == .virtual {
      guard let content = DeclarationReader.virtualTable(table.sql)?.contentTable,
        let target = shown.table(named: content)
      else { continue }
      contents[foldedName(table.name)] = target.name
    }
    self.contents = contents
  }

  /// The part of a schema that is near a table.
  ///
  /// Foreign keys, in both directions, and the content of FTS5 tables lead from table to table;
  /// views stay that name a table which stays.
  ///
  /// - Parameters:
  ///   - table: the table in the middle, in any ASCII case.
  ///   - depth: how many steps to go; 0 for the table alone.
  /// - Returns: nil if there is no such table.
  package func around(_ table: String, depth: Int) -> SchemaDrawing? {
    guard let center = catalog.table(named: table) else { return nil }
    var near: Set<String> = [foldedName(center.name)]
    var edge = near
    for _ in 0..<max(depth, 0) {
      edge = Set(neighbours(of: edge)).subtracting(near)
      if edge.isEmpty { break }
      near.formUnion(edge)
    }
    var part = catalog
    part.tables.removeAll { !near.contains(foldedName($0.name)) }
    part.triggers.removeAll { !near.contains(foldedName($0.table)) }
    part.views.removeAll { view in
      !SQLTokenCursor(Array(view.sql.utf8)).names.contains { near.contains(foldedName($0)) }
    }
    return SchemaDrawing(part, valueSets: valueSets, indexUses: indexUses)
  }

  private func neighbours(of names: Set<String>) -> [String] {
    var found: [String] = []
    func link(_ one: String, _ other: String) {
      if names.contains(one) { found.append(other) }
      if names.contains(other) { found.append(one) }
    }
    for table in catalog.tables {
      for key in table.foreignKeys { link(foldedName(table.name), foldedName(key.parent)) }
    }
    for (search, content) in contents { link(search, foldedName(content)) }
    return found
  }
}

// MARK: - What drawings ask

extension SchemaDrawing {
  /// The values that CHECKs leave to a column.
  func values(of column: String, in table: String) -> ValueSet? {
    valueSets[foldedName(table)]?[foldedName(column)]
  }

  /// Whether a column holds 0 and 1 only.
  func isBoolean(_ column: String, in table: String) -> Bool {
    values(of: column, in: table).map { Set($0.values) == [.integer(0), .integer(1)] } ?? false
  }

  /// The columns that a foreign key refers to, also where it names none.
  func parentColumns(of key: Catalog.ForeignKey) -> [String] {
    key.parentColumns.isEmpty
      ? catalog.table(named: key.parent)?.primaryKey.map(\.name) ?? [] : key.parentColumns
  }

  /// Whether a foreign key's columns can hold each parent once at most.
  func isOneToOne(_ key: Catalog.ForeignKey, in table: Catalog.Table) -> Bool {
    let columns = Set(key.columns.map(foldedName))
    let primary = Set(table.primaryKey.map { foldedName($0.name) })
    if !primary.isEmpty && primary.isSubset(of: columns) { return true }
    return table.indexes.contains { index in
      index.isUnique && !index.isPartial
        && index.terms.allSatisfy { $0.column.map { columns.contains(foldedName($0)) } ?? false }
    }
  }

  /// Whether a foreign key may be NULL.
  func isOptional(_ key: Catalog.ForeignKey, in table: Catalog.Table) -> Bool {
    key.columns.contains { name in
      table.column(named: name).map { !$0.isNotNull && $0.primaryKeyOrdinal == 0 } ?? false
    }
  }

  /// What an index is there for, as far as the schema tells.
  func uses(of index: Catalog.Index, in table: Catalog.Table) -> [String] {
    var uses: [String] = []
    let terms = index.terms.map { $0.column.map(foldedName) }
    if index.origin == .primaryKey { uses.append("primary key") }
    if index.isUnique && index.origin != .primaryKey {
      uses.append(index.isPartial ? "unique where it applies" : "unique")
    }
    for key in table.foreignKeys where !index.isPartial {
      let lead = terms.prefix(key.columns.count)
      if Set(lead) == Set(key.columns.map { Optional(foldedName($0)) }) {
        uses.append("foreign key to \(key.parent)")
      }
    }
    return uses + (indexUses[foldedName(index.name)] ?? [])
  }

  /// The tables by the first words of their names, so that many of them can be read; one group
  /// without a name if there are few.
  var groups: [(name: String, tables: [Catalog.Table])] {
    let tables = catalog.tables
    guard tables.count > 12 else { return [("", tables)] }
    var groups: [(name: String, tables: [Catalog.Table])] = []
    for group in SchemaDrawing.grouped(tables, words: 1) {
      guard group.tables.count > 12 else {
        groups.append(group)
        continue
      }
      // One word that names a large part of the schema tells nothing.
      let parts = SchemaDrawing.grouped(group.tables, words: 2)
      groups += parts.filter { $0.tables.count > 1 }
      let rest = parts.filter { $0.tables.count == 1 }.flatMap(\.tables)
      if !rest.isEmpty { groups.append((group.name, rest)) }
    }
    let single = groups.filter { $0.tables.count == 1 }.flatMap(\.tables)
    groups.removeAll { $0.tables.count == 1 }
    return groups + (single.isEmpty ? [] : [("other", single)])
  }

  private static func grouped(
    _ tables: [Catalog.Table], words: Int
  ) -> [(name: String, tables: [Catalog.Table])] {
    var order: [String] = []
    var groups: [String: [Catalog.Table]] = [:]
    for table in tables {
      let key = singular(prefix(of: table.name, words: words))
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(table)
    }
    return order.map { key in
      let tables = groups[key] ?? []
      // `focus` is no plural: what all of them begin with is the name.
      let prefixes = Set(tables.map { prefix(of: $0.name, words: words) })
      return (prefixes.count == 1 ? prefixes.first ?? key : key, tables)
    }
  }

  private static func prefix(of name: String, words: Int) -> String {
    foldedName(name).split(separator: "_").prefix(words).joined(separator: "_")
  }

  /// Words without the `s` of a plural: `tasks` goes with `task_tags`.
  private static func singular(_ words: String) -> String {
    words.split(separator: "_").map { word in
      word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
        ? String(word.dropLast()) : String(word)
    }.joined(separator: "_")
  }
}

extension SQLTokenCursor {
  /// All names among the rest of the tokens, keywords included.
  var names: [String] {
    tokens[index..<end].compactMap { token in
      token.kind == .word || token.kind == .quotedName ? token.name(in: bytes) : nil
    }
  }
}

/// How many of each kind a schema holds.
struct Inventory: Hashable, Sendable {
  var tables = 0
  var strictTables = 0
  var withoutRowIDTables = 0
  var fts5Tables = 0
  var otherVirtualTables = 0
  var views = 0
  /// By action on DELETE, the most frequent first.
  var foreignKeys: [Action] = []
  var indexes = 0
  var uniqueIndexes = 0
  var partialIndexes = 0
  var constraintIndexes = 0
  var triggers = 0
  var generatedColumns = 0
  var checks = 0

  struct Action: Hashable, Sendable {
    var name: String
    var count: Int
  }

  init(_ catalog: Catalog) {
    var actions: [String: Int] = [:]
    for table in catalog.tables {
      if table.kind == .virtual {
        let module = DeclarationReader.virtualTable(table.sql)?.module.text ?? ""
        if sameName(module, "fts5") { fts5Tables += 1 } else { otherVirtualTables += 1 }
      }
      guard table.kind == .ordinary else { continue }
      tables += 1
      if table.isStrict { strictTables += 1 }
      if table.isWithoutRowID { withoutRowIDTables += 1 }
      generatedColumns += table.columns.count(where: \.isGenerated)
      for key in table.foreignKeys { actions[key.onDelete, default: 0] += 1 }
      constraintIndexes += table.indexes.count { $0.origin != .statement }
      checks += DeclarationReader.table(table.sql)?.checks.count ?? 0
    }
    let declared = catalog.declaredIndexes
    indexes = declared.count
    uniqueIndexes = declared.count(where: \.isUnique)
    partialIndexes = declared.count(where: \.isPartial)
    triggers = catalog.triggers.count
    views = catalog.views.count
    foreignKeys = actions.map { Action(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
