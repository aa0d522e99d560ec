/// The time that one call may spend waiting for locks, over all of its waits.
///
/// SQLite's own time-out begins anew with each lock, and SQLite answers at once, without asking its
/// busy handler, where waiting could be a deadlock, and at the switch to WAL
/// (https://sqlite.org/c3ref/busy_handler.html). Both draw from this one budget.
///
/// A class because a C callback and the code around it share it; never used by two threads.
final class BusyBudget {
  private(set) var remaining: Duration
  /// While false, a lock is not waited for.
  var isPatient = true

  init(_ total: Duration) { remaining = total }

  /// Sleeps before another attempt.
  ///
  /// - Parameter attempt: how many attempts there were, which lengthens the sleep.
  /// - Returns: false where the time is used up.
  func wait(attempt: Int) -> Bool {
    guard isPatient, remaining > .zero else { return false }
    let wanted = Duration.milliseconds(min(1 << min(attempt, 6), 50))
    let start = ContinuousClock.now
    Connection.sleep(milliseconds: BusyBudget.milliseconds(min(wanted, remaining)))
    remaining -= ContinuousClock.now - start
    return true
  }

  /// Makes a connection wait by this budget.
  func install(on connection: Connection) {
    connection.setBusyHandler { [self] attempt in wait(attempt: attempt) }
  }

  /// Tries again while another connection holds a lock and there is time left.
  func retrying<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    var attempt = 0
    while true {
      do throws(SQLiteError) {
        return try body()
      } catch {
        guard error.code.isBusy, wait(attempt: attempt) else { throw error }
        attempt += 1
      }
    }
  }

  /// A duration in whole milliseconds, at least one, as SQLite takes it.
  static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let whole = Int64(clamping: seconds).multipliedReportingOverflow(by: 1000)
    if whole.overflow { return Int32.max }
    return Int32(clamping: max(1, whole.partialValue + attoseconds / 1_000_000_000_000_000))
  }
}

extension ResultCode {
  /// Whether another connection's lock is the reason, so that trying again may do.
  var isBusy: Bool { primary == .busy || primary == .locked }
}
