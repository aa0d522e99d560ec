/// Takes a JSON value apart against an expected form, and collects what does not fit.
///
/// Each accessor returns nil after it has reported a fault, so that one pass finds them all.
struct JSONForm {
  private(set) var faults: [FormFault] = []

  /// Reads a text as JSON; what is no JSON is one fault.
  mutating func read(_ text: SourceText) -> JSONValue? {
    do throws(JSONError) {
      return try JSONReader.read(text)
    } catch {
      report(error.message, at: error.offset)
      return nil
    }
  }

  mutating func report(_ message: String, at offset: Int, help: String? = nil) {
    faults.append(FormFault(message, at: offset, help: help))
  }

  /// The members of an object, whatever their names.
  mutating func members(_ value: JSONValue, _ what: String) -> [JSONMember]? {
    if let members = value.asObject { return members }
    report("\(what) must be an object, not \(value.kindName)", at: value.offset)
    return nil
  }

  /// An object whose members are known; an unknown one is a fault that suggests the nearest known.
  ///
  /// - Parameters:
  ///   - value: the object.
  ///   - what: its name in messages.
  ///   - required: the members that must be there.
  ///   - optional: the members that may be there.
  mutating func object(
    _ value: JSONValue, _ what: String, required: [String] = [], optional: [String] = []
  ) -> JSONFields? {
    guard let members = members(value, what) else { return nil }
    let known = required + optional
    var fields: [String: JSONValue] = [:]
    for member in members {
      if known.contains(member.name) {
        fields[member.name] = member.value
      } else {
        let suggestion = NearestName.nearest(member.name, among: known)
        report(
          "\(what) has an unknown member '\(member.name)'", at: member.nameOffset,
          help: suggestion.map { "did you mean '\($0)'?" }
            ?? "remove it; known are \(JSONForm.list(known))")
      }
    }
    var isComplete = true
    for name in required where fields[name] == nil {
      report("\(what) lacks the member '\(name)'", at: value.offset)
      isComplete = false
    }
    return isComplete ? JSONFields(fields: fields, offset: value.offset) : nil
  }

  mutating func string(_ value: JSONValue, _ what: String) -> String? {
    if let string = value.asString { return string }
    report("\(what) must be a string, not \(value.kindName)", at: value.offset)
    return nil
  }

  /// A string with something in it beside white space.
  mutating func text(_ value: JSONValue, _ what: String) -> String? {
    guard let string = string(value, what) else { return nil }
    if string.allSatisfy(\.isWhitespace) {
      report("\(what) must not be empty", at: value.offset)
      return nil
    }
    return string
  }

  mutating func bool(_ value: JSONValue, _ what: String) -> Bool? {
    if let bool = value.asBool { return bool }
    report("\(what) must be true or false, not \(value.kindName)", at: value.offset)
    return nil
  }

  mutating func array(_ value: JSONValue, _ what: String) -> [JSONValue]? {
    if let elements = value.asArray { return elements }
    report("\(what) must be an array, not \(value.kindName)", at: value.offset)
    return nil
  }

  /// An array of texts that differ.
  mutating func texts(_ value: JSONValue, _ what: String, mayBeEmpty: Bool = true) -> [String]? {
    guard let elements = array(value, what) else { return nil }
    if elements.isEmpty && !mayBeEmpty {
      report("\(what) must name at least one", at: value.offset)
      return nil
    }
    var texts: [String] = []
    for element in elements {
      guard let text = text(element, "each element of \(what)") else { continue }
      if texts.contains(text) {
        report("\(what) names '\(text)' twice", at: element.offset)
      } else {
        texts.append(text)
      }
    }
    return texts
  }

  static func cut(_ text: String) -> String {
    text.count > 70 ? "\(text.prefix(70))…" : text
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The members of an object that had the expected form.
struct JSONFields {
  let fields: [String: JSONValue]
  /// The byte offset of the object.
  let offset: Int

  /// A member; nil where it is not there.
  subscript(name: String) -> JSONValue? { fields[name] }
}
