import Synchronization

/// What a live database really holds, compared with what its recorded version says.
public struct Verification: Sendable {
  /// The version that is recorded.
  public var version: Version
  /// The ladder's newest version.
  public var newest: Version
  /// What differs by meaning, from what the ladder says to what the file holds.
  public var differences: [SchemaDifference]
  /// What is written differently and means the same, such as the order of columns.
  public var notes: [SchemaDifference]
  /// Versions that are recorded under an acknowledged digest.
  public var acknowledged: [Version]

  /// Whether the schema is what the version says.
  public var isClean: Bool { differences.isEmpty }

  /// The differences in words, one for each object.
  public var descriptions: [String] { differences.map(\.driftMessage) }
}

/// Compares live databases with a ladder, and changes nothing.
///
/// By meaning: white space, comments, quotes and the order in which ALTER TABLE has put columns
/// are no difference, and `sqlite_stat*` never is one.
///
/// ```swift
/// let result = try DatabaseVerifier(ladder: ladder).verify(path)
/// if !result.isClean { print(result.descriptions.joined(separator: "\n")) }
/// ```
///
/// A class because it keeps the catalogs of versions it has built, so that thousands of files cost
/// one run of the ladder for each version that occurs; it may be used by many threads.
public final class DatabaseVerifier: Sendable {
  /// The ladder.
  public let ladder: Ladder
  /// How files are opened; only the reader's part of it counts.
  public let options: OpenOptions
  private let catalogs = Mutex<[Version: Catalog]>([:])

  /// Creates a verifier; nothing is read yet.
  public init(ladder: Ladder, options: OpenOptions = OpenOptions()) {
    self.ladder = ladder
    var options = options
    options.role = .reader
    options.policy = .never
    options.structuralDigests = [:]
    self.options = options
  }

  /// Compares a file's schema with that of the version it has recorded.
  ///
  /// - Throws: ``OpenError`` for a file without a history of this ladder; adopting is for those.
  public func verify(_ path: String) throws(OpenError) -> Verification {
    let session = OpenSession(ladder: ladder, options: options, path: path)
    return try verify(try session.lookOnly(), session)
  }

  /// Compares the schema of an open handle with that of its recorded version.
  ///
  /// - Parameter handle: an `sqlite3 *` outside of any transaction; nothing of it is touched.
  public func verify(_ handle: OpaquePointer) throws(OpenError) -> Verification {
    let session = HandleSession(ladder: ladder, options: options, handle: handle)
    return try verify(try session.look(), session.files)
  }

  private func verify(
    _ candidate: OpenSession.Candidate, _ session: OpenSession
  ) throws(OpenError) -> Verification {
    guard let connection = candidate.connection else {
      throw session.refusal(session.kind(of: candidate.inspection.condition), candidate)
    }
    let inspection = candidate.inspection
    let version: Version
    switch inspection.condition {
    case .current: version = ladder.newest
    case .older(let recorded): version = recorded
    case .missingTables: version = Version(inspection.rows.count) ?? ladder.newest
    default: throw session.refusal(session.kind(of: inspection.condition), candidate)
    }
    return try compare(
      connection, at: version, acknowledged: History.acknowledged(in: inspection.rows, of: ladder),
      path: session.path)
  }

  /// Compares an open database with a version.
  func compare(
    _ connection: Connection, at version: Version, acknowledged: [Version] = [], path: String
  ) throws(OpenError) -> Verification {
    let reference = try catalog(at: version, path: path)
    let present: Catalog
    do throws(SQLiteError) {
      present = try CatalogReader(connection: connection).read()
    } catch {
      throw OpenError.environment(error, path: path, doing: "reading its schema")
        ?? OpenError(
          .unreadableSchema, path: path, found: "reading its schema: \(error.message)",
          expected: "a schema that SQLite \(Connection.libraryVersion) can read",
          advice: "open it with a newer SQLite", underlying: error)
    }
    let comparison = CatalogComparison(
      from: reference, to: present, ignoredTables: ForeignBookkeeping.ignoredTables)
    return Verification(
      version: version, newest: ladder.newest,
      differences: comparison.differences + DatabaseVerifier.unseen(reference, present),
      notes: comparison.notes, acknowledged: acknowledged)
  }

  /// What a comparison of schemas leaves out and a database can't do without, or must not have: the
  /// tables in which virtual ones keep their content, and triggers on the bookkeeping's table.
  private static func unseen(_ reference: Catalog, _ present: Catalog) -> [SchemaDifference] {
    let lost = reference.tables.filter { table in
      guard table.kind == .shadow, present.table(named: table.name) == nil else { return false }
      return reference.tables.contains { owner in
        owner.kind == .virtual && foldedName(table.name).hasPrefix(foldedName(owner.name) + "_")
          && present.table(named: owner.name)?.kind == .virtual
      }
    }
    let triggers = present.triggers.filter { sameName($0.table, Bookkeeping.table) }
    return lost.map { table in
      SchemaDifference(
        part: .table, table: table.name, before: table.sql, effect: .dropped, isAdditive: false)
    } + CatalogComparison(from: Catalog(), to: Catalog(triggers: triggers)).differences
  }

  /// The catalog of a version, built once.
  func catalog(at version: Version, path: String) throws(OpenError) -> Catalog {
    if let known = catalogs.withLock({ $0[version] }) { return known }
    // Two threads may build the same one; that costs time, and nothing else.
    let built = try ReferenceSchema.catalog(
      of: ladder, at: version, options: options, path: path)
    catalogs.withLock { $0[version] = built }
    return built
  }
}

/// Tables in which other tools record what they have applied.
///
/// They are nobody's schema: a database that joins from another tool keeps them.
enum ForeignBookkeeping {
  /// What a comparison leaves out, our own table included.
  static let ignoredTables = [
    Bookkeeping.table, "grdb_migrations", "room_master_table", "android_metadata",
    "_sqlx_migrations", "__drizzle_migrations", "_prisma_migrations", "alembic_version",
    "django_migrations", "flyway_schema_history", "goose_db_version", "knex_migrations",
    "knex_migrations_lock", "refinery_schema_history", "ar_internal_metadata", "Z_METADATA",
    "diesel_schema_migrations", "__diesel_schema_migrations", "SequelizeMeta",
    "__EFMigrationsHistory",
  ]
}
