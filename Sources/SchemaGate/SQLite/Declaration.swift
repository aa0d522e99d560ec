/// A statement that declares an object of the schema, read from its tokens.
///
/// All ranges are byte ranges of the text that it was read from. SQLite itself is asked wherever
/// it remembers; declarations serve where it forgets (a written ON DELETE, the extent of a CHECK)
/// and where a place in a file is wanted.
enum Declaration: Hashable, Sendable {
  case table(TableDeclaration)
  case virtualTable(VirtualTableDeclaration)
  case index(IndexDeclaration)
  case trigger(TriggerDeclaration)
  case view(ViewDeclaration)
}

/// An expression, as written.
struct SQLExpression: Hashable, Sendable {
  /// Its bytes, without the parentheses that the grammar demands around it.
  var range: Range<Int>
  /// Those bytes.
  var text: String
  /// Whether it is a default, in which a bare name is a string.
  var isDefault: Bool
  /// The names that it mentions and that may be columns: no functions, types or collations. A
  /// qualified name counts by its last part; each occurrence counts.
  var names: [SQLName]

  /// One spelling for all that differ only in white space, comments, quoting of names, letter case
  /// and redundant outer parentheses.
  ///
  /// Made each time it is asked for, since few are compared.
  var canonical: String {
    let cursor = SQLTokenCursor(Array(text.utf8))
    return isDefault ? CanonicalSQL.defaultValue(cursor) : CanonicalSQL.expression(cursor)
  }
}

/// What CREATE TABLE declares.
struct TableDeclaration: Hashable, Sendable {
  /// The schema before the name, such as `temp` or `main`.
  var schema: SQLName?
  /// The table's name.
  var name: SQLName
  /// The whole statement, without its semicolon.
  var range: Range<Int>
  /// Whether it says TEMP or TEMPORARY.
  var isTemporary: Bool
  /// Whether it says IF NOT EXISTS.
  var hasIfNotExists: Bool
  /// Whether it says STRICT.
  var isStrict = false
  /// Whether it says WITHOUT ROWID.
  var isWithoutRowID = false
  /// The query of CREATE TABLE … AS; such a table declares no columns.
  var query: Range<Int>?
  /// What stands in the parentheses of the columns, parentheses included.
  var body: Range<Int>?
  /// The columns in order.
  var columns: [ColumnDeclaration] = []
  /// The constraints of the table, without those of columns.
  var constraints: [ConstraintDeclaration] = []
  /// Whether every token was understood.
  var isComplete = true

  /// The column of a name, in any ASCII case.
  func column(named name: String) -> ColumnDeclaration? {
    columns.first { sameName($0.name.text, name) }
  }

  /// All constraints in the order of the text: of columns (with their column) and of the table.
  var allConstraints: [(column: ColumnDeclaration?, constraint: ConstraintDeclaration)] {
    columns.flatMap { column in column.constraints.map { (column, $0) } }
      + constraints.map { (nil, $0) }
  }

  /// All CHECKs in the order of the text, with the column that each belongs to.
  var checks: [(column: ColumnDeclaration?, name: SQLName?, expression: SQLExpression)] {
    allConstraints.compactMap { column, constraint in
      guard case .check(let expression) = constraint.kind else { return nil }
      return (column, constraint.name, expression)
    }
  }

  /// All foreign keys in the order of the text, which is also that of ``Catalog/Table``.
  var foreignKeys: [ForeignKeyDeclaration] {
    allConstraints.compactMap { _, constraint in
      guard case .foreignKey(let key) = constraint.kind else { return nil }
      return key
    }
  }

  /// The columns of each UNIQUE and PRIMARY KEY constraint, in the order of the text.
  var uniqueKeys: [(isPrimary: Bool, columns: [String], range: Range<Int>)] {
    allConstraints.compactMap { column, constraint in
      switch constraint.kind {
      case .primaryKey(let terms, _):
        (true, column.map { [$0.name.text] } ?? terms.compactMap(\.name?.text), constraint.range)
      case .unique(let terms):
        (false, column.map { [$0.name.text] } ?? terms.compactMap(\.name?.text), constraint.range)
      default: nil
      }
    }
  }
}

/// A column of CREATE TABLE.
struct ColumnDeclaration: Hashable, Sendable {
  /// The name.
  var name: SQLName
  /// The type as SQLite reports it: standard types in upper case, others as written; empty for
  /// none.
  var type: String
  /// The bytes of the type, if there is one.
  var typeRange: Range<Int>?
  /// From the name to the last constraint.
  var range: Range<Int>
  /// Its constraints in order.
  var constraints: [ConstraintDeclaration] = []

  /// Whether one of its constraints is NOT NULL.
  var isNotNull: Bool { constraints.contains { $0.kind == .notNull } }

  /// The default that counts, which is the last one written.
  var defaultValue: SQLExpression? {
    for constraint in constraints.reversed() {
      if case .defaultValue(let expression) = constraint.kind { return expression }
    }
    return nil
  }

  /// The expression of a generated column, and whether it is stored.
  var generated: (expression: SQLExpression, isStored: Bool)? {
    for constraint in constraints {
      if case .generated(let expression, let isStored) = constraint.kind {
        return (expression, isStored)
      }
    }
    return nil
  }
}

/// A constraint of a column or a table.
struct ConstraintDeclaration: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// PRIMARY KEY; one without terms is of its column, `isDescending` counts there only.
    case primaryKey(terms: [IndexedTerm], isAutoincrement: Bool)
    case notNull
    /// NULL as a constraint, which SQLite accepts and ignores.
    case null
    /// UNIQUE; one without terms is of its column.
    case unique(terms: [IndexedTerm])
    case check(SQLExpression)
    case defaultValue(SQLExpression)
    case collate(SQLName)
    case generated(SQLExpression, isStored: Bool)
    case foreignKey(ForeignKeyDeclaration)
  }

  /// The name after CONSTRAINT.
  var name: SQLName?
  /// The constraint with its name and clauses.
  var range: Range<Int>
  /// What it says.
  var kind: Kind
  /// The word after ON CONFLICT, in upper case.
  var conflict: String?
  /// Whether a column's PRIMARY KEY says DESC, which keeps it from being the rowid.
  var isDescending = false
}

/// A term of a key or an index.
struct IndexedTerm: Hashable, Sendable {
  /// The column; nil for an expression.
  var name: SQLName?
  /// The whole term as an expression, without COLLATE and order.
  var expression: SQLExpression
  /// The collation that it names.
  var collation: SQLName?
  /// Whether it says DESC.
  var isDescending: Bool
  /// All its bytes.
  var range: Range<Int>
}

/// REFERENCES, with the columns that refer.
struct ForeignKeyDeclaration: Hashable, Sendable {
  /// The columns of the declaring table.
  var columns: [SQLName]
  /// The table referred to.
  var parent: SQLName
  /// The columns referred to; empty for the primary key.
  var parentColumns: [SQLName]
  /// The action after ON DELETE, as PRAGMA foreign_key_list spells it; nil if none is written.
  var onDelete: String?
  /// The action after ON UPDATE; nil if none is written.
  var onUpdate: String?
  /// Whether it is checked at the end of a transaction (DEFERRABLE INITIALLY DEFERRED).
  var isDeferred = false
  /// From REFERENCES or FOREIGN KEY to its last clause.
  var range: Range<Int>
}

/// What CREATE INDEX declares.
struct IndexDeclaration: Hashable, Sendable {
  var schema: SQLName?
  var name: SQLName
  /// The whole statement, without its semicolon.
  var range: Range<Int>
  var isUnique: Bool
  var hasIfNotExists: Bool
  var table: SQLName
  var terms: [IndexedTerm]
  /// The condition after WHERE.
  var condition: SQLExpression?
  /// Whether every token was understood.
  var isComplete = true
}

/// What CREATE TRIGGER declares.
struct TriggerDeclaration: Hashable, Sendable {
  enum Timing: String, Hashable, Sendable { case before, after, insteadOf }
  enum Event: String, Hashable, Sendable { case insert, update, delete }

  var schema: SQLName?
  var name: SQLName
  /// The whole statement, without its semicolon.
  var range: Range<Int>
  var isTemporary: Bool
  var hasIfNotExists: Bool
  /// When it runs; BEFORE where nothing is written, as SQLite has it.
  var timing: Timing
  var event: Event
  /// The columns of UPDATE OF; empty for all.
  var updateColumns: [SQLName]
  /// The table or view that it is on.
  var table: SQLName
  /// The condition after WHEN.
  var condition: SQLExpression?
  /// What stands between BEGIN and END.
  var body: Range<Int>
  /// One spelling of the body for all that mean the same.
  var canonicalBody: String
}

/// What CREATE VIEW declares.
struct ViewDeclaration: Hashable, Sendable {
  var schema: SQLName?
  var name: SQLName
  /// The whole statement, without its semicolon.
  var range: Range<Int>
  var isTemporary: Bool
  var hasIfNotExists: Bool
  /// The column names in parentheses; empty if the query names them.
  var columns: [SQLName]
  /// The query.
  var query: Range<Int>
  /// One spelling of the query for all that mean the same.
  var canonicalQuery: String
}

/// What CREATE VIRTUAL TABLE declares.
struct VirtualTableDeclaration: Hashable, Sendable {
  /// One argument of the module.
  struct Argument: Hashable, Sendable {
    /// All its bytes, trimmed.
    var text: String
    var range: Range<Int>
    /// What stands before `=`, folded to lower case; nil if there is no `=`.
    var key: String?
    /// What stands behind `=`, without quotes; nil if there is no `=`.
    var value: String?
  }

  var schema: SQLName?
  var name: SQLName
  /// The whole statement, without its semicolon.
  var range: Range<Int>
  var hasIfNotExists: Bool
  /// The module, such as `fts5`.
  var module: SQLName
  var arguments: [Argument]

  /// The value of an argument `key = value`, unquoted.
  func value(of key: String) -> String? {
    arguments.first { $0.key == key }?.value
  }

  /// The table that an FTS5 index takes its content from: nil for none, empty for contentless.
  var contentTable: String? { value(of: "content") }

  /// The rowid's name in the content table, `rowid` unless written.
  var contentRowID: String { value(of: "content_rowid") ?? "rowid" }

  /// The columns that an FTS5 table declares, in order.
  var columns: [String] {
    arguments.filter { $0.key == nil }.compactMap { argument in
      SQLTokenCursor(Array(argument.text.utf8)).peek().flatMap {
        $0.name(in: Array(argument.text.utf8))
      }
    }
  }
}
