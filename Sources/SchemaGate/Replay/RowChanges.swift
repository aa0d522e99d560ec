/// Rows, or references to rows, that a version lost in a table that is still there.
struct RowLoss: Sendable {
  let table: String
  /// The column of a foreign key that became NULL; nil where rows are gone.
  let column: String?
  let before: Int
  let after: Int
  /// The statement that did it.
  let statement: Range<Int>?
  /// Whether that statement says so: a DELETE of rows, an UPDATE of the column.
  let isExplicit: Bool
}

/// A DELETE of rows that an older version may have put there, whether or not made-up ones match it.
struct Deletion: Sendable {
  let table: String
  let statement: Range<Int>
}

/// A version that fails, or leaves what devices refuse, only once its tables have rows.
struct DataFailure: Sendable {
  /// SQLite's message, or what is left behind.
  let message: String
  /// The place in the program.
  let offset: Int
  /// Whether any row is enough; otherwise it depends on what is in the rows.
  let failsForAnyRow: Bool
  /// What is left behind of references, if that is what fails.
  var references: References?

  enum References: Sendable {
    /// Rows refer to others that are gone.
    case dangling
    /// Rows that nothing held to anything have a new foreign key.
    case new

    /// What to do about rows that refer to nothing.
    var help: String {
      switch self {
      case .dangling:
        "keep the keys that rows of other tables refer to: copy them as they are, and delete or "
          + "change first what refers to those that go"
      case .new:
        "let the copy put NULL, or a row that is there, in the place of values that refer to none; "
          + "then waive this: -- schema-gate: allow may-fail-on-data: <reason>"
      }
    }
  }
}

/// How many rows a table has, and how many of them refer by each foreign key's columns.
struct RowCount {
  var rows = 0
  var references: [String: Int] = [:]
}
