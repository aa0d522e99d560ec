/// Begins the next payload contract and its fixture.
package enum NewPayload {
  /// Plans the two files, and brings the embeds along.
  ///
  /// - Parameters:
  ///   - names: what is new, as `entity` or `entity.field`; empty for the columns that the newest
  ///     contract lacks.
  ///   - authority: the authority of the working tree.
  ///   - root: the repository's root.
  /// - Throws: `EditRefusal` before launch once there is a contract, for a contract that is not
  ///   sound, and for names that cannot be added.
  package static func plan(
    _ names: [String], _ authority: Authority, root: String
  ) throws -> EditPlan {
    let evidence = PayloadEvidence(authority)
    let tables = try Replay.run(authority).schema.map { try PayloadEvidence.draftTables($0) } ?? []
    let last = try last(of: evidence, authority)
    let collisions = Set(authority.configuration.collisionEntities.map(\.value))
    var draft = try PayloadDraft(
      after: last?.contract, envelopes: last?.envelopes ?? [], collisionEntities: collisions)
    do throws(PayloadDraft.Obstacle) {
      if names.isEmpty {
        try addMissingColumns(to: &draft, evidence, tables, collisions)
      } else {
        try add(names, to: &draft, tables)
      }
    } catch {
      throw EditRefusal(error.message, help: error.help)
    }
    if last == nil && names.isEmpty {
      throw EditRefusal(
        "there is no contract yet, so it must be said what the first one is about",
        help: "name its entities: schema-gate payload new <entity>…")
    }
    return try files(of: draft, authority, root)
  }

  private static func last(
    of evidence: PayloadEvidence?, _ authority: Authority
  ) throws -> (contract: PayloadContract, envelopes: [JSONValue])? {
    guard let evidence, let file = evidence.contracts.last else { return nil }
    guard let contract = evidence.newest, file.formed.faults.isEmpty,
      let fixture = evidence.fixtures.last, fixture.version == file.version,
      let golden = fixture.formed.value, fixture.formed.faults.isEmpty
    else {
      throw EditRefusal(
        "'\(file.text.path)' or its fixture is not sound", help: "see why: schema-gate check")
    }
    if !authority.isLaunched {
      throw EditRefusal(
        "before launch no client follows a contract, so there is one only",
        help: "edit '\(file.text.path)' instead")
    }
    return (contract, golden.envelopes)
  }

  private static func add(
    _ names: [String], to draft: inout PayloadDraft, _ tables: [ParityTable]
  ) throws(PayloadDraft.Obstacle) {
    for name in names where !name.contains(".") {
      try draft.addEntity(name)
      guard let table = tables.first(where: { $0.entity == name }) else { continue }
      for column in synced(table) {
        let field = foldedName(column.name)
        if ["id", "version"].contains(field) || names.contains("\(name).\(field)") { continue }
        try draft.addField(
          field, to: name, types: types(of: column), values: values(of: column), isToFillIn: false)
      }
    }
    for name in names where name.contains(".") {
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let (entity, field) = (String(parts[0]), String(parts[1]))
      let column = tables.first { $0.entity == entity }?.columns?
        .first { sameName($0.name, field) }
      try draft.addField(
        field, to: entity, types: column.map(types) ?? [.null, .string],
        values: column.flatMap(values))
    }
  }

  /// Columns of synced tables that no payload carries, and that are not local.
  private static func addMissingColumns(
    to draft: inout PayloadDraft, _ evidence: PayloadEvidence?, _ tables: [ParityTable],
    _ collisions: Set<String>
  ) throws(PayloadDraft.Obstacle) {
    for table in tables where !collisions.contains(table.entity) {
      guard let entity = evidence?.newest?.entity(table.entity) else { continue }
      let known = Set(entity.fieldNames)
      for column in synced(table) where !known.contains(foldedName(column.name)) {
        try draft.addField(
          foldedName(column.name), to: table.entity, types: types(of: column),
          values: values(of: column))
      }
    }
  }

  /// The columns of a table that payloads are to carry.
  private static func synced(_ table: ParityTable) -> [ParityColumn] {
    let local = Set(table.local.map { foldedName($0.name) })
    return (table.columns ?? []).filter { column in
      let name = foldedName(column.name)
      return !column.isGenerated && !local.contains(name) && PayloadName.isValid(name)
    }
  }

  private static func types(of column: ParityColumn) -> PayloadTypes {
    let type: PayloadTypes =
      switch column.type {
      case "INTEGER", "INT": column.isBoolean == true ? .boolean : .integer
      case "REAL": .number
      default: .string
      }
    return column.mayBeNull ? [.null, type] : type
  }

  /// The texts that its CHECKs let in; nil for any, and where the column holds no text.
  private static func values(of column: ParityColumn) -> [String]? {
    guard types(of: column).contains(.string), let values = column.values, !values.isEmpty else {
      return nil
    }
    return values
  }

  private static func files(
    of draft: PayloadDraft, _ authority: Authority, _ root: String
  ) throws -> EditPlan {
    var edit = EditDraft(FolderSource(root))
    let folder = authority.paths.payloads
    let number = PayloadContract.padded(draft.version)
    let contract = FilePath.join(folder, "\(number).json")
    let fixture = FilePath.join(folder, PayloadContract.fixturePath(of: draft.version))
    edit.write(fixture, draft.fixtureBytes)
    edit.write(contract, draft.contractBytes)
    edit.summary = try draft.places().map { place in
      "fill in \(place.isInFixture ? fixture : contract):\(place.line): \(place.task)"
    }
    edit.summary.append(
      "then record the fixture's SHA-256 in \(contract), and see: schema-gate check")
    if let declared = authority.payloadVersion {
      edit.summary.append("declare version \(draft.version) in \(declared.place.file)")
    }
    try edit.bringEmbeds(authority.configuration)
    return try edit.plan()
  }
}
