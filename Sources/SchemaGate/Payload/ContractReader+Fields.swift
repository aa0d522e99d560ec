extension ContractReader {
  /// Which types a member of a field's specification is for; `types` is for all.
  private static let applicability: [(member: String, types: PayloadTypes)] = [
    ("format", .string), ("enum", .string),
    ("minimum", [.integer, .number]), ("maximum", [.integer, .number]),
    ("unit", [.integer, .number]),
    ("items", .array), ("min_items", .array), ("max_items", .array), ("unique_items", .array),
    ("properties", .object), ("required_properties", .object), ("additional_properties", .object),
  ]

  /// Reads the specification of a field.
  mutating func field(_ value: JSONValue, _ what: String) -> PayloadField? {
    guard
      let parts = withForm({
        $0.object(
          value, what, required: ["types"], optional: Self.applicability.map(\.member))
      }), let typesValue = parts["types"], let types = types(typesValue, "types of \(what)")
    else { return nil }
    var applicable = parts.fields
    for (member, needed) in Self.applicability {
      guard let part = parts[member], types.isDisjoint(with: needed) else { continue }
      report(
        "\(member) of \(what) is for \(needed.phrase), but its types are \(types.phrase)",
        at: part.offset, help: "remove it, or allow the type")
      applicable[member] = nil
    }
    var field = PayloadField(offset: value.offset, types: types)
    strings(&field, applicable, what)
    numbers(&field, applicable, what)
    arrays(&field, applicable, what)
    objects(&field, applicable, what, at: value.offset)
    return field
  }

  private mutating func types(_ value: JSONValue, _ what: String) -> PayloadTypes? {
    guard let elements = withForm({ $0.array(value, what) }) else { return nil }
    var types: PayloadTypes = []
    var order = NameOrder()
    for element in elements {
      guard let word = withForm({ $0.string(element, "each element of \(what)") }) else { continue }
      guard let type = PayloadTypes(word: word) else {
        let near = NearestName.nearest(word, among: PayloadTypes.words)
        report(
          "\(what) names '\(JSONForm.cut(word))', which is no JSON type", at: element.offset,
          help: near.map { "did you mean '\($0)'?" }
            ?? "known are \(PayloadTypes.words.joined(separator: ", "))")
        continue
      }
      if let fault = order.fault(of: word, in: what) { report(fault, at: element.offset) }
      types.insert(type)
    }
    if elements.isEmpty { report("\(what) must name at least one", at: value.offset) }
    return types.isEmpty ? nil : types
  }

  // MARK: Strings

  private mutating func strings(
    _ field: inout PayloadField, _ parts: [String: JSONValue], _ what: String
  ) {
    if let value = parts["format"],
      let word = withForm({ $0.string(value, "format of \(what)") })
    {
      field.format = PayloadFormat(rawValue: word)
      if field.format == nil {
        let near = NearestName.nearest(word, among: PayloadFormat.words)
        report(
          "'\(JSONForm.cut(word))' is no known format of \(what)", at: value.offset,
          help: near.map { "did you mean '\($0)'?" }
            ?? "known are \(PayloadFormat.words.joined(separator: ", "))")
      }
    }
    guard let value = parts["enum"], let elements = withForm({ $0.array(value, "enum of \(what)") })
    else { return }
    if elements.isEmpty { report("enum of \(what) must name at least one value", at: value.offset) }
    var values: [String] = []
    var order = NameOrder()
    for element in elements {
      guard let word = withForm({ $0.string(element, "each element of enum of \(what)") })
      else { continue }
      if let fault = order.fault(of: word, in: "enum of \(what)") {
        report(fault, at: element.offset)
      }
      if !values.contains(where: { $0.hasSameBytes(as: word) }) { values.append(word) }
    }
    field.values = values.sorted { $0.precedesByBytes($1) }
  }

  // MARK: Numbers

  private mutating func numbers(
    _ field: inout PayloadField, _ parts: [String: JSONValue], _ what: String
  ) {
    field.minimum = parts["minimum"].flatMap { bound($0, "minimum of \(what)", of: field.types) }
    field.maximum = parts["maximum"].flatMap { bound($0, "maximum of \(what)", of: field.types) }
    if let low = field.minimum, let high = field.maximum, let value = parts["minimum"],
      PayloadNumber.precedes(high, low)
    {
      report(
        "minimum of \(what) is \(low.text), above its maximum \(high.text)", at: value.offset)
    }
    guard let value = parts["unit"], let word = withForm({ $0.string(value, "unit of \(what)") })
    else { return }
    guard let unit = PayloadUnit(rawValue: word) else {
      report(
        "'\(JSONForm.cut(word))' is no known unit of \(what)", at: value.offset,
        help: "known are \(PayloadUnit.allCases.map(\.rawValue).joined(separator: ", "))")
      return
    }
    field.unit = unit
    // A bound that could not be read is reported already.
    let unreadable =
      (parts["minimum"] != nil && field.minimum == nil)
      || (parts["maximum"] != nil && field.maximum == nil)
    if unit == .minuteOfDay, !unreadable,
      field.minimum?.int64 != 0 || field.maximum?.int64 != 1440
    {
      report(
        "the unit minute-of-day of \(what) demands minimum 0 and maximum 1440", at: value.offset)
    }
  }

  private mutating func bound(
    _ value: JSONValue, _ what: String, of types: PayloadTypes
  ) -> JSONNumber? {
    guard let number = value.asNumber else {
      report("\(what) must be a number, not \(value.kindName)", at: value.offset)
      return nil
    }
    if number.isInteger && number.int64 == nil {
      report("\(what) is \(JSONForm.cut(number.text)), beyond 64 bits", at: value.offset)
      return nil
    }
    if !number.isInteger && !types.contains(.number) {
      report(
        "\(what) must be an integer, as its values are, not \(JSONForm.cut(number.text))",
        at: value.offset)
      return nil
    }
    return number
  }

  // MARK: Arrays

  private mutating func arrays(
    _ field: inout PayloadField, _ parts: [String: JSONValue], _ what: String
  ) {
    if let value = parts["items"], let items = self.field(value, "items of \(what)") {
      field.itemsBox = [items]
    }
    field.minItems = parts["min_items"].flatMap { count($0, "min_items of \(what)", atLeast: 0) }
    field.maxItems = parts["max_items"].flatMap { count($0, "max_items of \(what)", atLeast: 0) }
    if let low = field.minItems, let high = field.maxItems, low > high,
      let value = parts["min_items"]
    {
      report("min_items of \(what) is \(low), above its max_items \(high)", at: value.offset)
    }
    field.uniqueItems = parts["unique_items"].flatMap { value in
      withForm { $0.bool(value, "unique_items of \(what)") }
    }
  }

  // MARK: Objects

  private mutating func objects(
    _ field: inout PayloadField, _ parts: [String: JSONValue], _ what: String, at offset: Int
  ) {
    guard field.types.contains(.object) else { return }
    let mandatory = ["properties", "required_properties", "additional_properties"]
    for name in mandatory where parts[name] == nil {
      report(
        "\(what) may be an object, but lacks '\(name)'", at: offset,
        help: "objects need \(mandatory.map { "'\($0)'" }.joined(separator: ", "))")
    }
    var known: Set<String>?
    if let value = parts["properties"], let read = members(value, "properties of \(what)") {
      field.properties = read.read
      known = read.names
    }
    if let value = parts["required_properties"],
      let required = names(value, "required_properties of \(what)")
    {
      field.requiredProperties = required.map(\.name)
      for key in required {
        guard let known, !known.contains(key.name) else { continue }
        report(
          "the required property '\(key.name)' is not among the properties of \(what)",
          at: key.offset)
      }
    }
    field.additionalProperties = parts["additional_properties"].flatMap { value in
      withForm { $0.bool(value, "additional_properties of \(what)") }
    }
  }
}

/// Comparing JSON numbers.
enum PayloadNumber {
  /// Whether a number is less than another: exactly for integers, as 64-bit floats otherwise.
  static func precedes(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
    if let left = left.int64, let right = right.int64 { return left < right }
    return left.double < right.double
  }
}
