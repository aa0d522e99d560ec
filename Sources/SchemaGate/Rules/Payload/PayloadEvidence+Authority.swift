extension PayloadEvidence {
  /// Gathers the evidence about an authority's contracts; nil where it has none.
  init?(_ authority: Authority) {
    guard let payloads = authority.payloads else { return nil }
    let configuration = authority.configuration
    self.init(
      folder: authority.paths.payloads,
      contracts: payloads.contracts.map { ($0.version.number, $0.text) },
      fixtures: payloads.fixtures.map { ($0.version.number, $0.text) },
      isLaunched: authority.isLaunched,
      declaration: PayloadEvidence.declaration(authority),
      collisionEntities: Set(configuration.collisionEntities.map(\.value)),
      forbidden: configuration.forbiddenColumns.map { forbidden in
        Forbidden(
          pattern: forbidden.pattern.text, reason: forbidden.reason,
          location: configuration.location(at: forbidden.offset),
          matches: { forbidden.pattern.matches(folded: Array(foldedName($0).utf8)) })
      },
      zones: .system)
  }

  /// The tables behind the entities; nil where the configuration names none, or the newest contract
  /// could not be read.
  func parityTables(_ schema: SchemaEvidence) throws -> [ParityTable]? {
    guard let newest, let entities = schema.configuration.entities else { return nil }
    return try entities.map { entity in
      try PayloadEvidence.table(entity, newest.entity(entity.name), schema)
    }
  }

  /// The tables behind the entities with all that a draft can use; empty where none are configured.
  static func draftTables(_ schema: SchemaEvidence) throws -> [ParityTable] {
    try (schema.configuration.entities ?? []).map { try table($0, nil, schema, asksAll: true) }
  }

  private static func declaration(_ authority: Authority) -> DeclaredVersion? {
    authority.payloadVersion.map { declared in
      DeclaredVersion(
        path: declared.place.file, isPresent: declared.text != nil,
        configured: authority.configuration.location(at: declared.place.offset),
        matches: declared.matches.map { match in
          (
            match.value,
            declared.text.map { .offset(match.offset, in: $0) } ?? .file(declared.place.file)
          )
        })
    }
  }

  /// Asks about the columns only what the contract's fields make interesting, or all.
  private static func table(
    _ parity: EntityParity, _ entity: PayloadEntity?, _ schema: SchemaEvidence,
    asksAll: Bool = false
  ) throws -> ParityTable {
    let location = schema.configuration.location(at: parity.offset)
    let local = parity.local.map { ($0.value, schema.configuration.location(at: $0.offset)) }
    guard let table = schema.catalog.table(named: parity.table) else {
      return ParityTable(
        entity: parity.name, name: parity.table, columns: nil, local: local, location: location)
    }
    let columns = try table.columns.filter { $0.storage != .hidden }.map { column in
      let field = entity?.member(foldedName(column.name))?.field
      let isNullable = !column.isNotNull && column.primaryKeyOrdinal == 0
      return ParityColumn(
        name: column.name, type: column.type.uppercased(),
        mayBeNull: field?.types.contains(.null) == true && isNullable
          ? try !isStopped(.null, column, of: table, schema) : isNullable,
        isGenerated: column.isGenerated,
        isBoolean: asksAll || field?.types.contains(.boolean) == true
          ? try isBoolean(column, of: table, schema) : nil,
        values: asksAll || field?.values != nil ? try values(of: column, in: table, schema) : nil,
        stoppedBounds: try [field?.minimum, field?.maximum].compactMap { $0 }.filter { bound in
          let value = bound.int64.map(SQLiteValue.integer) ?? .real(bound.double)
          return try isStopped(value, column, of: table, schema)
        }.map(\.text),
        place: { schema.locate(column: column.name, of: table.name) })
    }
    return ParityTable(
      entity: parity.name, name: table.name, columns: columns, local: local, location: location)
  }

  private static func isBoolean(
    _ column: Catalog.Column, of table: Catalog.Table, _ schema: SchemaEvidence
  ) throws -> Bool? {
    let checks = schema.checkProbe.checks(of: table)
    guard let index = checks.index(of: column.name) else { return nil }
    let broken = try checks.firstBreak(
      accepts: [.integer(0), .integer(1)], rejects: [.integer(2), .integer(-1)], in: index)
    switch broken {
    case nil: return true
    case .unjudged: return nil
    case .stops, .lets: return false
    }
  }

  /// Whether the CHECKs on a column alone stop a value.
  private static func isStopped(
    _ value: SQLiteValue, _ column: Catalog.Column, of table: Catalog.Table,
    _ schema: SchemaEvidence
  ) throws -> Bool {
    let checks = schema.checkProbe.checks(of: table)
    guard let index = checks.index(of: column.name) else { return false }
    let own = checks.checks(on: index)
    guard !own.isEmpty, own.allSatisfy({ checks.others($0, than: index).isEmpty }) else {
      return false
    }
    return try checks.verdict(on: value, in: index) == .stopped
  }

  private static func values(
    of column: Catalog.Column, in table: Catalog.Table, _ schema: SchemaEvidence
  ) throws -> [String]? {
    try schema.checkProbe.checks(of: table).valueSet(of: column.name)?.values.compactMap { value in
      if case .text(let text) = value { text } else { nil }
    }
  }
}
