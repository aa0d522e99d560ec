extension DatabaseInspector {
  /// Compares what the history promises with what is there, as far as the caller asks for it: the
  /// load-bearing tables, and the digest of the schema.
  ///
  /// - Parameters:
  ///   - inspection: what was found; its condition changes where the promise isn't kept.
  ///   - path: the path for messages.
  func compare(_ inspection: inout Inspection, path: String) throws(OpenError) {
    let version: Version
    switch inspection.condition {
    case .current: version = ladder.newest
    case .older(let recorded): version = recorded
    default: return
    }
    let missing = try missingTables(at: version, path: path)
    if !missing.isEmpty {
      inspection.condition = .missingTables(missing)
      return
    }
    let drift = try drift(at: version, path: path)
    if !drift.isEmpty { inspection.condition = .drifted(drift) }
  }

  /// The load-bearing tables that the ladder makes up to a version, and that are not there.
  private func missingTables(
    at version: Version, path: String
  ) throws(OpenError) -> [String] {
    let absent = options.loadBearingTables.filter { !connection.hasTable(named: $0) }
    if absent.isEmpty { return [] }
    // Only now, because it costs as much as running the ladder. A table that the ladder does not
    // make either is a mistake in the list, and no fault of the file.
    let reference = try ReferenceSchema.connection(
      of: ladder, at: version, options: options, path: path)
    return absent.filter { reference.hasTable(named: $0) }
  }

  private func drift(at version: Version, path: String) throws(OpenError) -> [String] {
    guard let expected = options.structuralDigests[version] else { return [] }
    let present: SHA256Digest
    do throws(SQLiteError) {
      present = try StructuralDigest.digest(of: connection)
    } catch {
      throw OpenError.environment(error, path: path, doing: "reading its schema")
        ?? OpenError(
          .unreadableSchema, path: path, found: "reading its schema: \(error.message)",
          expected: "a schema that can be read", advice: "open it again", underlying: error)
    }
    if present == expected { return [] }
    let verification = try DatabaseVerifier(ladder: ladder, options: options)
      .compare(connection, at: version, path: path)
    if verification.isClean {
      options.tell(
        .warning, "the schema of '\(path)' is spelt differently (\(present)), and means the same")
    }
    return verification.descriptions
  }
}
