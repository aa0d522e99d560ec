/// What migrating a database would do, seen on a copy.
public struct Rehearsal: Sendable {
  /// How long one statement took on the copy.
  public struct StatementTime: Hashable, Sendable {
    /// The version that it belongs to.
    public var version: Version
    /// The line of the file at which it begins.
    public var line: Int
    /// Its text.
    public var sql: String
    /// How long it took.
    public var duration: Duration
    /// The rows that it changed.
    public var rows: Int64
  }

  /// The rows of one table.
  public struct TableRows: Hashable, Sendable {
    /// The table's name.
    public var table: String
    /// How many there were; nil for a table that was not there.
    public var before: Int64?
    /// How many there are; nil for a table that is gone.
    public var after: Int64?
  }

  /// The version that the database is at.
  public var from: Version
  /// The version that the copy came to.
  public var to: Version
  /// The statements, in the order in which they ran.
  public var statements: [StatementTime]
  /// The tables before and after, by name.
  public var tables: [TableRows]
  /// The tables whose rows were rewritten.
  public var rewritten: [String]
  /// The size of the database in bytes, before and after.
  public var size: (before: Int64, after: Int64)
  /// How long all of it took, without the copying.
  public var duration: Duration
  /// What `integrity_check` says of the migrated copy; empty where all is well.
  public var integrity: [String]
  /// The rows of the migrated copy whose foreign keys have no parent, old ones included.
  public var violations: [String]
  /// Why migrating would fail; nil where it would not.
  public var failure: OpenError?
}

extension DatabaseOpener {
  /// Copies a database, migrates the copy, and tells what happened; the original is left alone.
  ///
  /// - Parameters:
  ///   - path: the database; others may be using it.
  ///   - folder: where the copy is made for the time being; nil for the folder of the database.
  /// - Throws: ``OpenError`` where there is nothing to rehearse on. A migration that fails is no
  ///   such error: it is the result.
  public func rehearse(_ path: String, in folder: String? = nil) throws(OpenError) -> Rehearsal {
    var options = options
    options.role = .reader
    options.policy = .never
    options.loadBearingTables = []
    options.structuralDigests = [:]
    let session = OpenSession(ladder: ladder, options: options, path: path)
    return try rehearse(try session.lookOnly(), session, in: folder)
  }

  /// Rehearses on a copy of the database of an open handle.
  ///
  /// - Parameters:
  ///   - handle: an `sqlite3 *` outside of any transaction; nothing of it is touched.
  ///   - folder: where the copy is made for the time being.
  public func rehearse(
    _ handle: OpaquePointer, in folder: String
  ) throws(OpenError) -> Rehearsal {
    var options = options
    options.loadBearingTables = []
    options.structuralDigests = [:]
    let session = HandleSession(ladder: ladder, options: options, handle: handle)
    return try rehearse(try session.look(), session.files, in: folder)
  }

  private func rehearse(
    _ candidate: OpenSession.Candidate, _ session: OpenSession, in folder: String?
  ) throws(OpenError) -> Rehearsal {
    let path = session.path
    let from: Version
    switch candidate.inspection.condition {
    case .current: from = ladder.newest
    case .older(let version): from = version
    default:
      throw session.refusal(session.kind(of: candidate.inspection.condition), candidate)
    }
    guard let source = candidate.connection else { throw session.refusal(.notFound, candidate) }
    let place = folder ?? FilePath.parent(of: candidate.state.path) ?? "."
    let name = ".\(FilePath.name(of: path)).schema-gate-rehearsal-\(WallClock.now().fileStamp)"
    let copy = FilePath.join(place, "\(name)-\(UInt32.random(in: 0...UInt32.max))")
    defer {
      for ending in FileState.endings {
        do throws(FileError) {
          try Syscalls.remove(copy + ending)
        } catch {
          options.tell(.warning, error.message)
        }
      }
    }
    do {
      return try rehearse(session, source, copy, from: from)
    } catch let error as OpenError {
      throw error
    } catch let error as SQLiteError {
      throw session.failure(error, doing: "rehearsing on a copy")
    } catch let error as FileError {
      throw OpenError(error, path: path, doing: "rehearsing on a copy")
    } catch {
      throw OpenError(
        .ioError, path: path, found: "rehearsing on a copy: \(error)", expected: "",
        advice: "try again", underlying: error)
    }
  }

  private func rehearse(
    _ session: OpenSession, _ source: Connection, _ copy: String, from: Version
  ) throws -> Rehearsal {
    try Syscalls.makePrivateFile(copy, mode: 0o600)
    let connection = try Connection(path: copy, mode: .readWrite, vfs: options.vfs)
    try options.prepare(connection, path: copy)
    let backup = try Backup(from: source, to: connection)
    while try session.budget.retrying({ () throws(SQLiteError) in try backup.step(pages: 2000) }) {
      if options.isCancelled() {
        throw OpenError(
          .cancelled, path: session.path, found: "cancelled by the caller",
          expected: "to copy it", advice: "rehearse again")
      }
    }
    try backup.finish()
    let before = try counts(connection)
    let sizeBefore = try size(connection)
    _ = connection.setForMigrating()
    var quiet = options
    quiet.keepsSnapshot = false
    var runner = MigrationRunner(
      connection: connection, ladder: ladder, options: quiet, budget: session.budget,
      path: session.path)
    runner.keepTimings()
    var failure: OpenError?
    let start = ContinuousClock.now
    do throws(OpenError) {
      try runner.climb(from: from)
    } catch {
      failure = error
    }
    let duration = ContinuousClock.now - start
    runner.tidyUp()
    let after = try counts(connection)
    let names = Set(before.keys).union(after.keys).sorted()
    return Rehearsal(
      from: from, to: runner.applied.last ?? from, statements: runner.observer.timings ?? [],
      tables: names.map { .init(table: $0, before: before[$0], after: after[$0]) },
      rewritten: runner.observer.rewritten.sorted().filter { connection.hasTable(named: $0) },
      size: (sizeBefore, try size(connection)), duration: duration,
      integrity: try integrity(connection), violations: try violations(connection),
      failure: failure)
  }

  private func size(_ connection: Connection) throws(SQLiteError) -> Int64 {
    let pages = try connection.integer("PRAGMA main.page_count") ?? 0
    return pages.multipliedReportingOverflow(
      by: try connection.integer("PRAGMA main.page_size") ?? 0
    ).partialValue
  }

  /// The rows of each table that is not SQLite's own or a virtual table's.
  private func counts(_ connection: Connection) throws(SQLiteError) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    let list = try connection.prepare("PRAGMA main.table_list")
    while try list.step() {
      guard list.text(at: 0) == "main", list.text(at: 2) == "table", let name = list.text(at: 1),
        !CatalogReader.isReserved(name), name != Bookkeeping.table
      else { continue }
      counts[name] = try connection.integer("SELECT count(*) FROM main.\(quoted(name))")
    }
    return counts
  }

  private func integrity(_ connection: Connection) throws(SQLiteError) -> [String] {
    var messages: [String] = []
    let check = try connection.prepare("PRAGMA main.integrity_check(100)")
    while try check.step() {
      if let message = check.text(at: 0), message != "ok" { messages.append(message) }
    }
    return messages
  }

  private func violations(_ connection: Connection) throws(SQLiteError) -> [String] {
    var found: [String] = []
    let check = try connection.prepare("PRAGMA main.foreign_key_check")
    while found.count < 100, try check.step() {
      let row = check.integer(at: 1).map { "row \($0)" } ?? "a row"
      found.append(
        "\(row) of '\(check.text(at: 0) ?? "")' has no parent in '\(check.text(at: 2) ?? "")'")
    }
    return found
  }
}
