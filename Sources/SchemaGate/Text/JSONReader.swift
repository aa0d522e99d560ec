/// Reads JSON strictly, and remembers where everything was.
///
/// Refuses what lenient readers let through or lose: duplicate members, numbers that overflow,
/// lone surrogates, bytes that are not UTF-8, a byte order mark, comments, trailing commas and
/// anything after the value. Takes time and memory proportional to the text, and no more stack for
/// deep nesting than for flat.
public enum JSONReader {
  /// How deep arrays and objects may be nested.
  ///
  /// Governed files need less than ten. Code that walks a value may recurse: even unoptimized, this
  /// depth fits the half megabyte of stack that threads other than the first have.
  public static let depthLimit = 128

  /// Reads the one value of a text.
  public static func read(_ text: SourceText) throws(JSONError) -> JSONValue {
    try read(text.bytes)
  }

  /// Reads the one value that bytes hold.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in try read(buffer) }
  }

  /// Reads the one value that a buffer holds.
  static func read(_ buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
    var builder = JSONTreeBuilder(buffer)
    return try builder.build()
  }
}

/// Builds a value from tokens with a stack of its own, so that nesting costs no call stack.
private struct JSONTreeBuilder {
  private struct Container {
    let isObject: Bool
    /// The offset of the opening bracket.
    let offset: Int
    /// Where its elements begin in `values`, or its members in `members`.
    let first: Int
    /// The name that waits for its value.
    var name = ""
    var nameOffset = 0
  }

  private var scanner: JSONScanner
  private var containers: [Container] = []
  private var values: [JSONValue] = []
  private var members: [JSONMember] = []

  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    scanner = JSONScanner(buffer)
  }

  mutating func build() throws(JSONError) -> JSONValue {
    var token = try scanner.next()
    while true {
      // 1. A value begins at `token`.
      var complete: JSONValue
      switch token {
      case .leftBrace:
        try open(isObject: true)
        token = try scanner.next()
        guard token == .rightBrace else {
          token = try readName(token)
          continue
        }
        complete = close()
      case .leftBracket:
        try open(isObject: false)
        token = try scanner.next()
        guard token == .rightBracket else { continue }
        complete = close()
      default:
        complete = try scalar(token)
      }
      // 2. A value is complete: hand it to its container, and close those that end here.
      while true {
        guard let container = containers.last else {
          guard try scanner.next() == .end else {
            throw JSONError.trailingInput(at: scanner.tokenStart)
          }
          return complete
        }
        add(complete, to: container)
        token = try scanner.next()
        if token == .comma {
          let comma = scanner.tokenStart
          token = try scanner.next()
          if token == .rightBrace || token == .rightBracket {
            throw JSONError.trailingComma(at: comma)
          }
          if container.isObject { token = try readName(token) }
          break
        }
        guard token == (container.isObject ? .rightBrace : .rightBracket) else {
          throw unexpected(token, insteadOf: container.isObject ? "',' or '}'" : "',' or ']'")
        }
        if container.isObject { try checkNames(of: container) }
        complete = close()
      }
    }
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard containers.count < JSONReader.depthLimit else {
      throw JSONError.depth(limit: JSONReader.depthLimit, at: scanner.tokenStart)
    }
    containers.append(
      Container(
        isObject: isObject, offset: scanner.tokenStart,
        first: isObject ? members.count : values.count))
  }

  private mutating func close() -> JSONValue {
    let container = containers.removeLast()
    if container.isObject {
      let content = JSONValue.Content.object(Array(members[container.first...]))
      members.removeSubrange(container.first...)
      return JSONValue(content, offset: container.offset)
    }
    let content = JSONValue.Content.array(Array(values[container.first...]))
    values.removeSubrange(container.first...)
    return JSONValue(content, offset: container.offset)
  }

  @inline(__always)
  private mutating func add(_ value: JSONValue, to container: Container) {
    if container.isObject {
      members.append(
        JSONMember(name: container.name, nameOffset: container.nameOffset, value: value))
    } else {
      values.append(value)
    }
  }

  /// Keeps the name at `token` and returns the token that begins its value.
  private mutating func readName(_ token: JSONScanner.Token) throws(JSONError)
    -> JSONScanner.Token
  {
    guard token == .string else { throw unexpected(token, insteadOf: "a member's name") }
    containers[containers.count - 1].name = scanner.stringValue()
    containers[containers.count - 1].nameOffset = scanner.tokenStart
    let colon = try scanner.next()
    guard colon == .colon else { throw unexpected(colon, insteadOf: "':'") }
    return try scanner.next()
  }

  @inline(__always)
  private func scalar(_ token: JSONScanner.Token) throws(JSONError) -> JSONValue {
    let content: JSONValue.Content
    switch token {
    case .string: content = .string(scanner.stringValue())
    case .number:
      content = .number(
        JSONNumber(
          text: String(decoding: scanner.tokenBytes, as: UTF8.self), isInteger: scanner.isInteger))
    case .trueLiteral: content = .bool(true)
    case .falseLiteral: content = .bool(false)
    case .nullLiteral: content = .null
    default: throw unexpected(token, insteadOf: "a value")
    }
    return JSONValue(content, offset: scanner.tokenStart)
  }

  private func unexpected(_ token: JSONScanner.Token, insteadOf what: String) -> JSONError {
    .expected(what, found: scanner.describe(token), at: scanner.tokenStart)
  }

  /// Finds the first member that repeats an earlier name.
  private func checkNames(of container: Container) throws(JSONError) {
    let members = self.members[container.first...]
    if members.count <= 12 {
      for index in members.indices.dropFirst() {
        for earlier in container.first..<index
        where members[earlier].name.hasSameBytes(as: members[index].name) {
          throw JSONError.duplicateMember(members[index].name, at: members[index].nameOffset)
        }
      }
      return
    }
    // Files are mostly sorted already. Sorting is also what no chosen input can slow down, unlike
    // a hash table.
    let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.name.precedesByBytes($1.name) }
    if isSorted { return }
    let sorted = members.sorted {
      if $0.name.precedesByBytes($1.name) { return true }
      return $0.name.hasSameBytes(as: $1.name) && $0.nameOffset < $1.nameOffset
    }
    let repeats = zip(sorted, sorted.dropFirst()).filter { $0.name.hasSameBytes(as: $1.name) }
    if let first = repeats.map(\.1).min(by: { $0.nameOffset < $1.nameOffset }) {
      throw JSONError.duplicateMember(first.name, at: first.nameOffset)
    }
  }
}
