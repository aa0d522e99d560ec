/// One call of opening a file: looks, decides, acts, and looks again where something has changed.
///
/// Whatever is decided from a look without a lock is decided again under one before anything is
/// moved or written: files are set aside under an exclusive lock file, and migrations run after the
/// history was read again in their own transaction.
struct OpenSession {
  let ladder: Ladder
  let options: OpenOptions
  /// The path as the caller gave it, for messages.
  let path: String
  let budget: BusyBudget
  let policy: QuarantinePolicy

  /// What was set aside on the way.
  private var moved: Move?
  /// Whether the pages must be looked at, since something has said that they are damaged.
  private var suspectsPages = false
  private var hasSettled = false

  init(ladder: Ladder, options: OpenOptions, path: String) {
    self.ladder = ladder
    self.options = options
    self.path = path
    budget = BusyBudget(options.busyTimeout)
    policy = options.policy ?? .standard(for: ladder.regime)
  }

  private struct Move {
    var backup: String
    var kind: OpenError.Kind
    var found: String
  }

  /// A file that was looked at, with the connection where it was opened.
  struct Candidate {
    var state: FileState
    var inspection: DatabaseInspector.Inspection
    var connection: Connection?

    var isReadOnly: Bool { connection?.isReadOnly ?? false }
  }

  /// Opens the file, however many looks that takes.
  mutating func run() throws(OpenError) -> OpenedDatabase {
    // Every round but the last ends with something that this or another process has done.
    for _ in 0..<20 {
      let candidate = try examine(isLocked: false)
      switch decide(candidate) {
      case .refuse(let kind): throw refusal(kind, candidate)
      case .use:
        guard let connection = candidate.connection else { continue }
        return handOver(connection, .current(ladder.newest))
      case .quarantine:
        // Closed before the lock is waited for: its holder may need the file to itself.
        try close(candidate)
        try setAside(candidate.state)
      case .create:
        if let database = try create(candidate) { return database }
      case .migrate(let version):
        if let database = try migrate(candidate, from: version) { return database }
      }
    }
    throw OpenError(
      .busy, path: path, found: "other processes keep replacing it", expected: "to be left alone",
      advice: "try again when the other processes are done")
  }

  private func decide(_ candidate: Candidate) -> OpenDecision {
    .decide(
      candidate.inspection.condition, policy: policy, role: options.role,
      isReadOnly: candidate.isReadOnly)
  }

  /// Looks at the file, and does nothing about it.
  func lookOnly() throws(OpenError) -> Candidate { try examine(isLocked: false) }

  /// Where an earlier round has moved the file, if it has.
  var movedTo: String? { moved?.backup }

  // MARK: Looking

  private func examine(isLocked: Bool) throws(OpenError) -> Candidate {
    let state = try FileState.look(at: path, options: options)
    options.tell(.looked, "'\(path)': \(state.content), WAL of \(state.walSize) bytes")
    switch state.content {
    case .missing, .empty:
      // Not opened: SQLite would delete the WAL.
      return Candidate(
        state: state, inspection: .init(condition: state.walSize > 0 ? .orphanWAL : .nothing))
    case .other(let what):
      if state.hasSidecar, options.role == .owner,
        let healed = try heal(state, isLocked: isLocked)
      {
        switch decide(Candidate(state: state, inspection: healed)) {
        case .use, .migrate, .create: return try openExisting(state)
        case .quarantine, .refuse: return Candidate(state: state, inspection: healed)
        }
      }
      return Candidate(state: state, inspection: .init(condition: .notADatabase(what)))
    case .database: return try openExisting(state)
    }
  }

  private func openExisting(_ state: FileState) throws(OpenError) -> Candidate {
    let connection = try connect(state, mode: options.role == .reader ? .readOnly : .readWrite)
    // What else there is to find out may need the WAL as it is.
    connection.set(.keepsWALOnClose, true)
    let inspector = DatabaseInspector(connection: connection, ladder: ladder, options: options)
    let checksPages = options.checksPages || suspectsPages
    var inspection: DatabaseInspector.Inspection
    do throws(SQLiteError) {
      inspection = try budget.retrying { () throws(SQLiteError) in
        try inspector.inspect(checksPages: checksPages)
      }
    } catch {
      throw failure(error, doing: "reading it")
    }
    try inspector.compare(&inspection, path: path)
    tell(inspection, isReadOnly: connection.isReadOnly)
    // Without a WAL before there is none to keep, but an empty one to take away.
    if state.walSize == 0 { connection.set(.keepsWALOnClose, false) }
    return Candidate(state: state, inspection: inspection, connection: connection)
  }

  private func connect(
    _ state: FileState, mode: Connection.Mode
  ) throws(OpenError) -> Connection {
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: state.path, mode: mode, vfs: options.vfs)
    } catch {
      throw failure(error, doing: "opening it")
    }
    try options.prepare(connection, path: path)
    budget.install(on: connection)
    let isCancelled = options.isCancelled
    connection.setProgressHandler(every: 50_000) { !isCancelled() }
    return connection
  }

  private func tell(_ inspection: DatabaseInspector.Inspection, isReadOnly: Bool) {
    guard options.onEvent != nil else { return }
    for version in History.acknowledged(in: inspection.rows, of: ladder) {
      options.tell(.acknowledged, "version \(version) of '\(path)'")
    }
    for remark in inspection.pages?.remarks ?? [] {
      options.tell(.warning, "quick_check of '\(path)': \(remark)")
    }
    if isReadOnly { options.tell(.readOnly, "'\(path)'") }
  }

  // MARK: Creating and migrating

  /// - Returns: nil where it is worth looking again.
  private mutating func create(_ candidate: Candidate) throws(OpenError) -> OpenedDatabase? {
    if candidate.connection == nil, candidate.state.hasSidecar, !hasSettled {
      // A journal beside a missing file is what a killed creation leaves, or another process is
      // setting the file aside just now: its unlinking must not meet our new journal.
      hasSettled = true
      try lock(candidate.state).release()
      return nil
    }
    let connection: Connection
    if let open = candidate.connection {
      connection = open
    } else {
      if let moved, options.vfs == nil {
        try keepMode(of: moved.backup, at: candidate.state.path)
      }
      connection = try connect(candidate.state, mode: .create)
    }
    let saved = prepareToRun(on: connection)
    var runner = runner(on: connection)
    let isMine = try runner.create()
    runner.tidyUp()
    connection.restore(saved)
    guard isMine else { return handOver(connection, .current(ladder.newest)) }
    return handOver(connection, .created(ladder.newest))
  }

  /// Begins a file that as many may read as could read the one that it replaces: SQLite would go by
  /// the process's mask. A kill leaves no bytes, which the next open takes for a new database.
  private func keepMode(of backup: String, at file: String) throws(OpenError) {
    do throws(FileError) {
      guard let status = try Syscalls.status(backup) else { return }
      try Syscalls.makeFileIfAbsent(file, mode: status.mode & 0o777 | 0o600)
    } catch {
      throw OpenError(error, path: path, doing: "making it anew")
    }
  }

  /// - Returns: nil where it is worth looking again.
  private mutating func migrate(
    _ candidate: Candidate, from version: Version
  ) throws(OpenError) -> OpenedDatabase? {
    guard let connection = candidate.connection else { return nil }
    let saved = prepareToRun(on: connection)
    var runner = runner(on: connection)
    do throws(OpenError) {
      if options.keepsSnapshot, DatabaseInspector.rewritesRows(ladder, from: version) {
        let snapshot = Snapshot(ladder: ladder, options: options, path: path, budget: budget)
        let file = try snapshot.keep(
          candidate.state.path, from: version, rows: candidate.inspection.rows, holding: connection)
        if let file { options.tell(.snapshot, "'\(file)'") }
      }
      try runner.climb(from: version)
    } catch {
      guard error.kind == .corrupt, !suspectsPages else { throw error }
      // SQLite has met damage on the way; whether it is that is for the pages to tell.
      suspectsPages = true
      return nil
    }
    runner.tidyUp()
    connection.restore(saved)
    if runner.applied.isEmpty { return handOver(connection, .current(ladder.newest)) }
    return handOver(connection, .migrated(from: version, to: ladder.newest))
  }

  private func runner(on connection: Connection) -> MigrationRunner {
    MigrationRunner(
      connection: connection, ladder: ladder, options: options, budget: budget, path: path)
  }

  private func prepareToRun(on connection: Connection) -> Connection.SavedSettings {
    connection.set(.keepsWALOnClose, false)
    return connection.setForMigrating()
  }

  /// Makes the connection ready for its user.
  private func handOver(_ connection: Connection, _ outcome: OpenOutcome) -> OpenedDatabase {
    connection.set(.keepsWALOnClose, false)
    connection.set(.foreignKeys, true)
    connection.removeProgressHandler()
    connection.setBusyTimeout(milliseconds: BusyBudget.milliseconds(options.busyTimeout))
    var outcome = outcome
    if let moved, case .created(let version) = outcome {
      outcome = .recovered(
        Recovery(
          backup: moved.backup, reason: moved.kind, found: moved.found, version: version))
    }
    return OpenedDatabase(connection: connection, outcome: outcome)
  }

  // MARK: Setting aside

  private func lock(_ state: FileState) throws(OpenError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        file: Quarantine.lockPath(of: state.path), patience: budget.remaining)
      return lock
    } catch {
      throw OpenError(error, path: path, doing: "locking it, to set it aside")
    }
  }

  private func locked<Result>(
    _ state: FileState, _ body: () throws(OpenError) -> Result
  ) throws(OpenError) -> Result {
    let lock = try lock(state)
    let result = try body()
    lock.release()
    return result
  }

  /// Looks again under the lock, and moves the files if they are still to be moved.
  private mutating func setAside(_ state: FileState) throws(OpenError) {
    let move = try locked(state) { () throws(OpenError) in try moveIfStillBad() }
    guard let move else {
      options.tell(.overtaken, "another process has set '\(path)' aside")
      return
    }
    options.tell(.quarantined, "'\(path)' is at '\(move.backup)': \(move.found)")
    moved = move
    suspectsPages = false
  }

  private func moveIfStillBad() throws(OpenError) -> Move? {
    let candidate = try examine(isLocked: true)
    guard decide(candidate) == .quarantine else { return nil }
    let error = refusal(kind(of: candidate.inspection.condition), candidate)
    try close(candidate)
    let note = Quarantine.Note(reason: error.kind, found: error.found, ladder: ladder)
    let backup = try Quarantine.setAside(candidate.state.path, note: note, given: path)
    return Move(backup: backup, kind: error.kind, found: error.found)
  }

  private func close(_ candidate: Candidate) throws(OpenError) {
    guard let connection = candidate.connection else { return }
    do throws(SQLiteError) {
      connection.set(.keepsWALOnClose, true)
      try connection.close()
    } catch {
      throw failure(error, doing: "closing it")
    }
  }

  // MARK: Healing

  /// Opens a copy of a file with a bad header and of its sidecars, to see whether SQLite heals it.
  ///
  /// - Returns: what the healed copy is; nil where it does not heal.
  private func heal(
    _ state: FileState, isLocked: Bool
  ) throws(OpenError) -> DatabaseInspector.Inspection? {
    if isLocked { return try heal(state) }
    return try locked(state) { () throws(OpenError) in try heal(state) }
  }

  private func heal(_ state: FileState) throws(OpenError) -> DatabaseInspector.Inspection? {
    let copy = GroupCopy(state: state, options: options)
    defer { copy.remove() }
    try copy.make(for: path)
    let connection = try connect(copy.state, mode: .readWrite)
    let inspector = DatabaseInspector(connection: connection, ladder: ladder, options: options)
    let inspection: DatabaseInspector.Inspection
    do throws(SQLiteError) {
      inspection = try inspector.inspect(checksPages: true)
    } catch {
      throw failure(error, doing: "opening a copy of it")
    }
    switch inspection.condition {
    case .notADatabase, .corrupt, .nothing, .orphanWAL, .unreadableSchema: return nil
    case .unmanaged, .mismatch, .brokenHistory, .newer, .missingTables, .drifted, .older, .current:
      options.tell(.healed, "a copy of '\(path)', from its sidecars")
      return inspection
    }
  }

  func failure(_ error: SQLiteError, doing: String) -> OpenError {
    if let known = OpenError.environment(error, path: path, doing: doing) { return known }
    let found = "\(doing): \(error.message)"
    if let advice = OpenError.adviceOnMissingName(error.message) {
      return OpenError(
        .preparationFailed, path: path, found: found, expected: "a connection that has it",
        advice: advice, underlying: error)
    }
    if error.code.isDamage {
      return OpenError(
        .corrupt, path: path, found: found, expected: "a whole database",
        advice: OpenError.adviceOnDamage, underlying: error)
    }
    return OpenError(
      .ioError, path: path, found: found, expected: "a database",
      advice: "check the disk, and try again", underlying: error)
  }
}
