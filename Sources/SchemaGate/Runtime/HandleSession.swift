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
    return try HandleSession(ladder: ladder, options: options, handle: handle).run()
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

  /// The session of a file, which has the words for what is refused.
  var files: OpenSession { OpenSession(ladder: ladder, options: options, path: path) }

  func run() throws(OpenError) -> OpenOutcome {
    let candidate = try look()
    let decision = OpenDecision.decide(
      candidate.inspection.condition, policy: .never, role: options.role,
      isReadOnly: connection.isReadOnly)
    switch decision {
    case .use: return .current(ladder.newest)
    case .create: return try create()
    case .migrate(let version): return try migrate(from: version, candidate.inspection)
    case .quarantine: throw files.refusal(files.kind(of: candidate.inspection.condition), candidate)
    case .refuse(let kind): throw files.refusal(kind, candidate)
    }
  }

  /// Finds out what the database is.
  func look() throws(OpenError) -> OpenSession.Candidate {
    if connection.isInTransaction {
      throw OpenError(
        .inTransaction, path: path, found: "a connection inside a transaction",
        expected: "one outside of any", advice: "commit or roll back first, and call it again")
    }
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
    return OpenSession.Candidate(
      state: FileState(path: path, content: .database), inspection: inspection,
      connection: connection)
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
      if let kept { options.tell(.snapshot, "'\(kept)'") }
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
