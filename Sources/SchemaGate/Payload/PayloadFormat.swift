/// What a string field's text must be, beyond being text.
public enum PayloadFormat: String, CaseIterable, Sendable {
  /// A day of the calendar, `YYYY-MM-DD`.
  case civilDate = "civil-date"
  /// A time of day from `00:00` to `23:59`.
  case hhmm = "hh-mm"
  /// An instant in UTC, 24 bytes with milliseconds and `Z`.
  case rfc3339UTC = "rfc3339-utc"
  /// A hybrid logical clock: milliseconds, counter and device.
  case hlc
  /// A UUID in lower case.
  case uuid
  /// A UUID in lower case, or the word `inbox`.
  case uuidOrInbox = "uuid-or-inbox"
  /// The name of a time zone.
  case ianaTimeZone = "iana-time-zone"
  /// A web address that a calendar may point to.
  case calendarURL = "calendar-url"
  /// Any JSON value, as text.
  case jsonString = "json-string"
  /// A JSON array, as text.
  case jsonArrayString = "json-array-string"
  /// A JSON object, as text.
  case jsonObjectString = "json-object-string"

  /// What the format demands, for messages.
  var demand: String {
    switch self {
    case .civilDate: "a real date, as YYYY-MM-DD"
    case .hhmm: "a time from 00:00 to 23:59"
    case .rfc3339UTC: "a real instant, as YYYY-MM-DDTHH:MM:SS.mmmZ"
    case .hlc: "a clock value: 13 digits, '_', 4 digits, '_', 16 lowercase hex digits"
    case .uuid: "a UUID in lower case"
    case .uuidOrInbox: "a UUID in lower case, or 'inbox'"
    case .ianaTimeZone:
      "a time zone of the tz database \(TimeZoneList.release), or of this machine's"
    case .calendarURL:
      "an http, https or webcal address without white space, control or format characters"
    case .jsonString: "strict JSON"
    case .jsonArrayString: "a strict JSON array"
    case .jsonObjectString: "a strict JSON object"
    }
  }

  /// The words of contracts.
  static let words = allCases.map(\.rawValue).sorted { $0.precedesByBytes($1) }
}

// MARK: - Judging bytes

/// Judges the bytes of a string's content, without allocating.
///
/// Time zones and JSON need a list and a reader, which whoever calls this has.
enum FormatCheck {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// `YYYY-MM-DD` of a day that the calendar has.
  @inline(__always)
  static func isCivilDate(_ text: Bytes, at start: Int = 0) -> Bool {
    guard text.count >= start + 10, text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-")
    else { return false }
    let year = number(text, start, 4)
    let month = number(text, start + 5, 2)
    let day = number(text, start + 8, 2)
    guard year >= 0, month >= 1, month <= 12, day >= 1 else { return false }
    return day <= CivilDate.days(in: month, of: year)
  }

  /// `HH:MM` of a time that a day has.
  @inline(__always)
  static func isTime(_ text: Bytes, at start: Int = 0) -> Bool {
    guard text.count >= start + 5, text[start + 2] == UInt8(ascii: ":") else { return false }
    let hour = number(text, start, 2)
    let minute = number(text, start + 3, 2)
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60
  }

  /// `YYYY-MM-DDTHH:MM:SS.mmmZ`; second 60 names no instant that clocks here can count.
  static func isInstant(_ text: Bytes) -> Bool {
    guard text.count == 24, isCivilDate(text), text[10] == UInt8(ascii: "T"),
      isTime(text, at: 11), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "."),
      text[23] == UInt8(ascii: "Z")
    else { return false }
    let second = number(text, 17, 2)
    return second >= 0 && second < 60 && number(text, 20, 3) >= 0
  }

  /// 13 digits, 4 digits and 16 lowercase hex digits with `_` between them.
  static func isHLC(_ text: Bytes) -> Bool {
    guard text.count == 35, text[13] == UInt8(ascii: "_"), text[18] == UInt8(ascii: "_"),
      number(text, 0, 13) >= 0, number(text, 14, 4) >= 0
    else { return false }
    return isHex(text, 19, 16)
  }

  /// 8-4-4-4-12 lowercase hex digits.
  static func isUUID(_ text: Bytes) -> Bool {
    let dash = UInt8(ascii: "-")
    guard text.count == 36, text[8] == dash, text[13] == dash, text[18] == dash,
      text[23] == dash
    else { return false }
    return isHex(text, 0, 8) && isHex(text, 9, 4) && isHex(text, 14, 4) && isHex(text, 19, 4)
      && isHex(text, 24, 12)
  }

  /// The word `inbox`.
  static func isInbox(_ text: Bytes) -> Bool {
    text.count == 5 && text.elementsEqual("inbox".utf8)
  }

  /// An `http`, `https` or `webcal` address with a host, and nothing invisible in it.
  static func isCalendarURL(_ text: Bytes) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon <= 6 else { return false }
    let scheme = text[..<colon].map { $0 | 0x20 }
    guard
      scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8)
        || scheme.elementsEqual("webcal".utf8),
      text.count > colon + 3, text[colon + 1] == UInt8(ascii: "/"),
      text[colon + 2] == UInt8(ascii: "/")
    else { return false }
    switch text[colon + 3] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): return false
    default: break
    }
    var index = colon + 3
    while index < text.count {
      if text[index] < 0x80 {
        if text[index] <= 0x20 || text[index] == 0x7F { return false }
        index += 1
        continue
      }
      let length = UTF8Validation.sequenceLength(at: index, in: text)
      guard length > 0,
        let scalar = Unicode.Scalar(UTF8Validation.scalar(at: index, length: length, in: text))
      else { return false }
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
      default: index += length
      }
    }
    return true
  }

  /// The value of ASCII digits; -1 where a byte is none.
  @inline(__always)
  private static func number(_ text: Bytes, _ start: Int, _ count: Int) -> Int {
    var value = 0
    for index in start..<(start + count) {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { return -1 }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  @inline(__always)
  private static func isHex(_ text: Bytes, _ start: Int, _ count: Int) -> Bool {
    for index in start..<(start + count) {
      let byte = text[index]
      guard byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6 else { return false }
    }
    return true
  }
}
