/// The tables that files declare, read without running anything: what most of them are at the end.
///
/// A guess to work ahead on. What SQLite makes of a table is compared with it before an answer
/// about it counts.
enum DeclaredTables {
  /// The tables of all versions, in the order of the files; a name may come more than once.
  static func all(in versions: [Migration], _ probe: CheckProbe) -> [Catalog.Table] {
    versions.flatMap { version in
      // The text that runs, so that SQLite keeps the same of it.
      let split = StatementSplitter(version.program.bytes)
      return split.statements.compactMap { statement -> Catalog.Table? in
        var cursor = split.cursor(statement)
        guard cursor.take("CREATE", "TABLE"), let name = DeclarationReader.head(&cursor)?.name
        else { return nil }
        // What `sqlite_schema` keeps: https://sqlite.org/schematab.html.
        let end = split.tokens[statement.tokens.upperBound - 1].range.upperBound
        let text = split.bytes[name.range.lowerBound..<end]
        return table(sql: "CREATE TABLE " + String(decoding: text, as: UTF8.self), probe)
      }
    }
  }

  private static func table(sql: String, _ probe: CheckProbe) -> Catalog.Table? {
    guard let declaration = probe.declaration(of: sql), declaration.isComplete,
      declaration.query == nil
    else { return nil }
    let key = declaration.uniqueKeys.first(where: \.isPrimary)?.columns.map(foldedName) ?? []
    return Catalog.Table(
      name: declaration.name.text, kind: .ordinary, isStrict: declaration.isStrict,
      isWithoutRowID: declaration.isWithoutRowID, isAutoincrement: false,
      columns: declaration.columns.map { column($0, key) }, foreignKeys: [], indexes: [], sql: sql)
  }

  private static func column(
    _ declaration: ColumnDeclaration, _ primaryKey: [String]
  ) -> Catalog.Column {
    var collation = "BINARY"
    for case .collate(let name) in declaration.constraints.map(\.kind) { collation = name.text }
    let place = primaryKey.firstIndex(of: foldedName(declaration.name.text))
    return Catalog.Column(
      name: declaration.name.text, type: declaration.type, isNotNull: declaration.isNotNull,
      defaultValue: declaration.defaultValue?.text, primaryKeyOrdinal: place.map { $0 + 1 } ?? 0,
      storage: declaration.generated.map { $0.isStored ? .storedGenerated : .virtualGenerated }
        ?? .ordinary,
      collation: collation)
  }
}
