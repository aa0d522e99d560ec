/// A day of the Gregorian calendar, without a time or a zone.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.days(in: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD`, exactly ten ASCII bytes; nil for anything else, and for no real day.
  public init?(_ text: some StringProtocol) {
    self.init(bytes: Array(text.utf8))
  }

  init?(bytes: some RandomAccessCollection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = CivilDate.number(bytes[0..<4]), let month = CivilDate.number(bytes[5..<7]),
      let day = CivilDate.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a moment, in UTC.
  ///
  /// Counts days from 1970-01-01 by the method of Howard Hinnant's "chrono-Compatible Low-Level
  /// Date Algorithms" (civil_from_days).
  ///
  /// - Parameter seconds: seconds since 1970-01-01T00:00:00Z; beyond the years 0 to 9999 the
  ///   nearest day of them.
  public init(secondsSince1970 seconds: Int64) {
    let day = min(max(seconds.floorDivided(by: 86_400), -719_528), 2_932_896)
    let shifted = Int(day) + 719_468
    let era = Int64(shifted).floorDivided(by: 146_097)
    let dayOfEra = shifted - Int(era) * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date as `YYYY-MM-DD`.
  public var description: String {
    "\(CivilDate.padded(year, to: 4))-\(CivilDate.padded(month, to: 2))-\(CivilDate.padded(day, to: 2))"
  }

  /// The order in time.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// Division that rounds towards minus infinity.
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
