/// Checks envelopes against a compiled contract, right on their bytes.
///
/// Builds no tree, and allocates only for what fails. What is no strict JSON is thrown; what is
/// JSON but not what the contract says is reported, each value once.
struct EnvelopeChecker {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Token = JSONScanner.Token

  /// One step from a payload to a value inside it.
  enum PathStep {
    /// A member that the contract knows: its object's shape, and its number there.
    case key(shape: Int, number: Int)
    /// An element of an array.
    case element(Int)
  }

  /// What failed, and where in the bytes.
  struct Fault {
    let offset: Int
    /// The entity's number; -1 where it is not known.
    let entity: Int
    /// The name of the entity's key with the way below it; nil for the envelope itself.
    let path: String?
    let message: String
    let help: String?
  }

  let program: PayloadProgram
  let zones: TimeZoneNames

  /// Whether faults are described; they are counted in any case.
  var describes = true

  /// What failed since this was emptied last.
  var faults: [Fault] = []

  /// How often something failed, by entity and field: see `EnvelopeCount`.
  var counts: [Int]

  /// How many faults there were in the last envelope.
  var faultCount = 0

  // What is going on; kept between envelopes so that nothing is allocated again.
  var entity = -1
  var countSlot = 0
  var path: [PathStep] = []
  /// Sets of members that were seen, one for each object that is open.
  var seen: [UInt64] = []
  /// The bytes of members' names that no contract knows, with their ends.
  var strangerBytes: [UInt8] = []
  var strangers: [(end: Int, offset: Int)] = []
  var scratch: [UInt8] = []
  var versionInPayload: Span?

  /// A string's token.
  struct Span {
    let start: Int
    let end: Int
    let hasEscapes: Bool
  }

  init(_ program: PayloadProgram, zones: TimeZoneNames) {
    self.program = program
    self.zones = zones
    counts = [Int](repeating: 0, count: program.countSize)
  }

  // MARK: Envelopes

  /// Checks the one envelope that bytes hold.
  mutating func checkEnvelope(_ bytes: Bytes) throws(JSONError) {
    begin()
    var scanner = JSONScanner(bytes)
    let token = try scanner.next()
    let start = scanner.tokenStart
    let isObject = token == .leftBrace
    if isObject { try envelope(&scanner) } else { try skip(token, &scanner, depth: 0) }
    guard try scanner.next() == .end else {
      throw JSONError.trailingInput(at: scanner.tokenStart)
    }
    if !isObject { fail("an envelope must be an object, not \(kind(of: token))", at: start) }
  }

  /// Checks an envelope somewhere in a text, and leaves the scanner behind it.
  mutating func checkEnvelope(_ scanner: inout JSONScanner) throws(JSONError) {
    begin()
    let token = try scanner.next()
    if token == .leftBrace { return try envelope(&scanner) }
    try wrongKind(token, &scanner, "an envelope must be an object")
  }

  /// Checks a value of one field, and leaves the scanner behind it.
  mutating func checkValue(
    _ scanner: inout JSONScanner, ofField field: Int, of entity: Int
  ) throws(JSONError) {
    begin()
    self.entity = entity
    let shape = program.shapes[Int(program.entities[entity].shape)]
    countSlot = EnvelopeCount.field(field)
    path.append(.key(shape: Int(program.entities[entity].shape), number: field))
    let token = try scanner.next()
    try value(
      token, &scanner, Int(program.children[Int(shape.firstChild) + field]), depth: 1)
  }

  private mutating func begin() {
    faultCount = 0
    entity = -1
    countSlot = EnvelopeCount.envelope
    path.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    strangerBytes.removeAll(keepingCapacity: true)
    strangers.removeAll(keepingCapacity: true)
    versionInPayload = nil
  }

  /// Checks an envelope whose brace was scanned.
  private mutating func envelope(_ scanner: inout JSONScanner) throws(JSONError) {
    let start = scanner.tokenStart
    var present: UInt8 = 0
    var operation = -1
    var payload: (token: Token, offset: Int)?
    var payloadIsChecked = false
    var version: Span?
    var token = try scanner.next()
    let strangerBase = strangers.count
    while token != .rightBrace {
      guard token == .string else { throw nameExpected(token, scanner) }
      let nameOffset = scanner.tokenStart
      let member = number(of: scanner, in: program.envelopeTable)
      if member < 0 {
        let name = describes ? scanner.stringValue() : ""
        addStranger(scanner)
        try colon(&scanner)
        let token = try scanner.next()
        try skip(token, &scanner, depth: 1)
        fail(
          "an envelope has no member '\(JSONForm.cut(name))'", at: nameOffset,
          help: unknownMemberHelp(name))
      } else {
        let bit = UInt8(1) << UInt8(member)
        if present & bit != 0 {
          throw JSONError.duplicateMember(
            EnvelopeMember.allCases[member].rawValue, at: nameOffset)
        }
        present |= bit
        try colon(&scanner)
        let token = try scanner.next()
        switch member {
        case 0, 1:
          try text(token, &scanner, EnvelopeMember.allCases[member])
        case 2:
          try entityType(token, &scanner)
        case 3:
          operation = try self.operation(token, &scanner)
        case 4:
          payload = (token, scanner.tokenStart)
          // Canonical order has the entity and the operation before it; otherwise it waits.
          if entity >= 0 && operation >= 0 {
            payloadIsChecked = true
            try self.payload(token, &scanner, operation: operation)
          } else {
            try skip(token, &scanner, depth: 1)
          }
        default:
          version = try self.version(token, &scanner)
        }
      }
      token = try scanner.next()
      if token == .comma {
        let comma = scanner.tokenStart
        token = try scanner.next()
        if token == .rightBrace { throw JSONError.trailingComma(at: comma) }
      } else if token != .rightBrace {
        throw JSONError.expected(
          "',' or '}'", found: scanner.describe(token), at: scanner.tokenStart)
      }
    }
    try endStrangers(from: strangerBase, scanner.bytes)
    if present != 0b11_1111 { failMissingMembers(present, at: start) }
    if let payload, !payloadIsChecked, entity >= 0, operation >= 0 {
      var again = JSONScanner(scanner.bytes, offset: payload.offset)
      let token = try again.next()
      try self.payload(token, &again, operation: operation)
    }
    if let version, let inside = versionInPayload,
      !sameContent(version, inside, scanner.bytes)
    {
      fail("version differs from the payload's", at: version.start)
    }
  }

  private mutating func text(
    _ token: Token, _ scanner: inout JSONScanner, _ member: EnvelopeMember
  ) throws(JSONError) {
    if token == .string {
      if scanner.stringBytes.isEmpty { fail("\(member.rawValue) is empty", at: scanner.tokenStart) }
      return
    }
    try wrongKind(token, &scanner, "\(member.rawValue) must be a string")
  }

  private mutating func entityType(_ token: Token, _ scanner: inout JSONScanner) throws(JSONError) {
    guard token == .string else {
      return try wrongKind(token, &scanner, "entity_type must be a string")
    }
    entity = number(of: scanner, in: program.entityTable)
    if entity < 0 {
      let name = describes ? scanner.stringValue() : ""
      fail(
        "'\(JSONForm.cut(name))' is no entity of the contract", at: scanner.tokenStart,
        help: suggestion(for: name, among: program.entityTable))
    }
  }

  /// Returns 0 for a delete, 1 for an upsert and -1 for anything else.
  private mutating func operation(
    _ token: Token, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Int {
    guard token == .string else {
      try wrongKind(token, &scanner, "operation must be a string")
      return -1
    }
    let operation = number(of: scanner, in: program.operationTable)
    if operation < 0 {
      fail(
        "operation must be 'upsert' or 'delete', not '\(JSONForm.cut(scanner.stringValue()))'",
        at: scanner.tokenStart)
    }
    return operation
  }

  private mutating func version(
    _ token: Token, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Span? {
    guard token == .string else {
      try wrongKind(token, &scanner, "version must be a string")
      return nil
    }
    if !satisfies(.hlc, scanner) {
      fail("version must be \(PayloadFormat.hlc.demand)", at: scanner.tokenStart)
      return nil
    }
    return Span(start: scanner.tokenStart, end: scanner.offset, hasEscapes: scanner.hasEscapes)
  }

  // MARK: Payloads

  private mutating func payload(
    _ token: Token, _ scanner: inout JSONScanner, operation: Int
  ) throws(JSONError) {
    guard token == .leftBrace else {
      return try wrongKind(token, &scanner, "payload must be an object")
    }
    let start = scanner.tokenStart
    let base = seen.count
    let compiled = program.entities[entity]
    try members(&scanner, shape: Int(compiled.shape), depth: 2)
    countSlot = EnvelopeCount.envelope
    if operation == 1 {
      check(compiled.upsert, compiled, seenFrom: base, at: start, "an upsert")
    } else {
      checkDelete(compiled, seenFrom: base, at: start)
    }
    seen.removeSubrange(base...)
  }

  private mutating func checkDelete(
    _ compiled: PayloadProgram.Entity, seenFrom base: Int, at start: Int
  ) {
    if compiled.deletes.isEmpty {
      let name = program.pool.name(entity, in: program.entityTable)
      return fail("'\(name)' cannot be deleted", at: start)
    }
    let all = Int(compiled.deletes.lowerBound)..<Int(compiled.deletes.upperBound)
    let words = Int(program.shapes[Int(compiled.shape)].words)
    // 1. The marker that is there tells the alternative.
    let marked = all.first { index in
      let marker = Int(program.deletes[index].marker)
      return marker >= 0 && seen[base + marker / 64] & (1 << UInt64(marker % 64)) != 0
    }
    // 2. Without one, any alternative without a marker that fits will do.
    let open = all.filter { program.deletes[$0].marker < 0 }
    let fitting = open.first { index in
      let shape = program.deletes[index]
      return (0..<words).allSatisfy { word in
        let present = seen[base + word]
        return program.masks[Int(shape.required) + word] & ~present == 0
          && present & ~program.masks[Int(shape.allowed) + word] == 0
      }
    }
    if marked == nil && fitting != nil { return }
    if let chosen = marked ?? (open.count == 1 ? open[0] : all.count == 1 ? all.lowerBound : nil) {
      check(
        program.deletes[chosen], compiled, seenFrom: base, at: start,
        describes ? "the delete shape '\(program.deleteNames[chosen])'" : "")
    } else {
      let names = all.map { "'\(program.deleteNames[$0])'" }.joined(separator: ", ")
      fail("the payload fits none of the delete shapes \(names)", at: start)
    }
  }

  private mutating func check(
    _ operation: PayloadProgram.Operation, _ compiled: PayloadProgram.Entity,
    seenFrom base: Int, at start: Int, _ what: String
  ) {
    let shape = program.shapes[Int(compiled.shape)]
    for word in 0..<Int(shape.words) {
      let present = seen[base + word]
      var missing = program.masks[Int(operation.required) + word] & ~present
      var surplus = present & ~program.masks[Int(operation.allowed) + word]
      if missing | surplus == 0 { continue }
      while missing != 0 {
        let number = word * 64 + missing.trailingZeroBitCount
        missing &= missing - 1
        failKey(number, shape, "\(what) must have this key", at: start)
      }
      while surplus != 0 {
        let number = word * 64 + surplus.trailingZeroBitCount
        surplus &= surplus - 1
        failKey(number, shape, "\(what) has no such key", at: start)
      }
    }
    countSlot = EnvelopeCount.envelope
  }

  private mutating func failKey(
    _ number: Int, _ shape: PayloadProgram.Shape, _ message: String, at start: Int
  ) {
    countSlot = EnvelopeCount.field(number)
    fail(message, at: start, member: program.pool.name(number, in: shape.table))
  }
}
