/// The text of SQL that is hashed and run, with the way back to the file it came from.
package struct NormalizedSQL: Sendable {
  /// The normalized bytes.
  package let bytes: [UInt8]

  /// The stretches that were kept whole: where each begins in `bytes` and in the original.
  private let stretches: [(normalized: Int, original: Int)]

  /// Normalizes the bytes of a file.
  package init(of original: [UInt8]) {
    var kept: [UInt8] = []
    kept.reserveCapacity(original.count)
    var stretches: [(normalized: Int, original: Int)] = []
    func keep(_ piece: UnsafeBufferPointer<UInt8>, _ offset: Int) {
      let difference = offset - kept.count
      if stretches.last.map({ $0.original - $0.normalized }) != difference {
        stretches.append((kept.count, offset))
      }
      kept.append(contentsOf: piece)
    }
    var normalizer = SQLNormalizer()
    original.withUnsafeBufferPointer { normalizer.feed($0, into: keep) }
    normalizer.finish(into: keep)
    // White space at both ends goes last.
    while let last = kept.last, ByteScan.isBlank(last) { kept.removeLast() }
    let start = kept.firstIndex { !ByteScan.isBlank($0) } ?? kept.count
    if start > 0 {
      kept.removeFirst(start)
      for index in stretches.indices { stretches[index].normalized -= start }
    }
    bytes = kept
    self.stretches = stretches
  }

  /// Whether a word stands somewhere in the text, also within another, in whatever case.
  ///
  /// - Parameter word: ASCII letters in lower case.
  func mentions(_ word: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { $0.mentions(word) }
  }

  /// Returns where in the original a byte was that is at an offset of the normalized text.
  ///
  /// The end of the text maps to just behind its last byte. Takes logarithmic time.
  func originalOffset(of normalizedOffset: Int) -> Int {
    let offset = min(max(normalizedOffset, 0), bytes.count)
    guard !bytes.isEmpty else { return 0 }
    if offset == bytes.count { return originalOffset(of: offset - 1) + 1 }
    // The last stretch that begins at or before the offset.
    var low = 0
    var high = stretches.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].normalized <= offset { low = middle } else { high = middle }
    }
    return stretches[low].original + offset - stretches[low].normalized
  }
}

extension SQLNormalizer {
  /// Normalizes the bytes of a file that is held in memory.
  static func normalize(_ bytes: [UInt8]) -> NormalizedSQL { NormalizedSQL(of: bytes) }
}

/// Drops white space at both ends of a text that comes in pieces.
struct BlankTrimmer {
  private var hasContent = false
  /// White space that counts only if something follows.
  private var pending: [UInt8] = []

  /// Hands on a piece, but for white space that may be at an end.
  mutating func feed(
    _ piece: UnsafeBufferPointer<UInt8>, into sink: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    if !hasContent {
      while start < piece.count, ByteScan.isBlank(piece[start]) { start += 1 }
      guard start < piece.count else { return }
      hasContent = true
    }
    var end = piece.count
    while end > start, ByteScan.isBlank(piece[end - 1]) { end -= 1 }
    if end > start {
      if !pending.isEmpty {
        pending.withUnsafeBufferPointer(sink)
        pending.removeAll(keepingCapacity: true)
      }
      sink(UnsafeBufferPointer(rebasing: piece[start..<end]))
    }
    if end < piece.count { pending.append(contentsOf: piece[end...]) }
  }
}
