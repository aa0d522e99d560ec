/// Checks envelopes against a contract while they stream past.
///
/// Takes a JSON array of envelopes, or JSON lines with one envelope each, and tells them apart by
/// the first byte. Memory does not grow with the input: what is kept is one chunk, or one envelope
/// where that is longer. An envelope above `envelopeLimit` bytes is a failure, and passed over.
public struct EnvelopeValidator: Sendable {
  /// The most bytes that one envelope may have.
  public static let envelopeLimit = 64 << 20

  /// The contract.
  public let contract: PayloadContract

  let program: PayloadProgram
  let zones: TimeZoneNames

  /// Prepares to check against a contract.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - timeZones: which words are names of time zones.
  public init(_ contract: PayloadContract, timeZones: TimeZoneNames = .builtIn) {
    self.contract = contract
    program = PayloadProgram(contract)
    zones = timeZones
  }

  /// Checks everything that a reader yields.
  ///
  /// - Parameters:
  ///   - failureLimit: how many failures are reported; all of them are counted.
  ///   - read: fills a buffer from its start, and returns how many bytes it put there; 0 at the end.
  ///   - report: takes the failures, in the order of the input.
  ///   - progress: takes the number of bytes that were checked, after each chunk.
  /// - Returns: the numbers of envelopes and of failures by entity and field.
  /// - Throws: what `read` throws.
  public func validate<Failure: Error>(
    failureLimit: Int = .max,
    read: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int,
    report: (EnvelopeFailure) -> Void, progress: (Int) -> Void = { _ in }
  ) throws(Failure) -> EnvelopeSummary {
    var stream = EnvelopeStream(
      checker: EnvelopeChecker(program, zones: zones), failureLimit: failureLimit)
    defer { stream.deallocate() }
    while true {
      let count = try read(stream.room())
      let isOver = count == 0
      stream.add(count)
      stream.process(isOver: isOver, report)
      progress(stream.bytesDone)
      if isOver || stream.isBroken { break }
    }
    return stream.summary(of: contract)
  }

  /// Checks one envelope that is at hand as a value.
  ///
  /// Costs its serialization; to check many, give their bytes to
  /// ``validate(failureLimit:read:report:progress:)``.
  ///
  /// - Returns: what fails, in the envelope's order; empty for an envelope that the contract
  ///   describes. Lines and columns are those of the envelope written without white space.
  public func failures(of envelope: JSONValue) -> [EnvelopeFailure] {
    var checker = EnvelopeChecker(program, zones: zones)
    let bytes = JSONWriter.singleLine(envelope, memberOrder: .kept)
    return bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONError) {
        try checker.checkEnvelope(buffer)
      } catch {
        return [
          EnvelopeFailure(
            line: 1, column: error.offset + 1, entity: nil, path: nil, message: error.message,
            help: nil)
        ]
      }
      return checker.faults.map { checker.failure($0, line: 1, in: buffer) }
    }
  }
}

/// One thing in an envelope that the contract does not allow.
public struct EnvelopeFailure: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int
  /// The entity, where it is known.
  public let entity: String?
  /// The way to the value in the payload, such as `attendees[1].email`; nil for the envelope.
  public let path: String?
  /// What is wrong.
  public let message: String
  /// What may help.
  public let help: String?
}

extension EnvelopeFailure: CustomStringConvertible {
  /// The failure in one line, without its place.
  public var description: String {
    let subject = [entity, path].compactMap { $0 }.joined(separator: ".")
    return subject.isEmpty ? message : "'\(subject)' \(message)"
  }
}

/// What became of a stream of envelopes.
public struct EnvelopeSummary: Sendable {
  /// How many failures one field had.
  public struct Count: Hashable, Sendable {
    /// The entity; nil where envelopes did not name a known one.
    public let entity: String?
    /// The field; nil for the envelope itself.
    public let field: String?
    /// Whether these are keys that the entity does not have.
    public let isUnknownKey: Bool
    /// How many failures there were.
    public let count: Int
  }

  /// How many envelopes were looked at.
  public let envelopes: Int
  /// How many of them failed.
  public let failedEnvelopes: Int
  /// How many failures there were.
  public let failures: Int
  /// Where they were, by entity and then field, in the order of the contract.
  public let counts: [Count]
  /// How many bytes were read.
  public let bytes: Int

  /// Whether all is as the contract says.
  public var isClean: Bool { failures == 0 }
}

extension EnvelopeChecker {
  /// A fault as it is reported.
  ///
  /// - Parameters:
  ///   - line: the line on which the bytes begin.
  ///   - column: how many columns of that line come before them.
  func failure(_ fault: Fault, line: Int, column: Int = 0, in bytes: Bytes) -> EnvelopeFailure {
    let place = SourceText.position(at: fault.offset, in: bytes)
    return EnvelopeFailure(
      line: line + place.line - 1, column: place.line == 1 ? column + place.column : place.column,
      entity: fault.entity >= 0 ? program.pool.name(fault.entity, in: program.entityTable) : nil,
      path: fault.path, message: fault.message, help: fault.help)
  }
}
