/// Finds the next byte of interest, sixteen at a time.
enum ByteScan {
  /// White space of the digest: space, tab, LF, VT, FF and CR.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Returns the offset of the next quote, apostrophe, minus, slash, line feed or carriage return;
  /// the count of the bytes if there is none.
  @inline(__always)
  static func firstCodeMark(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(from: start, in: bytes) { block in
      (block .== 0x27) .| (block .== 0x22) .| (block .== 0x2D) .| (block .== 0x2F)
        .| (block .== 0x0A) .| (block .== 0x0D)
    } byte: { byte in
      byte == 0x27 || byte == 0x22 || byte == 0x2D || byte == 0x2F || byte == 0x0A || byte == 0x0D
    }
  }

  /// Returns the offset of the next of two bytes; the count of the bytes if there is none.
  @inline(__always)
  static func first(
    _ one: UInt8, or other: UInt8, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    scan(from: start, in: bytes) {
      ($0 .== one) .| ($0 .== other)
    } byte: {
      $0 == one || $0 == other
    }
  }

  /// Returns the offset of the next such byte; the count of the bytes if there is none.
  @inline(__always)
  static func first(_ one: UInt8, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(from: start, in: bytes) {
      $0 .== one
    } byte: {
      $0 == one
    }
  }

  /// Returns the offset of the next byte that is not ASCII, or a control character other than tab,
  /// line feed and form feed; the count of the bytes if there is none.
  @inline(__always)
  static func firstSuspect(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(from: start, in: bytes) { block in
      let isControl = (block .< 0x20) .& (block .!= 0x0A) .& (block .!= 0x09) .& (block .!= 0x0C)
      return isControl .| (block .>= 0x7F)
    } byte: { byte in
      byte >= 0x7F || (byte < 0x20 && byte != 0x0A && byte != 0x09 && byte != 0x0C)
    }
  }

  @inline(__always)
  private static func scan(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>,
    block match: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>, byte matchByte: (UInt8) -> Bool
  ) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 16 <= raw.count {
      let mask = match(raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self))
      // A lane is all ones where it matches. Two words are quicker to ask than sixteen lanes.
      let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      let low = UInt64(littleEndian: words.x)
      if low != 0 { return index + low.trailingZeroBitCount / 8 }
      let high = UInt64(littleEndian: words.y)
      if high != 0 { return index + 8 + high.trailingZeroBitCount / 8 }
      index += 16
    }
    while index < bytes.count, !matchByte(bytes[index]) { index += 1 }
    return index
  }
}
