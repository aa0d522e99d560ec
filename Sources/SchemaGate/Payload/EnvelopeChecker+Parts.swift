// What all of the checker uses: skipping, names, and saying what failed.
extension EnvelopeChecker {
  /// Passes over a value, as strictly as one that is checked.
  mutating func skip(
    _ token: Token, _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONError) {
    switch token {
    case .string, .number, .trueLiteral, .falseLiteral, .nullLiteral: return
    case .leftBracket:
      try checkDepth(depth, scanner.tokenStart)
      var token = try scanner.next()
      while token != .rightBracket {
        try skip(token, &scanner, depth: depth + 1)
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
    case .leftBrace:
      try checkDepth(depth, scanner.tokenStart)
      let base = strangers.count
      var token = try scanner.next()
      while token != .rightBrace {
        guard token == .string else { throw nameExpected(token, scanner) }
        addStranger(scanner)
        try colon(&scanner)
        let first = try scanner.next()
        try skip(first, &scanner, depth: depth + 1)
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
      try endStrangers(from: base, scanner.bytes)
    default:
      throw JSONError.expected("a value", found: scanner.describe(token), at: scanner.tokenStart)
    }
  }

  /// Checks that a container may open at a depth, the outermost being 0.
  func checkDepth(_ depth: Int, _ offset: Int) throws(JSONError) {
    if depth >= JSONReader.depthLimit {
      throw JSONError.depth(limit: JSONReader.depthLimit, at: offset)
    }
  }

  mutating func wrongKind(
    _ token: Token, _ scanner: inout JSONScanner, _ message: String
  ) throws(JSONError) {
    let start = scanner.tokenStart
    let found = kind(of: token)
    try skip(token, &scanner, depth: 1)
    fail("\(message), not \(found)", at: start)
  }

  func kind(of token: Token) -> String {
    switch token {
    case .string: "a string"
    case .number: "a number"
    case .trueLiteral, .falseLiteral: "a Boolean"
    case .nullLiteral: "null"
    case .leftBrace: "an object"
    case .leftBracket: "an array"
    default: "no value"
    }
  }

  // MARK: Names

  @inline(__always)
  func colon(_ scanner: inout JSONScanner) throws(JSONError) {
    let token = try scanner.next()
    if token != .colon {
      throw JSONError.expected("':'", found: scanner.describe(token), at: scanner.tokenStart)
    }
  }

  func nameExpected(_ token: Token, _ scanner: JSONScanner) -> JSONError {
    .expected("a member's name", found: scanner.describe(token), at: scanner.tokenStart)
  }

  /// The number of the scanner's string in a set of names; -1 if it has none.
  @inline(__always)
  mutating func number(of scanner: JSONScanner, in table: NamePool.Table) -> Int {
    if !scanner.hasEscapes { return program.pool.number(of: scanner.stringBytes, in: table) }
    return numberOfEscaped(scanner, in: table)
  }

  private mutating func numberOfEscaped(_ scanner: JSONScanner, in table: NamePool.Table) -> Int {
    scratch.removeAll(keepingCapacity: true)
    scanner.appendUnescaped(to: &scratch)
    return scratch.withUnsafeBufferPointer { program.pool.number(of: $0, in: table) }
  }

  func sameContent(_ left: Span, _ right: Span, _ bytes: Bytes) -> Bool {
    if !left.hasEscapes && !right.hasEscapes {
      return bytes[left.start..<left.end].elementsEqual(bytes[right.start..<right.end])
    }
    return content(left, bytes) == content(right, bytes)
  }

  private func content(_ span: Span, _ bytes: Bytes) -> String? {
    var scanner = JSONScanner(bytes, offset: span.start)
    do throws(JSONError) {
      return try scanner.next() == .string ? scanner.stringValue() : nil
    } catch {
      return nil
    }
  }

  // MARK: Members that no contract knows

  /// Keeps the scanner's string, so that a second member of the name is noticed.
  mutating func addStranger(_ scanner: JSONScanner) {
    scanner.appendUnescaped(to: &strangerBytes)
    strangers.append((strangerBytes.count, scanner.tokenStart))
  }

  /// Looks for repeated names among the strangers of an object, and forgets them.
  mutating func endStrangers(from base: Int, _ bytes: Bytes) throws(JSONError) {
    let count = strangers.count - base
    if count == 0 { return }
    if count > 1, let repeated = repeatedStranger(from: base) {
      let start = repeated == 0 ? 0 : strangers[repeated - 1].end
      let name = String(decoding: strangerBytes[start..<strangers[repeated].end], as: UTF8.self)
      throw JSONError.duplicateMember(JSONForm.cut(name), at: strangers[repeated].offset)
    }
    strangers.removeSubrange(base...)
    strangerBytes.removeSubrange((strangers.last?.end ?? 0)...)
  }

  private func repeatedStranger(from base: Int) -> Int? {
    func name(_ index: Int) -> ArraySlice<UInt8> {
      strangerBytes[(index == 0 ? 0 : strangers[index - 1].end)..<strangers[index].end]
    }
    if strangers.count - base <= 8 {
      for index in (base + 1)..<strangers.count {
        for earlier in base..<index where name(earlier) == name(index) { return index }
      }
      return nil
    }
    // Sorting cannot be slowed down by chosen names, unlike hashing.
    let sorted = (base..<strangers.count).sorted { left, right in
      let (a, b) = (name(left), name(right))
      return a == b ? left < right : a.lexicographicallyPrecedes(b)
    }
    return zip(sorted, sorted.dropFirst()).filter { name($0) == name($1) }.map(\.1).min()
  }

  // MARK: Failing

  /// Counts a failure, and describes it where that is wanted.
  mutating func fail(
    _ message: String, at offset: Int, member: String? = nil, help: String? = nil
  ) {
    faultCount += 1
    let base = entity >= 0 ? Int(program.entities[entity].counts) : 0
    counts[base + countSlot] += 1
    guard describes else { return }
    faults.append(
      Fault(
        offset: offset, entity: entity, path: describedPath(with: member), message: message,
        help: help))
  }

  /// The way to a value, such as `attendees[1].email`; nil for the envelope itself.
  private func describedPath(with member: String?) -> String? {
    var text = ""
    for step in path {
      switch step {
      case .key(let shape, let number):
        if !text.isEmpty { text += "." }
        text += program.pool.name(number, in: program.shapes[shape].table)
      case .element(let index): text += "[\(index)]"
      }
    }
    if let member { text += text.isEmpty ? member : ".\(member)" }
    return text.isEmpty ? nil : text
  }

  func unknownMemberHelp(_ name: String) -> String? {
    guard describes else { return nil }
    let known = EnvelopeMember.allCases.map(\.rawValue)
    return NearestName.nearest(name, among: known).map { "did you mean '\($0)'?" }
      ?? "an envelope has \(known.joined(separator: ", "))"
  }

  /// Suggests the known member that a name most likely meant.
  func suggestion(for name: String, among table: NamePool.Table) -> String? {
    guard describes else { return nil }
    return NearestName.nearest(name, among: program.pool.names(in: table))
      .map { "did you mean '\($0)'?" }
  }

  mutating func failMissingMembers(_ present: UInt8, at start: Int) {
    for (index, member) in EnvelopeMember.allCases.enumerated()
    where present & (1 << UInt8(index)) == 0 {
      fail("the envelope lacks '\(member.rawValue)'", at: start)
    }
  }
}
