/// Tells the foreign keys that a migration breaks from those that were broken before.
///
/// Before a statement writes, drops or alters a table for the first time, the violations of that
/// table and of its children are counted; after the migration they are counted again. So only
/// tables that the migration touches are read, and each once before.
///
/// A violation is known by the values that have no parent, not by its row: a rebuild may number
/// rows anew. Values are kept as hashes only.
struct ForeignKeyLedger {
  let connection: Connection
  /// The parents of each child table, by folded names; nil until first needed.
  private var parents: [String: [String]]?
  /// The violations by child, as of the last count: how often each key occurs.
  private var known: [String: [Int: Int]] = [:]
  /// The tables that the current migration has touched.
  private var touched: Set<String> = []

  init(connection: Connection) { self.connection = connection }

  /// A row whose foreign key has no parent.
  struct Violation: Hashable, Sendable {
    var table: String
    /// The rowid; nil in a table without.
    var row: Int64?
    var parent: String
    var columns: [String]
    /// What stands for the values.
    var key: Int

    /// The violation in words; never the values.
    var description: String {
      let place = row.map { "row \($0) of '\(table)'" } ?? "a row of '\(table)'"
      return columns.isEmpty
        ? "the foreign keys of '\(table)' do not fit '\(parent)'"
        : "\(place) has no parent in '\(parent)' for (\(columns.joined(separator: ", ")))"
    }
  }

  /// Begins a migration.
  mutating func begin() { touched = [] }

  /// Forgets all counts: another connection has written.
  mutating func forget() {
    known = [:]
    parents = nil
  }

  // MARK: Around statements

  /// Counts what a statement is about to change.
  mutating func willRun(_ statement: MigrationStatement) throws(SQLiteError) {
    for effect in statement.effects {
      let name = foldedName(effect.name)
      switch effect.kind {
      case .createTable:
        // Where a rebuild puts a new table in the place of an old one, the old count stands.
        if known[name] == nil { known[name] = [:] }
      case .insert, .update, .delete, .dropTable, .alterTable:
        if touched.insert(name).inserted { try count(around: name) }
      default: break
      }
    }
  }

  /// Notices what a statement has done to the schema.
  ///
  /// - Parameter rename: the old and the new name, where it renamed a table.
  mutating func didRun(
    _ statement: MigrationStatement, rename: (old: String, new: String)?
  ) throws(SQLiteError) {
    if let rename {
      move(foldedName(rename.old), to: foldedName(rename.new))
      return
    }
    guard parents != nil else { return }
    for effect in statement.effects {
      switch effect.kind {
      case .createTable, .alterTable:
        let declared = try declaredParents(of: effect.name)
        parents?[foldedName(effect.name)] = declared
      case .dropTable:
        // Nothing is left to be counted, unless a rebuild gives another table this name.
        parents?[foldedName(effect.name)] = nil
      default: break
      }
    }
  }

  private mutating func move(_ old: String, to new: String) {
    if touched.contains(old) { touched.insert(new) }
    if known[new] == nil { known[new] = known[old] }
    // SQLite has rewritten the references of the children, its own included.
    if let own = parents?.removeValue(forKey: old) { parents?[new] = own }
    for (child, list) in parents ?? [:] where list.contains(old) {
      parents?[child] = list.map { $0 == old ? new : $0 }
    }
  }

  /// The violations that the migration has made.
  mutating func newViolations() throws(SQLiteError) -> [Violation] {
    var found: [Violation] = []
    var looked: Set<String> = []
    for table in touched.sorted() {
      for child in [table] + children(of: table) where looked.insert(child).inserted {
        let now = try violations(of: child)
        var left = known[child] ?? [:]
        for violation in now {
          if let count = left[violation.key], count > 0 {
            left[violation.key] = count - 1
          } else {
            found.append(violation)
          }
        }
        known[child] = ForeignKeyLedger.counts(now)
      }
    }
    return found
  }

  // MARK: Counting

  private mutating func count(around table: String) throws(SQLiteError) {
    if parents == nil { parents = try allParents() }
    for child in [table] + children(of: table) where known[child] == nil {
      known[child] = ForeignKeyLedger.counts(try violations(of: child))
    }
  }

  private static func counts(_ violations: [Violation]) -> [Int: Int] {
    violations.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
  }

  private func children(of table: String) -> [String] {
    (parents ?? [:]).filter { $0.key != table && $0.value.contains(table) }.map(\.key).sorted()
  }

  private func allParents() throws(SQLiteError) -> [String: [String]] {
    var parents: [String: [String]] = [:]
    let list = try connection.prepare(
      """
      SELECT s.name, f."table" FROM main.sqlite_schema AS s
      JOIN pragma_foreign_key_list(s.name, 'main') AS f WHERE s.type = 'table'
      """)
    while try list.step() {
      guard let child = list.text(at: 0), let parent = list.text(at: 1) else { continue }
      parents[foldedName(child), default: []].append(foldedName(parent))
    }
    return parents
  }

  private func declaredParents(of table: String) throws(SQLiteError) -> [String] {
    var parents: [String] = []
    let list = try connection.prepare("PRAGMA main.foreign_key_list(\(quoted(table)))")
    while try list.step() {
      if let parent = list.text(at: 2) { parents.append(foldedName(parent)) }
    }
    return parents
  }

  private func violations(of child: String) throws(SQLiteError) -> [Violation] {
    if parents?[child]?.isEmpty ?? true { return [] }
    var found: [Violation] = []
    var keys: [Int64: ForeignKey] = [:]
    do throws(SQLiteError) {
      let check = try connection.prepare("PRAGMA main.foreign_key_check(\(quoted(child)))")
      while try check.step() {
        let row = check.integer(at: 1)
        let number = check.integer(at: 3) ?? 0
        if keys[number] == nil { keys[number] = try foreignKey(number, of: child) }
        let key = keys[number] ?? ForeignKey(columns: [], values: nil)
        found.append(
          Violation(
            table: check.text(at: 0) ?? child, row: row, parent: check.text(at: 2) ?? "",
            columns: key.columns, key: try key.hash(ofRow: row)))
      }
    } catch {
      // A parent without the unique key that the child refers to: nothing can be counted.
      guard error.code == .error, error.message.hasPrefix("foreign key mismatch") else {
        throw error
      }
      return [
        Violation(
          table: child, row: nil, parent: (parents?[child] ?? []).joined(separator: "', '"),
          columns: [], key: -1)
      ]
    }
    return found
  }

  private func foreignKey(_ number: Int64, of table: String) throws(SQLiteError) -> ForeignKey {
    var columns: [String] = []
    let list = try connection.prepare("PRAGMA main.foreign_key_list(\(quoted(table)))")
    while try list.step() {
      if list.integer(at: 0) == number { columns.append(list.text(at: 3) ?? "") }
    }
    let names = columns.map(quoted).joined(separator: ", ")
    // A table without rowids has no row that could be asked for; there only the number counts.
    let sql = "SELECT \(names) FROM main.\(quoted(table)) WHERE rowid = ?"
    let isAddressable = !columns.isEmpty && connection.compiles(sql)
    return ForeignKey(
      columns: columns, values: isAddressable ? try connection.prepare(sql) : nil)
  }

  private struct ForeignKey {
    let columns: [String]
    let values: Statement?

    func hash(ofRow row: Int64?) throws(SQLiteError) -> Int {
      guard let values, let row else { return 0 }
      values.reset()
      try values.bind(.integer(row), at: 1)
      guard try values.step() else { return 0 }
      var hasher = Hasher()
      for index in columns.indices { hasher.combine(values.value(at: index)) }
      values.reset()
      return hasher.finalize()
    }
  }
}
