/// The JSON types that a field's value may have.
public struct PayloadTypes: OptionSet, Hashable, Sendable {
  /// One bit per type, in the order in which contracts list them.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An array.
  public static let array = PayloadTypes(rawValue: 1)
  /// `true` or `false`.
  public static let boolean = PayloadTypes(rawValue: 2)
  /// A number without fraction and exponent that 64 bits hold.
  public static let integer = PayloadTypes(rawValue: 4)
  /// `null`.
  public static let null = PayloadTypes(rawValue: 8)
  /// Any number.
  public static let number = PayloadTypes(rawValue: 16)
  /// An object.
  public static let object = PayloadTypes(rawValue: 32)
  /// A string.
  public static let string = PayloadTypes(rawValue: 64)

  /// The words of contracts, in the order of their bytes.
  static let words = ["array", "boolean", "integer", "null", "number", "object", "string"]

  /// The type of a word.
  init?(word: String) {
    guard let index = PayloadTypes.words.firstIndex(of: word) else { return nil }
    self.init(rawValue: 1 << UInt8(index))
  }

  /// The words of the types in the set.
  var words: [String] {
    PayloadTypes.words.indices.filter { rawValue & (1 << UInt8($0)) != 0 }
      .map { PayloadTypes.words[$0] }
  }

  /// The types as messages list them, such as `null or string`.
  var phrase: String { words.joined(separator: " or ") }
}
