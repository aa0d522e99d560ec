/// What is worked out about a ladder while it runs, on another thread.
struct LookAhead: Sendable {
  /// The files as tokens.
  let texts: Promise<LadderTexts>
  /// Knows what CHECKs say to what rules will ask, for tables as the files declare them.
  let checks: Promise<Handover<CheckProbe>?>

  /// Promises what rules will want to know.
  ///
  /// - Parameter asking: asks of a schema what rules ask of the final one. This one holds only what
  ///   CREATE TABLE says in the files, which for most tables is what they are at the end; what is
  ///   found about it means nothing, only the answers of CHECKs are kept.
  init(
    _ versions: [Migration], _ texts: Promise<LadderTexts>,
    asking: @escaping @Sendable (SchemaEvidence) throws -> Void
  ) {
    self.texts = texts
    checks = Promise {
      do {
        let evidence = try LookAhead.declared(versions, texts)
        try asking(evidence)
        evidence.checkProbe.forgetRemarks()
        return Handover(evidence.checkProbe)
      } catch {
        // What can't be asked ahead is asked again of the final schema, and fails there.
        return nil
      }
    }
  }

  /// The tables that files declare.
  private static func declared(
    _ versions: [Migration], _ texts: Promise<LadderTexts>
  ) throws(SQLiteError) -> SchemaEvidence {
    let configuration = texts.value().configuration
    let connection = try ReplaySession.connect(assuming: configuration.assume)
    try connection.execute("BEGIN")
    for version in versions {
      // The text that runs, so that SQLite keeps the same of it.
      let split = StatementSplitter(version.program.bytes)
      for statement in split.statements {
        var cursor = split.cursor(statement)
        guard cursor.take("CREATE", "TABLE") else { continue }
        let text = String(decoding: split.bytes[statement.range], as: UTF8.self)
        // One that fails has no answers; replay says why it fails.
        _ = connection.failure(of: text, stepping: true)
      }
    }
    return try SchemaEvidence(
      versions: versions, configuration: configuration,
      catalog: try CatalogReader(connection: connection).read(), texts: texts)
  }
}
