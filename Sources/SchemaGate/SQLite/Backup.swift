import CSQLite

/// Copies a database page by page while others go on using it.
///
/// Source: https://sqlite.org/backup.html. A class because it owns SQLite's backup object.
final class Backup {
  private let handle: OpaquePointer
  private let destination: Connection
  /// Kept so that the backup never outlives what it reads.
  private let source: Connection
  private var isFinished = false

  /// Begins a copy of the main database of one connection over that of another.
  init(from source: Connection, to destination: Connection) throws(SQLiteError) {
    guard
      let handle = sqlite3_backup_init(destination.handle, "main", source.handle, "main")
    else { throw destination.error(code: SQLITE_ERROR, sql: nil) }
    self.handle = handle
    self.source = source
    self.destination = destination
  }

  deinit {
    if !isFinished { sqlite3_backup_finish(handle) }
  }

  /// Copies some pages.
  ///
  /// - Parameter pages: how many; a negative number copies all that are left.
  /// - Returns: whether more are left.
  /// - Throws: `SQLITE_BUSY` and `SQLITE_LOCKED` where it is worth trying again.
  func step(pages: Int) throws(SQLiteError) -> Bool {
    let code = sqlite3_backup_step(handle, Int32(clamping: pages))
    switch code {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    default:
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// Ends the copy, and says whether it is whole.
  func finish() throws(SQLiteError) {
    isFinished = true
    let code = sqlite3_backup_finish(handle)
    if code != SQLITE_OK { throw destination.error(code: code, sql: nil) }
  }

  /// How many pages the source has; known after the first step.
  var pageCount: Int { Int(sqlite3_backup_pagecount(handle)) }

  /// How many pages are still to be copied.
  var remainingPages: Int { Int(sqlite3_backup_remaining(handle)) }
}
