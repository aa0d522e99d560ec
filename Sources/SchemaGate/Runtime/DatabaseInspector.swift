/// Finds out what an open database is, without changing it.
struct DatabaseInspector {
  let connection: Connection
  let ladder: Ladder
  let options: OpenOptions

  /// What was found, and what was recorded.
  struct Inspection {
    var condition: DatabaseCondition
    var rows: [Bookkeeping.Row] = []
    /// What the file's pages showed; nil where they were not looked at.
    var pages: PageCheck?
  }

  /// The objects that make a database more than empty: whatever isn't SQLite's own.
  private static let countOfObjects =
    #"SELECT count(*) FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'"#

  /// Looks at the history, then, where it is asked for or a migration needs it, at the pages.
  ///
  /// - Parameter checksPages: whether to look at the pages in any case.
  /// - Throws: what says nothing about the file: locks, permission, space, hardware.
  func inspect(checksPages: Bool) throws(SQLiteError) -> Inspection {
    var inspection: Inspection
    do throws(SQLiteError) {
      inspection = try readHistory()
    } catch {
      guard let condition = try damage(error) else { throw error }
      return Inspection(condition: condition)
    }
    if checksPages || needsPageCheck(inspection.condition) {
      let pages = try PageCheck.run(on: connection)
      inspection.pages = pages
      if let damage = pages.damage { inspection.condition = .corrupt(damage) }
    }
    return inspection
  }

  /// Whether a database holds nothing that somebody has put there.
  static func isEmpty(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.integer(countOfObjects) == 0
  }

  private func readHistory() throws(SQLiteError) -> Inspection {
    switch try Bookkeeping(connection: connection).read() {
    case .absent:
      if try DatabaseInspector.isEmpty(connection) { return Inspection(condition: .nothing) }
      return Inspection(condition: .unmanaged(try summary()))
    case .foreign:
      return Inspection(condition: .unmanaged("another tool's 'schema_migrations'"))
    case .rows(let rows):
      let condition: DatabaseCondition =
        switch History.judge(rows, against: ladder) {
        case .current: .current
        case .older(let version): .older(version)
        case .newer(let recorded): .newer(recorded: recorded)
        case .mismatch(let version, let found, let expected):
          .mismatch(version: version, found: found, expected: expected)
        case .broken(let what): .brokenHistory(what)
        }
      return Inspection(condition: condition, rows: rows)
    }
  }

  /// Some tables' names, to recognize what an unknown database is.
  private func summary() throws(SQLiteError) -> String {
    let list = try connection.prepare(
      #"""
      SELECT name FROM main.sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name LIMIT 6
      """#)
    var names: [String] = []
    while try list.step() { names.append("'\(list.text(at: 0) ?? "")'") }
    let count = try connection.integer(DatabaseInspector.countOfObjects) ?? 0
    if names.count == 6 { names[5] = "…" }
    let version = try connection.integer("PRAGMA main.user_version") ?? 0
    let objects = count == 1 ? "1 object" : "\(count) objects"
    return "\(objects) (\(names.joined(separator: ", "))) without our bookkeeping"
      + (version == 0 ? "" : ", user_version \(version)")
  }

  private func needsPageCheck(_ condition: DatabaseCondition) -> Bool {
    guard case .older(let version) = condition else { return false }
    return DatabaseInspector.rewritesRows(ladder, from: version)
  }

  /// Whether something after a version drops or rewrites rows.
  static func rewritesRows(_ ladder: Ladder, from version: Version) -> Bool {
    ladder.migrations.dropFirst(version.number - 1).contains(where: MigrationText.rewritesRows)
  }

  // MARK: Damage

  /// What an error of reading the schema says about the file; nil where it says nothing.
  private func damage(_ error: SQLiteError) throws(SQLiteError) -> DatabaseCondition? {
    switch error.code {
    case .notADatabase: return .notADatabase("SQLite says: \(error.message)")
    case .corrupt:
      guard error.message.hasPrefix("malformed database schema") else {
        return .corrupt(error.message)
      }
      return try unreadable(error)
    // "unsupported file format", and functions or modules that a schema needs to be read.
    case .error: return .unreadableSchema(error.message)
    default: return nil
    }
  }

  /// Tells a schema that this SQLite is too old for from one that is damaged.
  ///
  /// With `writable_schema` SQLite reads on in spite of what it cannot parse. A schema table whose
  /// rows are all well formed, in pages that are whole, was written by a newer SQLite.
  private func unreadable(_ error: SQLiteError) throws(SQLiteError) -> DatabaseCondition {
    if error.message.hasSuffix("invalid rootpage") || error.message.hasSuffix("orphan index") {
      return .corrupt(error.message)
    }
    connection.set(.writableSchema, true)
    defer { connection.set(.writableSchema, false) }
    do throws(SQLiteError) {
      let rows = try connection.prepare("SELECT type, name, tbl_name, sql FROM main.sqlite_schema")
      while try rows.step() {
        if !isWellFormed(rows) { return .corrupt(error.message) }
      }
      let pages = try PageCheck.run(on: connection, isSchemaWhole: false)
      if let damage = pages.damage { return .corrupt(damage) }
    } catch let inner {
      guard inner.code.isDamage else { throw inner }
      return .corrupt(inner.message)
    }
    return .unreadableSchema(error.message)
  }

  private func isWellFormed(_ row: Statement) -> Bool {
    guard let type = row.text(at: 0), ["table", "index", "view", "trigger"].contains(type),
      let name = row.bytes(at: 1), isText(name), !name.isEmpty,
      let table = row.bytes(at: 2), isText(table), !table.isEmpty
    else { return false }
    guard let sql = row.bytes(at: 3) else { return type == "index" }
    return isText(sql)
      && foldedName(String(decoding: sql.prefix(7), as: UTF8.self)).hasPrefix("create ")
  }

  private func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 32 && $0 != 127 || (9...13).contains($0) }
      && String(validating: bytes, as: UTF8.self) != nil
  }
}
