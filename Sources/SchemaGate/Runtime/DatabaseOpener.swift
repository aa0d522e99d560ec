/// Opens databases of one ladder: creates, migrates and, where that is all that is left, replaces
/// them.
///
/// Looking comes before SQLite does: a file that is no database is recognized, and set aside with its
/// sidecars, before SQLite could delete them. Every migration runs in its own transaction with its
/// bookkeeping row, and several processes may open the same file at once. Where opening cannot end
/// well the file stays as it is, and an ``OpenError`` says what was found, what was expected and
/// what to do.
///
/// ```swift
/// let ladder = try Ladder.load(folder: bundle.path + "/schema")
/// let opener = DatabaseOpener(ladder: ladder)
/// switch try opener.open(path) {
/// case .created, .current: break
/// case .migrated(let from, let to): log("migrated from \(from) to \(to)")
/// case .recovered(let recovery): report("started anew; the old file is at \(recovery.backup)")
/// }
/// ```
///
/// Opening a database that is current costs the header's 100 bytes and one statement over the
/// bookkeeping table more than opening it bare, whatever its size.
public struct DatabaseOpener: Sendable {
  /// The ladder, which was verified against its lock when it was made.
  public let ladder: Ladder
  /// How databases are opened.
  public var options: OpenOptions

  /// Creates an opener; no file is touched yet.
  public init(ladder: Ladder, options: OpenOptions = OpenOptions()) {
    self.ladder = ladder
    self.options = options
  }

  /// Brings a database to the ladder's newest version, and leaves the file closed.
  ///
  /// - Parameter path: the file; it may be missing, its folder may not. Symbolic links are
  ///   followed. Names with `?`, `%` or `#` mean what they say.
  /// - Returns: what it came to.
  @discardableResult
  public func open(_ path: String) throws(OpenError) -> OpenOutcome {
    let database = try connection(to: path)
    do throws(SQLiteError) {
      try database.connection.close()
    } catch {
      // Everything is committed; what may be left is a WAL that the next one to open reads.
      options.tell(.warning, "closing '\(path)': \(error)")
    }
    return database.outcome
  }

  /// Brings a database to the newest version, and hands over the connection that did it.
  ///
  /// No moment lies between, in which somebody else could change the file. `foreign_keys` is on.
  /// The connection belongs to the caller's task, and closes when it goes away.
  public func connection(to path: String) throws(OpenError) -> OpenedDatabase {
    var session = OpenSession(ladder: ladder, options: options, path: path)
    return try session.run()
  }

  /// Brings a database to the newest version, and lends the connection that did it.
  ///
  /// - Parameters:
  ///   - path: the file; see ``DatabaseOpener``.
  ///   - body: gets the connection, with `foreign_keys` on, and what opening came to.
  /// - Throws: ``OpenError``, or whatever `body` throws.
  public func withConnection<Result>(
    to path: String, _ body: (Connection, OpenOutcome) throws -> Result
  ) throws -> Result {
    let database = try connection(to: path)
    let result = try body(database.connection, database.outcome)
    // Closing can only fail where the body has kept a statement; then the last of them closes it.
    return result
  }
}

/// An open database at the ladder's newest version.
public struct OpenedDatabase {
  /// The connection that looked and migrated.
  public let connection: Connection
  /// What opening came to.
  public let outcome: OpenOutcome

  /// Whether SQLite could open the file only for reading.
  public var isReadOnly: Bool { connection.isReadOnly }
}
