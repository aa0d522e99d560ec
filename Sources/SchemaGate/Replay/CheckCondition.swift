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
  private var statement: Statement?

  init(_ expression: SQLExpression, columns: [Int]) {
    self.expression = expression
    self.columns = columns
  }

  /// The SELECT that yields 1 where a CHECK would fail; nil where it doesn't compile.
  ///
  /// A CHECK fails where it is false; NULL lets the row in.
  func compiled(for table: Catalog.Table, on connection: Connection) -> Statement? {
    if statement != nil || failure != nil { return statement }
    do throws(SQLiteError) {
      statement = try connection.prepare(
        "SELECT NOT (\(expression.text)\n) FROM \(quoted(table.name))")
    } catch {
      failure = error.message
    }
    return statement
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
