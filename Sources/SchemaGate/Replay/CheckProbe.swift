/// Decides what the CHECKs of tables let in, by running them on scratch copies of the columns.
///
/// The scratch tables live in a database of their own, so that nothing here disturbs what replay
/// made. A table's copy is made when it is first asked for, and kept.
final class CheckProbe {
  private let connection: Connection
  private let memo = CheckMemo()
  /// What columns' names say of them; kept here, because it is wanted wherever CHECKs are asked.
  let names = FamilyNames()
  /// What is known of tables by their names, with the table that it was last asked for.
  private var tables: [String: (checks: TableChecks, table: Catalog.Table)] = [:]
  private var values: [String: SQLiteValue?] = [:]
  private var declarations: [String: TableDeclaration?] = [:]

  /// What could not be judged, and why, in the order in which rules came upon it.
  private(set) var remarks: [String] = []

  /// Opens the scratch database.
  ///
  /// - Parameter collations: names of collations that the app registers itself.
  init(collations: [String] = []) throws(SQLiteError) {
    connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    try connection.assume(collations: collations)
    // One transaction spares a commit per statement.
    try connection.execute("BEGIN")
  }

  /// The CHECKs of a table, ready to be asked.
  ///
  /// Costs a compiled SELECT for each CHECK, once they are needed. Of two versions of a table, only
  /// the one that was asked for last may be used.
  func checks(of table: Catalog.Table) -> TableChecks {
    if let known = tables[table.name] {
      if known.table == table { return known.checks }
      if known.table.isAlike(table) {
        tables[table.name] = (known.checks, table)
        return known.checks
      }
    }
    let checks = TableChecks(
      table, declaration: declaration(of: table.sql), on: connection, memo: memo)
    tables[table.name] = (checks, table)
    return checks
  }

  /// Keeps in mind that something was not judged.
  func remark(_ text: String) {
    if !remarks.contains(text) { remarks.append(text) }
  }

  /// Forgets what was not judged.
  func forgetRemarks() { remarks = [] }

  /// What a table's text declares, read once.
  func declaration(of sql: String) -> TableDeclaration? {
    if let known = declarations[sql] { return known }
    let declaration = DeclarationReader.table(sql)
    declarations[sql] = .some(declaration)
    return declaration
  }

  /// The value of an expression that needs no table, at a fixed time; nil where it doesn't compile
  /// or run.
  func value(of expression: String) -> SQLiteValue? {
    if let known = values[expression] { return known }
    let value = valueWithoutMemo(of: expression)
    values[expression] = .some(value)
    return value
  }

  private func valueWithoutMemo(of expression: String) -> SQLiteValue? {
    do throws(SQLiteError) {
      let statement = try connection.prepare("SELECT (\(FixedInstant.fixed(expression))\n)")
      return try statement.step() ? statement.value(at: 0) : nil
    } catch {
      return nil
    }
  }

  /// The sets of values that CHECKs close, by table and column in lower-case ASCII.
  ///
  /// For `inspect`, for parity with payloads, and for comparing two versions.
  func valueSets(of catalog: Catalog) throws(SQLiteError) -> [String: [String: ValueSet]] {
    var sets: [String: [String: ValueSet]] = [:]
    for table in catalog.ordinaryTables {
      let checks = checks(of: table)
      for column in table.columns {
        guard let set = try checks.valueSet(of: column.name) else { continue }
        sets[foldedName(table.name), default: [:]][foldedName(column.name)] = set
      }
    }
    return sets
  }

  /// The same sets in SQL, as a comparison of schemas takes them.
  func valueTexts(of catalog: Catalog) throws(SQLiteError) -> [String: [String: [String]]] {
    try valueSets(of: catalog).mapValues { columns in
      columns.mapValues { set in set.values.map(\.literal) }
    }
  }
}

extension Catalog.Table {
  /// Whether rows and CHECKs are the same in two tables; indexes, foreign keys and defaults have no
  /// say in that.
  fileprivate func isAlike(_ other: Catalog.Table) -> Bool {
    sql == other.sql && isStrict == other.isStrict && columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy { one, other in
        one.name == other.name && one.type == other.type && one.storage == other.storage
          && sameName(one.collation, other.collation)
          && (one.isNotNull || one.primaryKeyOrdinal > 0)
            == (other.isNotNull || other.primaryKeyOrdinal > 0)
      }
  }
}

/// The values that CHECKs leave to a column, where they name them one by one.
struct ValueSet: Hashable, Sendable {
  /// The literals of the CHECKs that pass, in the order of the text.
  var values: [SQLiteValue]
  /// Whether NULL passes too.
  var allowsNull: Bool
}

/// What CHECKs say to one value in one column.
enum CheckVerdict: Hashable, Sendable {
  /// Some row can hold the value.
  case passes
  /// No row that was tried can hold it.
  case stopped
  /// A CHECK could not be run here, for SQLite's reason.
  case unjudged(String)
}
