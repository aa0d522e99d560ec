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
    /// The same for the planner.
    var plans: PlanEvidence?
    /// Tables for which no rows were found, so that what versions do to rows shows nowhere.
    var unjudgedTables: [String]
    /// The database that it left, and what is known of it.
    private(set) var session: ReplaySession

    /// Looks at everything once more, after the last version.
    mutating func lookAtEverything() throws(SQLiteError) {
      guard schema != nil, versions.count > 1 else { return }
      try session.examineEverything()
      versions = session.replayed
    }
  }

  /// Replays the ladder of an authority.
  static func run(
    _ authority: Authority, lookAhead: LookAhead? = nil, onVersion: ((Version) -> Void)? = nil
  ) throws(SQLiteError) -> Result {
    try run(
      authority.ladder.versions, configuration: authority.configuration,
      fixtures: authority.fixtures, expected: authority.expected, lookAhead: lookAhead,
      onVersion: onVersion)
  }

  /// Replays some versions.
  ///
  /// - Parameters:
  ///   - versions: the baseline, then each migration in order.
  ///   - configuration: what the schema is judged by.
  ///   - fixtures: rows for versions, in place of made-up ones.
  ///   - expected: the schema that the ladder must arrive at, where that is kept.
  ///   - lookAhead: what is worked out meanwhile, for the evidence about the final schema.
  ///   - onVersion: is told before each version.
  /// - Throws: what SQLite says where nothing can be judged; errors of the files are evidence.
  static func run(
    _ versions: [Migration], configuration: Configuration = Configuration(),
    fixtures: [Version: SourceText] = [:], expected: SourceText? = nil,
    lookAhead: LookAhead? = nil, onVersion: ((Version) -> Void)? = nil
  ) throws(SQLiteError) -> Result {
    var session = try ReplaySession(
      versions: versions, configuration: configuration, fixtures: fixtures)
    for index in versions.indices {
      onVersion?(versions[index].version)
      guard try session.apply(index) else {
        return Result(
          versions: session.replayed, unjudgedTables: session.seeder.unseeded, session: session)
      }
    }
    let schema = try session.evidence(expected, lookAhead)
    return Result(
      versions: session.replayed, schema: schema,
      plans: PlanEvidence(schema, session.connection), unjudgedTables: session.seeder.unseeded,
      session: session)
  }
}

/// The state of a replay between two versions.
struct ReplaySession {
  let versions: [Migration]
  let configuration: Configuration
  let fixtures: [Version: SourceText]
  var connection: Connection
  var replayed: [ReplayedVersion] = []
  var objects = SchemaObjects()
  var closure = Closure()
  let mentions: LaterMentions
  var seeder: RowSeeder
  /// How often rows were put into all tables anew; past the maximum, tables stay empty.
  var seedings = 0
  static let maximumSeedings = 3
  /// What full-text indexes take their content from, by the indexes' rowids in `sqlite_schema`; nil
  /// for those that hold it themselves.
  var fullTextContents: [Int64: FullTextContent?] = [:]
  /// The columns with computed defaults of tables that were asked about, by folded name.
  var computedDefaults: [String: [ComputedDefault]] = [:]
  /// Rows that refer to nothing, by table and parent.
  var dangling: [String: Int] = [:]

  /// The version that is being applied.
  var current: ReplayedVersion
  /// What its tables and views were called before it.
  var names = TableNames()
  /// What it may be replacing, by the folded names before it.
  var snapshots: [String: TableSnapshot] = [:]
  /// The rows before it, of tables that it changes, by the folded names before it.
  var counts: [String: RowCount] = [:]
  /// The same, after its last statement so far.
  var latestCounts: [String: RowCount] = [:]
  /// The last statement that made a table's rows fewer.
  var losses: [String: (statement: Range<Int>, isExplicit: Bool)] = [:]
  /// The last statement that made a foreign key's column NULL, by `table.column`.
  var nullings: [String: (statement: Range<Int>, isExplicit: Bool)] = [:]
  /// What the version does to the counters of AUTOINCREMENT.
  var counters = CounterWatch()
  /// The last statement that filled a new table, by its folded name.
  var fillings: [String: Range<Int>] = [:]

  init(
    versions: [Migration], configuration: Configuration, fixtures: [Version: SourceText]
  ) throws(SQLiteError) {
    self.versions = versions
    self.configuration = configuration
    self.fixtures = fixtures
    mentions = LaterMentions(versions)
    seeder = try RowSeeder(assuming: configuration.assume)
    connection = try ReplaySession.connect(assuming: configuration.assume)
    current = ReplayedVersion(migration: versions[0])
  }

  /// Opens a database in memory, with the settings that migrations run under.
  ///
  /// - Parameter names: what the app registers itself, which is stood in for.
  static func connect(assuming names: AssumedNames) throws(SQLiteError) -> Connection {
    let connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    try connection.assume(names)
    // There, so that a statement that touches it is seen to do so.
    try connection.execute(
      "CREATE TABLE \(Refusal.bookkeepingTable) (version INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        + "checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT")
    return connection
  }

  /// Forgets the version before, and begins another.
  mutating func begin(_ index: Int) {
    current = ReplayedVersion(migration: versions[index])
    names = TableNames()
    snapshots = [:]
    counts = [:]
    latestCounts = [:]
    losses = [:]
    nullings = [:]
    fillings = [:]
    counters = CounterWatch()
  }

  /// Applies a version and looks at what it did; returns whether the replay can go on.
  mutating func apply(_ index: Int) throws(SQLiteError) -> Bool {
    begin(index)
    defer { replayed.append(current) }
    try raiseCounters(before: index)
    var isFresh = false
    do throws(MigrationError) {
      try ReplaySession.run(current.migration, on: connection, observer: &self)
    } catch {
      let failed = current
      isFresh = try retryWithoutRows(index, after: error)
      if !isFresh {
        current = failed
        current.failure = error
        return false
      }
    }
    let new = try objects.follow(
      current.statements, version: index, program: current.migration.program,
      connection: connection)
    try noteAlteredTables()
    if !snapshots.isEmpty { try recordReplacements() }
    try recordCounterLosses()
    if !counts.isEmpty { try recordLosses() }
    try noteImplicitRowIDs(new)
    let newKeys = new.map { foldedName($0.kind == .trigger ? $0.table : $0.name) }
    try examine(index == 0 ? Set(newKeys) : affectedKeys())
    if index + 1 < versions.count {
      let keys = isFresh ? objects.all.map { foldedName($0.name) } : newKeys
      try seedRows(keys, after: index)
    }
    return true
  }

  /// Runs a version in its transaction, as devices do.
  static func run<Observer: StatementObserver>(
    _ migration: Migration, on connection: Connection, observer: inout Observer
  ) throws(MigrationError) {
    let applier = MigrationApplier(connection: connection)
    let start =
      migration.version.isBaseline ? try applier.applyLeadingPragmas(of: migration).end : 0
    do throws(SQLiteError) { try connection.execute("BEGIN") } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: 0..<0)
    }
    do throws(MigrationError) {
      try applier.apply(migration, from: start, observer: &observer)
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
  func evidence(
    _ expected: SourceText?, _ lookAhead: LookAhead?
  ) throws(SQLiteError) -> SchemaEvidence {
    var catalog = try CatalogReader(connection: connection).read()
    catalog.tables.removeAll { sameName($0.name, Refusal.bookkeepingTable) }
    return try SchemaEvidence(
      versions: versions, configuration: configuration, catalog: catalog,
      expected: expected, texts: lookAhead?.texts,
      checkProbe: { [seeder] in lookAhead?.checks.valueIfBegun()??.value ?? seeder.probe })
  }
}

extension ReplaySession: StatementObserver {
  mutating func willRun(_ statement: MigrationStatement) throws(MigrationError) {
    do throws(SQLiteError) {
      try noteReplacement(before: statement)
      try noteGeneratedColumn(before: statement)
      try countRows(before: statement)
      try noteCounters(before: statement)
      try noteLeftOutDefaults(before: statement)
      try noteAddedCheck(before: statement)
    } catch {
      throw MigrationError(.sqlite(error), in: current.migration, statement: statement.range)
    }
  }

  mutating func didRun(
    _ statement: MigrationStatement, changes: Int64
  ) throws(MigrationError) {
    current.statements.append(statement)
    do throws(SQLiteError) {
      try noteUniqueIndex(statement)
      try noteMistypedDefault(statement)
      try noteAdditionWithoutRows(statement)
      try compareRows(behind: statement)
      try compareCounters(behind: statement)
    } catch {
      throw MigrationError(.sqlite(error), in: current.migration, statement: statement.range)
    }
    followNames(behind: statement)
  }

  /// Goes on, so that each refused statement is found, not only the first.
  mutating func didRefuse(_ error: MigrationError) { current.refusals.append(error) }
}

extension Connection {
  /// Stands in for all that an app registers itself.
  ///
  /// Good for looking and for databases in memory. What is written through it is not what the app
  /// would write: functions yield NULL, and collations order by bytes.
  package func assume(_ names: AssumedNames) throws(SQLiteError) {
    try assume(functions: names.functions)
    try assume(collations: names.collations)
    try assume(modules: names.modules)
  }
}
