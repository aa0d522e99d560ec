/// A number of the ladder: 1 is the baseline, 2 and up are migrations.
public struct Version: Hashable, Comparable, Sendable {
  /// The number, from 1 to `maximum`.
  public let number: Int

  /// The largest number there is, far above any ladder that SQLite could climb.
  ///
  /// It keeps time stamps (`20260101120000_…`) from passing as versions.
  public static let maximum = 999_999

  /// The version of `schema.sql`.
  public static let baseline = Version(unchecked: 1)

  /// Creates a version; nil outside of 1 to `maximum`.
  public init?(_ number: Int) {
    guard (1...Version.maximum).contains(number) else { return nil }
    self.number = number
  }

  /// Reads the padded form, `001` to `999` and `1000` and up; nil for any other spelling.
  public init?(padded text: String) {
    guard let number = Version.number(digits: text), let version = Version(number),
      version.padded == text
    else { return nil }
    self = version
  }

  private init(unchecked number: Int) { self.number = number }

  /// The value of ASCII digits, however padded; nil for other text and past `maximum`.
  static func number(digits text: some StringProtocol) -> Int? {
    // Only ASCII digits count: those of other scripts, and signs, are not spellings of a version.
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    var number = 0
    for digit in text.utf8 {
      number = number * 10 + Int(digit - 48)
      if number > maximum { return nil }
    }
    return number
  }

  /// The number padded with zeros to three digits, as file names and lock keys have it.
  public var padded: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The version after this one; nil at the end of numbers.
  public var next: Version? { Version(number + 1) }

  /// Whether this is the version of `schema.sql`.
  public var isBaseline: Bool { self == .baseline }

  /// The order of the numbers.
  public static func < (left: Version, right: Version) -> Bool { left.number < right.number }
}

extension Version: CustomStringConvertible {
  /// The padded form.
  public var description: String { padded }
}
