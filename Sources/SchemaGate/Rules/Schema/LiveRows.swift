/// How a table tells live rows from archived or soft-deleted ones, by the name of a column.
struct LiveRows {
  /// The column.
  let column: Catalog.Column
  /// The SQL condition of live rows.
  let condition: String

  /// Finds the column; nil where rows are only deleted for good.
  init?(of table: Catalog.Table) {
    let words = ["archived", "deleted", "trashed", "removed", "discarded"]
    for column in table.columns where column.isWritable {
      let name = foldedName(column.name)
      if words.contains(where: { name == "\($0)_at" }), !column.isNotNull {
        self.column = column
        condition = "\(SQLWords.name(column.name)) IS NULL"
        return
      }
      if words.contains(where: { name == $0 || name == "is_\($0)" }),
        Affinity(column.type) == .integer
      {
        self.column = column
        condition = "\(SQLWords.name(column.name)) = 0"
        return
      }
    }
    return nil
  }
}
