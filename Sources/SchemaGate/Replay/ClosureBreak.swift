/// Something that survives a version and refers to something that does not.
struct ClosureBreak: Hashable, Sendable {
  /// What is broken.
  enum Subject: Hashable, Sendable {
    case view(String)
    /// A trigger with its table or view.
    case trigger(String, table: String)
    case table(String)
    case virtualTable(String)
    /// A foreign key: the table, its columns, the parent, and the columns referred to.
    case foreignKey(table: String, columns: [String], parent: String, parentColumns: [String])
  }

  /// Why it is broken.
  enum Reason: Hashable, Sendable {
    /// What SQLite says when it compiles the object.
    case compilation(String)
    /// UPDATE OF names a column that is not there: such a trigger never fires, and SQLite is silent.
    case updateOf(column: String)
    /// The parent of a foreign key is not there.
    case missingParent
    /// The parent has no primary key and no full unique index on exactly the referenced columns.
    case missingParentKey
  }

  var subject: Subject
  var reason: Reason
  /// The statement that broke it, in the version's program; nil where none can be blamed.
  var cause: Range<Int>?
  /// What that statement took away, such as `item.touched`; nil where it only changed something.
  var gone: String?
  /// Where the broken object is declared.
  var declaration: StatementReference?
  /// Other objects that are broken with it, because they go through it.
  var followers: [Subject] = []
}

extension ClosureBreak.Subject: CustomStringConvertible {
  /// The kind and the name, such as `trigger 'shelf_audit'`.
  var description: String {
    switch self {
    case .view(let name): "view '\(name)'"
    case .trigger(let name, _): "trigger '\(name)'"
    case .table(let name), .virtualTable(let name): "table '\(name)'"
    case .foreignKey(let table, let columns, _, _):
      "foreign key '\(table).\(columns.joined(separator: ", "))'"
    }
  }

  /// The object as locations name it, such as `trigger shelf_audit` or `book.shelf_id`.
  var object: String {
    switch self {
    case .view(let name): "view \(name)"
    case .trigger(let name, _): "trigger \(name)"
    case .table(let name), .virtualTable(let name): name
    case .foreignKey(let table, let columns, _, _):
      columns.count == 1 ? "\(table).\(columns[0])" : table
    }
  }
}
