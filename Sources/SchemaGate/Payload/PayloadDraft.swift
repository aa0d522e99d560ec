/// The next contract and its fixture, made from the last, with the places that a person fills in.
///
/// What is new is filled with the plainest thing that the form allows; a blank `meaning` keeps the
/// contract from passing until somebody has written one.
package struct PayloadDraft {
  /// A place to fill in.
  package struct Place: Hashable, Sendable {
    /// Whether it is in the fixture rather than in the contract.
    package let isInFixture: Bool
    /// The line, counted from 1.
    package let line: Int
    /// What to write there.
    package let task: String
  }

  /// Why something cannot be added.
  package struct Obstacle: Error, Hashable, Sendable {
    package let message: String
    package let help: String
  }

  /// The payload version.
  package let version: Int

  private var contract: JSONValue
  private var envelopes: [JSONValue]
  private var reserved: [String: [String]]
  private var newEntities: Set<String> = []
  private var newFields: [(entity: String, field: String)] = []
  private let collisions: Set<String>

  /// Begins the contract after another one; the first one where there is none yet.
  ///
  /// - Parameters:
  ///   - last: the last contract.
  ///   - envelopes: those of its fixture.
  ///   - collisionEntities: entities that may gain no field.
  package init(
    after last: PayloadContract?, envelopes: [JSONValue], collisionEntities: Set<String> = []
  ) throws {
    version = (last?.version ?? 0) + 1
    self.envelopes = envelopes
    collisions = collisionEntities
    reserved = [:]
    if let last {
      contract = try JSONReader.read(last.text)
      for keys in last.reserved { reserved[keys.entity.name] = keys.keys.map(\.name) }
    } else {
      contract = [
        "contract_format": .integer(PayloadContract.format), "entities": [:],
        "field_evolution": [:], "golden_fixture": "", "golden_fixture_sha256": "",
        "payload_schema_version": 1, "shadow_reserved_keys": [:],
      ]
    }
    contract = contract.setting(member: "payload_schema_version", to: .integer(version))
      .setting(member: "golden_fixture", to: .string(PayloadContract.fixturePath(of: version)))
  }

  // MARK: Adding

  /// Adds an entity with the keys `id` and `version`, and a delete.
  package mutating func addEntity(_ name: String) throws(Obstacle) {
    try checkName(name)
    if entity(name) != nil {
      throw Obstacle(
        message: "the contract has the entity '\(name)' already",
        help: "name what is new, or a field as '\(name).<field>'")
    }
    let clock: JSONValue = ["format": "hlc", "types": ["string"]]
    let added: JSONValue = [
      "fields": ["id": ["format": "uuid", "types": ["string"]], "version": clock],
      "operations": [
        "delete": [
          "shapes": [
            ["name": "tombstone", "optional_keys": [], "required_keys": ["version"]]
          ]
        ],
        "upsert": ["optional_keys": [], "required_keys": ["id", "version"]],
      ],
      "synthetic_keys": [],
    ]
    setEntity(name, added)
    newEntities.insert(name)
    let envelope: JSONValue = [
      "device_id": .string(PayloadSample.uuid), "entity_id": .string(PayloadSample.uuid),
      "entity_type": .string(name), "operation": "upsert",
      "payload": ["id": .string(PayloadSample.uuid), "version": .string(PayloadSample.hlc)],
      "version": .string(PayloadSample.hlc),
    ]
    let place = envelopes.firstIndex { other in
      other[member: "entity_type"]?.asString.map(name.precedesByBytes) ?? false
    }
    envelopes.insert(envelope, at: place ?? envelopes.count)
  }

  /// Adds a field: an optional one, with its history; in an entity that is itself new, one that is
  /// required unless it may be null.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - name: its entity.
  ///   - types: its types, in order; without `null` the default is a value that they allow.
  ///   - values: the strings that are allowed; nil for any.
  ///   - isToFillIn: whether it is one of the places that a person is sent to.
  package mutating func addField(
    _ field: String, to name: String, types: PayloadTypes = [.null, .string],
    values: [String]? = nil, isToFillIn: Bool = true
  ) throws(Obstacle) {
    try checkName(field)
    guard let entity = entity(name) else {
      let known = contract[member: "entities"]?.asObject?.map(\.name) ?? []
      throw Obstacle(
        message: "the contract has no entity '\(name)'",
        help: NearestName.nearest(name, among: known).map { "did you mean '\($0)'?" }
          ?? "add it first, by naming it alone: '\(name)'")
    }
    guard let fields = entity[member: "fields"],
      let operations = entity[member: "operations"], let upsert = operations[member: "upsert"]
    else { return }
    if fields[member: field] != nil {
      throw Obstacle(
        message: "'\(name)' has the field '\(field)' already", help: "name what is new")
    }
    if reserved[name]?.contains(field) == true {
      throw Obstacle(
        message: "'\(name)' reserves the spelling '\(field)'", help: "choose another name")
    }
    if collisions.contains(name), !newEntities.contains(name) {
      throw Obstacle(
        message: "'\(name)' may gain no field yet: it is one of collisionEntities",
        help: "wait until the entity has an adapter, and leaves that list")
    }
    var specification: JSONValue = ["types": .array(types.words.map { .string($0) })]
    if let values {
      specification = specification.setting(
        member: "enum", to: .array(values.sorted { $0.precedesByBytes($1) }.map { .string($0) }))
    }
    let sample = PayloadDraft.sample(types, values)
    let isRequired = newEntities.contains(name) && !types.contains(.null)
    let list = isRequired ? "required_keys" : "optional_keys"
    let names = (upsert[member: list]?.asArray ?? []).compactMap(\.asString) + [field]
    let keys = JSONValue.array(names.sorted { $0.precedesByBytes($1) }.map { .string($0) })
    setEntity(
      name,
      entity.setting(member: "fields", to: fields.setting(member: field, to: specification))
        .setting(
          member: "operations",
          to: operations.setting(
            member: "upsert", to: upsert.setting(member: list, to: keys))))
    if !newEntities.contains(name) { addHistory(of: field, of: name, sample) }
    if isToFillIn { newFields.append((name, field)) }
    envelopes = envelopes.map { envelope in
      guard envelope[member: "entity_type"]?.asString == name,
        let payload = envelope[member: "payload"]
      else { return envelope }
      return envelope.setting(
        member: "payload", to: payload.setting(member: field, to: sample))
    }
  }

  private mutating func addHistory(of field: String, of entity: String, _ sample: JSONValue) {
    let entry: JSONValue = [
      "introduced_in": .integer(version), "legacy_insert_default": sample,
      "legacy_update": "preserve", "meaning": "",
    ]
    let history = contract[member: "field_evolution"] ?? [:]
    contract = contract.setting(
      member: "field_evolution", to: history.setting(member: "\(entity).\(field)", to: entry))
  }

  private static func sample(_ types: PayloadTypes, _ values: [String]?) -> JSONValue {
    if types.contains(.null) { return .null }
    var field = PayloadField(offset: 0, types: types)
    field.values = values
    return PayloadSample.value(of: field)
  }

  private func checkName(_ name: String) throws(Obstacle) {
    if PayloadName.isValid(name) { return }
    throw Obstacle(
      message: "'\(name)' is no name for a contract",
      help: "begin with a letter, then letters, digits and underscores, all in lower case")
  }

  private func entity(_ name: String) -> JSONValue? {
    contract[member: "entities"]?[member: name]
  }

  private mutating func setEntity(_ name: String, _ value: JSONValue) {
    guard let entities = contract[member: "entities"] else { return }
    contract = contract.setting(member: "entities", to: entities.setting(member: name, to: value))
  }

  // MARK: The files

  /// The fixture's bytes.
  package var fixtureBytes: [UInt8] {
    GoldenFixture.canonicalBytes(version: version, envelopes: envelopes)
  }

  /// The contract's bytes, with the digest of the fixture.
  package var contractBytes: [UInt8] {
    JSONWriter.canonical(
      contract.setting(
        member: "golden_fixture_sha256",
        to: .string(SHA256.digest(of: fixtureBytes).description)))
  }

  /// What a person has to fill in, in the order of the files.
  package func places() throws -> [Place] {
    var places: [Place] = []
    let contractText = SourceText(path: "", bytes: contractBytes)
    let read = try JSONReader.read(contractText)
    let fixtureText = SourceText(path: "", bytes: fixtureBytes)
    let envelopes = try JSONReader.read(fixtureText)[member: "envelopes"]?.asArray ?? []
    func add(_ value: JSONValue?, _ text: SourceText, _ task: String) {
      guard let value else { return }
      places.append(
        Place(
          isInFixture: text.bytes == fixtureText.bytes,
          line: text.position(at: value.offset).line, task: task))
    }
    for name in newEntities.sorted() {
      add(
        read[member: "entities"]?[member: name], contractText,
        "the fields and operations of '\(name)'")
    }
    for (entity, field) in newFields {
      add(
        read[member: "entities"]?[member: entity]?[member: "fields"]?[member: field], contractText,
        "what values of '\(entity).\(field)' must be")
      let entry = read[member: "field_evolution"]?[member: "\(entity).\(field)"]
      add(
        entry?[member: "legacy_insert_default"], contractText,
        "what an insert by an older client means for '\(entity).\(field)'")
      add(entry?[member: "meaning"], contractText, "what '\(entity).\(field)' is for")
    }
    for envelope in envelopes {
      guard let name = envelope[member: "entity_type"]?.asString else { continue }
      if newEntities.contains(name) {
        add(envelope[member: "payload"], fixtureText, "a real payload of '\(name)'")
      } else {
        for (entity, field) in newFields where entity == name {
          add(
            envelope[member: "payload"]?[member: field], fixtureText,
            "a real value of '\(entity).\(field)'")
        }
      }
    }
    return places.sorted { ($0.isInFixture ? 1 : 0, $0.line) < ($1.isInFixture ? 1 : 0, $1.line) }
  }
}
