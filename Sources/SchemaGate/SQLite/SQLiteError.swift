import CSQLite

/// An error that SQLite returned.
///
/// Values bound to statements are never part of it: they may be somebody's data.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  public let code: ResultCode

  /// SQLite's message.
  public let message: String

  /// The SQL that failed, where there was any.
  public let sql: String?

  /// The byte in the SQL at which SQLite saw the fault, where it knows.
  public let offset: Int?

  /// Creates an error from its parts.
  public init(code: ResultCode, message: String, sql: String? = nil, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The message with the code's number.
  public var description: String { "\(message) (SQLite code \(code.rawValue))" }
}
