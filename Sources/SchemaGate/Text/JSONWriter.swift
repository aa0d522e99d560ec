/// Writes JSON in one form, so that equal values are equal bytes.
///
/// Escapes only what JSON demands. Integers are written as they were, other numbers as the
/// shortest decimal that reads back to the same 64-bit float.
public enum JSONWriter {
  /// The order in which the members of objects are written.
  public enum MemberOrder: Sendable {
    /// By the UTF-8 bytes of their names.
    case sorted
    /// As they are in the value.
    case kept
  }

  /// Returns the canonical form: two spaces of indent, one element a line, one newline at the end.
  public static func canonical(
    _ value: JSONValue, memberOrder: MemberOrder = .sorted
  ) -> [UInt8] {
    var output = JSONOutput(order: memberOrder, isIndented: true)
    output.write(value, depth: 0)
    output.bytes.append(UInt8(ascii: "\n"))
    return output.bytes
  }

  /// Returns the form without white space and without a newline at the end.
  public static func singleLine(
    _ value: JSONValue, memberOrder: MemberOrder = .sorted
  ) -> [UInt8] {
    var output = JSONOutput(order: memberOrder, isIndented: false)
    output.write(value, depth: 0)
    return output.bytes
  }
}

private struct JSONOutput {
  let order: JSONWriter.MemberOrder
  let isIndented: Bool
  var bytes: [UInt8] = []

  init(order: JSONWriter.MemberOrder, isIndented: Bool) {
    self.order = order
    self.isIndented = isIndented
  }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value.content {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number):
      let text = number.isInteger ? number.text : number.double.description
      bytes.append(contentsOf: text.utf8)
    case .string(let string): write(string)
    case .array(let elements):
      open("[")
      for (index, element) in elements.enumerated() {
        separate(isFirst: index == 0, depth: depth + 1)
        write(element, depth: depth + 1)
      }
      close("]", isEmpty: elements.isEmpty, depth: depth)
    case .object(let members):
      open("{")
      let members = order == .sorted ? members.sortedByName() : members
      for (index, member) in members.enumerated() {
        separate(isFirst: index == 0, depth: depth + 1)
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        if isIndented { bytes.append(UInt8(ascii: " ")) }
        write(member.value, depth: depth + 1)
      }
      close("}", isEmpty: members.isEmpty, depth: depth)
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func separate(isFirst: Bool, depth: Int) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine(depth: depth)
  }

  private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool, depth: Int) {
    if !isEmpty { breakLine(depth: depth) }
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func breakLine(depth: Int) {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<(2 * depth) { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      bytes.append(contentsOf: string.utf8)
      return
    }
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
      case 0x08: escape(UInt8(ascii: "b"))
      case 0x09: escape(UInt8(ascii: "t"))
      case 0x0A: escape(UInt8(ascii: "n"))
      case 0x0C: escape(UInt8(ascii: "f"))
      case 0x0D: escape(UInt8(ascii: "r"))
      case 0x00..<0x20:
        let hex = String(byte, radix: 16)
        bytes.append(contentsOf: ((byte < 0x10 ? "\\u000" : "\\u00") + hex).utf8)
      default: bytes.append(byte)
      }
    }
  }

  private mutating func escape(_ letter: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }
}
