/// A JSON number, which keeps its digits as they were written.
public struct JSONNumber: Sendable {
  /// The number as written, by JSON's grammar.
  public let text: String

  /// Whether it was written without fraction and exponent.
  public let isInteger: Bool

  /// Creates a number from text that is known to be a JSON number.
  init(text: String, isInteger: Bool) {
    self.text = text
    self.isInteger = isInteger
  }

  /// Creates an integer.
  public init(_ value: some BinaryInteger) {
    self.init(text: String(value), isInteger: true)
  }

  /// Creates a number from a float; `nil` if it is not finite, which JSON cannot say.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(text: value.description, isInteger: false)
  }

  /// The value of an integer that 64 bits hold; `nil` for any other number, `1.0` included.
  public var int64: Int64? { isInteger ? Int64(text) : nil }

  /// The nearest 64-bit float, which is finite for every number that was read.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Equatable {
  /// Whether two numbers mean the same: `1` equals `1.0` and `1e0`.
  ///
  /// Integers are compared exactly, others as 64-bit floats. An integer past 64 bits equals only
  /// the same integer.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.isInteger, right.isInteger) {
    case (true, true):
      return left.integerText.hasSameBytes(as: right.integerText)
    case (false, false):
      return left.double == right.double
    case (true, false):
      return left.equals(float: right.double)
    case (false, true):
      return right.equals(float: left.double)
    }
  }

  private var integerText: String { text == "-0" ? "0" : text }

  private func equals(float: Double) -> Bool {
    // `Int64(exactly:)` would need libm in debug builds, which nothing else here links.
    guard let int64, float >= -0x1p63, float < 0x1p63 else { return false }
    let truncated = Int64(float)
    return int64 == truncated && Double(truncated) == float
  }
}
