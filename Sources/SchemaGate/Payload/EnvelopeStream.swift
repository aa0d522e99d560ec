/// Cuts a stream into envelopes, and has each checked.
///
/// Owns a buffer, which `deallocate` gives back. Bytes before `done` are checked; those up to
/// `filled` wait for the rest of their envelope.
struct EnvelopeStream: ~Copyable {
  private enum Form { case unknown, lines, array }

  private static let chunk = 1 << 18

  private var checker: EnvelopeChecker
  private let failureLimit: Int
  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * chunk)
  private var done = 0
  private var filled = 0

  private var form = Form.unknown
  /// The line on which `done` is.
  private var line = 1
  /// How many columns of that line come before `done`.
  private var column = 0

  // In an array: how far the search for the end of an element has come.
  private var searched = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var elements = 0
  private var arrayState = ArrayState.beforeFirst

  private enum ArrayState { case beforeFirst, element, afterElement, beforeElement, closed }

  /// Whether the rest of a line that is too long is being passed over.
  private var isPassingOver = false

  private var envelopes = 0
  private var failedEnvelopes = 0
  private var failures = 0
  private var bytesDropped = 0

  /// Whether nothing that follows can be made sense of.
  private(set) var isBroken = false

  init(checker: EnvelopeChecker, failureLimit: Int) {
    self.checker = checker
    self.failureLimit = failureLimit
  }

  /// Gives the buffer back.
  mutating func deallocate() { buffer.deallocate() }

  /// How many bytes were checked.
  var bytesDone: Int { bytesDropped + done }

  /// The room for the next bytes, at least a chunk of it.
  mutating func room() -> UnsafeMutableBufferPointer<UInt8> {
    if done > 0, buffer.count - filled < EnvelopeStream.chunk, let start = buffer.baseAddress {
      start.update(from: start + done, count: filled - done)
      bytesDropped += done
      searched -= done
      filled -= done
      done = 0
    }
    if buffer.count - filled < EnvelopeStream.chunk {
      let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
      _ = larger.update(fromContentsOf: buffer[..<filled])
      buffer.deallocate()
      buffer = larger
    }
    return UnsafeMutableBufferPointer(rebasing: buffer[filled...])
  }

  /// Takes note of bytes that were put into the room.
  mutating func add(_ count: Int) { filled += count }

  private var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<filled]) }

  /// Checks all envelopes that are there as a whole; at the end of the stream, all that is left.
  mutating func process(isOver: Bool, _ report: (EnvelopeFailure) -> Void) {
    if form == .unknown {
      skipBlanks()
      if done == filled { return }
      form = buffer[done] == UInt8(ascii: "[") ? .array : .lines
      if form == .array { advance(to: done + 1) }
    }
    if form == .lines {
      processLines(isOver: isOver, report)
    } else {
      processArray(isOver: isOver, report)
    }
  }

  // MARK: Lines

  private mutating func processLines(isOver: Bool, _ report: (EnvelopeFailure) -> Void) {
    let bytes = self.bytes
    while done < filled {
      let from = max(done, searched)
      let end = EnvelopeStream.lineEnd(from: from, in: bytes)
      searched = end
      if end == filled && !isOver {
        if filled - done > EnvelopeValidator.envelopeLimit { passOver(report) }
        return
      }
      if isPassingOver {
        isPassingOver = false
      } else {
        check(UnsafeBufferPointer(rebasing: bytes[done..<end]), isLine: true, report)
      }
      if end < filled { line += 1 }
      column = 0
      done = min(end + 1, filled)
      searched = done
    }
  }

  /// Returns the offset of the next line feed; the count of the bytes if there is none.
  private static func lineEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index &+ 8 <= raw.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The classic "has a zero byte" test, exact for the lowest byte that it finds.
      let feed = word ^ (ones &* 0x0A)
      let found = (feed &- ones) & ~feed & tops
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < raw.count, raw[index] != 0x0A { index &+= 1 }
    return index
  }

  private mutating func passOver(_ report: (EnvelopeFailure) -> Void) {
    if !isPassingOver {
      isPassingOver = true
      envelopes += 1
      failedEnvelopes += 1
      failEnvelope(
        "is longer than \(EnvelopeValidator.envelopeLimit >> 20) MiB, and was passed over",
        subject: "the line", report)
    }
    done = filled
    searched = filled
  }

  // MARK: Arrays

  private mutating func processArray(isOver: Bool, _ report: (EnvelopeFailure) -> Void) {
    while !isBroken {
      if arrayState != .element { skipBlanks() }
      if done == filled {
        if isOver && arrayState != .closed {
          failEnvelope("the array is not closed", subject: "", report)
          isBroken = true
        }
        return
      }
      let byte = buffer[done]
      switch arrayState {
      case .beforeFirst, .beforeElement:
        if byte == UInt8(ascii: "]") {
          if arrayState == .beforeElement {
            failEnvelope("JSON has no trailing commas", subject: "", report)
          }
          arrayState = .closed
          advance(to: done + 1)
        } else {
          arrayState = .element
          (searched, depth, isInString, isEscaped) = (done, 0, false, false)
        }
      case .element:
        guard findElementEnd() || isOver else {
          if filled - done > EnvelopeValidator.envelopeLimit {
            failEnvelope(
              "is longer than \(EnvelopeValidator.envelopeLimit >> 20) MiB; the rest of the array "
                + "was not checked", subject: "the element", report)
            isBroken = true
          }
          return
        }
        let element = UnsafeBufferPointer(rebasing: bytes[done..<searched])
        // Where an element is no JSON, its end was a guess: what follows would only echo that.
        if !check(element, isLine: false, report) { isBroken = true }
        elements += 1
        arrayState = .afterElement
        advance(to: searched)
      case .afterElement:
        if byte == UInt8(ascii: ",") {
          arrayState = .beforeElement
        } else if byte == UInt8(ascii: "]") {
          arrayState = .closed
        } else {
          failEnvelope("expected ',' or ']' after the element", subject: "", report)
          isBroken = true
        }
        advance(to: done + 1)
      case .closed:
        failEnvelope("unexpected input after the end of the array", subject: "", report)
        isBroken = true
      }
    }
  }

  /// Searches on for the comma or bracket that ends the element.
  private mutating func findElementEnd() -> Bool {
    while searched < filled {
      let byte = buffer[searched]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "]"):
          if depth <= 0 { return true }
          depth -= 1
        case UInt8(ascii: ","):
          if depth <= 0 { return true }
        default: break
        }
      }
      searched += 1
    }
    return false
  }

  private mutating func skipBlanks() {
    var index = done
    while index < filled {
      switch buffer[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default:
        advance(to: index)
        return
      }
    }
    advance(to: index)
  }

  /// Goes on to an offset, and counts lines and columns on the way.
  private mutating func advance(to offset: Int) {
    let place = SourceText.position(
      at: offset - done, in: UnsafeBufferPointer(rebasing: buffer[done..<filled]))
    column = place.line == 1 ? column + place.column - 1 : place.column - 1
    line += place.line - 1
    done = offset
  }

  // MARK: Checking

  /// Returns false for what is no JSON.
  @discardableResult
  private mutating func check(
    _ bytes: UnsafeBufferPointer<UInt8>, isLine: Bool, _ report: (EnvelopeFailure) -> Void
  ) -> Bool {
    if isLine && bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return true }
    envelopes += 1
    checker.describes = failures < failureLimit
    var brokenBecause: JSONError?
    do throws(JSONError) {
      try checker.checkEnvelope(bytes)
    } catch {
      brokenBecause = error
    }
    if checker.faultCount == 0 && brokenBecause == nil { return true }
    failedEnvelopes += 1
    // What was found before a line turned out to be no JSON is true all the same.
    for fault in checker.faults.prefix(max(0, failureLimit - failures)) {
      report(checker.failure(fault, line: line, column: column, in: bytes))
    }
    failures += checker.faultCount
    checker.faults.removeAll(keepingCapacity: true)
    if let error = brokenBecause {
      let isCut = isLine && error.offset >= bytes.count
      let place = SourceText.position(at: error.offset, in: bytes)
      checker.counts[EnvelopeCount.envelope] += 1
      failures += 1
      if failures <= failureLimit {
        report(
          EnvelopeFailure(
            line: line + place.line - 1,
            column: place.line == 1 ? column + place.column : place.column, entity: nil, path: nil,
            message: error.message,
            help: isCut
              ? "the line ends inside a value: give one envelope a line, or an array" : nil))
      }
    }
    return brokenBecause == nil
  }

  /// Reports a failure of what begins at `done`.
  private mutating func failEnvelope(
    _ message: String, subject: String, _ report: (EnvelopeFailure) -> Void
  ) {
    checker.counts[EnvelopeCount.envelope] += 1
    failures += 1
    if failures <= failureLimit {
      report(
        EnvelopeFailure(
          line: line, column: column + 1, entity: nil, path: nil,
          message: subject.isEmpty ? message : "\(subject) \(message)", help: nil))
    }
  }

  // MARK: The end

  /// The numbers of all that was checked.
  func summary(of contract: PayloadContract) -> EnvelopeSummary {
    var counts: [EnvelopeSummary.Count] = []
    func add(_ entity: String?, _ field: String?, _ slot: Int, isUnknownKey: Bool = false) {
      guard checker.counts[slot] > 0 else { return }
      counts.append(
        EnvelopeSummary.Count(
          entity: entity, field: field, isUnknownKey: isUnknownKey, count: checker.counts[slot]))
    }
    add(nil, nil, EnvelopeCount.envelope)
    for (entity, compiled) in zip(contract.entities, checker.program.entities) {
      let base = Int(compiled.counts)
      add(entity.name, nil, base + EnvelopeCount.envelope)
      for (number, member) in entity.members.enumerated() {
        add(entity.name, member.name, base + EnvelopeCount.field(number))
      }
      add(entity.name, nil, base + EnvelopeCount.unknownKey, isUnknownKey: true)
    }
    return EnvelopeSummary(
      envelopes: envelopes, failedEnvelopes: failedEnvelopes, failures: failures, counts: counts,
      bytes: bytesDropped + filled)
  }
}
