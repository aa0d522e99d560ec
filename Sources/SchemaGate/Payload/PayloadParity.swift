/// The table that an entity's payloads carry, as plain values.
struct ParityTable {
  let entity: String
  let name: String
  /// The columns; nil where there is no such table.
  let columns: [ParityColumn]?
  /// Columns that are left out of payloads on purpose.
  let local: [(name: String, location: Location)]
  /// Where the configuration names the entity.
  let location: Location
}

/// A column, as far as payloads care.
struct ParityColumn {
  let name: String
  /// The declared type in upper case.
  let type: String
  let mayBeNull: Bool
  let isGenerated: Bool
  /// Whether CHECKs let only 0 and 1 in; nil where nobody asked.
  let isBoolean: Bool?
  /// The only texts that CHECKs let in; nil where there is no such set.
  let values: [String]?
  /// The field's least and greatest numbers, as far as CHECKs stop them.
  let stoppedBounds: [String]
  /// Where it is declared; looked up only for what is reported.
  let place: () -> Location

  var location: Location { place() }
}

/// Holds the newest contract against the schema: what is synced is in both, and means the same.
struct PayloadParity {
  let contract: PayloadContract
  let tables: [ParityTable]
  private(set) var findings: [Finding] = []

  init(_ contract: PayloadContract, _ tables: [ParityTable]) {
    self.contract = contract
    self.tables = tables
  }

  /// Everything in which contract and schema differ.
  static func findings(_ contract: PayloadContract, _ tables: [ParityTable]) -> [Finding] {
    var parity = PayloadParity(contract, tables)
    for entity in contract.entities {
      guard let table = tables.first(where: { $0.entity == entity.name }) else {
        parity.report(
          "the configuration's entities do not name '\(entity.name)'", entity.name,
          at: entity.offset,
          help: "add it to \"entities\" in schema-gate.json, with its table and local columns")
        continue
      }
      parity.compare(entity, table)
    }
    for table in tables where contract.entity(table.entity) == nil {
      parity.findings.append(
        Finding(
          "entity '\(table.entity)' is not in payload contract \(contract.padded)",
          at: table.location, help: "remove it here, or add it to the next contract"))
    }
    return parity.findings
  }

  private mutating func compare(_ entity: PayloadEntity, _ table: ParityTable) {
    guard let columns = table.columns else {
      findings.append(
        Finding(
          "there is no table '\(table.name)' for the entity '\(entity.name)'", at: table.location,
          help: "correct the table's name"))
      return
    }
    for key in entity.upsert.keys.sorted(by: { $0.offset < $1.offset }) {
      compare(key.name, of: entity, with: columns, table)
    }
    let keys = Set(entity.upsert.keys.map { foldedName($0.name) })
    // A column that only a delete fills, such as the time of a tombstone, travels all the same.
    let deleted = Set(entity.deletes.flatMap(\.keys).map { foldedName($0.name) })
    let known = keys.union(deleted).union(table.local.map { foldedName($0.name) })
    for column in columns where !known.contains(foldedName(column.name)) {
      findings.append(
        Finding(
          "column '\(table.name).\(column.name)' is in no payload of '\(entity.name)'",
          at: column.location,
          help:
            "add the key to the payload contract, after launch by a new one: schema-gate payload "
            + "new; or name the column as local in schema-gate.json",
          facts: [Fact("entity", entity.name)]))
    }
    for (name, location) in table.local {
      let isKey = keys.contains(foldedName(name))
      if !isKey, columns.contains(where: { sameName($0.name, name) }) { continue }
      findings.append(
        Finding(
          isKey
            ? "'\(name)' is local to the device, and a key of '\(entity.name)' all the same"
            : "table '\(table.name)' has no column '\(name)' to be local", at: location,
          help: "remove it from \"local\""))
    }
  }

  private mutating func compare(
    _ key: String, of entity: PayloadEntity, with columns: [ParityColumn], _ table: ParityTable
  ) {
    guard let member = entity.member(key) else { return }
    let subject = "\(entity.name).\(key)"
    let column = columns.first { sameName($0.name, key) }
    if entity.isSynthetic(key) {
      if let column {
        report(
          "'\(subject)' is synthetic, but table '\(table.name)' has such a column", subject,
          at: entity.synthetic.first { $0.name == key }?.offset ?? member.offset,
          help: "remove it from synthetic_keys", beside: column)
      }
      return
    }
    guard let column else {
      report(
        "'\(subject)' has no column in table '\(table.name)'", subject, at: member.offset,
        help: NearestName.nearest(key, among: columns.map(\.name)).map { "did you mean '\($0)'?" }
          ?? "add the column in a migration, or list the key as synthetic")
      return
    }
    if column.isGenerated {
      report(
        "'\(subject)' is a generated column, which no upsert can write", subject,
        at: member.offset, help: "leave the key out, and name the column as local",
        beside: column)
      return
    }
    compareTypes(member, column, subject)
  }

  private mutating func compareTypes(
    _ member: PayloadMember, _ column: ParityColumn, _ subject: String
  ) {
    let field = member.field
    let wrong = field.types.words.filter { word in
      switch word {
      case "null": false
      case "boolean", "integer": !["INTEGER", "INT"].contains(column.type)
      case "number": !["REAL", "INTEGER", "INT"].contains(column.type)
      default: column.type != "TEXT"
      }
    }
    if !wrong.isEmpty {
      report(
        "'\(subject)' is \(wrong.joined(separator: " or ")), but its column is \(column.type)",
        subject, at: field.offset, help: "make the field's types fit the column", beside: column)
      return
    }
    if field.types.contains(.null) && !column.mayBeNull {
      report(
        "'\(subject)' may be null, but its column may not", subject, at: field.offset,
        help: "leave 'null' out of the field's types", beside: column)
    }
    if field.types.contains(.boolean), column.isBoolean == false {
      report(
        "'\(subject)' is boolean, but its column is not CHECKed to 0 and 1", subject,
        at: field.offset, help: "CHECK the column: CHECK (\(column.name) IN (0, 1))",
        beside: column)
    }
    if let bound = column.stoppedBounds.first {
      report(
        "'\(subject)' may be \(bound), which the CHECK of its column stops", subject,
        at: field.offset, details: column.stoppedBounds.dropFirst().map { "nor may it be \($0)" },
        help: "make minimum and maximum those of the CHECK", beside: column)
    }
    guard let declared = field.values, let allowed = column.values else { return }
    let stopped = Set(declared).subtracting(allowed).sorted { $0.precedesByBytes($1) }
    let unsaid = Set(allowed).subtracting(declared).sorted { $0.precedesByBytes($1) }
    if stopped.isEmpty && unsaid.isEmpty { return }
    func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }
    report(
      "'\(subject)' and its column allow different values", subject, at: field.offset,
      details: (stopped.isEmpty ? [] : ["only the contract allows \(list(stopped))"])
        + (unsaid.isEmpty ? [] : ["only the CHECK allows \(list(unsaid))"]),
      help: "make both allow the same values", beside: column)
  }

  private mutating func report(
    _ message: String, _ subject: String, at offset: Int, details: [String] = [], help: String,
    beside column: ParityColumn? = nil
  ) {
    findings.append(
      Finding(
        message, at: contract.location(at: offset, object: subject), details: details, help: help,
        related: column.map { [RelatedLocation("the column", at: $0.location)] } ?? []))
  }
}

extension PayloadContract {
  /// The version as file names have it.
  var padded: String { PayloadContract.padded(version) }
}
