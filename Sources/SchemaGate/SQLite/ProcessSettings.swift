import CSQLite

/// Settings of SQLite for the whole process, which only the process itself may choose.
///
/// The library never calls this: an app's SQLite belongs to the app.
package enum SQLiteProcess {
  /// Turns off SQLite's bookkeeping of the memory that it has, which costs a lock and a few counters
  /// for every allocation (https://sqlite.org/c3ref/c_config_covering_index_scan.html,
  /// `SQLITE_CONFIG_MEMSTATUS`).
  ///
  /// Has no effect once SQLite is in use.
  package static func keepNoMemoryStatistics() {
    csqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0)
  }

  /// Has the C library ask the system for memory in large steps (mallopt(3), `M_TOP_PAD`).
  ///
  /// What a second thread takes grows by a page or two otherwise, with hundreds of system calls in one
  /// check. Memory that is not touched costs nothing.
  package static func growMemory(inStepsOf bytes: Int32) { csqlite_malloc_step(bytes) }
}
