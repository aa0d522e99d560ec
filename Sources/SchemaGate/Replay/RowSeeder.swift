/// Gives tables two rows each, so that what a migration does to rows shows.
///
/// Rows satisfy types, NOT NULL, CHECKs, unique keys and foreign keys, parents first, and are put
/// in with triggers on. A table for which no row is found stays empty, and is named.
struct RowSeeder {
  /// Tables that were looked at already, by folded name.
  private(set) var done: Set<String> = []
  /// Whether any table got rows.
  private(set) var hasSeeded = false
  /// Tables with foreign keys that got rows, by name, and were not asked about yet.
  private var referring: [String] = []
  /// Tables for which no row was found.
  private(set) var unseeded: [String] = []
  /// Knows the CHECKs of the tables that were seen.
  let probe: CheckProbe
  /// Keys that rows already refer to, of tables that are still on their way.
  private var wanted: [String: [String: SQLiteValue]] = [:]

  init(assuming names: AssumedNames) throws(SQLiteError) {
    probe = try CheckProbe(collations: names.collations)
  }

  /// Forgets which tables have rows, because the database was made anew.
  mutating func startOver() {
    done = []
    unseeded = []
    hasSeeded = false
  }

  /// The tables with foreign keys that got rows since the last time.
  mutating func takeReferring() -> [String] {
    defer { referring = [] }
    return referring
  }

  /// Puts rows into a table and the tables that it refers to, unless they have some.
  mutating func seed(
    _ key: String, objects: SchemaObjects, connection: Connection
  ) throws(SQLiteError) {
    guard let object = objects.relation(key), object.kind == .table, !isShadow(key, objects),
      done.insert(key).inserted
    else { return }
    let name = "main.\(quoted(object.name))"
    let reader = CatalogReader(connection: connection)
    guard
      let table = try reader.table(object, indexes: [], named: object.name)
    else { return }
    for foreignKey in table.foreignKeys where foldedName(foreignKey.parent) != key {
      try seed(foldedName(foreignKey.parent), objects: objects, connection: connection)
    }
    let isFilled = try connection.integer("SELECT EXISTS (SELECT 1 FROM \(name))") != 0
    if !isFilled {
      do throws(SQLiteError) {
        try insertRows(into: table, connection: connection)
      } catch {
        // What SQLite cannot do with this table it cannot do on devices either; judged elsewhere.
        guard case .error = error.code else { throw error }
      }
      if try connection.integer("SELECT EXISTS (SELECT 1 FROM \(name))") == 0 {
        unseeded.append(object.name)
      }
    }
    if !table.foreignKeys.isEmpty { referring.append(object.name) }
    // A table that was filled from another, to replace it in a later version, stays behind it.
    if table.isAutoincrement {
      try raiseSequence(of: object.name, by: isFilled ? 500 : 1000, connection)
    }
  }

  private func isShadow(_ key: String, _ objects: SchemaObjects) -> Bool {
    guard let end = key.lastIndex(of: "_") else { return false }
    return objects.relation(String(key[..<end]))?.kind == .virtualTable
  }

  /// Lets the counter of AUTOINCREMENT run ahead of the rows, as it does once rows are deleted.
  private func raiseSequence(
    of table: String, by count: Int, _ connection: Connection
  ) throws(SQLiteError) {
    let name = quotedText(table)
    try connection.execute(
      "UPDATE main.sqlite_sequence SET seq = seq + \(count) WHERE name = \(name)")
    if connection.changes == 0 {
      try connection.execute(
        "INSERT INTO main.sqlite_sequence (name, seq) VALUES (\(name), \(count))")
    }
  }

  // MARK: - Rows

  private mutating func insertRows(
    into table: Catalog.Table, connection: Connection
  ) throws(SQLiteError) {
    let checks = probe.checks(of: table)
    var first: [SQLiteValue?]?
    for number in 0..<2 {
      var attempts: [[Int: SQLiteValue]] = []
      // Two foreign keys to one table may have to refer to different rows of it.
      for spread in [0, 1] {
        let given = try givenValues(
          for: table, checks, row: number, spread: spread, connection: connection)
        // A key far from those that a migration would name itself, where CHECKs allow it.
        if let key = table.rowIDColumn, let index = checks.index(of: key.name), given[index] == nil
        {
          attempts.append(
            given.merging([index: .integer(1_000_001 + Int64(number))]) { old, _ in old })
        }
        if !attempts.contains(given) { attempts.append(given) }
      }
      // The second row leaves out what may be left out, as rows on devices do; but not a key, to
      // which others may refer.
      let all = Set(table.columns.indices)
      let keys = table.indexes.filter(\.isUnique).flatMap(\.terms).compactMap(\.column)
      let needed = all.filter { index in
        let column = table.columns[index]
        return checks.isNotNull(column) || keys.contains { sameName($0, column.name) }
      }
      search: for distinct in number == 0 || needed == all ? [all] : [needed, all] {
        for fixed in attempts {
          let request = RowRequest(fixed: fixed, distinct: distinct, other: first)
          guard let row = try checks.row(request),
            try insert(row, into: table, connection)
          else { continue }
          first = first ?? row
          hasSeeded = true
          break search
        }
      }
    }
  }

  private func insert(
    _ row: [SQLiteValue?], into table: Catalog.Table, _ connection: Connection
  ) throws(SQLiteError) -> Bool {
    var columns: [String] = []
    var values: [SQLiteValue] = []
    for (column, value) in zip(table.columns, row) where column.isWritable {
      guard let value else { continue }
      columns.append(quoted(column.name))
      values.append(value)
    }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion =
      columns.isEmpty
      ? "DEFAULT VALUES" : "(\(columns.joined(separator: ", "))) VALUES (\(marks))"
    do throws(SQLiteError) {
      let statement = try connection.prepare(
        "INSERT INTO main.\(quoted(table.name)) \(insertion)")
      try statement.bind(values)
      while try statement.step() {}
      return true
    } catch {
      // A unique key that the first row has taken, or a trigger that raises, or that writes what
      // doesn't fit: what matters is whether SQLite can go on.
      switch error.code {
      case .noMemory, .ioError, .full, .interrupt, .misuse: throw error
      default: return false
      }
    }
  }

  /// The values that foreign keys, and rows that refer to this one, leave no choice about.
  ///
  /// - Parameter spread: by how many rows one foreign key is ahead of another to the same table.
  private mutating func givenValues(
    for table: Catalog.Table, _ checks: TableChecks, row: Int, spread: Int, connection: Connection
  ) throws(SQLiteError) -> [Int: SQLiteValue] {
    var referred: [String: Int] = [:]
    var given: [Int: SQLiteValue] = [:]
    if row == 0 {
      for (column, value) in wanted[foldedName(table.name)] ?? [:] {
        if let index = checks.index(of: column) { given[index] = value }
      }
    }
    let reader = CatalogReader(connection: connection)
    for key in table.foreignKeys {
      let columns = key.columns.compactMap { checks.index(of: $0) }
      guard columns.count == key.columns.count else { continue }
      var parentColumns = key.parentColumns
      if parentColumns.isEmpty {
        parentColumns = try reader.columns(of: key.parent).filter { $0.primaryKeyOrdinal > 0 }
          .sorted { $0.primaryKeyOrdinal < $1.primaryKeyOrdinal }.map(\.name)
      }
      guard parentColumns.count == columns.count else { continue }
      let ahead = spread * (referred[foldedName(key.parent)] ?? 0)
      referred[foldedName(key.parent), default: 0] += 1
      let values = try parentRow((row + ahead) % 2, of: key.parent, parentColumns, connection)
      for (position, column) in columns.enumerated() where given[column] == nil {
        if let values {
          given[column] = values[position]
        } else if !checks.isNotNull(table.columns[column]) {
          given[column] = .null
        } else if sameName(key.parent, table.name),
          let own = checks.index(of: parentColumns[position]),
          let value = try checks.candidates(for: own).first(where: { $0 != .null })
        {
          // A row that must have a parent in its own table is its own parent.
          given[column] = given[own] ?? value
          given[own] = given[column]
        } else if let value = try checks.candidates(for: column).first(where: { $0 != .null }) {
          // Two tables that need each other: the parent will get this key.
          given[column] = value
          wanted[foldedName(key.parent), default: [:]][parentColumns[position]] = value
        }
      }
    }
    return given
  }

  /// The referenced columns of a parent's row, or of its first one; nil where it has none.
  private func parentRow(
    _ row: Int, of parent: String, _ columns: [String], _ connection: Connection
  ) throws(SQLiteError) -> [SQLiteValue]? {
    let list = columns.map(quoted).joined(separator: ", ")
    for offset in row == 0 ? [0] : [row, 0] {
      let statement: Statement
      do throws(SQLiteError) {
        statement = try connection.prepare(
          "SELECT \(list) FROM main.\(quoted(parent)) LIMIT 1 OFFSET \(offset)")
      } catch {
        guard case .error = error.code else { throw error }
        return nil
      }
      if try statement.step() { return columns.indices.map { statement.value(at: $0) } }
    }
    return nil
  }
}
