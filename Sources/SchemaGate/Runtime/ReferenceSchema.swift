/// The schemas that a ladder says belong to its versions, built in memory.
enum ReferenceSchema {
  /// What compiling and running a ladder in memory told of its statements.
  struct Judged: Sendable {
    /// The statements of each version, without the baseline's leading PRAGMAs.
    var statements: [Version: [MigrationStatement]] = [:]
    /// Where in the baseline's program the first statement after those begins.
    var leadingEnd = 0
  }

  /// Opens a database in memory at a version.
  ///
  /// Costs the time of running the ladder up to there on an empty database.
  /// - Parameter path: the path for messages.
  static func connection(
    of ladder: Ladder, at version: Version, options: OpenOptions, path: String
  ) throws(OpenError) -> Connection {
    var climb = try Climb(options: options, path: path)
    for migration in ladder.versions.prefix(version.number) { try climb.apply(migration) }
    return climb.connection
  }

  /// The catalog of a version.
  static func catalog(
    of ladder: Ladder, at version: Version, options: OpenOptions, path: String
  ) throws(OpenError) -> Catalog {
    let connection = try connection(of: ladder, at: version, options: options, path: path)
    do throws(SQLiteError) {
      return try CatalogReader(connection: connection).read()
    } catch {
      throw failure(error, path: path)
    }
  }

  /// What every statement of a ladder does.
  static func judge(
    _ ladder: Ladder, options: OpenOptions, path: String
  ) throws(OpenError) -> Judged {
    var climb = try Climb(options: options, path: path)
    var judged = Judged()
    for migration in ladder.versions {
      judged.statements[migration.version] = try climb.apply(migration)
    }
    judged.leadingEnd = climb.leadingEnd
    return judged
  }

  /// Runs a ladder in memory and shows the database at each version.
  static func climb(
    _ ladder: Ladder, options: OpenOptions, path: String,
    _ body: (Version, Connection) throws(SQLiteError) -> Void
  ) throws(OpenError) {
    var climb = try Climb(options: options, path: path)
    for migration in ladder.versions {
      try climb.apply(migration)
      do throws(SQLiteError) {
        try body(migration.version, climb.connection)
      } catch {
        throw failure(error, path: path)
      }
    }
  }

  static func failure(_ error: SQLiteError, path: String) -> OpenError {
    OpenError.environment(error, path: path, doing: "a database in memory")
      ?? OpenError(
        .invalidLadder, path: path, found: "a database in memory: \(error.message)",
        expected: "the ladder to run", advice: "correct the ladder: schema-gate check",
        underlying: error)
  }

  /// A database in memory on its way up.
  private struct Climb {
    let connection: Connection
    let path: String
    private(set) var leadingEnd = 0

    init(options: OpenOptions, path: String) throws(OpenError) {
      self.path = path
      do throws(SQLiteError) {
        connection = try Connection()
      } catch {
        throw failure(error, path: path)
      }
      try options.prepare(connection, path: path)
      _ = connection.setForMigrating()
      do throws(SQLiteError) {
        try Bookkeeping(connection: connection).create()
      } catch {
        throw failure(error, path: path)
      }
    }

    @discardableResult
    mutating func apply(_ migration: Migration) throws(OpenError) -> [MigrationStatement] {
      let applier = MigrationApplier(connection: connection)
      var recorder = StatementRecorder()
      do throws(MigrationError) {
        var start = 0
        if migration.version.isBaseline {
          leadingEnd = try applier.applyLeadingPragmas(of: migration).end
          start = leadingEnd
        }
        try run("BEGIN", for: migration)
        try applier.apply(migration, from: start, observer: &recorder)
        try run(Bookkeeping.recording(migration.identity), for: migration)
        try run("COMMIT", for: migration)
      } catch {
        throw OpenError(
          .invalidLadder, path: path, found: error.message,
          expected: "\(migration.identity.lockName) to run on an empty database",
          advice: OpenError.adviceOnMissingName(error.message)
            ?? "correct the ladder: schema-gate check",
          place: "\(error.path):\(error.position.line):\(error.position.column)",
          underlying: error.sqliteError)
      }
      return recorder.statements
    }

    private func run(_ sql: String, for migration: Migration) throws(MigrationError) {
      do throws(SQLiteError) {
        try connection.execute(sql)
      } catch {
        throw MigrationError(.sqlite(error), in: migration, statement: 0..<0)
      }
    }
  }
}
