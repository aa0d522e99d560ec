/// What became of a database that joins without our bookkeeping.
public struct Adoption: Sendable {
  /// The version that it was stamped with, or would be in a dry run; nil where none fits.
  public var stamped: Version?
  /// Every version whose schema it has, from the oldest. Several where migrations between them change
  /// rows only: then the oldest is stamped, and the others run at the next opening.
  public var candidates: [Version]
  /// The version that comes nearest.
  public var nearest: Version
  /// What differs from the nearest version; empty where one fits.
  public var differences: [SchemaDifference]
  /// Whether the database had its bookkeeping already, and was left as it is.
  public var wasManaged: Bool
}

extension DatabaseOpener {
  /// Takes in a database that never had our bookkeeping: kept until now by `user_version`, by another
  /// tool's table, or by nothing.
  ///
  /// Where its schema equals that of a version by meaning, the history up to that version is
  /// recorded in one transaction; no table is touched. Otherwise nothing changes, and the result
  /// shows the nearest version and the differences.
  ///
  /// ```swift
  /// let adoption = try opener.adopt(path)
  /// if adoption.stamped == nil { print(adoption.differences.map(\.driftMessage)) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - version: the version to stamp, where several fit; nil for the oldest.
  ///   - isDryRun: whether to only tell.
  /// - Throws: ``OpenError`` for a file that cannot be looked at, and for another tool's table of
  ///   the name `schema_migrations`, which must go first.
  public func adopt(
    _ path: String, as version: Version? = nil, isDryRun: Bool = false
  ) throws(OpenError) -> Adoption {
    var options = options
    options.policy = .never
    options.loadBearingTables = []
    options.structuralDigests = [:]
    if isDryRun { options.role = .reader }
    let session = OpenSession(ladder: ladder, options: options, path: path)
    let candidate = try session.lookOnly()
    candidate.connection?.set(.keepsWALOnClose, false)
    return try adopt(candidate, as: version, isDryRun: isDryRun, session: session)
  }

  /// Takes in the database of an open handle in the same way.
  ///
  /// - Parameters:
  ///   - handle: an `sqlite3 *` outside of any transaction; no handler of it is touched.
  ///   - version: the version to stamp, where several fit; nil for the oldest.
  ///   - isDryRun: whether to only tell.
  public func adopt(
    _ handle: OpaquePointer, as version: Version? = nil, isDryRun: Bool = false
  ) throws(OpenError) -> Adoption {
    var options = options
    options.loadBearingTables = []
    options.structuralDigests = [:]
    let session = HandleSession(ladder: ladder, options: options, handle: handle)
    return try adopt(
      try session.look(), as: version, isDryRun: isDryRun, session: session.files)
  }

  private func adopt(
    _ candidate: OpenSession.Candidate, as version: Version?, isDryRun: Bool, session: OpenSession
  ) throws(OpenError) -> Adoption {
    switch candidate.inspection.condition {
    case .current, .older:
      let recorded = Version(candidate.inspection.rows.count) ?? ladder.newest
      return Adoption(
        stamped: nil, candidates: [], nearest: recorded, differences: [], wasManaged: true)
    case .unmanaged: break
    default:
      throw session.refusal(session.kind(of: candidate.inspection.condition), candidate)
    }
    guard let connection = candidate.connection else {
      throw session.refusal(.needsAdoption, candidate)
    }
    return try adopt(connection, as: version, isDryRun: isDryRun, session: session)
  }

  private func adopt(
    _ connection: Connection, as version: Version?, isDryRun: Bool, session: OpenSession
  ) throws(OpenError) -> Adoption {
    if connection.hasTable(named: Bookkeeping.table) {
      throw OpenError(
        .needsAdoption, path: session.path,
        found: "another tool's 'schema_migrations'", expected: "no table of that name",
        advice: "rename that table, or drop it if the other tool is no longer used, and adopt again"
      )
    }
    do throws(SQLiteError) {
      try session.budget.retrying { () throws(SQLiteError) in
        // From the look to the stamp nobody may change the schema.
        try connection.execute(isDryRun ? "BEGIN" : "BEGIN IMMEDIATE")
      }
    } catch {
      throw session.failure(error, doing: "adopting it")
    }
    defer { if connection.isInTransaction { _ = connection.runs("ROLLBACK") } }
    var adoption = try fitting(connection, session: session)
    if let version, !adoption.candidates.contains(version) {
      adoption.stamped = nil
      return adoption
    }
    guard let stamp = version ?? adoption.candidates.first else { return adoption }
    adoption.stamped = stamp
    if isDryRun { return adoption }
    do throws(SQLiteError) {
      let bookkeeping = Bookkeeping(connection: connection)
      try bookkeeping.create()
      for step in ladder.versions.prefix(stamp.number) { try bookkeeping.record(step.identity) }
      try session.budget.retrying { () throws(SQLiteError) in try connection.execute("COMMIT") }
    } catch {
      throw session.failure(error, doing: "recording version \(stamp)")
    }
    return adoption
  }

  /// Compares a database with every version, from the oldest.
  private func fitting(
    _ connection: Connection, session: OpenSession
  ) throws(OpenError) -> Adoption {
    let present: Catalog
    do throws(SQLiteError) {
      present = try CatalogReader(connection: connection).read()
    } catch {
      throw session.failure(error, doing: "reading its schema")
    }
    var adoption = Adoption(
      candidates: [], nearest: .baseline, differences: [], wasManaged: false)
    var fewest = Int.max
    try ReferenceSchema.climb(ladder, options: options, path: session.path) {
      (version, reference) throws(SQLiteError) in
      let comparison = CatalogComparison(
        from: try CatalogReader(connection: reference).read(), to: present,
        ignoredTables: ForeignBookkeeping.ignoredTables)
      if comparison.isEqual { adoption.candidates.append(version) }
      if comparison.differences.count < fewest {
        fewest = comparison.differences.count
        adoption.nearest = version
        adoption.differences = comparison.differences
      }
    }
    return adoption
  }
}
