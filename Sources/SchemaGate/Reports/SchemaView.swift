/// A schema from any place, read to be shown or compared.
package struct SchemaView: Sendable {
  /// What messages call it, such as `version 003` or a path.
  package let title: String
  /// What it holds, without the ladder's own table.
  package let catalog: Catalog
  private let valueSets: [String: [String: ValueSet]]
  private let indexUses: [String: [String]]

  /// The schema, ready to be drawn.
  package var drawing: SchemaDrawing {
    SchemaDrawing(catalog, valueSets: valueSets, indexUses: indexUses)
  }

  /// What differs from this schema to another.
  package func comparison(to other: SchemaView) -> CatalogComparison {
    CatalogComparison(
      from: catalog, to: other.catalog, oldValues: values, newValues: other.values)
  }

  /// The values that columns let in, in SQL, by folded table and column.
  private var values: [String: [String: [String]]] {
    valueSets.mapValues { columns in columns.mapValues { $0.values.map(\.literal) } }
  }

  private init(
    title: String, catalog: Catalog, valueSets: [String: [String: ValueSet]],
    indexUses: [String: [String]] = [:]
  ) {
    self.title = title
    self.catalog = catalog
    self.valueSets = valueSets
    self.indexUses = indexUses
  }

  /// The schema that a ladder arrives at.
  ///
  /// Costs one replay up to there.
  /// - Parameters:
  ///   - authority: whose ladder it is.
  ///   - version: where to stop, at most the newest; nil for that.
  ///   - place: what to add to the title, such as `at v1.2`; empty for nothing.
  package static func of(
    _ authority: Authority, at version: Version?, place: String = ""
  ) throws -> SchemaView {
    let version = version ?? authority.ladder.newest
    let steps = authority.ladder.versions.filter { $0.version <= version }
    let title = "version \(version)" + (place.isEmpty ? "" : " \(place)")
    return try replayed(steps, authority.configuration, title: title)
  }

  /// The schema that an SQL file makes in an empty database.
  package static func of(sql text: SourceText) throws -> SchemaView {
    try replayed([Migration.baseline(text)], Configuration(), title: text.path)
  }

  private static func replayed(
    _ versions: [Migration], _ configuration: Configuration, title: String
  ) throws -> SchemaView {
    let result = try Replay.run(versions, configuration: configuration)
    guard let evidence = result.schema else {
      let failure = result.versions.lazy.compactMap(\.failure).first
      throw SchemaUnavailable(
        failure.map { "\($0)" } ?? "\(title) does not run", help: "mend it: schema-gate check")
    }
    return SchemaView(
      title: title, catalog: evidence.catalog,
      valueSets: try evidence.checkProbe.valueSets(of: evidence.catalog),
      indexUses: try result.plans?.indexUses() ?? [:])
  }

  /// The schema of a database file, which is opened for reading.
  package static func ofDatabase(_ path: String) throws(SQLiteError) -> SchemaView {
    let connection = try Connection(path: path, mode: .readOnly)
    var catalog = try CatalogReader(connection: connection).read()
    catalog.tables.removeAll { sameName($0.name, Bookkeeping.table) }
    return SchemaView(
      title: path, catalog: catalog, valueSets: try CheckProbe().valueSets(of: catalog))
  }
}

/// A schema that was asked for cannot be had.
package struct SchemaUnavailable: Error {
  /// Why.
  package let message: String
  /// What to do about it.
  package let help: String

  init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }
}
