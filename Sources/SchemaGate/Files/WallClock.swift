#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The time of day, in UTC.
struct WallClock: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  let seconds: Int64
  /// Milliseconds within the second.
  let milliseconds: Int

  /// The present moment.
  static func now() -> WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallClock(seconds: Int64(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000)
  }

  /// `2026-07-15T12:34:56.789Z` (RFC 3339).
  var timestamp: String {
    let time = parts
    return "\(CivilDate(secondsSince1970: seconds))T\(time.hour):\(time.minute):\(time.second)"
      + ".\(WallClock.padded(milliseconds, to: 3))Z"
  }

  /// `20260715-123456-789`, for names of files.
  var fileStamp: String {
    let time = parts
    let day = String("\(CivilDate(secondsSince1970: seconds))".filter { $0 != "-" })
    return "\(day)-\(time.hour)\(time.minute)\(time.second)"
      + "-\(WallClock.padded(milliseconds, to: 3))"
  }

  private var parts: (hour: String, minute: String, second: String) {
    let day = Int(((seconds % 86_400) + 86_400) % 86_400)
    return (
      WallClock.padded(day / 3600, to: 2), WallClock.padded(day / 60 % 60, to: 2),
      WallClock.padded(day % 60, to: 2)
    )
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
