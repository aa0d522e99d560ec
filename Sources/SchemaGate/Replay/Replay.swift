/// Runs a ladder once, in memory, and records what each version does.
///
/// Applies the baseline and every migration with the code that devices run, looks after each at
/// what it can have broken, and ends with a connection that holds the newest schema. What is seen
/// is evidence; rules make findings of it.
///
/// Costs about what SQLite takes for the same statements: nothing here looks at the whole schema
/// once per migration.
enum Replay {
  /// What a ladder showed.
  struct Result {
    /// The versions that were run, in order; the last one may have failed.
    var versions: [ReplayedVersion]
    /// The schema at the end; nil where a version failed.
    var schema: SchemaEvidence?
  }

  /// Replays the ladder of an authority.
  static func run(_ authority: Authority) throws(SQLiteError) -> Result {
    try run(authority.ladder.versions, configuration: authority.configuration)
  }

  /// Replays some versions.
  ///
  /// - Parameters:
  ///   - versions: the baseline, then each migration in order.
  ///   - configuration: what the schema is judged by.
  /// - Throws: what SQLite says where nothing can be judged; errors of the files are evidence.
  static func run(
    _ versions: [Migration], configuration: Configuration = Configuration()
  ) throws(SQLiteError) -> Result {
    var session = try ReplaySession(versions: versions, configuration: configuration)
    for index in versions.indices {
      guard try session.apply(index) else {
        return Result(versions: session.replayed, schema: nil)
      }
    }
    if versions.count > 1 { try session.examineEverything() }
    return Result(versions: session.replayed, schema: try session.evidence())
  }
}

/// The state of a replay between two versions.
struct ReplaySession {
  let versions: [Migration]
  let configuration: Configuration
  var connection: Connection
  var replayed: [ReplayedVersion] = []
  var objects = SchemaObjects()
  var closure = Closure()
  /// The version that is being applied.
  var current: ReplayedVersion

  init(versions: [Migration], configuration: Configuration) throws(SQLiteError) {
    self.versions = versions
    self.configuration = configuration
    connection = try ReplaySession.connect()
    current = ReplayedVersion(migration: versions[0])
  }

  /// Opens a database in memory, with the settings that migrations run under.
  static func connect() throws(SQLiteError) -> Connection {
    let connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    // There, so that a statement that touches it is seen to do so.
    try connection.execute(
      "CREATE TABLE \(Refusal.bookkeepingTable) (version INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        + "checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT")
    return connection
  }

  /// Applies a version and looks at what it did; returns whether the replay can go on.
  mutating func apply(_ index: Int) throws(SQLiteError) -> Bool {
    current = ReplayedVersion(migration: versions[index])
    defer { replayed.append(current) }
    do throws(MigrationError) {
      try run(index)
    } catch {
      current.failure = error
      return false
    }
    let new = try objects.follow(
      current.statements, version: index, program: current.migration.program,
      connection: connection)
    try noteAlteredTables()
    try examine(index == 0 ? Set(new.map { foldedName($0.name) }) : affectedKeys())
    return true
  }

  /// Runs the statements of a version in their transaction, as devices do.
  private mutating func run(_ index: Int) throws(MigrationError) {
    let migration = current.migration
    let applier = MigrationApplier(connection: connection)
    let start = index == 0 ? try applier.applyLeadingPragmas(of: migration).end : 0
    do throws(SQLiteError) { try connection.execute("BEGIN") } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: 0..<0)
    }
    do throws(MigrationError) {
      try applier.apply(migration, from: start, observer: &self)
    } catch {
      if connection.isInTransaction { _ = connection.failure(of: "ROLLBACK", stepping: true) }
      throw error
    }
    do throws(SQLiteError) { try connection.execute("COMMIT") } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: 0..<0)
    }
  }

  /// Reads the columns of altered tables, for statements whose quoted names need a look.
  private mutating func noteAlteredTables() throws(SQLiteError) {
    let quote = UInt8(ascii: "\"")
    for statement in current.statements where statement.verb == .alter {
      guard current.migration.program.bytes[statement.range].contains(quote),
        let table = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name
      else { continue }
      let columns = try CatalogReader(connection: connection).columns(of: table)
      current.alteredTables[foldedName(table)] = Set(columns.map { foldedName($0.name) })
    }
  }

  /// What replay knows at the end.
  func evidence() throws(SQLiteError) -> SchemaEvidence {
    var catalog = try CatalogReader(connection: connection).read()
    catalog.tables.removeAll { sameName($0.name, Refusal.bookkeepingTable) }
    return try SchemaEvidence(
      versions: versions, configuration: configuration, catalog: catalog, connection: connection,
      brokenObjects: closure.openBreaks)
  }
}

extension ReplaySession: StatementObserver {
  mutating func didRun(_ statement: MigrationStatement, changes: Int64) {
    current.statements.append(statement)
  }

  /// Goes on, so that each refused statement is found, not only the first.
  mutating func didRefuse(_ error: MigrationError) { current.refusals.append(error) }
}
