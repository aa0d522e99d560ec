/// The payload contracts beside each other: which field which version has, and how.
struct PayloadGrid: Hashable, Sendable {
  /// How one version has a field.
  struct Cell: Hashable, Sendable {
    /// Where an upsert has it.
    enum Upsert: Hashable, Sendable { case required, optional, absent }

    var upsert: Upsert
    /// The shapes of deletes that have it.
    var deletes: [String]
    /// Its specification in a few words, such as `null or uuid`.
    var kind: String
  }

  struct Field: Hashable, Sendable {
    let name: String
    /// One for each version; nil where the version hasn't the field.
    let cells: [Cell?]
    /// What the field is for, where it came to an entity that existed before it.
    let meaning: String?
  }

  struct Entity: Hashable, Sendable {
    let name: String
    let fields: [Field]
    /// Whether it can be deleted, in the newest version that has it.
    let canBeDeleted: Bool
    /// The upsert keys without a column of their own.
    let synthetic: Set<String>
  }

  let versions: [Version]
  let entities: [Entity]
  /// The contracts that can't be read; the findings say why.
  let unreadable: [Version]

  init(_ payloads: PayloadFiles?) {
    var versions: [Version] = []
    var unreadable: [Version] = []
    var contracts: [PayloadContract] = []
    for file in (payloads?.contracts ?? []).sorted(by: { $0.version < $1.version }) {
      guard let contract = ContractReader.read(file.text).value else {
        unreadable.append(file.version)
        continue
      }
      versions.append(file.version)
      contracts.append(contract)
    }
    self.versions = versions
    self.unreadable = unreadable
    let names = Set(contracts.flatMap { $0.entities.map(\.name) }).sorted()
    entities = names.map { PayloadGrid.entity($0, contracts) }
  }

  private static func entity(_ name: String, _ contracts: [PayloadContract]) -> Entity {
    let versions = contracts.map { $0.entity(name) }
    let newest = versions.compactMap(\.self).last
    let fields = Set(versions.flatMap { $0?.fieldNames ?? [] }).sorted()
    let evolution = contracts.flatMap(\.evolution).filter { $0.entity == name }
    return Entity(
      name: name,
      fields: fields.map { field in
        Field(
          name: field, cells: versions.map { $0.flatMap { cell(field, $0) } },
          meaning: evolution.last { $0.field == field }?.meaning)
      },
      canBeDeleted: !(newest?.deletes.isEmpty ?? true),
      synthetic: Set(newest?.synthetic.map(\.name) ?? []))
  }

  private static func cell(_ name: String, _ entity: PayloadEntity) -> Cell? {
    guard let field = entity.field(name) else { return nil }
    let upsert = entity.upsert
    return Cell(
      upsert: upsert.requires(name) ? .required : upsert.permits(name) ? .optional : .absent,
      deletes: entity.deletes.filter { $0.requires(name) || $0.permits(name) }.map(\.name),
      kind: kind(field))
  }

  private static func kind(_ field: PayloadField) -> String {
    // A format says more than that it is a string.
    var words = field.types.words
    if let format = field.format { words = words.map { $0 == "string" ? format.rawValue : $0 } }
    var text = words.joined(separator: " or ")
    if let items = field.items { text += " of \(kind(items))" }
    if let values = field.values { text += ": \(values.joined(separator: ", "))" }
    if field.minimum != nil || field.maximum != nil {
      text += ", \(field.minimum?.text ?? "…") to \(field.maximum?.text ?? "…")"
    }
    if let unit = field.unit { text += " (\(unit.rawValue))" }
    if let properties = field.properties {
      text += " with \(properties.map(\.name).joined(separator: ", "))"
    }
    return text
  }
}
