/// Columns that belong together by their names, and what must hold for each of them.
public struct ColumnFamily: Sendable {
  /// The name, such as `boolean`.
  public let name: String

  /// The columns; one that matches any of the patterns belongs.
  public let columns: [NamePattern]

  /// The tables in which they are looked for; empty for all.
  public let tables: [NamePattern]

  /// The declared type that columns must have, in upper case; nil for any.
  public let type: String?

  /// Values that each column must accept.
  public let accepts: [JSONValue]

  /// Values that each column must reject.
  public let rejects: [JSONValue]

  /// Its byte offset in the configuration file; nil where it is built in and left alone.
  public let offset: Int?

  init(
    name: String, columns: [NamePattern], tables: [NamePattern] = [], type: String? = nil,
    accepts: [JSONValue] = [], rejects: [JSONValue] = [], offset: Int? = nil
  ) {
    self.name = name
    self.columns = columns
    self.tables = tables
    self.type = type
    self.accepts = accepts
    self.rejects = rejects
    self.offset = offset
  }

  /// Whether a column belongs to the family.
  public func includes(table: String, column: String) -> Bool {
    columns.contains { $0.matches(column) }
      && (tables.isEmpty || tables.contains { $0.matches(table) })
  }

  /// The families that hold everywhere: booleans, time stamps, and text of few values.
  public static let builtIn: [ColumnFamily] = [
    ColumnFamily(
      name: "boolean",
      columns: [
        "is_*", "has_*", "*_enabled", "all_day", "archived", "pinned", "completed", "done",
        "deleted", "read", "active", "enabled", "dismissed",
      ].map { NamePattern($0) },
      type: "INTEGER", accepts: [0, 1], rejects: [2, -1]),
    ColumnFamily(name: "timestamp", columns: [NamePattern("*_at")], type: "TEXT"),
    ColumnFamily(
      name: "enum",
      columns: [
        "status", "*_status", "kind", "*_kind", "type", "*_type", "operation", "disposition",
        "*_state", "*_mode", "frequency", "role", "level",
      ].map { NamePattern($0) },
      type: "TEXT"),
  ]
}
