/// What the values of one key must be, at any depth.
public struct PayloadField: Sendable {
  /// The byte offset at which the contract has it.
  let offset: Int

  /// The JSON types that are allowed.
  public let types: PayloadTypes

  /// What a string's text must be.
  public internal(set) var format: PayloadFormat?

  /// The only strings that are allowed.
  public internal(set) var values: [String]?

  /// The least number that is allowed.
  var minimum: JSONNumber?

  /// The greatest number that is allowed.
  var maximum: JSONNumber?

  /// What numbers count.
  public internal(set) var unit: PayloadUnit?

  /// What an array's elements must be: one specification, or none.
  var itemsBox: [PayloadField] = []

  /// The fewest elements of an array.
  var minItems: Int?

  /// The most elements of an array.
  var maxItems: Int?

  /// Whether an array's elements must differ.
  var uniqueItems: Bool?

  /// The known members of an object, by name.
  var properties: [PayloadMember]?

  /// The members that an object must have.
  var requiredProperties: [String]?

  /// Whether an object may have other members.
  var additionalProperties: Bool?

  init(offset: Int, types: PayloadTypes) {
    self.offset = offset
    self.types = types
  }

  /// What an array's elements must be, where the contract says.
  public var items: PayloadField? { itemsBox.first }
}

/// A name with the specification of its values.
struct PayloadMember: Sendable {
  let name: String
  /// The byte offset of the name in the contract.
  let offset: Int
  let field: PayloadField
}

/// What numbers count.
public enum PayloadUnit: String, CaseIterable, Sendable {
  /// Minutes since midnight, 0 to 1440.
  case minuteOfDay = "minute-of-day"
  /// Minutes.
  case minutes
}

extension PayloadField: Equatable {
  /// Whether both say the same, wherever they stand; lists of names count as sets.
  public static func == (left: PayloadField, right: PayloadField) -> Bool {
    left.difference(from: right) == nil
  }

  /// The first member in which a specification differs from an earlier one, with both values.
  func difference(from earlier: PayloadField) -> String? {
    func words(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
    func list(_ names: [String]?) -> String { names.map { "\($0)" } ?? "none" }
    if types != earlier.types { return "types: \(earlier.types.words), now \(types.words)" }
    if format != earlier.format {
      return "format: \(words(earlier.format?.rawValue)), now \(words(format?.rawValue))"
    }
    if values != earlier.values {
      let added = Set(values ?? []).subtracting(earlier.values ?? []).sorted()
      let gone = Set(earlier.values ?? []).subtracting(values ?? []).sorted()
      if values == nil || earlier.values == nil {
        return values == nil ? "enum is gone" : "enum is new"
      }
      return "enum: "
        + [(added, "new"), (gone, "gone")].filter { !$0.0.isEmpty }
        .map { "\($0.1) \($0.0.map { "'\($0)'" }.joined(separator: ", "))" }
        .joined(separator: "; ")
    }
    if minimum != earlier.minimum {
      return "minimum: \(earlier.minimum?.text ?? "none"), now \(minimum?.text ?? "none")"
    }
    if maximum != earlier.maximum {
      return "maximum: \(earlier.maximum?.text ?? "none"), now \(maximum?.text ?? "none")"
    }
    if unit != earlier.unit {
      return "unit: \(words(earlier.unit?.rawValue)), now \(words(unit?.rawValue))"
    }
    if let reason = arrayDifference(from: earlier) { return reason }
    return objectDifference(from: earlier)
  }

  private func arrayDifference(from earlier: PayloadField) -> String? {
    switch (items, earlier.items) {
    case (nil, nil): break
    case (nil, _): return "items is gone"
    case (_, nil): return "items is new"
    case (let now?, let then?):
      if let reason = now.difference(from: then) { return "items: \(reason)" }
    }
    func number(_ value: Int?) -> String { value.map(String.init) ?? "none" }
    if minItems != earlier.minItems {
      return "min_items: \(number(earlier.minItems)), now \(number(minItems))"
    }
    if maxItems != earlier.maxItems {
      return "max_items: \(number(earlier.maxItems)), now \(number(maxItems))"
    }
    if uniqueItems != earlier.uniqueItems { return "unique_items has changed" }
    return nil
  }

  private func objectDifference(from earlier: PayloadField) -> String? {
    let now = properties ?? []
    let then = earlier.properties ?? []
    for member in then {
      guard let other = now.first(where: { $0.name == member.name }) else {
        return "property '\(member.name)' is gone"
      }
      if let reason = other.field.difference(from: member.field) {
        return "property '\(member.name)': \(reason)"
      }
    }
    if let new = now.first(where: { member in !then.contains { $0.name == member.name } }) {
      return "property '\(new.name)' is new"
    }
    if requiredProperties != earlier.requiredProperties {
      return
        "required_properties: \(earlier.requiredProperties ?? []), now \(requiredProperties ?? [])"
    }
    if additionalProperties != earlier.additionalProperties {
      return "additional_properties has changed"
    }
    return nil
  }
}
