// Values of fields: what each must be, by the node that says so.
extension EnvelopeChecker {
  /// Checks the value that begins at a token.
  mutating func value(
    _ token: Token, _ scanner: inout JSONScanner, _ index: Int, depth: Int
  ) throws(JSONError) {
    let node = program.nodes[index]
    switch token {
    case .string:
      guard node.types.contains(.string) else { break }
      if node.looksInside { text(scanner, node) }
      return
    case .number:
      guard !node.types.isDisjoint(with: [.integer, .number]) else { break }
      number(scanner, node)
      return
    case .trueLiteral, .falseLiteral:
      if node.types.contains(.boolean) { return }
    case .nullLiteral:
      if node.types.contains(.null) { return }
    case .leftBrace:
      guard node.types.contains(.object) else { break }
      if node.shape < 0 { return try skip(token, &scanner, depth: depth) }
      return try object(&scanner, Int(node.shape), depth: depth)
    case .leftBracket:
      guard node.types.contains(.array) else { break }
      return try array(&scanner, node, depth: depth)
    default:
      throw JSONError.expected("a value", found: scanner.describe(token), at: scanner.tokenStart)
    }
    let start = scanner.tokenStart
    let found = kind(of: token)
    try skip(token, &scanner, depth: depth)
    fail("must be \(node.types.phrase), not \(found)", at: start)
  }

  // MARK: Strings

  @inline(__always)
  private mutating func text(_ scanner: JSONScanner, _ node: PayloadProgram.Node) {
    if node.values >= 0,
      number(of: scanner, in: program.tables[Int(node.values)]) < 0
    {
      let found = describes ? JSONForm.cut(scanner.stringValue()) : ""
      let allowed = describes ? list(of: program.tables[Int(node.values)]) : ""
      fail("'\(found)' is none of \(allowed)", at: scanner.tokenStart)
      return
    }
    guard node.format >= 0 else { return }
    let format = PayloadProgram.formats[Int(node.format)]
    if satisfies(format, scanner) { return }
    let found = describes ? JSONForm.cut(scanner.stringValue()) : ""
    fail("'\(found)' is not \(format.demand)", at: scanner.tokenStart)
  }

  private func list(of table: NamePool.Table) -> String {
    let names = program.pool.names(in: table)
    let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }

  /// Whether the content of the scanner's string has a format.
  mutating func satisfies(_ format: PayloadFormat, _ scanner: JSONScanner) -> Bool {
    if !scanner.hasEscapes { return satisfies(format, scanner.stringBytes) }
    // Taken out while it is looked at, so that what looks may use the checker.
    var content: [UInt8] = []
    swap(&content, &scratch)
    content.removeAll(keepingCapacity: true)
    scanner.appendUnescaped(to: &content)
    let result = content.withUnsafeBufferPointer { satisfies(format, $0) }
    swap(&content, &scratch)
    return result
  }

  private mutating func satisfies(_ format: PayloadFormat, _ content: Bytes) -> Bool {
    switch format {
    case .hlc: FormatCheck.isHLC(content)
    case .uuid: FormatCheck.isUUID(content)
    case .rfc3339UTC: FormatCheck.isInstant(content)
    case .civilDate: content.count == 10 && FormatCheck.isCivilDate(content)
    case .hhmm: content.count == 5 && FormatCheck.isTime(content)
    case .uuidOrInbox: FormatCheck.isUUID(content) || FormatCheck.isInbox(content)
    case .calendarURL: FormatCheck.isCalendarURL(content)
    case .ianaTimeZone: zones.contains(content)
    case .jsonString: isJSON(content, first: nil)
    case .jsonArrayString: isJSON(content, first: .leftBracket)
    case .jsonObjectString: isJSON(content, first: .leftBrace)
    }
  }

  /// Whether text is strict JSON that begins with a token.
  private mutating func isJSON(_ text: Bytes, first: Token?) -> Bool {
    let strangerBase = strangers.count
    let byteBase = strangerBytes.count
    do throws(JSONError) {
      var scanner = JSONScanner(text)
      let token = try scanner.next()
      if let first, token != first { return false }
      try skip(token, &scanner, depth: 0)
      return try scanner.next() == .end
    } catch {
      // What was open inside the text when it broke off is no longer.
      strangers.removeSubrange(strangerBase...)
      strangerBytes.removeSubrange(byteBase...)
      return false
    }
  }

  // MARK: Numbers

  private mutating func number(_ scanner: JSONScanner, _ node: PayloadProgram.Node) {
    let start = scanner.tokenStart
    if scanner.isInteger {
      guard let integer = EnvelopeChecker.int64(scanner.tokenBytes) else {
        return fail("the integer is beyond 64 bits", at: start)
      }
      if node.hasMinimum, EnvelopeChecker.isBelow(integer, node.minimum) {
        fail("\(integer) is below the minimum \(words(node.minimum))", at: start)
      } else if node.hasMaximum, EnvelopeChecker.isAbove(integer, node.maximum) {
        fail("\(integer) is above the maximum \(words(node.maximum))", at: start)
      }
      return
    }
    let text = String(decoding: scanner.tokenBytes, as: UTF8.self)
    guard node.types.contains(.number) else {
      return fail(
        "must be an integer, without fraction and exponent, not \(JSONForm.cut(text))", at: start)
    }
    guard node.hasMinimum || node.hasMaximum, let double = Double(text) else { return }
    if node.hasMinimum, double < node.minimum.double {
      fail("\(JSONForm.cut(text)) is below the minimum \(words(node.minimum))", at: start)
    } else if node.hasMaximum, double > node.maximum.double {
      fail("\(JSONForm.cut(text)) is above the maximum \(words(node.maximum))", at: start)
    }
  }

  private static func isBelow(_ integer: Int64, _ bound: PayloadProgram.Bound) -> Bool {
    bound.integer.map { integer < $0 } ?? (Double(integer) < bound.double)
  }

  private static func isAbove(_ integer: Int64, _ bound: PayloadProgram.Bound) -> Bool {
    bound.integer.map { integer > $0 } ?? (Double(integer) > bound.double)
  }

  private func words(_ bound: PayloadProgram.Bound) -> String {
    bound.integer.map { "\($0)" } ?? "\(bound.double)"
  }

  /// The value of an integer by JSON's grammar; nil beyond 64 bits.
  private static func int64(_ digits: Bytes) -> Int64? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in digits.dropFirst(isNegative ? 1 : 0) {
      // Counted downwards, since there is one more negative number.
      let (product, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = product.subtractingReportingOverflow(
        Int64(byte &- UInt8(ascii: "0")))
      if tooLong || tooLarge { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  // MARK: Arrays

  private mutating func array(
    _ scanner: inout JSONScanner, _ node: PayloadProgram.Node, depth: Int
  ) throws(JSONError) {
    let start = scanner.tokenStart
    try checkDepth(depth, start)
    var count = 0
    var elements: [Range<Int>] = []
    var token = try scanner.next()
    while token != .rightBracket {
      let first = scanner.tokenStart
      if node.items >= 0 {
        path.append(.element(count))
        try value(token, &scanner, Int(node.items), depth: depth + 1)
        path.removeLast()
      } else {
        try skip(token, &scanner, depth: depth + 1)
      }
      if node.isUnique { elements.append(first..<scanner.offset) }
      count += 1
      token = try scanner.next()
      if token == .comma {
        let comma = scanner.tokenStart
        token = try scanner.next()
        if token == .rightBracket { throw JSONError.trailingComma(at: comma) }
      } else if token != .rightBracket {
        throw JSONError.expected(
          "',' or ']'", found: scanner.describe(token), at: scanner.tokenStart)
      }
    }
    if count < Int(node.minItems) {
      fail("has \(count) elements, fewer than \(node.minItems)", at: start)
    } else if count > Int(node.maxItems) {
      fail("has \(count) elements, more than \(node.maxItems)", at: start)
    }
    if elements.count > 1, let repeated = firstRepeat(among: elements, scanner.bytes) {
      path.append(.element(repeated))
      fail("repeats an earlier element", at: elements[repeated].lowerBound)
      path.removeLast()
    }
  }

  /// The number of the first element that means the same as an earlier one.
  private func firstRepeat(among elements: [Range<Int>], _ bytes: Bytes) -> Int? {
    // Elements that are spelled alike mean the same. Those that are not may still, unless all are
    // strings without escapes.
    var keys: [[UInt8]] = []
    for range in elements {
      let raw = bytes[range]
      let isPlain = raw.first == UInt8(ascii: "\"") && !raw.contains(UInt8(ascii: "\\"))
      keys.append(isPlain ? Array(raw) : EnvelopeChecker.meaning(of: raw))
    }
    var seen: Set<[UInt8]> = []
    return keys.firstIndex { !seen.insert($0).inserted }
  }

  /// One spelling for all that means the same.
  private static func meaning(of raw: Slice<Bytes>) -> [UInt8] {
    do throws(JSONError) {
      let value = try JSONReader.read(UnsafeBufferPointer(rebasing: raw))
      return JSONWriter.singleLine(normalized(value))
    } catch {
      // It was scanned already, so that this is no JSON cannot be.
      return Array(raw)
    }
  }

  private static func normalized(_ value: JSONValue) -> JSONValue {
    switch value.content {
    case .number(let number):
      if number.int64 != nil { return value }
      let double = number.double
      guard double == double.rounded(.towardZero), abs(double) < 9e15 else { return value }
      return .integer(Int64(double))
    case .array(let elements): return .array(elements.map(normalized))
    case .object(let members):
      return .object(members.map { JSONMember(name: $0.name, value: normalized($0.value)) })
    default: return value
    }
  }

  // MARK: Objects

  private mutating func object(
    _ scanner: inout JSONScanner, _ index: Int, depth: Int
  ) throws(JSONError) {
    let start = scanner.tokenStart
    try checkDepth(depth, start)
    let base = seen.count
    try members(&scanner, shape: index, depth: depth + 1)
    let shape = program.shapes[index]
    for word in 0..<Int(shape.words) {
      var missing = program.masks[Int(shape.required) + word] & ~seen[base + word]
      while missing != 0 {
        let number = word * 64 + missing.trailingZeroBitCount
        missing &= missing - 1
        fail("lacks the member '\(program.pool.name(number, in: shape.table))'", at: start)
      }
    }
    seen.removeSubrange(base...)
  }

  /// Checks the members of an object whose brace was scanned; what was seen stays on `seen`.
  mutating func members(
    _ scanner: inout JSONScanner, shape index: Int, depth: Int
  ) throws(JSONError) {
    let shape = program.shapes[index]
    let base = seen.count
    for _ in 0..<Int(shape.words) { seen.append(0) }
    let strangerBase = strangers.count
    let isTop = path.isEmpty
    let version = isTop ? Int(program.entities[entity].version) : -1
    var token = try scanner.next()
    while token != .rightBrace {
      guard token == .string else { throw nameExpected(token, scanner) }
      let nameOffset = scanner.tokenStart
      let number = number(of: scanner, in: shape.table)
      if number < 0 {
        try stranger(&scanner, shape, isTop: isTop, depth: depth)
      } else {
        let bit = UInt64(1) &<< UInt64(number & 63)
        if seen[base &+ number / 64] & bit != 0 {
          throw JSONError.duplicateMember(
            program.pool.name(number, in: shape.table), at: nameOffset)
        }
        seen[base &+ number / 64] |= bit
        path.append(.key(shape: index, number: number))
        try colon(&scanner)
        let token = try scanner.next()
        if isTop {
          countSlot = EnvelopeCount.field(number)
          if number == version && token == .string {
            versionInPayload = Span(
              start: scanner.tokenStart, end: scanner.offset, hasEscapes: scanner.hasEscapes)
          }
        }
        try value(
          token, &scanner, Int(program.children[Int(shape.firstChild) &+ number]), depth: depth)
        path.removeLast()
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
  }

  private mutating func stranger(
    _ scanner: inout JSONScanner, _ shape: PayloadProgram.Shape, isTop: Bool, depth: Int
  ) throws(JSONError) {
    let nameOffset = scanner.tokenStart
    let name = describes && !shape.isOpen ? scanner.stringValue() : ""
    addStranger(scanner)
    try colon(&scanner)
    let token = try scanner.next()
    try skip(token, &scanner, depth: depth)
    if shape.isOpen { return }
    if isTop { countSlot = EnvelopeCount.unknownKey }
    fail(
      isTop ? "is no key of the entity" : "is no property of the object", at: nameOffset,
      member: JSONForm.cut(name), help: suggestion(for: name, among: shape.table))
  }
}
