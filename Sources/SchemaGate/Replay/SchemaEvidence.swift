/// The schema that the whole ladder arrives at, with its CHECKs there to be asked.
///
/// What rules ask for is made when it is first wanted, and shared by all of them; a class, because
/// it owns the connection that CHECKs run on. Belongs to one thread at a time.
final class SchemaEvidence: PlacedEvidence {
  /// All versions that were replayed, the baseline first.
  let versions: [Migration]
  /// What the repository's configuration says.
  let configuration: Configuration
  /// What the schema holds.
  let catalog: Catalog
  /// The schema that the ladder must arrive at, where that is kept.
  let expected: SourceText?
  /// The files as tokens, and where they declare each object.
  let texts: Promise<LadderTexts>
  /// Which columns belong to which family.
  private(set) lazy var families = FamilyIndex(catalog, configuration, checkProbe.names)
  /// Runs CHECKs on rows of their columns.
  private(set) lazy var checkProbe = makeProbe()
  private let makeProbe: () -> CheckProbe

  /// Gathers the evidence about a replayed ladder.
  ///
  /// - Parameters:
  ///   - versions: the replayed versions, the baseline first.
  ///   - catalog: the schema's objects, without those that keep the ladder's books.
  ///   - expected: the schema that the ladder must arrive at.
  ///   - texts: the files as tokens; promised here if nobody has yet.
  ///   - checkProbe: gives one that has seen these tables already, when it is first wanted; made
  ///     here if there is none.
  init(
    versions: [Migration], configuration: Configuration, catalog: Catalog,
    expected: SourceText? = nil,
    texts: Promise<LadderTexts>? = nil, checkProbe: (() -> CheckProbe)? = nil
  ) throws(SQLiteError) {
    self.versions = versions
    self.configuration = configuration
    self.catalog = catalog
    self.expected = expected
    self.texts = texts ?? Promise { LadderTexts(versions, configuration) }
    if let checkProbe {
      makeProbe = checkProbe
    } else {
      let probe = try CheckProbe(collations: configuration.assume.collations)
      makeProbe = { probe }
    }
  }
}

/// The same schema, with SQLite's planner there to be asked.
final class PlanEvidence: PlacedEvidence {
  /// What the repository's configuration says.
  let configuration: Configuration
  /// What the schema holds.
  let catalog: Catalog
  /// The files as tokens, and where they declare each object.
  let texts: Promise<LadderTexts>
  /// Asks the query planner.
  let probe: QueryPlanProbe
  /// What could not be judged, and why.
  private(set) var remarks: [String] = []

  /// - Parameter connection: the replayed database, which is only read.
  init(_ schema: SchemaEvidence, _ connection: Connection) {
    configuration = schema.configuration
    catalog = schema.catalog
    texts = schema.texts
    probe = QueryPlanProbe(connection)
  }

  /// Keeps in mind that something was not judged.
  func remark(_ text: String) { remarks.append(text) }
}

// MARK: - Places

/// Evidence that knows where the files declare things.
protocol PlacedEvidence: AnyObject {
  /// The files as tokens, and where they declare each object.
  var texts: Promise<LadderTexts> { get }
}

extension PlacedEvidence {
  private var declarations: DeclarationIndex { texts.value().declarations }

  /// The place of a table's or view's declaration.
  func locate(table: String) -> Location {
    let entry = declarations.relation(named: table)
    return place(entry?.text, entry?.offset, object: table)
  }

  /// The place of a column's declaration; that of its table where the column's isn't known.
  func locate(column: String, of table: String) -> Location {
    let object = "\(table).\(column)"
    if let entry = declarations.column(named: column, of: table) {
      return place(entry.text, entry.offset, object: object)
    }
    var location = locate(table: table)
    location.object = object
    return location
  }

  /// The place of a column's type, default or other part; the column's own where it has none.
  func locate(
    _ part: (ColumnDeclaration) -> Int?, ofColumn column: String, of table: String
  ) -> Location {
    guard let entry = declarations.column(named: column, of: table),
      let offset = part(entry.declaration)
    else { return locate(column: column, of: table) }
    return place(entry.text, offset, object: "\(table).\(column)")
  }

  /// The place of an index's declaration; for the index of a constraint, that of its table.
  func locate(index: Catalog.Index) -> Location {
    guard let entry = declarations.index(named: index.name) else {
      var location = locate(table: index.table)
      location.object = index.origin == .statement ? "index \(index.name)" : index.table
      return location
    }
    return place(entry.text, entry.offset, object: "index \(index.name)")
  }

  /// The place of a trigger's declaration.
  func locate(trigger: String) -> Location {
    let entry = declarations.trigger(named: trigger)
    return place(entry?.text, entry?.offset, object: "trigger \(trigger)")
  }

  /// The place of a foreign key, by its number in the table's text: at REFERENCES or FOREIGN KEY.
  func locate(foreignKey position: Int, of table: Catalog.Table) -> Location {
    let key = table.foreignKeys[position]
    let object = SchemaEvidence.object(of: key, in: table)
    if let entry = declarations.table(named: table.name),
      entry.declaration.foreignKeys.indices.contains(position),
      entry.declaration.foreignKeys[position].columns.map({ foldedName($0.text) })
        == key.columns.map(foldedName)
    {
      return place(
        entry.text, entry.declaration.foreignKeys[position].range.lowerBound, object: object)
    }
    var location = locate(column: key.columns.first ?? "", of: table.name)
    location.object = object
    return location
  }

  /// How messages and waivers name a foreign key: by its columns.
  static func object(of key: Catalog.ForeignKey, in table: Catalog.Table) -> String {
    key.columns.count == 1
      ? "\(table.name).\(key.columns[0])"
      : "\(table.name)(\(key.columns.joined(separator: ", ")))"
  }

  private func place(_ text: SourceText?, _ offset: Int?, object: String) -> Location {
    guard let text, let offset else { return Location(object: object) }
    return Location(path: text.path, position: text.position(at: offset), object: object)
  }
}
