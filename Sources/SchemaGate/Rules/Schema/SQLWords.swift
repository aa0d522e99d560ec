/// Words of SQL for messages and remedies.
enum SQLWords {
  /// A name as SQL: bare where that is enough.
  static func name(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let tokens = SQLTokenizer.tokens(of: bytes)
    guard tokens.count == 1, let token = tokens.first, token.kind == .word,
      !SQLKeyword.isReserved(token, in: bytes), !SQLKeyword.isLiteral(token, in: bytes)
    else { return quoted(name) }
    return name
  }

  /// Names as SQL, with commas.
  static func names(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }

  /// A name for a new index on columns, as SQL.
  static func indexName(_ table: String, _ columns: [String]) -> String {
    name(([table] + columns).joined(separator: "_"))
  }

  /// A type with its one spelling: upper case, and INTEGER for INT.
  static func type(_ type: String) -> String {
    let type = type.uppercased()
    return type == "INT" ? "INTEGER" : type
  }

  /// A type in a message.
  static func typeWords(_ type: String) -> String { type.isEmpty ? "without a type" : type }

  /// Values in a message.
  static func values(_ values: [SQLiteValue]) -> String {
    values.map(\.literal).joined(separator: ", ")
  }
}
