extension ReplaySession {
  /// Notes what a table or view is before a statement may take it away.
  mutating func noteReplacement(before statement: MigrationStatement) throws(SQLiteError) {
    for effect in statement.ownEffects {
      let isDrop = effect.kind == .dropTable || effect.kind == .dropView
      guard isDrop || effect.kind == .alterTable, isDrop || renaming(statement) != nil else {
        continue
      }
      let key = foldedName(effect.name)
      guard let original = names.original(key, in: objects), snapshots[original] == nil else {
        continue
      }
      snapshots[original] = try snapshot(original, now: effect.name)
    }
  }

  /// Notes whether a column that a statement drops is generated: it holds nothing of its own.
  mutating func noteGeneratedColumn(before statement: MigrationStatement) throws(SQLiteError) {
    guard statement.verb == .alter,
      let table = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name,
      case .dropColumn(let column) = TableAlteration.read(statement, in: current.migration.program),
      try CatalogReader(connection: connection).columns(of: table).contains(where: {
        sameName($0.name, column) && $0.isGenerated
      })
    else { return }
    current.generatedColumns.insert("\(foldedName(table)).\(foldedName(column))")
  }

  /// Follows the names of tables and views behind a statement.
  mutating func followNames(behind statement: MigrationStatement) {
    for effect in statement.ownEffects {
      let key = foldedName(effect.name)
      switch effect.kind {
      case .createTable, .createView, .createVirtualTable:
        names.create(key)
        current.newTables.insert(key)
      case .dropTable, .dropView:
        if let original = names.original(key, in: objects) {
          snapshots[original]?.dropped = statement.range
        }
        names.drop(key)
      case .alterTable:
        guard let new = renaming(statement) else { continue }
        if current.newTables.contains(key) { current.newTables.insert(foldedName(new)) }
        if snapshots[key]?.setAside == nil { snapshots[key]?.setAside = statement.range }
        names.rename(key, to: foldedName(new), in: objects)
      default: break
      }
    }
  }

  /// The name that a statement gives to a table; nil for other statements.
  func renaming(_ statement: MigrationStatement) -> String? {
    guard case .rename(let new) = TableAlteration.read(statement, in: current.migration.program)
    else { return nil }
    return new
  }

  private func snapshot(_ original: String, now name: String) throws(SQLiteError) -> TableSnapshot {
    var snapshot = TableSnapshot(triggers: objects.triggers(on: original).map(\.name))
    guard let object = objects.relation(original), object.kind == .table else { return snapshot }
    snapshot.table = try CatalogReader(connection: connection).table(
      object, indexes: objects.indexes(on: original), named: name)
    if snapshot.table?.isAutoincrement ?? false { snapshot.sequence = try sequence(of: name) }
    return snapshot
  }

  /// The highest id that AUTOINCREMENT has given out for a table; nil for none.
  func sequence(of table: String) throws(SQLiteError) -> Int64? {
    try connection.integer(
      "SELECT seq FROM main.sqlite_sequence WHERE name = \(quotedText(table)) COLLATE NOCASE")
  }

  /// Tells tables that were rebuilt from those that were dropped, after a version.
  mutating func recordReplacements() throws(SQLiteError) {
    let explicit = Set(
      current.statements.flatMap { statement in
        // DROP TABLE drops the triggers too; only DROP TRIGGER says that it is meant.
        statement.ownEffects.contains { $0.kind == .dropTable || $0.kind == .dropView }
          ? []
          : statement.ownEffects.filter { $0.kind == .dropTrigger || $0.kind == .dropIndex }
            .map { foldedName($0.name) }
      })
    for (original, snapshot) in snapshots.sorted(by: { $0.key < $1.key }) {
      // A table that another took the name of is as good as dropped for all who use the name.
      let oldName =
        snapshot.setAside != nil && names.original(original, in: objects) == nil
        ? names.current(original) : original
      let isAside = snapshot.dropped == nil && oldName != original
      guard let dropped = snapshot.dropped ?? (isAside ? snapshot.setAside : nil) else { continue }
      var triggers = snapshot.triggers.filter { name in
        !explicit.contains(foldedName(name))
          && objects.trigger(foldedName(name))
            .map { isAside && foldedName($0.table) != original } ?? true
      }
      // Their names are taken, so that those for the new table have others.
      if isAside, objects.triggers(on: original).count >= triggers.count { triggers = [] }
      guard let before = snapshot.table else {
        if objects.relation(original)?.kind == .view, !triggers.isEmpty {
          current.rebuiltViews.append(
            RebuiltView(name: original, lostTriggers: triggers, statement: dropped))
        }
        continue
      }
      guard let now = objects.relation(original), now.kind == .table else {
        if objects.relation(original) == nil, !isAside {
          current.droppedTables.append(DroppedTable(name: before.name, statement: dropped))
        }
        continue
      }
      let after = try CatalogReader(connection: connection).table(
        now, indexes: objects.indexes(on: original), named: now.name)
      guard let after else { continue }
      var rebuild = Rebuild(before: before, after: after, statement: dropped)
      rebuild.lostTriggers = triggers
      for index in before.indexes
      where index.origin == .statement && !explicit.contains(foldedName(index.name))
        && !after.indexes.contains(where: { $0.isEqual(to: index) })
      {
        if let now = after.indexes.first(where: { sameName($0.name, index.name) }) {
          if index.isUnique, !now.isUnique { rebuild.plainIndexes.append(index.name) }
        } else {
          rebuild.lostIndexes.append(index.name)
        }
      }
      if isAside {
        rebuild.oldName = objects.relation(oldName)?.name
        rebuild.strays = try referrers(to: oldName)
      }
      if let sequence = snapshot.sequence, after.isAutoincrement {
        rebuild.sequence = (sequence, try self.sequence(of: after.name) ?? 0)
      }
      try rebuild.compareChecks(seeder.probe)
      current.rebuilds.append(rebuild)
    }
  }

  /// What older versions declared, and refers to a table by a name that this version gave to it:
  /// SQLite rewrites what refers to a table that is renamed.
  private func referrers(to key: String) throws(SQLiteError) -> [String] {
    let reader = CatalogReader(connection: connection)
    var found: [String] = []
    for object in objects.all
    where object.declaration.map({ $0.version < replayed.count }) ?? true && object.table != key {
      switch object.kind {
      case .table where object.mayHaveForeignKeys:
        found += try reader.foreignKeys(of: object.name).filter { sameName($0.parent, key) }
          .map { "foreign key '\(object.name).\($0.columns.joined(separator: ", "))'" }
      case .view, .trigger:
        guard foldedName(object.table) != key else { continue }
        let cursor = SQLTokenCursor(Array(try objects.text(of: object, connection).utf8))
        guard
          cursor.tokens.contains(where: { token in
            token.name(in: cursor.bytes).map { foldedName($0) == key } ?? false
          })
        else { continue }
        found.append("\(object.kind == .view ? "view" : "trigger") '\(object.name)'")
      default: break
      }
    }
    return found
  }

  /// Notes a unique index on a table that an older version may have filled, unless its columns hold
  /// a key that is unique already.
  mutating func noteUniqueIndex(_ statement: MigrationStatement) throws(SQLiteError) {
    guard let effect = statement.ownEffects.first(where: { $0.kind == .createIndex }),
      let table = effect.table, names.original(foldedName(table), in: objects) != nil,
      !current.isBaseline
    else { return }
    let reader = CatalogReader(connection: connection)
    let indexes = try reader.indexes(of: table, texts: [:])
    guard let index = indexes.first(where: { sameName($0.name, effect.name) }), index.isUnique
    else { return }
    let columns = Set(index.terms.compactMap(\.column).map(foldedName))
    var keys = indexes.filter { $0.isUnique && !$0.isPartial && !sameName($0.name, index.name) }
      .map { Set($0.terms.compactMap(\.column).map(foldedName)) }
    let primary = try reader.columns(of: table).filter { $0.primaryKeyOrdinal > 0 }
    keys.append(Set(primary.map { foldedName($0.name) }))
    guard !keys.contains(where: { !$0.isEmpty && $0.isSubset(of: columns) }),
      try !isNullInOldRows(columns, of: table)
    else { return }
    current.newUniqueIndexes.append(
      NewUniqueIndex(
        name: index.name, table: table, columns: index.terms.compactMap(\.column),
        statement: statement.range))
  }

  /// Whether the version added one of some columns and nothing has filled it since: rows with NULL
  /// in a key are never the same to UNIQUE.
  private func isNullInOldRows(
    _ columns: Set<String>, of table: String
  ) throws(SQLiteError) -> Bool {
    var added: Set<String> = []
    for statement in current.statements {
      let isHere = statement.effects.contains { sameName($0.name, table) }
      guard isHere else { continue }
      if statement.effects.contains(where: { $0.kind == .update || $0.kind == .insert }) {
        added = []
      }
      if case .addColumn(let name) = TableAlteration.read(
        statement, in: current.migration.program)
      {
        added.insert(foldedName(name))
      }
    }
    added.formIntersection(columns)
    guard !added.isEmpty else { return false }
    return try CatalogReader(connection: connection).columns(of: table).contains {
      added.contains(foldedName($0.name)) && $0.defaultValue == nil && !$0.isGenerated
    }
  }
}

extension CatalogReader {
  /// Reads one table; nil if there is none of that name.
  ///
  /// - Parameters:
  ///   - object: its row in `sqlite_schema`, which renames leave where it is.
  ///   - indexes: its indexes that statements declared, for their texts.
  ///   - name: what it is called now.
  func table(
    _ object: SchemaObjects.Object, indexes: [SchemaObjects.Object], named name: String
  ) throws(SQLiteError) -> Catalog.Table? {
    let list = try connection.prepare("PRAGMA main.table_list(\(quoted(name)))")
    guard try list.step(), let spelled = list.text(at: 1) else { return nil }
    let traits = Traits(
      kind: list.text(at: 2) ?? "table", isWithoutRowID: list.integer(at: 4) == 1,
      isStrict: list.integer(at: 5) == 1)
    var texts: [String: String] = [:]
    for index in indexes {
      texts[index.name] = try connection.text(
        "SELECT sql FROM main.sqlite_schema WHERE rowid = \(index.rowID)")
    }
    let sql = try connection.text(
      "SELECT sql FROM main.sqlite_schema WHERE rowid = \(object.rowID)")
    return try table(spelled, traits: traits, sql: sql ?? "", indexTexts: texts)
  }
}

extension Catalog.Index {
  /// Whether two indexes serve the same, whatever they are called.
  func isEqual(to other: Catalog.Index) -> Bool {
    guard isUnique == other.isUnique, isPartial == other.isPartial, terms == other.terms else {
      return false
    }
    guard isPartial || terms.contains(where: { $0.column == nil }) else { return true }
    guard let own = sql.flatMap(DeclarationReader.index),
      let others = other.sql.flatMap(DeclarationReader.index)
    else { return false }
    return own.condition?.canonical == others.condition?.canonical
      && own.terms.map(\.expression.canonical) == others.terms.map(\.expression.canonical)
  }
}
