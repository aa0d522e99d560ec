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
        let configuration = texts.value().configuration
        let probe = try CheckProbe(collations: configuration.assume.collations)
        let catalog = Catalog(tables: DeclaredTables.all(in: versions, probe))
        let evidence = try SchemaEvidence(
          versions: versions, configuration: configuration, catalog: catalog, texts: texts,
          checkProbe: { probe })
        try asking(evidence)
        probe.forgetRemarks()
        return Handover(probe)
      } catch {
        // What can't be asked ahead is asked again of the final schema, and fails there.
        return nil
      }
    }
  }
}
