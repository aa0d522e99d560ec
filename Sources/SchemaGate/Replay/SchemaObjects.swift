/// The objects of a schema while a ladder is replayed, kept up with each version at the price of
/// what that version changed.
///
/// `sqlite_schema` has no index on names, so that asking it for one object reads all of them; for a
/// long ladder that would be quadratic. New rows are found by their rowids instead: SQLite gives a
/// row the highest rowid plus one, so that all rows of a version lie above those that survive it.
struct SchemaObjects {
  enum Kind: Sendable {
    case table, virtualTable, view, index, trigger
  }

  /// One row of `sqlite_schema`.
  struct Object: Sendable {
    var rowID: Int64
    var kind: Kind
    /// The name as declared.
    var name: String
    /// The table or view that it belongs to; its own name for these.
    var table: String
    /// What fires a trigger; nil for other objects.
    var event: TriggerEvent?
    /// Whether a table's text speaks of foreign keys.
    var mayHaveForeignKeys = false
    /// Whether a table's text has a default in parentheses.
    var mayComputeDefaults = false
    /// Whether a table's text speaks of AUTOINCREMENT.
    var mayHaveCounter = false
    /// Where the ladder declares it.
    var declaration: StatementReference?
  }

  /// By rowid, in the order of the rowids, which is that of creation; gone ones are nil.
  private var rows: [Object?] = []
  /// Tables, views and indexes by their folded names.
  private var relations: [String: Int] = [:]
  private var triggers: [String: Int] = [:]
  /// The indexes and triggers of a table or view, by its folded name.
  private var dependents: [String: [Int]] = [:]

  /// The places of virtual tables in `rows`, gone ones too: there are few.
  private var virtualRows: Set<Int> = []

  /// The same of tables that may have a counter of AUTOINCREMENT.
  private var counterRows: Set<Int> = []

  /// All tables that may have a counter of AUTOINCREMENT.
  var tablesWithCounters: [Object] {
    counterRows.compactMap { rows[$0] }.filter(\.mayHaveCounter)
  }

  /// All virtual tables, in the order of creation.
  var virtualTables: [Object] {
    virtualRows.sorted().compactMap { rows[$0] }.filter { $0.kind == .virtualTable }
  }

  /// All objects, in the order of creation.
  var all: some Sequence<Object> { rows.lazy.compactMap { $0 } }

  /// The table, view or index of a folded name.
  func relation(_ key: String) -> Object? { relations[key].flatMap { rows[$0] } }

  /// The trigger of a folded name.
  func trigger(_ key: String) -> Object? { triggers[key].flatMap { rows[$0] } }

  /// The triggers on a table or view of a folded name, in the order of creation.
  func triggers(on key: String) -> [Object] { dependents(of: key, .trigger) }

  /// The indexes of a table of a folded name that a statement declared.
  func indexes(on key: String) -> [Object] { dependents(of: key, .index) }

  /// The text that `sqlite_schema` has of an object.
  func text(of object: Object, _ connection: Connection) throws(SQLiteError) -> String {
    try connection.text("SELECT sql FROM main.sqlite_schema WHERE rowid = \(object.rowID)") ?? ""
  }

  private func dependents(of key: String, _ kind: Kind) -> [Object] {
    guard let list = dependents[key] else { return [] }
    return list.compactMap { rows[$0] }.filter { $0.kind == kind }
  }
}

/// A statement of a ladder.
struct StatementReference: Hashable, Sendable {
  /// The index of the version, 0 for the baseline.
  var version: Int
  /// The statement's bytes in the program.
  var range: Range<Int>
}

// MARK: - Keeping up

extension SchemaObjects {
  /// Follows the statements of a version that has run.
  ///
  /// - Returns: the objects that are new.
  mutating func follow(
    _ statements: [MigrationStatement], version: Int, program: NormalizedSQL,
    connection: Connection
  ) throws(SQLiteError) -> [Object] {
    var declarations: [String: StatementReference] = [:]
    var renamesColumns = false
    var rereads = false
    for statement in statements {
      let reference = StatementReference(version: version, range: statement.range)
      for effect in statement.ownEffects {
        let key = foldedName(effect.name)
        switch effect.kind {
        case .createTable, .createVirtualTable, .createView, .createIndex:
          declarations[key] = reference
        case .createTrigger: declarations["trigger " + key] = reference
        case .dropTable, .dropView: removeRelation(key)
        case .dropVirtualTable:
          removeRelation(key)
          // Its shadow tables go with it, and no one says which.
          rereads = true
        case .dropIndex: removeRelation(key)
        case .dropTrigger: removeTrigger(key)
        case .alterTable:
          switch TableAlteration.read(statement, in: program) {
          case .rename(let new):
            if relation(key)?.kind == .virtualTable { rereads = true }
            rename(key, to: new)
            declarations[foldedName(new)] = declarations.removeValue(forKey: key)
          case .renameColumn: renamesColumns = true
          case .addColumn:
            guard let index = relations[key] else { continue }
            let text = statement.text(in: program)
            if SQLHead.mentionsReferences(text) { rows[index]?.mayHaveForeignKeys = true }
            if SQLHead.mentionsComputedDefault(text) { rows[index]?.mayComputeDefaults = true }
          default: break
          }
        default: break
        }
      }
    }
    if rereads { return try reread(declarations, connection) }
    if renamesColumns { try rereadTriggers(connection) }
    return try readNew(declarations, connection)
  }

  private mutating func removeRelation(_ key: String) {
    guard let index = relations.removeValue(forKey: key), let object = rows[index] else { return }
    rows[index] = nil
    if object.kind == .index {
      detach(index, from: foldedName(object.table))
      return
    }
    for dependent in dependents.removeValue(forKey: key) ?? [] {
      guard let object = rows[dependent] else { continue }
      if object.kind == .trigger {
        triggers[foldedName(object.name)] = nil
      } else {
        relations[foldedName(object.name)] = nil
      }
      rows[dependent] = nil
    }
  }

  private mutating func removeTrigger(_ key: String) {
    guard let index = triggers.removeValue(forKey: key), let object = rows[index] else { return }
    rows[index] = nil
    detach(index, from: foldedName(object.table))
  }

  private mutating func detach(_ index: Int, from table: String) {
    dependents[table]?.removeAll { $0 == index }
  }

  private mutating func rename(_ key: String, to name: String) {
    guard let index = relations.removeValue(forKey: key) else { return }
    let new = foldedName(name)
    relations[new] = index
    rows[index]?.name = name
    rows[index]?.table = name
    if let list = dependents.removeValue(forKey: key) {
      dependents[new] = list
      for dependent in list { rows[dependent]?.table = name }
    }
  }

  private mutating func readNew(
    _ declarations: [String: StatementReference], _ connection: Connection
  ) throws(SQLiteError) -> [Object] {
    while let last = rows.last, last == nil {
      rows.removeLast()
      virtualRows.remove(rows.count)
      counterRows.remove(rows.count)
    }
    let highest = rows.last.flatMap { $0?.rowID } ?? 0
    let query = try connection.prepare(
      "SELECT rowid, type, name, tbl_name, sql FROM main.sqlite_schema WHERE rowid > \(highest)")
    var new: [Object] = []
    while try query.step() {
      guard let type = query.text(at: 1), let name = query.text(at: 2),
        let table = query.text(at: 3), let sql = query.text(at: 4),
        !CatalogReader.isReserved(name), !sameName(name, Refusal.bookkeepingTable)
      else { continue }
      var object = Object(
        rowID: query.integer(at: 0) ?? 0, kind: .table, name: name, table: table)
      let key = foldedName(name)
      switch type {
      case "table":
        object.kind = SQLHead.isVirtualTable(sql) ? .virtualTable : .table
        object.mayHaveForeignKeys = SQLHead.mentionsReferences(sql)
        object.mayComputeDefaults = SQLHead.mentionsComputedDefault(sql)
        object.mayHaveCounter = SQLHead.mentionsAutoincrement(sql)
      case "view": object.kind = .view
      case "index": object.kind = .index
      default:
        object.kind = .trigger
        object.event = SQLHead.event(ofTrigger: sql)
      }
      let index = rows.count
      if object.kind == .virtualTable { virtualRows.insert(index) }
      if object.mayHaveCounter { counterRows.insert(index) }
      if object.kind == .trigger {
        triggers[key] = index
        object.declaration = declarations["trigger " + key]
      } else {
        relations[key] = index
        object.declaration = declarations[key]
      }
      if object.kind == .trigger || object.kind == .index {
        dependents[foldedName(table), default: []].append(index)
      }
      rows.append(object)
      new.append(object)
    }
    return new
  }

  /// Reads everything anew, and keeps what is known of objects that are still there.
  private mutating func reread(
    _ declarations: [String: StatementReference], _ connection: Connection
  ) throws(SQLiteError) -> [Object] {
    let old = self
    self = SchemaObjects()
    var new: [Object] = []
    for object in try readNew(declarations, connection) {
      let key = foldedName(object.name)
      let known = object.kind == .trigger ? old.trigger(key) : old.relation(key)
      guard let known, known.rowID == object.rowID else {
        new.append(object)
        continue
      }
      guard object.declaration == nil else { continue }
      let index = object.kind == .trigger ? triggers[key] : relations[key]
      if let index { rows[index]?.declaration = known.declaration }
    }
    return new
  }

  /// RENAME COLUMN rewrites UPDATE OF.
  private mutating func rereadTriggers(_ connection: Connection) throws(SQLiteError) {
    for (index, object) in rows.enumerated() {
      guard let object, case .update(let columns) = object.event, !columns.isEmpty else { continue }
      let sql = try text(of: object, connection)
      rows[index]?.event = SQLHead.event(ofTrigger: sql)
    }
  }
}
