/// The schema that the whole ladder arrives at, with SQLite there to be asked.
///
/// A class because it owns the connection, and reads the files for declarations only once somebody
/// asks for a place.
final class SchemaEvidence {
  /// The schema, without the table in which versions are recorded.
  let catalog: Catalog
  /// The replayed database; whoever changes something puts it back.
  let connection: Connection
  /// The configuration of the authority.
  let configuration: Configuration
  /// All versions, the baseline first.
  let versions: [Migration]
  /// What is broken, and was reported with the version that broke it.
  let brokenObjects: Set<ClosureBreak.Subject>

  init(
    catalog: Catalog, connection: Connection, configuration: Configuration, versions: [Migration],
    brokenObjects: Set<ClosureBreak.Subject> = []
  ) {
    self.catalog = catalog
    self.connection = connection
    self.configuration = configuration
    self.versions = versions
    self.brokenObjects = brokenObjects
  }

  /// Where the files declare each object.
  lazy var declarations: DeclarationIndex = {
    var index = DeclarationIndex()
    for version in versions { index.add(version.source) }
    return index
  }()

  /// Where a table or view is declared.
  func location(ofTable name: String) -> Location {
    guard let entry = declarations.relation(named: name) else { return Location(object: name) }
    return location(at: entry.offset, in: entry.text, object: name)
  }

  /// Where a column is declared; failing that, its table.
  func location(ofColumn column: String, of table: String) -> Location {
    guard let entry = declarations.column(named: column, of: table) else {
      var location = location(ofTable: table)
      location.object = "\(table).\(column)"
      return location
    }
    return location(at: entry.offset, in: entry.text, object: "\(table).\(column)")
  }

  /// Where an index is declared; nil for one of a constraint.
  func location(ofIndex name: String) -> Location? {
    declarations.index(named: name).map {
      location(at: $0.offset, in: $0.text, object: "index \(name)")
    }
  }

  /// Where a trigger is declared.
  func location(ofTrigger name: String) -> Location {
    guard let entry = declarations.trigger(named: name) else {
      return Location(object: "trigger \(name)")
    }
    return location(at: entry.offset, in: entry.text, object: "trigger \(name)")
  }

  private func location(at offset: Int, in text: SourceText, object: String) -> Location {
    Location(path: text.path, position: text.position(at: offset), object: object)
  }
}
