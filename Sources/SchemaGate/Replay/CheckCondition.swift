/// One CHECK, or another condition on a row; a class, because it owns its compiled statement.
final class CheckCondition {
  /// The expression.
  let expression: SQLExpression
  /// The columns that it depends on, as indices; those behind generated columns included.
  let columns: [Int]
  /// The literals in its text.
  private(set) lazy var literals = SQLLiterals.values(
    in: SQLTokenCursor(Array(expression.text.utf8)))
  /// Why it doesn't compile; nil before it is tried.
  private(set) var failure: String?
  private var overCopy: Statement?
  private var overParameters: Statement?
  private var isTriedOverParameters = false

  init(_ expression: SQLExpression, columns: [Int]) {
    self.expression = expression
    self.columns = columns
  }

  /// The SELECT over a copy of the table that yields 1 where a CHECK would fail; nil where it
  /// doesn't compile.
  ///
  /// A CHECK fails where it is false; NULL lets the row in.
  func overCopy(of table: Catalog.Table, on connection: Connection) -> Statement? {
    if overCopy != nil || failure != nil { return overCopy }
    do throws(SQLiteError) {
      overCopy = try connection.prepare(
        "SELECT NOT (\(expression.text)\n) FROM \(quoted(table.name))")
    } catch {
      failure = error.message
    }
    return overCopy
  }

  /// The same over parameters in the order of `columns`, each with its column's name and affinity;
  /// nil where that doesn't compile, as with a condition that names the rowid.
  func overParameters(of table: Catalog.Table, on connection: Connection) -> Statement? {
    if isTriedOverParameters { return overParameters }
    isTriedOverParameters = true
    let parameters = columns.enumerated().map { position, index in
      let column = table.columns[index]
      // A cast gives its affinity to what it yields (https://sqlite.org/datatype3.html#affname).
      // BLOB is one too: a bare parameter has none, and compares with text in another way.
      let type =
        switch Affinity(column.type) {
        case .text: "TEXT"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .numeric: "NUMERIC"
        case .blob: "BLOB"
        }
      return "CAST(?\(position + 1) AS \(type)) AS \(quoted(column.name))"
    }
    let row = parameters.isEmpty ? "1" : parameters.joined(separator: ", ")
    do throws(SQLiteError) {
      overParameters = try connection.prepare(
        "SELECT NOT (\(expression.text)\n) FROM (SELECT \(row)) AS \(quoted(table.name))")
    } catch {
      // The copy's SELECT says why.
    }
    return overParameters
  }

  /// The text with other names for its columns: the same for CHECKs that differ only in these.
  func text(naming name: (String) -> String) -> String {
    let bytes = Array(expression.text.utf8)
    var text: [UInt8] = []
    var start = 0
    for column in expression.names {
      let lower = column.range.lowerBound - expression.range.lowerBound
      let upper = column.range.upperBound - expression.range.lowerBound
      guard lower >= start, upper <= bytes.count else { continue }
      text += bytes[start..<lower]
      text += name(column.text).utf8
      start = upper
    }
    text += bytes[start...]
    return String(decoding: text, as: UTF8.self)
  }
}

/// What was found out about columns of one shape, for all the columns that have it.
///
/// Shared by the tables of a probe: a schema has the same few CHECKs in column after column.
final class CheckMemo {
  /// A question that a family asks.
  struct Question: Hashable {
    let shape: String
    let accepts: [SQLiteValue]
    let rejects: [SQLiteValue]
  }

  /// The table of sample texts; its name is like no other.
  static let texts = "temp.\"schema-gate: sample texts\""
  private var hasTexts = false

  var candidates: [String: [SQLiteValue]] = [:]
  var breaks: [Question: TableChecks.FamilyBreak?] = [:]
  var enums: [String: TableChecks.EnumGuard] = [:]
  var sets: [String: ValueSet?] = [:]

  /// How columns of a type keep values.
  private struct Column: Hashable {
    let type: String
    let isStrict: Bool
  }
  private var kept: [Column: [SQLiteValue: SQLiteValue?]] = [:]

  /// A value as a column of a type stores it; nil if STRICT refuses it.
  ///
  /// Asked of SQLite, once for a type and value, unless the value is just of that type.
  func stored(
    _ value: SQLiteValue, as type: String, isStrict: Bool, on connection: Connection
  ) throws(SQLiteError) -> SQLiteValue? {
    switch (value, Affinity(type)) {
    case (.null, _), (.integer, .integer), (.text, .text): return value
    default: break
    }
    let column = Column(type: type, isStrict: isStrict)
    if let known = kept[column]?[value] { return known }
    let name = "temp.\(quoted("schema-gate: \(type)\(isStrict ? " STRICT" : "")"))"
    if kept[column] == nil {
      try connection.execute(
        "CREATE TABLE \(name) (v \(TableChecks.typeText(type, isStrict: isStrict)))"
          + (isStrict ? " STRICT" : ""))
    }
    var stored: SQLiteValue?
    let insert = try connection.prepare("INSERT INTO \(name) VALUES (?1)")
    try insert.bind(value, at: 1)
    do throws(SQLiteError) {
      _ = try insert.step()
      let query = try connection.prepare("SELECT v FROM \(name) ORDER BY rowid DESC LIMIT 1")
      if try query.step() { stored = query.value(at: 0) }
    } catch {
      guard case .constraint = error.code else { throw error }
    }
    kept[column, default: [:]][value] = .some(stored)
    return stored
  }

  /// Makes the table of sample texts, once.
  func makeTexts(on connection: Connection) throws(SQLiteError) {
    if hasTexts { return }
    hasTexts = true
    try connection.execute(
      "CREATE TEMP TABLE \"schema-gate: sample texts\" (n INTEGER PRIMARY KEY, v TEXT)")
    let insert = try connection.prepare("INSERT INTO \(CheckMemo.texts) (v) VALUES (?1)")
    for text in ProbeValues.texts {
      insert.reset()
      try insert.bind(text, at: 1)
      _ = try insert.step()
    }
  }
}
