/// What a database is, and what opening it would do.
public struct DatabaseStatus: Sendable {
  /// What opening would do.
  public enum Action: String, Hashable, Sendable {
    /// Nothing: the database is at the newest version.
    case use
    /// Make a new database.
    case create
    /// Apply ``DatabaseStatus/pending``.
    case migrate
    /// Set the file aside, and make a new database.
    case setAside = "set-aside"
    /// Leave the file, and throw ``DatabaseStatus/problem``.
    case refuse
  }

  /// What opening would do, under the options' policy or the regime's.
  public var action: Action
  /// The newest version that is recorded; nil where there is no sound history.
  public var version: Version?
  /// What the ladder still has for it, the oldest first.
  public var pending: [VersionIdentity]
  /// Versions that are recorded under an acknowledged digest.
  public var acknowledged: [Version]
  /// Why the file cannot be used as it is; nil where it can.
  public var problem: OpenError?
  /// Whether opening first tries, on a copy, whether SQLite heals the file from its WAL or journal.
  public var mayHeal: Bool
  /// The sizes of the main file and of its WAL in bytes.
  public var size: (main: Int, wal: Int)
}

extension DatabaseOpener {
  /// Looks at a database, and changes nothing.
  ///
  /// - Throws: ``OpenError`` for what says nothing about the file: locks, permission, hardware.
  public func status(of path: String) throws(OpenError) -> DatabaseStatus {
    var options = options
    options.role = .reader
    let session = OpenSession(ladder: ladder, options: options, path: path)
    return status(try session.lookOnly(), session)
  }

  /// Looks at the database of an open handle; nothing of it is touched.
  ///
  /// - Parameter handle: an `sqlite3 *` outside of any transaction.
  public func status(of handle: OpaquePointer) throws(OpenError) -> DatabaseStatus {
    let session = HandleSession(ladder: ladder, options: options, handle: handle)
    return status(try session.look(), session.files)
  }

  private func status(
    _ candidate: OpenSession.Candidate, _ session: OpenSession
  ) -> DatabaseStatus {
    let inspection = candidate.inspection
    let decision = OpenDecision.decide(
      inspection.condition, policy: session.policy, role: .owner, isReadOnly: false)
    var status = DatabaseStatus(
      action: .use, version: nil, pending: [],
      acknowledged: History.acknowledged(in: inspection.rows, of: ladder), problem: nil,
      mayHeal: false, size: (candidate.state.size, candidate.state.walSize))
    switch decision {
    case .use: status.version = ladder.newest
    case .create:
      status.action = .create
      status.pending = ladder.versions.map(\.identity)
    case .migrate(let version):
      status.action = .migrate
      status.version = version
      status.pending = ladder.migrations.filter { $0.version > version }.map(\.identity)
    case .quarantine:
      status.action = .setAside
      // Not tried here, since a copy would have to be written.
      if case .other = candidate.state.content { status.mayHeal = candidate.state.hasSidecar }
      status.problem = session.refusal(session.kind(of: inspection.condition), candidate)
    case .refuse(let kind):
      status.action = .refuse
      status.problem = session.refusal(kind, candidate)
    }
    return status
  }
}
