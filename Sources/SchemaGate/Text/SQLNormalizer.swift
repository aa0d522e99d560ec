/// Takes from SQL what does not count in its digest: a byte order mark, carriage returns before
/// line feeds, comments, and lines that hold only white space.
///
/// Fed chunk by chunk, however the chunks are cut; keeps nothing but its place and the white space
/// that a comment or a line feed to come may still remove. What it hands out is the normalized text
/// but for white space at both ends, which `BlankTrimmer` removes.
///
/// This is the digest that databases in the field carry: the result may never change for any input,
/// not even where it is unfortunate (a comment between two words joins them; backquotes and
/// brackets shield nothing). Normalizing twice is not the same as once: never do it.
struct SQLNormalizer {
  /// Takes a piece of the result and the offset in the original at which it was.
  typealias Sink = (_ piece: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Void

  private enum Place {
    /// At the very start, where a byte order mark may be.
    case start
    case code
    /// Inside `'` or `"`.
    case run(quote: UInt8)
    case lineComment
    case blockComment
  }

  private var place = Place.start
  /// The offset in the original of the first byte not yet processed.
  private var position = 0
  /// Bytes whose meaning the next one decides: part of a byte order mark, or one of `\r - / *`.
  private var undecided: [UInt8] = []
  /// Whether something other than white space was handed out of the current line.
  private var lineHasContent = false
  /// White space at the end of what is known of the current line, and its offset.
  private var blank: [UInt8] = []
  private var blankOffset = 0

  /// Processes the next bytes of the original.
  mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, into sink: Sink) {
    var next = 0
    // Bytes that waited meet the first of the new ones in a buffer of their own.
    while next < chunk.count, !undecided.isEmpty || isAtStart {
      undecided.append(chunk[next])
      next += 1
      decide(isLast: false, into: sink)
    }
    guard next < chunk.count else { return }
    process(UnsafeBufferPointer(rebasing: chunk[next...]), isLast: false, into: sink)
  }

  /// Processes the end of the original.
  mutating func finish(into sink: Sink) {
    decide(isLast: true, into: sink)
  }

  private var isAtStart: Bool {
    if case .start = place { true } else { false }
  }

  private mutating func decide(isLast: Bool, into sink: Sink) {
    if isAtStart {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      if undecided == mark {
        undecided = []
        position = 3
        place = .code
        return
      }
      if !isLast, mark.starts(with: undecided) { return }
      place = .code
    }
    let bytes = undecided
    undecided = []
    bytes.withUnsafeBufferPointer { process($0, isLast: isLast, into: sink) }
  }
}

// MARK: - The pass over one buffer

extension SQLNormalizer {
  private mutating func process(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into sink: Sink
  ) {
    guard !bytes.isEmpty else { return }
    var pass = Pass(bytes: bytes, position: position)
    var end = bytes.count
    var index = 0
    scan: while index < bytes.count {
      switch place {
      case .start, .code:
        index = ByteScan.firstCodeMark(from: index, in: bytes)
        guard index < bytes.count else { break scan }
        let byte = bytes[index]
        if byte == UInt8(ascii: "\n") {
          endLine(&pass, at: index, next: index + 1, into: sink)
          index += 1
          continue
        }
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
          place = .run(quote: byte)
          index += 1
          continue
        }
        guard index + 1 < bytes.count else {
          if !isLast { end = index }
          break scan
        }
        switch (byte, bytes[index + 1]) {
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")):
          endLine(&pass, at: index, next: index + 2, into: sink)
          index += 2
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
          beginComment(&pass, at: index, into: sink)
          place = .lineComment
          index += 2
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
          beginComment(&pass, at: index, into: sink)
          place = .blockComment
          index += 2
        default:
          index += 1
        }
      case .run(let quote):
        index = ByteScan.first(quote, or: UInt8(ascii: "\r"), from: index, in: bytes)
        guard index < bytes.count else { break scan }
        if bytes[index] == quote {
          place = .code
          index += 1
          continue
        }
        guard index + 1 < bytes.count else {
          if !isLast { end = index }
          break scan
        }
        if bytes[index + 1] == UInt8(ascii: "\n") {
          flush(&pass, to: index, next: index + 1, into: sink)
          lineHasContent = true
        }
        index += 1
      case .lineComment:
        index = ByteScan.first(UInt8(ascii: "\n"), from: index, in: bytes)
        pass.kept = index
        if index < bytes.count { place = .code }
      case .blockComment:
        index = ByteScan.first(UInt8(ascii: "*"), from: index, in: bytes)
        pass.kept = bytes.count
        guard index < bytes.count else { break scan }
        guard index + 1 < bytes.count else {
          if !isLast { end = index }
          break scan
        }
        index += 1
        if bytes[index] == UInt8(ascii: "/") {
          index += 1
          pass.kept = index
          place = .code
        }
      }
    }
    endBuffer(&pass, at: end, into: sink)
  }

  /// What is known of one buffer while it is passed over.
  private struct Pass {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the buffer in the original.
    let position: Int
    /// The bytes from here on are kept, and not handed out yet.
    var kept = 0
    /// Where the current line begins; 0 if it began in an earlier buffer.
    var lineStart = 0

    /// Where white space at the end of the line so far begins, when the line goes up to `end`.
    ///
    /// Looks back no further than to the line's start and to what is kept.
    @inline(__always)
    func blankStart(before end: Int) -> Int {
      let low = max(kept, lineStart)
      var index = end
      while index > low, ByteScan.isBlank(bytes[index - 1]) { index -= 1 }
      return index
    }
  }

  /// Ends a line outside runs and comments: drops it if it holds only white space.
  ///
  /// - Parameters:
  ///   - end: Where the line's text ends: at its line feed, or a carriage return before that.
  ///   - next: Where the next line begins.
  @inline(__always)
  private mutating func endLine(_ pass: inout Pass, at end: Int, next: Int, into sink: Sink) {
    let hasContent = lineHasContent || pass.blankStart(before: end) > max(pass.kept, pass.lineStart)
    if !hasContent {
      blank.removeAll(keepingCapacity: true)
      if pass.lineStart > pass.kept { hand(pass, to: pass.lineStart, into: sink) }
      pass.kept = next
    } else {
      if !blank.isEmpty { handBlank(into: sink) }
      if next - end == 2 { flush(&pass, to: end, next: end + 1, into: sink) }
    }
    pass.lineStart = next
    lineHasContent = false
  }

  /// Trims the white space gathered on the line, and hands out what is before it.
  private mutating func beginComment(_ pass: inout Pass, at start: Int, into sink: Sink) {
    let low = max(pass.kept, pass.lineStart)
    let end = pass.blankStart(before: start)
    if end > low {
      flush(&pass, to: end, next: start, into: sink)
      lineHasContent = true
    } else {
      blank.removeAll(keepingCapacity: true)
      flush(&pass, to: end, next: start, into: sink)
    }
  }

  /// Hands out what is kept, but for white space whose fate the next buffer decides.
  private mutating func endBuffer(_ pass: inout Pass, at end: Int, into sink: Sink) {
    switch place {
    case .run:
      flush(&pass, to: end, next: end, into: sink)
      lineHasContent = true
    case .start, .code:
      let low = max(pass.kept, pass.lineStart)
      let blankStart = pass.blankStart(before: end)
      if blankStart > low {
        flush(&pass, to: blankStart, next: blankStart, into: sink)
        lineHasContent = true
      } else if low > pass.kept {
        hand(pass, to: low, into: sink)
      }
      if blankStart < end {
        if blank.isEmpty { blankOffset = pass.position + blankStart }
        blank.append(contentsOf: pass.bytes[blankStart..<end])
      }
    case .lineComment, .blockComment:
      break
    }
    if end < pass.bytes.count { undecided = [pass.bytes[end]] }
    position = pass.position + end
  }

  /// Hands out what is kept up to an offset, after white space that waited; goes on at `next`.
  @inline(__always)
  private mutating func flush(_ pass: inout Pass, to end: Int, next: Int, into sink: Sink) {
    if end > pass.kept {
      if !blank.isEmpty { handBlank(into: sink) }
      hand(pass, to: end, into: sink)
    }
    pass.kept = next
  }

  @inline(__always)
  private func hand(_ pass: Pass, to end: Int, into sink: Sink) {
    sink(UnsafeBufferPointer(rebasing: pass.bytes[pass.kept..<end]), pass.position + pass.kept)
  }

  private mutating func handBlank(into sink: Sink) {
    blank.withUnsafeBufferPointer { sink($0, blankOffset) }
    blank.removeAll(keepingCapacity: true)
  }
}
