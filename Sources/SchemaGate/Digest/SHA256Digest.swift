/// A SHA-256 digest.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  private let word0: UInt64
  private let word1: UInt64
  private let word2: UInt64
  private let word3: UInt64

  /// Creates a digest from its 32 bytes; `nil` if there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    self.init(words: (words[0], words[1], words[2], words[3]))
  }

  /// Creates a digest from 64 lowercase hex digits; `nil` for anything else.
  public init?(hex: String) {
    guard hex.utf8.count == 64 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, digit) in hex.utf8.enumerated() {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      words[index / 16] = words[index / 16] << 4 | UInt64(value)
    }
    self.init(words: (words[0], words[1], words[2], words[3]))
  }

  private init(words: (UInt64, UInt64, UInt64, UInt64)) {
    (word0, word1, word2, word3) = words
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    [word0, word1, word2, word3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
  }

  /// The 64 lowercase hex digits, as locks and databases record them.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The first twelve digits and an ellipsis, as messages show it.
  public var short: String { String(description.prefix(12)) + "…" }
}
