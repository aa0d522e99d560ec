/// Brings one open database up the ladder.
///
/// Each version is one transaction with its bookkeeping row:
///
/// 1. `BEGIN IMMEDIATE`, so that from here on nobody else writes.
/// 2. Read the history again: another process may have been faster.
/// 3. Run the statements, foreign keys being off since before the transaction
///    (https://sqlite.org/lang_altertable.html#otheralter; inside, switching them has no effect,
///    and dropping a parent would delete its children).
/// 4. Record the version.
/// 5. Compare the violations of foreign keys with those before.
/// 6. Commit.
///
/// Whatever fails in between is rolled back; versions that were committed before stay.
struct MigrationRunner {
  let connection: Connection
  let ladder: Ladder
  let options: OpenOptions
  let budget: BusyBudget
  /// The path for messages.
  let path: String
  /// What compiling on a connection of ours told, where this one's authorizer is not ours to set.
  var judged: ReferenceSchema.Judged?

  /// The versions that were committed.
  private(set) var applied: [Version] = []
  private(set) var observer: MigrationObserver
  /// As it was in the last transaction; the same in the next one says that nobody else has written
  /// in between, so that the history and the counts of violations still hold.
  private var dataVersion: Int64?

  init(
    connection: Connection, ladder: Ladder, options: OpenOptions, budget: BusyBudget, path: String
  ) {
    self.connection = connection
    self.ladder = ladder
    self.options = options
    self.budget = budget
    self.path = path
    observer = MigrationObserver(connection: connection, options: options)
  }

  /// Keeps how long each statement takes.
  mutating func keepTimings() { observer.keepTimings() }

  /// What became of one version.
  private enum Step {
    case applied
    /// Another process has brought the database to a version.
    case overtaken(Version)
  }

  // MARK: Creating

  /// Applies the baseline to a database without objects, then everything after it.
  ///
  /// - Returns: whether this call made the database; false where another process was faster.
  mutating func create() throws(OpenError) -> Bool {
    let end = try leadingPragmas()
    try begin("creating it")
    let isMine: Bool
    do throws(SQLiteError) {
      isMine = try Bookkeeping(connection: connection).read() == .absent
    } catch {
      throw rolledBack(failure(error, doing: "creating it"))
    }
    if isMine {
      try run(ladder.baseline, from: end) { bookkeeping throws(SQLiteError) in
        try bookkeeping.create()
      }
      options.tell(.created, "version \(ladder.baseline.version) in '\(path)'")
    } else {
      rollBack()
      options.tell(.overtaken, "another process has created '\(path)'")
    }
    let version = isMine ? Version.baseline : try presentVersion()
    try climb(from: version)
    return isMine
  }

  /// Runs what the baseline begins with, outside the transaction.
  ///
  /// - Returns: where its first other statement begins.
  private func leadingPragmas() throws(OpenError) -> Int {
    if let judged {
      for pragma in Plan.leadingPragmas(ladder.baseline.program.bytes.prefix(judged.leadingEnd)) {
        do throws(SQLiteError) {
          try budget.retrying { () throws(SQLiteError) in try connection.execute(pragma) }
        } catch {
          throw failure(error, doing: pragma)
        }
      }
      return judged.leadingEnd
    }
    let applier = MigrationApplier(connection: connection)
    var attempt = 0
    while true {
      do throws(MigrationError) {
        // Running them again is harmless; the switch to WAL is what SQLite doesn't wait for.
        return try applier.applyLeadingPragmas(of: ladder.baseline).end
      } catch {
        guard error.sqliteError?.code.isBusy ?? false, budget.wait(attempt: attempt) else {
          throw failure(error)
        }
        attempt += 1
      }
    }
  }

  // MARK: Climbing

  /// Applies what follows a version, up to the newest.
  mutating func climb(from start: Version) throws(OpenError) {
    var version = start
    while let next = version.next, let migration = ladder[next] {
      switch try step(migration, from: version) {
      case .applied: version = next
      case .overtaken(let reached):
        options.tell(.overtaken, "another process has migrated '\(path)' to version \(reached)")
        version = reached
      }
    }
  }

  private mutating func step(_ migration: Migration, from version: Version) throws(OpenError)
    -> Step
  {
    try begin("beginning \(migration.identity.lockName)")
    let found: Version
    do throws(SQLiteError) {
      // SQLite counts the commits of others: https://sqlite.org/pragma.html#pragma_data_version.
      let now = try connection.integer("PRAGMA main.data_version")
      let isOurs = dataVersion != nil && now == dataVersion
      if !isOurs { observer.ledger.forget() }
      dataVersion = now
      var stands = isOurs
      if !stands { stands = try isAt(version) }
      found = stands ? version : try presentVersionInTransaction()
    } catch {
      throw rolledBack(failure(error, doing: "reading its history"))
    }
    if found != version {
      rollBack()
      if found > version { return .overtaken(found) }
      // Put in place of the one that was looked at.
      throw OpenError(
        .historyBroken, path: path, found: "version \(found), where version \(version) was before",
        expected: "a file that nobody replaces while it is open", advice: "open it again",
        applied: applied.map(\.number))
    }
    options.tell(.migrating, "\(migration.identity.lockName) on '\(path)'")
    let start = ContinuousClock.now
    try run(migration) { _ throws(SQLiteError) in }
    options.tell(
      .migrated, "\(migration.identity.lockName) in \(ContinuousClock.now - start)")
    return .applied
  }

  /// Whether nothing was recorded after a version, and that is still there: one row to read.
  private func isAt(_ version: Version) throws(SQLiteError) -> Bool {
    let rows = try connection.prepare(
      "SELECT version FROM main.schema_migrations WHERE version >= ? ORDER BY version LIMIT 2")
    try rows.bind(.integer(Int64(version.number)), at: 1)
    guard try rows.step(), rows.integer(at: 0) == Int64(version.number) else { return false }
    return try !rows.step()
  }

  private func presentVersion() throws(OpenError) -> Version {
    do throws(SQLiteError) {
      return try budget.retrying { () throws(SQLiteError) in try presentVersionInTransaction() }
    } catch {
      throw failure(error, doing: "reading its history")
    }
  }

  /// The version that another process has brought the database to.
  private func presentVersionInTransaction() throws(SQLiteError) -> Version {
    let reading = try Bookkeeping(connection: connection).read()
    if case .rows(let rows) = reading {
      switch History.judge(rows, against: ladder) {
      case .current: return ladder.newest
      case .older(let version): return version
      case .newer, .mismatch, .broken: break
      }
    }
    throw SQLiteError(
      code: .schema, message: "the history is no longer the one that was read before")
  }

  // MARK: One transaction

  /// Steps 3 to 6.
  private mutating func run(
    _ migration: Migration, from start: Int = 0,
    before record: (Bookkeeping) throws(SQLiteError) -> Void
  ) throws(OpenError) {
    let name = migration.identity.lockName
    observer.begin(migration)
    do throws(MigrationError) {
      try apply(migration, from: start)
    } catch {
      throw rolledBack(failure(error))
    }
    let violations: [ForeignKeyLedger.Violation]
    do throws(SQLiteError) {
      let bookkeeping = Bookkeeping(connection: connection)
      try record(bookkeeping)
      try bookkeeping.record(migration.identity)
      violations = try observer.ledger.newViolations()
    } catch {
      throw rolledBack(failure(error, doing: "recording \(name)"))
    }
    if !violations.isEmpty { throw rolledBack(failure(violations, of: migration)) }
    do throws(SQLiteError) {
      try budget.retrying { () throws(SQLiteError) in try connection.execute("COMMIT") }
    } catch {
      throw rolledBack(failure(error, doing: "committing \(name)"))
    }
    applied.append(migration.version)
  }

  private mutating func apply(
    _ migration: Migration, from start: Int
  ) throws(MigrationError) {
    let applier = MigrationApplier(connection: connection)
    if let judged {
      try applier.applyJudged(
        migration, statements: judged.statements[migration.version, default: []],
        observer: &observer)
    } else {
      try applier.apply(migration, from: start, observer: &observer)
    }
  }

  private func begin(_ doing: String) throws(OpenError) {
    do throws(SQLiteError) {
      try budget.retrying { () throws(SQLiteError) in try connection.execute("BEGIN IMMEDIATE") }
    } catch {
      throw failure(error, doing: doing)
    }
  }

  private func rollBack() {
    do throws(SQLiteError) {
      if connection.isInTransaction {
        try connection.execute("ROLLBACK")
      } else {
        // SQLite has ended the transaction itself, as after a full disk. Then the journal may still
        // be there, and is played back by whoever reads next: that shall be us.
        _ = try connection.integer("SELECT count(*) FROM main.sqlite_schema")
      }
    } catch {
      // The journal stays, and the next open mends the file.
      options.tell(.warning, "rolling back '\(path)': \(error)")
    }
  }

  private func rolledBack(_ error: OpenError) -> OpenError {
    rollBack()
    options.tell(.rolledBack, "\(error.place ?? path): \(error.found)")
    return error
  }

  // MARK: Afterwards

  /// Analyses what was rewritten, and empties the WAL; neither can spoil the outcome.
  func tidyUp() {
    guard !applied.isEmpty else { return }
    let wasPatient = budget.isPatient
    budget.isPatient = false
    defer { budget.isPatient = wasPatient }
    do throws(SQLiteError) {
      try analyze(observer.rewritten.sorted().filter { connection.hasTable(named: $0) })
      guard try connection.text("PRAGMA main.journal_mode") == "wal" else { return }
      let checkpoint = try connection.prepare("PRAGMA main.wal_checkpoint(TRUNCATE)")
      if try checkpoint.step(), checkpoint.integer(at: 0) == 0 {
        options.tell(.checkpointed, "the WAL of '\(path)'")
      } else {
        options.tell(.warning, "the WAL of '\(path)' is in use, and was not truncated")
      }
    } catch {
      options.tell(.warning, "tidying up '\(path)': \(error)")
    }
  }

  private func analyze(_ tables: [String]) throws(SQLiteError) {
    guard !tables.isEmpty else { return }
    // The limit is a setting of the connection, which may be somebody else's.
    let limit = try connection.integer("PRAGMA main.analysis_limit") ?? 0
    try connection.execute("PRAGMA main.analysis_limit = 400")
    defer {
      // Setting it back can fail only for want of memory, and the limit is harmless.
      _ = connection.runs("PRAGMA main.analysis_limit = \(limit)")
    }
    for table in tables { try connection.execute("ANALYZE main.\(quoted(table))") }
  }
}

// MARK: - Errors

extension MigrationRunner {
  private func failure(_ error: SQLiteError, doing: String) -> OpenError {
    let expected = "version \(ladder.newest) of the ladder"
    var result =
      OpenError.environment(error, path: path, doing: doing, expected: expected)
      ?? OpenError(
        error.code.isDamage ? .corrupt : error.code == .schema ? .historyBroken : .migrationFailed,
        path: path, found: "\(doing): \(error.message)", expected: expected,
        advice: "open it again; if it fails the same way, correct the migration",
        underlying: error)
    result.applied = applied.map(\.number)
    return result
  }

  private func failure(_ error: MigrationError) -> OpenError {
    let place = "\(error.path):\(error.position.line):\(error.position.column)"
    let expected = "to apply \(error.identity.lockName)"
    var result: OpenError
    switch error.reason {
    case .sqlite(let cause):
      result =
        OpenError.environment(cause, path: path, doing: "migrating", expected: expected)
        ?? OpenError(
          cause.code.isDamage ? .corrupt : .migrationFailed, path: path, found: cause.message,
          expected: expected,
          advice: OpenError.adviceOnMissingName(cause.message)
            ?? "correct the migration, or the rows that it fails on, and open it again",
          underlying: cause)
    case .cancelled:
      result = OpenError(
        .cancelled, path: path, found: "cancelled by the caller", expected: expected,
        advice: "open it again to go on")
    case .refused, .transactionEnded:
      result = OpenError(
        .invalidLadder, path: path, found: error.message, expected: expected,
        advice: "correct the migration: schema-gate check")
    }
    result.place = place
    result.applied = applied.map(\.number)
    return result
  }

  private func failure(
    _ violations: [ForeignKeyLedger.Violation], of migration: Migration
  ) -> OpenError {
    var details = violations.prefix(20).map(\.description)
    if violations.count > 20 { details.append("and \(violations.count - 20) more") }
    return OpenError(
      .foreignKeyViolation, path: path,
      found: violations.count == 1
        ? "a foreign key violation that was not there before"
        : "\(violations.count) foreign key violations that were not there before",
      expected: "every row to keep its parent",
      advice: "correct the migration so that these rows keep a parent, or go with it",
      applied: applied.map(\.number), place: migration.source.path, details: details)
  }
}

extension ResultCode {
  /// Whether the file itself is at fault.
  var isDamage: Bool { primary == .corrupt || primary == .notADatabase }
}

extension Connection {
  /// Runs a statement whose failure changes nothing for the caller.
  func runs(_ sql: String) -> Bool {
    do throws(SQLiteError) {
      try execute(sql)
      return true
    } catch {
      return false
    }
  }
}

/// Watches the statements of a run: counts, progress, cancellation.
struct MigrationObserver: StatementObserver {
  let options: OpenOptions
  var ledger: ForeignKeyLedger
  /// Tables whose rows were rewritten, by folded names.
  private(set) var rewritten: Set<String> = []
  /// How long each statement took; kept only where somebody wants to know.
  private(set) var timings: [Rehearsal.StatementTime]?
  private var migration: Migration?
  private var began = ContinuousClock.now

  init(connection: Connection, options: OpenOptions) {
    self.options = options
    ledger = ForeignKeyLedger(connection: connection)
  }

  mutating func begin(_ migration: Migration) {
    self.migration = migration
    ledger.begin()
  }

  mutating func willRun(_ statement: MigrationStatement) throws(MigrationError) {
    guard let migration else { return }
    if options.isCancelled() {
      throw MigrationError(.cancelled, in: migration, statement: statement.range)
    }
    do throws(SQLiteError) {
      try ledger.willRun(statement)
    } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: statement.range)
    }
    if timings != nil { began = .now }
  }

  mutating func keepTimings() { timings = [] }

  mutating func didRun(_ statement: MigrationStatement, changes: Int64) throws(MigrationError) {
    guard let migration else { return }
    if timings != nil {
      timings?.append(
        Rehearsal.StatementTime(
          version: migration.version, line: migration.position(at: statement.range.lowerBound).line,
          sql: statement.text(in: migration.program), duration: ContinuousClock.now - began,
          rows: changes))
    }
    let text = migration.program.bytes[statement.range]
    let rename = statement.verb == .alter ? MigrationText.rename(text) : nil
    do throws(SQLiteError) {
      try ledger.didRun(statement, rename: rename)
    } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: statement.range)
    }
    for effect in statement.effects {
      switch effect.kind {
      case .dropTable, .update, .delete: rewritten.insert(foldedName(effect.name))
      case .alterTable where MigrationText.dropsColumn(SQLTokenCursor(Array(text))):
        rewritten.insert(foldedName(effect.name))
      default: break
      }
    }
    if let rename, rewritten.contains(foldedName(rename.old)) {
      rewritten.insert(foldedName(rename.new))
    }
    options.onProgress?(
      MigrationProgress(
        version: migration.version, name: migration.identity.name, statement: statement.index + 1,
        line: migration.position(at: statement.range.lowerBound).line, rows: changes))
  }
}
