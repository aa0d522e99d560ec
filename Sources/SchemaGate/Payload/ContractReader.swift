/// Reads a contract, and collects what is wrong with its form, each thing once.
struct ContractReader {
  private(set) var form = JSONForm()

  /// All names of fields by entity, also of those that could not be read; nil where none could be.
  ///
  /// What refers to something broken is not reported as well.
  private var knownFields: [String: Set<String>?] = [:]

  /// Reads a contract's file.
  static func read(_ text: SourceText) -> Formed<PayloadContract> {
    var reader = ContractReader()
    let contract = reader.form.read(text).flatMap { reader.contract($0, text) }
    return Formed(contract, faults: reader.form.faults)
  }

  private mutating func contract(_ value: JSONValue, _ text: SourceText) -> PayloadContract? {
    // Another format may have any members: say only that it is another one.
    if let format = value[member: "contract_format"], format.asInt != PayloadContract.format {
      let found = format.asNumber?.text ?? format.kindName
      form.report(
        "contract_format is \(found), but this release reads format \(PayloadContract.format)",
        at: format.offset, help: "write it as \(PayloadContract.format)")
      return nil
    }
    guard
      let fields = form.object(
        value, "a contract",
        required: [
          "contract_format", "payload_schema_version", "entities", "field_evolution",
          "golden_fixture", "golden_fixture_sha256", "shadow_reserved_keys",
        ]),
      let versionValue = fields["payload_schema_version"], let entitiesValue = fields["entities"],
      let evolutionValue = fields["field_evolution"],
      let reservedValue = fields["shadow_reserved_keys"]
    else { return nil }
    let version = count(versionValue, "payload_schema_version", atLeast: 1)
    let entities = entities(entitiesValue)
    let path = fields["golden_fixture"].flatMap { value in
      form.string(value, "golden_fixture").map { PayloadKey($0, at: value.offset) }
    }
    let digestValue = fields["golden_fixture_sha256"]
    let digest = digestValue.flatMap { readDigest($0) }
    guard let version, let entities else { return nil }
    let evolution = evolution(evolutionValue, entities)
    let reserved = reserved(reservedValue, entities)
    return PayloadContract(
      version: version, versionOffset: versionValue.offset, entities: entities,
      entitiesOffset: entitiesValue.offset, evolution: evolution,
      evolutionOffset: evolutionValue.offset,
      fixturePath: path ?? PayloadKey(PayloadContract.fixturePath(of: version)),
      fixtureDigest: digest, fixtureDigestOffset: digestValue?.offset ?? 0, reserved: reserved,
      reservedOffset: reservedValue.offset, text: text)
  }

  private mutating func readDigest(_ value: JSONValue) -> SHA256Digest? {
    guard let text = form.string(value, "golden_fixture_sha256") else { return nil }
    if let digest = SHA256Digest(hex: text) { return digest }
    form.report(
      "golden_fixture_sha256 must be 64 lowercase hex digits, not '\(JSONForm.cut(text))'",
      at: value.offset)
    return nil
  }

  // MARK: Entities

  private mutating func entities(_ value: JSONValue) -> [PayloadEntity]? {
    guard let members = form.members(value, "entities") else { return nil }
    if members.isEmpty {
      form.report("entities must name at least one", at: value.offset)
      return nil
    }
    return members.compactMap { member in
      knownFields.updateValue(nil, forKey: member.name)
      guard isName(member.name, at: member.nameOffset, "an entity") else { return nil }
      return entity(member)
    }.sorted { $0.name.precedesByBytes($1.name) }
  }

  private mutating func entity(_ member: JSONMember) -> PayloadEntity? {
    let what = "entity '\(member.name)'"
    guard
      let parts = form.object(
        member.value, what, required: ["fields", "operations", "synthetic_keys"]),
      let fieldsValue = parts["fields"], let operations = parts["operations"],
      let syntheticValue = parts["synthetic_keys"]
    else { return nil }
    let fields = self.members(fieldsValue, "fields of \(what)")
    knownFields[member.name] = fields?.names
    guard
      let operations = form.object(
        operations, "operations of \(what)", required: ["delete", "upsert"]),
      let upsertValue = operations["upsert"], let deleteValue = operations["delete"],
      let upsert = upsert(upsertValue, what), let deletes = deletes(deleteValue, what),
      let fields
    else { return nil }
    let synthetic = names(syntheticValue, "synthetic_keys of \(what)")
    let entity = PayloadEntity(
      name: member.name, offset: member.nameOffset, members: fields.read, upsert: upsert,
      deletes: deletes.shapes, deletesOffset: deletes.offset, synthetic: synthetic ?? [],
      syntheticOffset: syntheticValue.offset)
    checkUse(of: entity, known: fields.names)
    return entity
  }

  /// Each key has a field, each field a use, and what is synthetic is an upsert key.
  private mutating func checkUse(of entity: PayloadEntity, known: Set<String>) {
    var used: Set<String> = []
    for shape in [entity.upsert] + entity.deletes {
      for key in shape.keys {
        used.insert(key.name)
        if !known.contains(key.name) {
          let near = NearestName.nearest(key.name, among: known)
          form.report(
            "'\(key.name)' of '\(entity.name)' has no entry in fields", at: key.offset,
            help: near.map { "did you mean '\($0)'?" } ?? "describe it in fields, or remove it")
        }
      }
    }
    for member in entity.members where !used.contains(member.name) {
      form.report(
        "no operation of '\(entity.name)' uses the field '\(member.name)'", at: member.offset,
        help: "name it among the keys of an operation, or remove it")
    }
    let upsertKeys = Set(entity.upsert.keys.map(\.name))
    for key in entity.synthetic where !upsertKeys.contains(key.name) {
      form.report(
        "the synthetic key '\(key.name)' is no upsert key of '\(entity.name)'", at: key.offset)
    }
  }

  private mutating func upsert(_ value: JSONValue, _ what: String) -> PayloadShape? {
    shape(value, "upsert of \(what)", name: "upsert")
  }

  private mutating func deletes(
    _ value: JSONValue, _ what: String
  ) -> (shapes: [PayloadShape], offset: Int)? {
    guard let parts = form.object(value, "delete of \(what)", required: ["shapes"]),
      let shapesValue = parts["shapes"],
      let elements = form.array(shapesValue, "shapes of \(what)")
    else { return nil }
    var shapes: [PayloadShape] = []
    var order = NameOrder()
    for element in elements {
      guard let shape = shape(element, "a delete shape of \(what)", name: nil) else { continue }
      let nameOffset = element[member: "name"]?.offset ?? element.offset
      if let fault = order.fault(of: shape.name, in: "shapes of \(what)") {
        form.report(fault, at: nameOffset)
      }
      if !shapes.contains(where: { $0.name == shape.name }) { shapes.append(shape) }
    }
    return (shapes, shapesValue.offset)
  }

  /// The keys of an upsert, or of a delete's alternative, which has a name.
  private mutating func shape(_ value: JSONValue, _ what: String, name: String?) -> PayloadShape? {
    guard
      let parts = form.object(
        value, what, required: (name == nil ? ["name"] : []) + ["required_keys", "optional_keys"],
        optional: name == nil ? ["marker_key"] : []),
      let requiredValue = parts["required_keys"], let optionalValue = parts["optional_keys"]
    else { return nil }
    var what = what
    var shapeName = name
    if let nameValue = parts["name"] {
      guard let text = form.string(nameValue, "name of \(what)"),
        isName(text, at: nameValue.offset, "a delete shape")
      else { return nil }
      shapeName = text
      what = "'\(text)' of \(what)"
    }
    guard let required = names(requiredValue, "required_keys of \(what)"),
      var optional = names(optionalValue, "optional_keys of \(what)"), let shapeName
    else { return nil }
    if required.isEmpty {
      form.report("required_keys of \(what) must name at least 'version'", at: requiredValue.offset)
    } else if !required.contains(where: { $0.name == "version" }) {
      let isOptional = optional.contains { $0.name == "version" }
      form.report(
        "required_keys of \(what) lacks 'version'", at: requiredValue.offset,
        help: isOptional ? "move it there from optional_keys" : "add it")
    }
    optional.removeAll { key in
      guard required.contains(where: { $0.name == key.name }) else { return false }
      form.report("'\(key.name)' is required and optional at once in \(what)", at: key.offset)
      return true
    }
    var marker: PayloadKey?
    if let markerValue = parts["marker_key"], let text = form.string(markerValue, "marker_key") {
      marker = PayloadKey(text, at: markerValue.offset)
      if !required.contains(where: { $0.name == text }) {
        form.report(
          "the marker key '\(JSONForm.cut(text))' is not among the required keys of \(what)",
          at: markerValue.offset)
      }
    }
    return PayloadShape(
      name: shapeName, offset: value.offset, required: required,
      requiredOffset: requiredValue.offset, optional: optional,
      optionalOffset: optionalValue.offset, marker: marker)
  }

  // MARK: History and reserved spellings

  private mutating func evolution(
    _ value: JSONValue, _ entities: [PayloadEntity]
  ) -> [FieldEvolution] {
    guard let members = form.members(value, "field_evolution") else { return [] }
    return members.compactMap { member in
      let parts = member.name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let known = knownFields[String(parts[0])],
        known?.contains(String(parts[1])) ?? true
      else {
        let all = entities.flatMap { entity in entity.members.map { "\(entity.name).\($0.name)" } }
        let near = NearestName.nearest(member.name, among: all)
        form.report(
          "'\(JSONForm.cut(member.name))' names no field as 'entity.field'", at: member.nameOffset,
          help: near.map { "did you mean '\($0)'?" })
        return nil
      }
      return entry(member, entity: String(parts[0]), field: String(parts[1]))
    }
  }

  private mutating func entry(
    _ member: JSONMember, entity: String, field: String
  ) -> FieldEvolution? {
    let what = "field_evolution of '\(member.name)'"
    guard
      let parts = form.object(
        member.value, what,
        required: ["introduced_in", "legacy_insert_default", "legacy_update", "meaning"]),
      let introducedValue = parts["introduced_in"], let updateValue = parts["legacy_update"],
      let meaningValue = parts["meaning"], let insertDefault = parts["legacy_insert_default"]
    else { return nil }
    let introduced = count(introducedValue, "introduced_in of \(what)", atLeast: 1)
    let meaning = form.string(meaningValue, "meaning of \(what)")
    if let meaning, meaning.allSatisfy(\.isWhitespace) {
      form.report(
        "meaning of \(what) must not be blank", at: meaningValue.offset,
        help: "say in a sentence what the field is for")
    }
    if let update = form.string(updateValue, "legacy_update of \(what)"), update != "preserve" {
      form.report(
        "legacy_update of \(what) must be 'preserve', not '\(JSONForm.cut(update))'",
        at: updateValue.offset)
    }
    guard let introduced, let meaning else { return nil }
    return FieldEvolution(
      entity: entity, field: field, offset: member.nameOffset, introducedIn: introduced,
      introducedOffset: introducedValue.offset, insertDefault: insertDefault, meaning: meaning,
      meaningOffset: meaningValue.offset)
  }

  private mutating func reserved(
    _ value: JSONValue, _ entities: [PayloadEntity]
  ) -> [ReservedKeys] {
    guard let members = form.members(value, "shadow_reserved_keys") else { return [] }
    return members.compactMap { member in
      guard knownFields[member.name] != nil else {
        let near = NearestName.nearest(member.name, among: entities.map(\.name))
        form.report(
          "shadow_reserved_keys names '\(JSONForm.cut(member.name))', which is no entity",
          at: member.nameOffset, help: near.map { "did you mean '\($0)'?" })
        return nil
      }
      return names(member.value, "shadow_reserved_keys of '\(member.name)'").map {
        ReservedKeys(entity: PayloadKey(member.name, at: member.nameOffset), keys: $0)
      }
    }
  }
}

// MARK: - Small parts, shared with fields

extension ContractReader {
  /// The members of an object whose names are names.
  ///
  /// - Returns: what could be read, and all names, also of what could not.
  mutating func members(
    _ value: JSONValue, _ what: String
  ) -> (read: [PayloadMember], names: Set<String>)? {
    guard let members = form.members(value, what) else { return nil }
    var read: [PayloadMember] = []
    for member in members
    where isName(member.name, at: member.nameOffset, "a name in \(what)") {
      guard let field = field(member.value, "'\(member.name)' in \(what)") else { continue }
      read.append(PayloadMember(name: member.name, offset: member.nameOffset, field: field))
    }
    return (
      read.sorted { $0.name.precedesByBytes($1.name) }, Set(members.map(\.name))
    )
  }

  /// A list of names that is sorted and has none twice; names come back sorted and once.
  mutating func names(_ value: JSONValue, _ what: String) -> [PayloadKey]? {
    guard let elements = form.array(value, what) else { return nil }
    var keys: [PayloadKey] = []
    var order = NameOrder()
    for element in elements {
      guard let name = form.string(element, "each element of \(what)"),
        isName(name, at: element.offset, "an element of \(what)")
      else { continue }
      if let fault = order.fault(of: name, in: what) { form.report(fault, at: element.offset) }
      if !keys.contains(where: { $0.name == name }) {
        keys.append(PayloadKey(name, at: element.offset))
      }
    }
    return keys.sorted { $0.name.precedesByBytes($1.name) }
  }

  /// Whether a word is `[a-z][a-z0-9_]*`.
  mutating func isName(_ word: String, at offset: Int, _ what: String) -> Bool {
    if PayloadName.isValid(word) { return true }
    form.report(
      "\(what) is '\(JSONForm.cut(word))', which is not of the form [a-z][a-z0-9_]*", at: offset)
    return false
  }

  /// An integer of a contract's own bookkeeping.
  mutating func count(_ value: JSONValue, _ what: String, atLeast least: Int) -> Int? {
    guard let number = value.asNumber, let count = number.int64, count >= least,
      count <= Int64(Int32.max)
    else {
      let found = value.asNumber.map { JSONForm.cut($0.text) } ?? value.kindName
      form.report("\(what) must be an integer from \(least) up, not \(found)", at: value.offset)
      return nil
    }
    return Int(count)
  }

  mutating func report(_ message: String, at offset: Int, help: String? = nil) {
    form.report(message, at: offset, help: help)
  }

  mutating func withForm<Result>(_ use: (inout JSONForm) -> Result) -> Result { use(&form) }
}

/// The spelling of names in contracts.
enum PayloadName {
  /// Whether a word is `[a-z][a-z0-9_]*`.
  static func isValid(_ word: String) -> Bool {
    guard let first = word.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return false }
    return word.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
  }
}

/// Watches that a list is sorted by bytes and unique; says of a list only once that it is unsorted.
struct NameOrder {
  private var seen: Set<String> = []
  private var last: String?
  private var isSorted = true

  /// What is wrong with the next name.
  mutating func fault(of name: String, in what: String) -> String? {
    if !seen.insert(name).inserted { return "\(what) names '\(JSONForm.cut(name))' twice" }
    defer { last = name }
    guard let last, isSorted, name.precedesByBytes(last) else { return nil }
    isSorted = false
    return "\(what) must be sorted: '\(JSONForm.cut(name))' comes before '\(JSONForm.cut(last))'"
  }
}
