import CSQLite

/// A compiled statement, finalized when the value goes away.
public final class Statement {
  private let handle: OpaquePointer?
  /// Kept so that a statement never outlives its connection.
  private let connection: Connection

  init(handle: OpaquePointer?, connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs to the next row.
  ///
  /// - Returns: whether there is a row; false at the end, also for an empty statement.
  public func step() throws(SQLiteError) -> Bool {
    guard let handle else { return false }
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.error(code: code, sql: sql)
    }
  }

  /// Makes the statement ready to run again; bindings stay.
  public func reset() { sqlite3_reset(handle) }

  /// The statement's text.
  public var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Whether the statement only reads.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Whether the statement is an EXPLAIN or EXPLAIN QUERY PLAN.
  var isExplain: Bool { sqlite3_stmt_isexplain(handle) != 0 }

  /// The number of columns in a row.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The number of parameters to bind.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// The name of a result column.
  public func columnName(at index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }
}

// MARK: - Values

/// A value as SQLite stores it.
public enum SQLiteValue: Hashable, Sendable {
  /// NULL
  case null
  /// An integer of up to 64 bits.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension Statement {
  /// Binds a value to a parameter, counted from 1.
  public func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    let position = Int32(index)
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(handle, position)
    case .integer(let number): code = sqlite3_bind_int64(handle, position, number)
    case .real(let number): code = sqlite3_bind_double(handle, position, number)
    case .text(let text):
      // With an explicit length, so that a NUL inside stays what it is.
      let count = sqlite3_uint64(text.utf8.count)
      code = text.withCString { start in
        sqlite3_bind_text64(
          handle, position, start, count, csqlite_transient(), UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      code = bytes.withUnsafeBytes { raw in
        raw.count == 0
          ? sqlite3_bind_zeroblob(handle, position, 0)
          : sqlite3_bind_blob64(
            handle, position, raw.baseAddress, sqlite3_uint64(raw.count), csqlite_transient())
      }
    }
    guard code == SQLITE_OK else { throw connection.error(code: code, sql: sql) }
  }

  /// Binds values to the parameters in order, from the first.
  public func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  /// A column of the current row as an integer; nil for NULL.
  public func integer(at index: Int) -> Int64? {
    isNull(at: index) ? nil : sqlite3_column_int64(handle, Int32(index))
  }

  /// A column of the current row as text; nil for NULL. Bytes that aren't UTF-8 are replaced.
  public func text(at index: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(index)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(index)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column of the current row as bytes; nil for NULL.
  public func bytes(at index: Int) -> [UInt8]? {
    if isNull(at: index) { return nil }
    guard let start = sqlite3_column_blob(handle, Int32(index)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(index)))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Whether a column of the current row is NULL.
  public func isNull(at index: Int) -> Bool {
    sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL
  }

  /// A column of the current row as it is stored.
  public func value(at index: Int) -> SQLiteValue {
    switch sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, Int32(index)))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(index)))
    case SQLITE_TEXT: .text(text(at: index) ?? "")
    case SQLITE_BLOB: .blob(bytes(at: index) ?? [])
    default: .null
    }
  }
}
