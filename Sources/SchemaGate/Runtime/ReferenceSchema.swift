/// The schema that a ladder says belongs to a version, built in memory.
enum ReferenceSchema {
  /// Opens a database in memory at a version.
  ///
  /// Costs the time of running the ladder up to there on an empty database.
  /// - Parameter path: the path for messages.
  static func connection(
    of ladder: Ladder, at version: Version, options: OpenOptions, path: String
  ) throws(OpenError) -> Connection {
    let connection = try empty(options: options, path: path)
    var recorder = StatementRecorder()
    for number in 1...version.number {
      guard let step = Version(number), let migration = ladder[step] else { break }
      try apply(migration, to: connection, recorder: &recorder, path: path)
    }
    return connection
  }

  /// What every statement of a ladder does, told by compiling and running it in memory.
  static func statements(
    of ladder: Ladder, options: OpenOptions, path: String
  ) throws(OpenError) -> [Version: [MigrationStatement]] {
    let connection = try empty(options: options, path: path)
    var statements: [Version: [MigrationStatement]] = [:]
    for migration in ladder.versions {
      var recorder = StatementRecorder()
      try apply(migration, to: connection, recorder: &recorder, path: path)
      statements[migration.version] = recorder.statements
    }
    return statements
  }

  private static func empty(options: OpenOptions, path: String) throws(OpenError) -> Connection {
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection()
    } catch {
      throw failure(error, path: path)
    }
    try options.prepare(connection, path: path)
    connection.refuseDoubleQuotedStrings()
    connection.set(.foreignKeys, false)
    do throws(SQLiteError) {
      try Bookkeeping(connection: connection).create()
    } catch {
      throw failure(error, path: path)
    }
    return connection
  }

  private static func failure(_ error: SQLiteError, path: String) -> OpenError {
    OpenError.environment(error, path: path, doing: "opening a database in memory")
      ?? OpenError(
        .ioError, path: path, found: "a database in memory: \(error.message)", expected: "",
        advice: "try again", underlying: error)
  }

  private static func apply(
    _ migration: Migration, to connection: Connection, recorder: inout StatementRecorder,
    path: String
  ) throws(OpenError) {
    let applier = MigrationApplier(connection: connection)
    do throws(MigrationError) {
      let start =
        migration.version.isBaseline ? try applier.applyLeadingPragmas(of: migration).end : 0
      try run("BEGIN", on: connection, for: migration)
      try applier.apply(migration, from: start, observer: &recorder)
      try run(Bookkeeping.recording(migration.identity), on: connection, for: migration)
      try run("COMMIT", on: connection, for: migration)
    } catch {
      throw OpenError(
        .invalidLadder, path: path, found: error.message,
        expected: "\(migration.identity.lockName) to run on an empty database",
        advice: "correct the ladder: schema-gate check",
        place: "\(error.path):\(error.position.line):\(error.position.column)",
        underlying: error.sqliteError)
    }
  }

  private static func run(
    _ sql: String, on connection: Connection, for migration: Migration
  ) throws(MigrationError) {
    do throws(SQLiteError) {
      try connection.execute(sql)
    } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: 0..<0)
    }
  }
}
