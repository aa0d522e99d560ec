extension SchemaEvidence {
  /// The schema that a text describes, or why it can't be made.
  func expectedCatalog(_ text: SourceText) throws(SQLiteError) -> Result<Catalog, MigrationError> {
    let connection = try ReplaySession.connect(assuming: configuration.assume)
    do throws(MigrationError) {
      var observer = NoObserver()
      try ReplaySession.run(.baseline(text), on: connection, observer: &observer)
    } catch {
      return .failure(error)
    }
    var catalog = try CatalogReader(connection: connection).read()
    catalog.tables.removeAll { sameName($0.name, Refusal.bookkeepingTable) }
    return .success(catalog)
  }

  /// Where the ladder declares what differs; its table, failing that.
  func locate(_ difference: SchemaDifference) -> Location {
    switch difference.part {
    case .column: locate(column: difference.name ?? "", of: difference.table)
    case .trigger: locate(trigger: difference.name ?? "")
    case .index:
      catalog.declaredIndexes.first { sameName($0.name, difference.name ?? "") }
        .map { locate(index: $0) } ?? locate(table: difference.table)
    default: locate(table: difference.table)
    }
  }
}
