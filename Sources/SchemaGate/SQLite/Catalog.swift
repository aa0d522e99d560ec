/// What a schema holds, as SQLite itself reports it.
///
/// Names are spelled as they were declared; looking one up ignores ASCII case, as SQLite does.
public struct Catalog: Hashable, Sendable {
  /// Ordinary, virtual and shadow tables, in the order of their creation.
  public var tables: [Table]
  /// Views, in the order of their creation.
  public var views: [View]
  /// Triggers, in the order of their creation.
  public var triggers: [Trigger]

  /// Creates a catalog.
  public init(tables: [Table] = [], views: [View] = [], triggers: [Trigger] = []) {
    self.tables = tables
    self.views = views
    self.triggers = triggers
  }

  /// The table of a name, in any ASCII case.
  public func table(named name: String) -> Table? { tables.first { sameName($0.name, name) } }

  /// The triggers on a table or view.
  public func triggers(on name: String) -> [Trigger] {
    triggers.filter { sameName($0.table, name) }
  }

  /// All indexes that a statement declared, in the order of their tables.
  public var declaredIndexes: [Index] {
    tables.flatMap { table in table.indexes.filter { $0.origin == .statement } }
  }

  /// The ordinary tables: what a schema's author declares, without virtual and shadow tables.
  public var ordinaryTables: [Table] { tables.filter { $0.kind == .ordinary } }
}

extension Catalog {
  /// A table.
  public struct Table: Hashable, Sendable {
    /// What kind of table it is.
    public enum Kind: String, Sendable {
      /// Made by CREATE TABLE.
      case ordinary
      /// Made by CREATE VIRTUAL TABLE.
      case virtual
      /// Made by a virtual table for its own use.
      case shadow
    }

    /// The name as declared.
    public var name: String
    /// Ordinary, virtual or shadow.
    public var kind: Kind
    /// Whether it is STRICT.
    public var isStrict: Bool
    /// Whether it is WITHOUT ROWID.
    public var isWithoutRowID: Bool
    /// Whether its INTEGER PRIMARY KEY is AUTOINCREMENT.
    public var isAutoincrement: Bool
    /// All columns, hidden and generated ones included, in order.
    public var columns: [Column]
    /// The foreign keys that it declares, in the order of their text.
    public var foreignKeys: [ForeignKey]
    /// Its indexes, those of constraints included.
    public var indexes: [Index]
    /// The text that `sqlite_schema` keeps.
    public var sql: String

    /// The column of a name, in any ASCII case.
    public func column(named name: String) -> Column? {
      columns.first { sameName($0.name, name) }
    }

    /// The columns of the primary key, in its order.
    public var primaryKey: [Column] {
      columns.filter { $0.primaryKeyOrdinal > 0 }
        .sorted { $0.primaryKeyOrdinal < $1.primaryKeyOrdinal }
    }

    /// The column that is another name for the rowid, if there is one.
    public var rowIDColumn: Column? {
      let key = primaryKey
      guard kind == .ordinary, !isWithoutRowID, key.count == 1, let column = key.first,
        sameName(column.type, "INTEGER"), !indexes.contains(where: { $0.origin == .primaryKey })
      else { return nil }
      return column
    }
  }

  /// A column of a table or a view.
  public struct Column: Hashable, Sendable {
    /// How a column gets its value.
    public enum Storage: String, Sendable {
      /// Written by statements.
      case ordinary
      /// A hidden column of a virtual table.
      case hidden
      /// Computed when read.
      case virtualGenerated
      /// Computed when written.
      case storedGenerated
    }

    /// The name as declared.
    public var name: String
    /// The declared type, empty without one.
    public var type: String
    /// Whether it was declared NOT NULL (part of a primary key is not enough).
    public var isNotNull: Bool
    /// The default's SQL, if one was declared.
    public var defaultValue: String?
    /// The place in the primary key, counted from 1; 0 for none.
    public var primaryKeyOrdinal: Int
    /// How it gets its value.
    public var storage: Storage
    /// The collation, `BINARY` unless declared.
    public var collation: String

    /// Whether a statement can write it.
    public var isWritable: Bool { storage == .ordinary }
    /// Whether it is computed.
    public var isGenerated: Bool { storage == .virtualGenerated || storage == .storedGenerated }
  }

  /// A foreign key.
  public struct ForeignKey: Hashable, Sendable {
    /// The columns of the declaring table.
    public var columns: [String]
    /// The table that is referred to, as spelled.
    public var parent: String
    /// The columns referred to; empty where the declaration names none and means the primary key.
    public var parentColumns: [String]
    /// The action on DELETE: `NO ACTION`, `RESTRICT`, `SET NULL`, `SET DEFAULT` or `CASCADE`.
    public var onDelete: String
    /// The action on UPDATE, in the same words.
    public var onUpdate: String
  }

  /// An index.
  public struct Index: Hashable, Sendable {
    /// What an index comes from.
    public enum Origin: String, Sendable {
      /// A CREATE INDEX statement.
      case statement
      /// A UNIQUE constraint.
      case unique
      /// A PRIMARY KEY that isn't the rowid.
      case primaryKey
    }

    /// One term of an index.
    public struct Term: Hashable, Sendable {
      /// The column; nil for an expression.
      public var column: String?
      /// Whether it is in descending order.
      public var isDescending: Bool
      /// The collation.
      public var collation: String
    }

    /// The name; that of a constraint's index is SQLite's own.
    public var name: String
    /// The table.
    public var table: String
    /// Whether it is unique.
    public var isUnique: Bool
    /// What it comes from.
    public var origin: Origin
    /// Whether a WHERE leaves rows out.
    public var isPartial: Bool
    /// Its key terms, in order.
    public var terms: [Term]
    /// The text that `sqlite_schema` keeps; nil for a constraint's index.
    public var sql: String?
  }

  /// A trigger.
  public struct Trigger: Hashable, Sendable {
    /// The name as declared.
    public var name: String
    /// The table or view that it is on.
    public var table: String
    /// The text that `sqlite_schema` keeps.
    public var sql: String
  }

  /// A view.
  public struct View: Hashable, Sendable {
    /// The name as declared.
    public var name: String
    /// Its columns; nil where it doesn't compile.
    public var columns: [Column]?
    /// The text that `sqlite_schema` keeps.
    public var sql: String
  }
}
