/// Recognizing well-formed UTF-8, by the table of the Unicode Standard (3-7).
enum UTF8Validation {
  /// Returns the length of the well-formed sequence at an offset; 0 if there is none.
  ///
  /// Overlong forms, surrogates and values past U+10FFFF are not well-formed.
  @inline(__always)
  static func sequenceLength(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let left = bytes.count - offset
    guard left > 0 else { return 0 }
    let first = bytes[offset]
    switch first {
    case 0x00...0x7F:
      return 1
    case 0xC2...0xDF:
      return left >= 2 && isTail(bytes[offset + 1]) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3 else { return 0 }
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      let second = bytes[offset + 1]
      return second >= low && second <= high && isTail(bytes[offset + 2]) ? 3 : 0
    case 0xF0...0xF4:
      guard left >= 4 else { return 0 }
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      let second = bytes[offset + 1]
      return second >= low && second <= high && isTail(bytes[offset + 2])
        && isTail(bytes[offset + 3]) ? 4 : 0
    default:
      return 0
    }
  }

  /// Returns the scalar of a sequence that `sequenceLength(at:in:)` found well-formed.
  @inline(__always)
  static func scalar(
    at offset: Int, length: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    switch length {
    case 2:
      return UInt32(bytes[offset] & 0x1F) << 6 | tail(bytes[offset + 1])
    case 3:
      return UInt32(bytes[offset] & 0x0F) << 12 | tail(bytes[offset + 1]) << 6
        | tail(bytes[offset + 2])
    case 4:
      return UInt32(bytes[offset] & 0x07) << 18 | tail(bytes[offset + 1]) << 12
        | tail(bytes[offset + 2]) << 6 | tail(bytes[offset + 3])
    default:
      return UInt32(bytes[offset])
    }
  }

  @inline(__always)
  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  @inline(__always)
  private static func tail(_ byte: UInt8) -> UInt32 { UInt32(byte & 0x3F) }
}

extension String {
  /// Whether two strings hold the same bytes.
  ///
  /// Swift's `==` also calls canonically equivalent strings equal, which JSON and SQLite do not.
  func hasSameBytes(as other: String) -> Bool {
    // Unequal by the coarser relation means unequal bytes; this is the quick way out.
    self == other && utf8.elementsEqual(other.utf8)
  }

  /// Whether this string comes before another in the order of their UTF-8 bytes.
  func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
