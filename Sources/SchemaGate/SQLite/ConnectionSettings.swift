import CSQLite

/// Settings of one connection that cost no statement.
extension Connection {
  /// A Boolean setting of `sqlite3_db_config` (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
  struct Setting: Sendable {
    let number: Int32

    /// Whether foreign keys are enforced; unlike the PRAGMA it is not ignored in silence.
    static let foreignKeys = Setting(number: SQLITE_DBCONFIG_ENABLE_FKEY)
    /// Whether closing the last connection leaves the WAL alone.
    static let keepsWALOnClose = Setting(number: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE)
    /// Whether double quotes may mean a string in DDL.
    static let stringsInDDL = Setting(number: SQLITE_DBCONFIG_DQS_DDL)
    /// Whether double quotes may mean a string in other statements.
    static let stringsInDML = Setting(number: SQLITE_DBCONFIG_DQS_DML)
    /// Whether `sqlite_schema` may be written, and is read in spite of faults in it.
    static let writableSchema = Setting(number: SQLITE_DBCONFIG_WRITABLE_SCHEMA)
    /// Whether a rename leaves triggers and views as they are.
    static let legacyAlterTable = Setting(number: SQLITE_DBCONFIG_LEGACY_ALTER_TABLE)
    /// Whether triggers fire.
    static let triggers = Setting(number: SQLITE_DBCONFIG_ENABLE_TRIGGER)
  }

  /// Whether a setting is on.
  func isOn(_ setting: Setting) -> Bool {
    var value: Int32 = 0
    csqlite_db_config_int(handle, setting.number, -1, &value)
    return value != 0
  }

  /// Switches a setting.
  func set(_ setting: Setting, _ isOn: Bool) {
    csqlite_db_config_int(handle, setting.number, isOn ? 1 : 0, nil)
  }

  /// Settings as they were.
  struct SavedSettings {
    fileprivate var values: [(setting: Setting, isOn: Bool)]
  }

  /// Sets what migrations run under: names in double quotes only, foreign keys off, renames that
  /// reach into triggers and views, triggers that fire.
  ///
  /// - Returns: the settings before, for ``restore(_:)``.
  func setForMigrating() -> SavedSettings {
    let wanted: [(Setting, Bool)] = [
      (.stringsInDDL, false), (.stringsInDML, false), (.foreignKeys, false),
      (.legacyAlterTable, false), (.triggers, true), (.writableSchema, false),
    ]
    let saved = SavedSettings(values: wanted.map { ($0.0, isOn($0.0)) })
    for (setting, isOn) in wanted { set(setting, isOn) }
    return saved
  }

  /// Sets settings back.
  func restore(_ saved: SavedSettings) {
    for (setting, isOn) in saved.values { set(setting, isOn) }
  }

  /// Whether SQLite could open the main database only for reading.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The path of the main database's file; nil for one in memory.
  var filePath: String? {
    guard let name = sqlite3_db_filename(handle, "main") else { return nil }
    let path = String(cString: UnsafePointer<CChar>(name))
    return path.isEmpty ? nil : path
  }

  /// Whether the main database has a table or view of a name; costs no statement.
  func hasTable(named name: String) -> Bool {
    sqlite3_table_column_metadata(handle, "main", name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// Sleeps without the C library, at most about as long as asked for.
  static func sleep(milliseconds: Int32) { sqlite3_sleep(milliseconds) }

  /// Sets a handler that is asked, while another connection holds a lock, whether to try again.
  ///
  /// - Parameter handler: gets the number of earlier attempts; it sleeps, and answers.
  func setBusyHandler(_ handler: @escaping (Int) -> Bool) {
    let box = CallbackBox(handler)
    sqlite3_busy_handler(
      handle,
      { context, attempts in
        guard let context else { return 0 }
        let box = Unmanaged<CallbackBox<Int>>.fromOpaque(context).takeUnretainedValue()
        return box.handler(Int(attempts)) ? 1 : 0
      }, Unmanaged.passUnretained(box).toOpaque())
    busyBox = box
  }

  /// Sets a handler that is asked every so often, within a statement, whether to go on.
  ///
  /// - Parameters:
  ///   - instructions: about how many of SQLite's instructions lie between two questions.
  ///   - handler: false ends the statement with `SQLITE_INTERRUPT`.
  func setProgressHandler(every instructions: Int, _ handler: @escaping (()) -> Bool) {
    let box = CallbackBox(handler)
    sqlite3_progress_handler(
      handle, Int32(clamping: instructions),
      { context in
        guard let context else { return 0 }
        let box = Unmanaged<CallbackBox<Void>>.fromOpaque(context).takeUnretainedValue()
        return box.handler(()) ? 0 : 1
      }, Unmanaged.passUnretained(box).toOpaque())
    progressBox = box
  }

  /// Takes the progress handler away.
  func removeProgressHandler() {
    sqlite3_progress_handler(handle, 0, nil, nil)
    progressBox = nil
  }
}

/// Holds a handler where SQLite's C callback can find it.
final class CallbackBox<Question> {
  let handler: (Question) -> Bool
  init(_ handler: @escaping (Question) -> Bool) { self.handler = handler }
}
