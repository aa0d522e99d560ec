import CSQLite

/// One connection to a database.
///
/// A connection belongs to the task that made it: it isn't `Sendable`, and is opened without
/// SQLite's own mutexes. Closing happens when the value goes away, or by ``close()``.
public final class Connection {
  /// How to open a file.
  public enum Mode: Sendable {
    /// Read only; the file must exist.
    case readOnly
    /// Read and write; the file must exist.
    case readWrite
    /// Read and write; a missing file is made.
    case create
  }

  /// SQLite's handle, for calls that this layer doesn't wrap. It stays owned by the connection.
  public private(set) var handle: OpaquePointer?
  private let ownsHandle: Bool
  private var authorizer: AuthorizerBox?
  /// The handlers that SQLite calls back, kept alive with the connection.
  var busyBox: AnyObject?
  var progressBox: AnyObject?

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: the file's path; names with `?` or `%` are taken literally, not as URIs.
  ///   - mode: whether to read, write, or make the file.
  ///   - vfs: the name of the VFS, or nil for the default one.
  /// - Throws: what SQLite says; the file may be anything, and is first looked at by a statement.
  public init(path: String, mode: Mode, vfs: String? = nil) throws(SQLiteError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    ownsHandle = true
    var opened: OpaquePointer?
    let code: Int32
    if let vfs {
      code = vfs.withCString { sqlite3_open_v2(path, &opened, flags, $0) }
    } else {
      code = sqlite3_open_v2(path, &opened, flags, nil)
    }
    guard code == SQLITE_OK, let opened else {
      // Even a failed open leaves a handle to close: https://sqlite.org/c3ref/open.html.
      let error = Connection.error(on: opened, code: code, sql: nil)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
  }

  /// Opens a new, empty database in memory.
  public convenience init() throws(SQLiteError) {
    try self.init(path: ":memory:", mode: .create)
    // Compiling and parsing many statements takes many small pieces of memory; the default of 40 kB
    // lets most of them go to malloc (https://sqlite.org/malloc.html#lookaside).
    csqlite_db_config_lookaside(handle, 1200, 400)
  }

  /// Uses a handle that somebody else opened and will close.
  public init(borrowing handle: OpaquePointer) {
    self.handle = handle
    ownsHandle = false
  }

  deinit {
    if ownsHandle, let handle { sqlite3_close_v2(handle) }
  }

  /// Closes the connection now, with whatever SQLite does at that moment, such as a checkpoint.
  public func close() throws(SQLiteError) {
    guard ownsHandle, let open = handle else { return }
    let code = sqlite3_close(open)
    if code != SQLITE_OK { throw Connection.error(on: open, code: code, sql: nil) }
    handle = nil
  }

  /// The version of the SQLite library in use, such as `3.40.1`.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// The version of the SQLite library as a number, such as 3040001.
  public static var libraryVersionNumber: Int { Int(sqlite3_libversion_number()) }
}

// MARK: - Statements

extension Connection {
  /// Compiles one statement.
  ///
  /// - Parameter sql: a single statement; anything after it is ignored.
  /// - Throws: SQLite's message with the byte at which it saw the fault.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    guard code == SQLITE_OK else { throw error(code: code, sql: sql) }
    return Statement(handle: statement, connection: self)
  }

  /// Compiles the first statement of a text that must end with a NUL, and says where the next
  /// one starts.
  ///
  /// - Parameter text: SQL followed by a NUL byte, which spares SQLite a copy of the rest.
  /// - Returns: the statement, nil if only white space and comments were left, and the number of
  ///   bytes that it took.
  func prepareFirst(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(SQLiteError) -> (statement: Statement?, length: Int) {
    guard let base = text.baseAddress, text.count > 1 else { return (nil, 0) }
    var handleOut: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    let length = Int32(clamping: text.count)
    let code = sqlite3_prepare_v3(handle, start, length, 0, &handleOut, &tail)
    guard code == SQLITE_OK else {
      let sql = String(decoding: text.prefix(while: { $0 != 0 }), as: UTF8.self)
      throw error(code: code, sql: sql)
    }
    let taken = tail.map { $0 - start } ?? text.count - 1
    return (handleOut.map { Statement(handle: $0, connection: self) }, taken)
  }

  /// Runs one statement to its end, dropping any rows.
  public func execute(_ sql: String) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Whether a statement compiles; it isn't run.
  func compiles(_ sql: String) -> Bool {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    sqlite3_finalize(statement)
    return code == SQLITE_OK
  }

  /// The first column of the first row as an integer; nil without a row, or for NULL.
  public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// The first column of the first row as text; nil without a row, or for NULL.
  public func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(at: 0) : nil
  }
}

// MARK: - State and settings

extension Connection {
  /// Whether a transaction is open on this connection.
  public var isInTransaction: Bool {
    // SQLite would follow the nil of a closed connection.
    handle != nil && sqlite3_get_autocommit(handle) == 0
  }

  /// Rows changed since the connection was opened, those of triggers and foreign keys included.
  public var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// Rows changed by the last statement, without those of triggers.
  public var changes: Int64 { sqlite3_changes64(handle) }

  /// The rowid of the last row put in.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How long SQLite waits for a lock; zero doesn't wait.
  public func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Ends whatever runs on this connection with `SQLITE_INTERRUPT`; callable from any thread.
  public func interrupt() { sqlite3_interrupt(handle) }

  /// Makes double quotes mean names only, in DDL and in DML (https://sqlite.org/quirks.html#dblquote).
  package func refuseDoubleQuotedStrings() {
    csqlite_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nil)
    csqlite_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, 0, nil)
  }

  /// Sets a handler that is asked about every part of every statement that is compiled.
  package func setAuthorizer(_ handler: @escaping (AuthorizerEvent) -> AuthorizerDecision) {
    let box = AuthorizerBox(handler)
    sqlite3_set_authorizer(handle, authorizerTrampoline, Unmanaged.passUnretained(box).toOpaque())
    authorizer = box
  }

  /// Takes the handler away.
  package func removeAuthorizer() {
    sqlite3_set_authorizer(handle, nil, nil)
    authorizer = nil
  }

  func error(code: Int32, sql: String?) -> SQLiteError {
    Connection.error(on: handle, code: code, sql: sql)
  }

  static func error(on handle: OpaquePointer?, code: Int32, sql: String?) -> SQLiteError {
    guard let handle else {
      return SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)), sql: sql)
    }
    let extended = sqlite3_extended_errcode(handle)
    let offset = sqlite3_error_offset(handle)
    return SQLiteError(
      code: ResultCode(rawValue: extended & 0xFF == code & 0xFF ? extended : code),
      message: String(cString: sqlite3_errmsg(handle)), sql: sql,
      offset: offset >= 0 ? Int(offset) : nil)
  }
}
