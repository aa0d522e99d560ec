import CSQLite

/// A result code of SQLite, extended where SQLite gives an extended one.
///
/// A primary code matches all of its extended ones: `case .busy` also catches `SQLITE_BUSY_SNAPSHOT`.
/// Codes are listed at https://sqlite.org/rescode.html.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number as SQLite returns it.
  public let rawValue: Int32

  /// Creates a code from SQLite's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: the low byte.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Matches an exact code, and a primary code against its extended ones.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }
}

extension ResultCode {
  /// `SQLITE_OK`
  public static let ok = ResultCode(rawValue: SQLITE_OK)
  /// `SQLITE_ERROR`
  public static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// `SQLITE_PERM`
  public static let perm = ResultCode(rawValue: SQLITE_PERM)
  /// `SQLITE_ABORT`
  public static let abort = ResultCode(rawValue: SQLITE_ABORT)
  /// `SQLITE_BUSY`
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// `SQLITE_LOCKED`
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// `SQLITE_NOMEM`
  public static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// `SQLITE_READONLY`
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// `SQLITE_INTERRUPT`
  public static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// `SQLITE_IOERR`
  public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  /// `SQLITE_CORRUPT`
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// `SQLITE_FULL`
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  /// `SQLITE_CANTOPEN`
  public static let cantOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// `SQLITE_SCHEMA`
  public static let schema = ResultCode(rawValue: SQLITE_SCHEMA)
  /// `SQLITE_CONSTRAINT`
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// `SQLITE_MISUSE`
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  /// `SQLITE_AUTH`
  public static let auth = ResultCode(rawValue: SQLITE_AUTH)
  /// `SQLITE_NOTADB`
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  /// `SQLITE_IOERR_SHORT_READ`
  static let shortRead = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
  /// `SQLITE_IOERR_NOMEM`
  static let ioNoMemory = ResultCode(rawValue: SQLITE_IOERR | 12 << 8)
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's English name of the code, with the number.
  public var description: String {
    "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))"
  }
}
