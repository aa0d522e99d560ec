/// What conditions say about JSON in a column: where they look, and what they compare with.
///
/// Read from tokens, to have documents to try; what a document is worth SQLite says.
struct JSONDemand {
  /// A step from a value into it.
  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  /// The places that are looked at, without the root.
  private(set) var paths: [[Step]] = []
  /// The literals that are compared with, as JSON.
  private(set) var values: [JSONValue] = []

  /// Whether a text may look into JSON at all.
  static func isPossible(_ text: String) -> Bool {
    text.mentions("json") || text.utf8.contains(UInt8(ascii: ">")) && text.contains("->")
  }

  /// Whether an expression looks into a column's JSON: a JSON function has it as its first argument,
  /// or an arrow stands behind it.
  static func looksInto(_ column: String, _ text: String) -> Bool {
    guard isPossible(text) else { return false }
    let cursor = SQLTokenCursor(Array(text.utf8))
    let (tokens, bytes) = (cursor.tokens, cursor.bytes)
    return tokens.indices.contains { index in
      guard tokens[index].kind == .word || tokens[index].kind == .quotedName,
        tokens[index].name(in: bytes).map({ sameName($0, column) }) ?? false
      else { return false }
      if index + 1 < tokens.count, isArrow(tokens[index + 1], bytes) { return true }
      var start = index
      while start > 1, tokens[start - 1].kind == .dot { start -= 2 }
      return start > 1 && tokens[start - 1].kind == .leftParen
        && (tokens[start - 2].name(in: bytes).map { foldedName($0).hasPrefix("json") } ?? false)
    }
  }

  /// Adds what an expression says.
  mutating func read(_ text: String) {
    let cursor = SQLTokenCursor(Array(text.utf8))
    let (tokens, bytes) = (cursor.tokens, cursor.bytes)
    /// The place of the literal that ended the last path of arrows.
    var pathEnd: Int?
    for (index, token) in tokens.enumerated() {
      let isStep = index > 0 && JSONDemand.isArrow(tokens[index - 1], bytes)
      let isNegative = index > 0 && tokens[index - 1].isSpelt("-", in: bytes)
      switch token.kind {
      case .string:
        let string = String(decoding: token.unquoted(in: bytes), as: UTF8.self)
        if string.utf8.first == UInt8(ascii: "$") {
          add(JSONDemand.steps(string), behind: isStep && pathEnd == index - 2)
        } else if isStep {
          add([.member(string)], behind: pathEnd == index - 2)
        } else {
          add(.string(string))
        }
      case .integer:
        guard let number = Int64(token.text(in: bytes)) else { continue }
        if isStep {
          add([.element(Int(clamping: number))], behind: pathEnd == index - 2)
        } else {
          // As a bound, too, and as the length of an array.
          let near = [number, number &+ 1, number &- 1]
          for number in near { add(.integer(isNegative ? 0 &- number : number)) }
          for count in near where (1...8).contains(count) {
            add(.array((1...count).map { .integer($0) }))
          }
        }
      case .float:
        guard let number = Double(token.text(in: bytes)).flatMap({ JSONNumber($0) }) else {
          continue
        }
        add(.number(number))
      default: continue
      }
      if isStep { pathEnd = index }
    }
  }

  private mutating func add(_ steps: [Step], behind isContinued: Bool) {
    guard !steps.isEmpty, steps.count < 16 else { return }
    if isContinued, let last = paths.popLast() {
      paths.append(last + steps)
    } else if !paths.contains(steps) {
      paths.append(steps)
    }
  }

  /// Adds a literal that conditions compare with.
  mutating func add(_ value: JSONValue) {
    if !values.contains(value) { values.append(value) }
  }

  private static func isArrow(_ token: SQLToken, _ bytes: [UInt8]) -> Bool {
    token.isSpelt("->", in: bytes) || token.isSpelt("->>", in: bytes)
  }

  /// The steps of a path such as `$.a."b c"[0]` (https://sqlite.org/json1.html#path_arguments); an
  /// element counted from the end is the first one.
  static func steps(_ path: String) -> [Step] {
    var steps: [Step] = []
    var rest = Array(path.utf8.dropFirst())[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "[") {
        let inside = rest.prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(inside.count + 1)
        steps.append(.element(Int(String(decoding: inside, as: UTF8.self)) ?? 0))
      } else if first == UInt8(ascii: "."), rest.first == UInt8(ascii: "\"") {
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(name.count + 2)
        steps.append(.member(String(decoding: name, as: UTF8.self)))
      } else if first == UInt8(ascii: ".") {
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        rest = rest.dropFirst(name.count)
        steps.append(.member(String(decoding: name, as: UTF8.self)))
      } else {
        return []
      }
    }
    return steps
  }

  /// Values of each kind that JSON has.
  static let samples: [JSONValue] = [
    "a", 1, .number(JSONNumber(text: "1.5", isInteger: false)), true, false, [], ["a", "b"],
    .object([]), nil, 0, -1, 100,
  ]
}

extension JSONValue {
  /// The value with another one at a place, where objects and arrays are made as they are needed.
  func setting(_ steps: some Collection<JSONDemand.Step>, to value: JSONValue) -> JSONValue {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      let object: JSONValue = if case .object = content { self } else { .object([]) }
      let inner: JSONValue = object[member: name] ?? JSONValue.object([])
      return object.setting(member: name, to: inner.setting(rest, to: value))
    case .element(let index):
      var elements = asArray ?? []
      let index = min(max(index, 0), 16)
      while elements.count <= index { elements.append(.null) }
      elements[index] = elements[index].setting(rest, to: value)
      return .array(elements)
    }
  }

  /// A value of SQLite as JSON; nil for a blob and for what JSON can't say.
  init?(sql value: SQLiteValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number):
      guard let number = JSONNumber(number) else { return nil }
      self = .number(number)
    case .text(let text): self = .string(text)
    case .blob: return nil
    }
  }
}
