/// A JSON value, with its place in the text it was read from.
///
/// Objects keep the order of their members. Names and strings are compared by their bytes: two
/// spellings of an accented letter are two names, as they are in a file.
public struct JSONValue: Sendable {
  /// What a value holds.
  public enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  /// What the value holds.
  public let content: Content

  /// The byte offset of its first byte; 0 in a value that was not read from a text.
  public let offset: Int

  /// Creates a value; leave the offset out when it does not come from a text.
  public init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }
}

/// One member of a JSON object.
public struct JSONMember: Sendable {
  /// The name, with escapes undone.
  public let name: String

  /// The byte offset of the name's opening quote; 0 when the member was not read from a text.
  public let nameOffset: Int

  /// The value.
  public let value: JSONValue

  /// Creates a member; leave the offset out when it does not come from a text.
  public init(name: String, nameOffset: Int = 0, value: JSONValue) {
    self.name = name
    self.nameOffset = nameOffset
    self.value = value
  }
}

// MARK: - Looking inside

extension JSONValue {
  /// The string, if the value is one.
  public var asString: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The Boolean, if the value is one.
  public var asBool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }

  /// The number, if the value is one.
  public var asNumber: JSONNumber? {
    if case .number(let number) = content { number } else { nil }
  }

  /// The integer, if the value is one that `Int` holds, written without fraction and exponent.
  public var asInt: Int? { asNumber?.int64.flatMap { Int(exactly: $0) } }

  /// The elements, if the value is an array.
  public var asArray: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The members in the order of the text, if the value is an object.
  public var asObject: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The kind of the value as messages name it, article included.
  public var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value of a member; `nil` if there is none or the value is no object. Takes linear time.
  public subscript(member name: String) -> JSONValue? {
    asObject?.first { $0.name.hasSameBytes(as: name) }?.value
  }
}

// MARK: - Building

extension JSONValue {
  /// The value `null`.
  public static let null = JSONValue(.null)

  /// Creates a Boolean.
  public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  /// Creates a string.
  public static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }

  /// Creates an integer.
  public static func integer(_ value: some BinaryInteger) -> JSONValue {
    JSONValue(.number(JSONNumber(value)))
  }

  /// Creates a number.
  public static func number(_ value: JSONNumber) -> JSONValue { JSONValue(.number(value)) }

  /// Creates an array.
  public static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  /// Creates an object, with its members in the order given; names must differ.
  public static func object(_ members: [JSONMember]) -> JSONValue { JSONValue(.object(members)) }

  /// Returns an object in which one member has another value, in its old place, or at the end if
  /// it is new; any other kind of value is returned as it is.
  public func setting(member name: String, to value: JSONValue) -> JSONValue {
    guard var members = asObject else { return self }
    let member = JSONMember(name: name, value: value)
    if let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      members[index] = member
    } else {
      members.append(member)
    }
    return JSONValue(.object(members), offset: offset)
  }

  /// Returns an object without one member; any other kind of value is returned as it is.
  public func removing(member name: String) -> JSONValue {
    guard let members = asObject else { return self }
    return JSONValue(.object(members.filter { !$0.name.hasSameBytes(as: name) }), offset: offset)
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self.init(.null) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self.init(.number(JSONNumber(value))) }
  /// Creates a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
  /// Creates an object, with its members in the order given; names must differ.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { JSONMember(name: $0.0, value: $0.1) }))
  }
}

// MARK: - Comparing

extension JSONValue: Equatable {
  /// Whether two values mean the same, members in the same order; offsets do not count.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.means(right, inOrder: true)
  }

  /// Whether two values mean the same, in whatever order the members of their objects are.
  public func isEquivalent(to other: JSONValue) -> Bool { means(other, inOrder: false) }

  private func means(_ other: JSONValue, inOrder: Bool) -> Bool {
    switch (content, other.content) {
    case (.null, .null):
      return true
    case (.bool(let left), .bool(let right)):
      return left == right
    case (.number(let left), .number(let right)):
      return left == right
    case (.string(let left), .string(let right)):
      return left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      for (one, two) in zip(left, right) where !one.means(two, inOrder: inOrder) { return false }
      return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let ordered = inOrder ? (left, right) : (left.sortedByName(), right.sortedByName())
      for (one, two) in zip(ordered.0, ordered.1) {
        guard one.name.hasSameBytes(as: two.name), one.value.means(two.value, inOrder: inOrder)
        else { return false }
      }
      return true
    default:
      return false
    }
  }
}

extension [JSONMember] {
  /// The members in the order of their names' UTF-8 bytes.
  func sortedByName() -> [JSONMember] { sorted { $0.name.precedesByBytes($1.name) } }
}
