/// Finds the next byte of interest, eight at a time.
///
/// Words instead of SIMD types: those are slow wherever the optimizer does not reach, and here they
/// were slow even where it does.
enum ByteScan {
  /// White space of the digest: space, tab, LF, VT, FF and CR.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Returns the offset of the next quote, apostrophe, minus, slash, line feed or carriage return;
  /// the count of the bytes if there is none.
  @inline(__always)
  static func firstCodeMark(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(from: start, in: bytes) { word in
      // ' and /, CR and - differ in one bit each, so that one test finds both.
      zeros((word & ~repeated(0x08)) ^ repeated(0x27)) | zeros(word ^ repeated(0x22))
        | zeros((word | repeated(0x20)) ^ repeated(0x2D)) | zeros(word ^ repeated(0x0A))
    } isMatch: { byte in
      byte & ~0x08 == 0x27 || byte == 0x22 || byte | 0x20 == 0x2D || byte == 0x0A
    }
  }

  /// Returns the offset of the next of two bytes; the count of the bytes if there is none.
  @inline(__always)
  static func first(
    _ one: UInt8, or other: UInt8, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    scan(from: start, in: bytes) {
      zeros($0 ^ repeated(one)) | zeros($0 ^ repeated(other))
    } isMatch: {
      $0 == one || $0 == other
    }
  }

  /// Returns the offset of the next such byte; the count of the bytes if there is none.
  @inline(__always)
  static func first(_ one: UInt8, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(from: start, in: bytes) {
      zeros($0 ^ repeated(one))
    } isMatch: {
      $0 == one
    }
  }

  /// Returns the offset of the next byte that is not ASCII, or a control character other than tab,
  /// line feed and form feed; the count of the bytes if there is none.
  @inline(__always)
  static func firstSuspect(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while true {
      index = scan(from: index, in: bytes) { word in
        word | zeros(word ^ repeated(0x7F)) | (word &- repeated(0x20)) & ~word
      } isMatch: { byte in
        byte >= 0x7F || byte < 0x20
      }
      guard index < bytes.count else { return index }
      let byte = bytes[index]
      if byte != 0x0A, byte != 0x09, byte != 0x0C { return index }
      index += 1
    }
  }

  /// - Parameters:
  ///   - word: Sets the top bit of each byte that matches; of those above the lowest match, it may
  ///     err. Other bits are ignored.
  ///   - isMatch: The same for one byte.
  @inline(__always)
  private static func scan(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>, word match: (UInt64) -> UInt64,
    isMatch: (UInt8) -> Bool
  ) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= raw.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = match(word) & repeated(0x80)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, !isMatch(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// Sets the top bit of the lowest byte that is zero, and no lower one.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- repeated(1)) & ~word }
}
