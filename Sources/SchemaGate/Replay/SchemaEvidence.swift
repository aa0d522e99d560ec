/// The schema that the whole ladder arrives at, with SQLite there to be asked.
///
/// What rules ask for is made when it is first wanted, and shared by all of them; a class, because
/// it owns the connection that they ask.
final class SchemaEvidence {
  /// All versions that were replayed, the baseline first.
  let versions: [Migration]
  /// What the repository's configuration says.
  let configuration: Configuration
  /// What the schema holds.
  let catalog: Catalog
  /// The replayed database; rules may ask it for plans, and change nothing.
  let connection: Connection
  /// The schema that the ladder must arrive at, where that is kept.
  let expected: SourceText?
  /// Where the files declare each object; read only once somebody asks for a place.
  private(set) lazy var declarations: DeclarationIndex = {
    var index = DeclarationIndex()
    for script in scripts { index.add(script.text, split: script.split) }
    return index
  }()
  /// The files in the order in which they run, split into statements.
  private(set) lazy var scripts = versions.map { Script($0.source) }
  /// Which columns belong to which family.
  private(set) lazy var families = FamilyIndex(catalog, configuration)
  /// Runs CHECKs on copies of columns.
  let checkProbe: CheckProbe
  /// Asks the query planner.
  let planProbe: QueryPlanProbe

  /// Gathers the evidence about a replayed ladder.
  ///
  /// - Parameters:
  ///   - versions: the replayed versions, the baseline first.
  ///   - catalog: the schema's objects, without those that keep the ladder's books.
  ///   - expected: the schema that the ladder must arrive at.
  ///   - checkProbe: one that has seen these tables already; made here if there is none.
  init(
    versions: [Migration], configuration: Configuration, catalog: Catalog, connection: Connection,
    expected: SourceText? = nil,
    checkProbe: CheckProbe? = nil
  ) throws(SQLiteError) {
    self.versions = versions
    self.configuration = configuration
    self.catalog = catalog
    self.connection = connection
    self.expected = expected
    if let checkProbe {
      self.checkProbe = checkProbe
    } else {
      self.checkProbe = try CheckProbe(collations: configuration.assume.collations)
    }
    planProbe = QueryPlanProbe(connection)
  }
}

/// A file of the ladder with its statements.
struct Script: Sendable {
  /// The file.
  let text: SourceText
  /// Its statements and tokens.
  let split: StatementSplitter

  /// Splits a file.
  init(_ text: SourceText) {
    self.text = text
    split = StatementSplitter(text.bytes)
  }
}

// MARK: - Places

extension SchemaEvidence {
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
