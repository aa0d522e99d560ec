/// The one encoding of an instant: RFC 3339 in UTC with `Z`, such as `2026-01-02T03:04:05.678Z`.
enum InstantText {
  /// The number of digits after the seconds' point; nil for text of another form.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc3339#section-5.6, with `T` and `Z` in upper case, so
  /// that text sorts as time does.
  static func fractionDigits(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
      CivilDate(String(decoding: bytes[..<10], as: UTF8.self)) != nil,
      bytes[10] == UInt8(ascii: "T"), let hour = number(bytes, at: 11, below: 24),
      bytes[13] == UInt8(ascii: ":"), let minute = number(bytes, at: 14, below: 60),
      bytes[16] == UInt8(ascii: ":"), let second = number(bytes, at: 17, below: 61)
    else { return nil }
    // A leap second ends a UTC day.
    if second == 60, hour != 23 || minute != 59 { return nil }
    if bytes.count == 20 { return 0 }
    let fraction = bytes[20..<(bytes.count - 1)]
    guard bytes[19] == UInt8(ascii: "."), !fraction.isEmpty,
      fraction.allSatisfy(SQLTokenizer.isDigit)
    else { return nil }
    return fraction.count
  }

  private static func number(_ bytes: [UInt8], at index: Int, below limit: Int) -> Int? {
    guard SQLTokenizer.isDigit(bytes[index]), SQLTokenizer.isDigit(bytes[index + 1]) else {
      return nil
    }
    let value = Int(bytes[index] - 48) * 10 + Int(bytes[index + 1] - 48)
    return value < limit ? value : nil
  }
}
