/// How a table tells live rows from archived or soft-deleted ones, by the names of columns.
struct LiveRows {
  /// The columns that tell: the first one of each word.
  let columns: [Catalog.Column]
  /// The SQL condition of live rows.
  let condition: String
  /// What is true of each live row, whichever of the columns of one word tells: a table may keep
  /// both a flag and its time.
  let anyCondition: String

  /// Finds the columns; nil where rows are only deleted for good.
  init?(of table: Catalog.Table) {
    var columns: [Catalog.Column] = []
    var conditions: [[String]] = []
    var found: [String: Int] = [:]
    for column in table.columns where column.isWritable {
      guard let (word, condition) = LiveRows.meaning(of: column) else { continue }
      if let known = found[word] {
        conditions[known].append(condition)
      } else {
        found[word] = columns.count
        columns.append(column)
        conditions.append([condition])
      }
    }
    guard !columns.isEmpty else { return nil }
    self.columns = columns
    condition = conditions.map { $0[0] }.joined(separator: " AND ")
    anyCondition = conditions.map { "(\($0.joined(separator: " OR ")))" }.joined(separator: " AND ")
  }

  /// The word that a column is named by, and what it is like in live rows.
  private static func meaning(of column: Catalog.Column) -> (word: String, condition: String)? {
    let name = foldedName(column.name)
    let words = ["archived", "deleted", "trashed", "removed", "discarded"]
    if let word = words.first(where: { name == "\($0)_at" }), !column.isNotNull {
      return (word, "\(SQLWords.name(column.name)) IS NULL")
    }
    if let word = words.first(where: { name == $0 || name == "is_\($0)" }),
      Affinity(column.type) == .integer
    {
      return (word, "\(SQLWords.name(column.name)) = 0")
    }
    return nil
  }
}
