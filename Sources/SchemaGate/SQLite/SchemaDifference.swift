/// One thing in which two schemas differ.
public struct SchemaDifference: Hashable, Sendable {
  /// What kind of thing differs.
  public enum Part: String, Sendable, CaseIterable {
    case table
    case virtualTable = "virtual table"
    case column
    case primaryKey = "primary key"
    case unique = "unique constraint"
    case foreignKey = "foreign key"
    case check
    case index
    case trigger
    case view
  }

  /// What happened to it on the way from the first schema to the second.
  public enum Effect: String, Sendable, CaseIterable {
    /// Only the second schema has it.
    case added
    /// Only the first schema has it.
    case dropped
    /// Both have it, and say different things.
    case changed
    /// It accepts all that it did, and more.
    case widened
    /// It accepts less than it did.
    case narrowed
    /// It stands elsewhere, and means the same.
    case moved
  }

  /// What kind of thing it is.
  public var part: Part
  /// The table or view that it belongs to; for a table or a view, its own name.
  public var table: String
  /// Its name: a column's, an index's, a trigger's; for a constraint what it is about; nil for a
  /// table or a view itself.
  public var name: String?
  /// What of it differs, such as `type`; nil where it was added or dropped as a whole.
  public var aspect: String?
  /// What the first schema says.
  public var before: String?
  /// What the second schema says.
  public var after: String?
  /// What happened to it.
  public var effect: Effect
  /// Whether all rows and statements that the first schema accepts are accepted by the second.
  public var isAdditive: Bool

  /// The object as diagnostics name it: `book`, `book.position`, `index book_order`.
  public var object: String {
    switch part {
    case .table, .virtualTable, .view, .primaryKey, .unique, .foreignKey, .check: table
    case .column: name.map { "\(table).\($0)" } ?? table
    case .index: "index \(name ?? "")"
    case .trigger: "trigger \(name ?? "")"
    }
  }

  /// The thing in words, such as `column 'book.position'` or `foreign key (shelf) of 'book'`.
  public var subject: String {
    switch part {
    case .table, .virtualTable, .view: "\(part.rawValue) '\(table)'"
    case .column: "column '\(table).\(name ?? "")'"
    case .index, .trigger: "\(part.rawValue) '\(name ?? "")' on '\(table)'"
    case .primaryKey: "primary key of '\(table)'"
    case .check: "check (\(name ?? "")) of '\(table)'"
    case .unique, .foreignKey: "\(part.rawValue) (\(name ?? "")) of '\(table)'"
    }
  }

  /// The difference as a change from the first schema to the second.
  public var changeMessage: String {
    switch (effect, aspect) {
    case (.added, nil): "\(subject) is added"
    case (.dropped, nil): "\(subject) is dropped"
    default:
      "\(aspect.map { "\($0) of " } ?? "")\(subject) is \(effect.rawValue)"
        + " from \(before ?? "none") to \(after ?? "none")"
    }
  }

  /// The difference as drift of the second schema, which a database has, from the first, which it
  /// should have.
  public var driftMessage: String {
    switch (effect, aspect) {
    case (.added, nil): "\(subject) is not expected"
    case (.dropped, nil): "\(subject) is missing"
    default:
      "\(aspect.map { "\($0) of " } ?? "")\(subject) is \(after ?? "none"),"
        + " expected \(before ?? "none")"
    }
  }
}
