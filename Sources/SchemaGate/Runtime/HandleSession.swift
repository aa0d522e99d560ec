extension DatabaseOpener {
  /// Brings an open database to the newest version, without taking its connection over.
  ///
  /// For a handle that another library owns, such as GRDB's `Database.sqliteConnection`. No handler
  /// of it is touched: statements are judged on a connection of ours, in memory. Settings that
  /// migrations need, `foreign_keys` among them, come back afterwards. Nothing is ever set aside;
  /// where a file would be, the error says so and the caller does it, after closing.
  ///
  /// ```swift
  /// try writer.barrierWriteWithoutTransaction { db in
  ///   try opener.open(db.sqliteConnection!)
  /// }
  /// ```
  ///
  /// - Parameter handle: an `sqlite3 *` outside of any transaction, used by no other thread
  ///   meanwhile.
  /// - Returns: what it came to.
  /// - Throws: ``OpenError``; `inTransaction` for a handle inside a transaction.
  @discardableResult
  public func open(_ handle: OpaquePointer) throws(OpenError) -> OpenOutcome {
    var session = HandleSession(ladder: ladder, options: options, handle: handle)
    return try session.run()
  }
}

/// One call of opening on somebody else's connection.
struct HandleSession {
  let ladder: Ladder
  let options: OpenOptions
  let connection: Connection
  let path: String
  let budget: BusyBudget

  init(ladder: Ladder, options: OpenOptions, handle: OpaquePointer) {
    self.ladder = ladder
    self.options = options
    connection = Connection(borrowing: handle)
    path = connection.filePath ?? ":memory:"
    budget = BusyBudget(options.busyTimeout)
  }

  mutating func run() throws(OpenError) -> OpenOutcome {
    if connection.isInTransaction {
      throw OpenError(
        .inTransaction, path: path, found: "a connection inside a transaction",
        expected: "one outside of any", advice: "commit or roll back first, and call it again")
    }
    // The session of a file has the words for what is refused.
    let files = OpenSession(ladder: ladder, options: options, path: path)
    let inspection = try inspect(files)
    let decision = OpenDecision.decide(
      inspection.condition, policy: .never, role: options.role, isReadOnly: connection.isReadOnly)
    switch decision {
    case .use: return .current(ladder.newest)
    case .create: return try create()
    case .migrate(let version): return try migrate(from: version, inspection)
    case .quarantine, .refuse:
      let kind: OpenError.Kind =
        if case .refuse(let kind) = decision { kind } else { files.kind(of: inspection.condition) }
      let state = FileState(path: path, content: .database)
      throw files.refusal(kind, OpenSession.Candidate(state: state, inspection: inspection))
    }
  }

  private func inspect(
    _ files: OpenSession
  ) throws(OpenError) -> DatabaseInspector.Inspection {
    let inspector = DatabaseInspector(connection: connection, ladder: ladder, options: options)
    var inspection: DatabaseInspector.Inspection
    do throws(SQLiteError) {
      inspection = try budget.retrying { () throws(SQLiteError) in
        try inspector.inspect(checksPages: options.checksPages)
      }
    } catch {
      throw files.failure(error, doing: "reading it")
    }
    try inspector.compare(&inspection, path: path)
    return inspection
  }

  private func create() throws(OpenError) -> OpenOutcome {
    let judged = try ReferenceSchema.judge(ladder, options: options, path: path)
    let saved = connection.setForMigrating()
    defer { connection.restore(saved) }
    var runner = runner(judged)
    let isMine = try runner.create()
    runner.tidyUp()
    return isMine ? .created(ladder.newest) : .current(ladder.newest)
  }

  private func migrate(
    from version: Version, _ inspection: DatabaseInspector.Inspection
  ) throws(OpenError) -> OpenOutcome {
    let judged = try ReferenceSchema.judge(ladder, options: options, path: path)
    let saved = connection.setForMigrating()
    defer { connection.restore(saved) }
    if options.keepsSnapshot, let file = connection.filePath,
      DatabaseInspector.rewritesRows(ladder, from: version)
    {
      let snapshot = Snapshot(ladder: ladder, options: options, path: path, budget: budget)
      let kept = try snapshot.keep(
        file, from: version, rows: inspection.rows, holding: connection)
      options.tell(.snapshot, "'\(kept)'")
    }
    var runner = runner(judged)
    try runner.climb(from: version)
    runner.tidyUp()
    return runner.applied.isEmpty
      ? .current(ladder.newest) : .migrated(from: version, to: ladder.newest)
  }

  private func runner(_ judged: ReferenceSchema.Judged) -> MigrationRunner {
    var runner = MigrationRunner(
      connection: connection, ladder: ladder, options: options, budget: budget, path: path)
    runner.judged = judged
    return runner
  }
}
