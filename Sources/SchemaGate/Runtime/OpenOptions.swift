/// How a database is opened.
///
/// ```swift
/// var options = OpenOptions()
/// options.loadBearingTables = ["account", "message"]
/// options.busyTimeout = .seconds(10)
/// options.onEvent = { event in log.info("\(event)") }
/// let opener = DatabaseOpener(ladder: ladder, options: options)
/// ```
public struct OpenOptions: Sendable {
  /// What the caller may do to the database.
  public enum Role: Hashable, Sendable {
    /// Creates, migrates, and sets aside.
    case owner
    /// Only reads what is current: a widget, an extension, a second process.
    case reader
  }

  /// What the caller may do.
  public var role = Role.owner

  /// What may be set aside; nil for what the ladder's regime does by default.
  public var policy: QuarantinePolicy?

  /// Tables without which the database is of no use.
  ///
  /// They are looked for only where the ladder itself makes them at the recorded version, so that
  /// a misspelled name here sets nothing aside.
  public var loadBearingTables: [String] = []

  /// How long to wait for locks, over the whole call. The connection that is handed over keeps it
  /// as its busy time-out.
  public var busyTimeout = Duration.seconds(5)

  /// Whether to look for damaged pages in a current database too, which reads all of it.
  ///
  /// Before a migration that rewrites a table it happens in any case.
  public var checksPages = false

  /// Whether a copy of the database is kept before migrations that drop or rewrite anything, as
  /// `<file>.before-<version>.db`.
  public var keepsSnapshot = false

  /// False for a file whose first bytes are not those of a database, such as an encrypted one.
  ///
  /// Then only SQLite, with the key that ``prepareConnection`` gives, can tell what it is.
  public var hasPlainHeader = true

  /// Digests of the whole schema by version: see ``StructuralDigest``.
  ///
  /// A current database is compared with the one of its version. Where it differs the schema is
  /// compared object by object with the ladder's, and a real difference is refused as `drifted`.
  public var structuralDigests: [Version: SHA256Digest] = [:]

  /// The name of the SQLite VFS to use; nil for the default one.
  public var vfs: String?

  /// Runs first on every connection that is opened: functions, collations, a cipher's key.
  public var prepareConnection: (@Sendable (Connection) throws -> Void)?

  /// Is told after each statement of a migration.
  public var onProgress: (@Sendable (MigrationProgress) -> Void)?

  /// Is told of each step, for a log.
  public var onEvent: (@Sendable (OpenEvent) -> Void)?

  /// Is asked now and then, also within a long statement, whether to stop and roll back.
  ///
  /// By default the cancellation of the current task counts.
  public var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

  /// Creates the default options: an owner, with the regime's policy.
  public init() {}

  /// Hands a new connection to the caller's function.
  func prepare(_ connection: Connection, path: String) throws(OpenError) {
    guard let prepareConnection else { return }
    do {
      try prepareConnection(connection)
    } catch {
      throw OpenError(
        .preparationFailed, path: path, found: "preparing the connection failed: \(error)",
        expected: "the app's function to prepare it", advice: "correct that function",
        underlying: error)
    }
  }

  func tell(_ kind: OpenEvent.Kind, _ message: @autoclosure () -> String) {
    if let onEvent { onEvent(OpenEvent(kind: kind, message: message())) }
  }
}

/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// The version that is being applied.
  public var version: Version
  /// Its name.
  public var name: String
  /// The statement that has just run, counted from 1.
  public var statement: Int
  /// The line of the file at which it begins.
  public var line: Int
  /// The rows that it changed.
  public var rows: Int64
}

/// One step of opening a database, for an app's log.
public struct OpenEvent: Hashable, Sendable, CustomStringConvertible {
  /// What kind of step it is.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, such as `migrated`.
    public let name: String
    /// The kind's name.
    public var description: String { name }

    /// The file was looked at.
    public static let looked = Kind(name: "looked")
    /// A damaged header was healed on a copy, so SQLite will heal the file.
    public static let healed = Kind(name: "healed")
    /// The baseline was applied.
    public static let created = Kind(name: "created")
    /// A migration begins.
    public static let migrating = Kind(name: "migrating")
    /// A migration was committed.
    public static let migrated = Kind(name: "migrated")
    /// Another process was faster.
    public static let overtaken = Kind(name: "overtaken")
    /// A migration was rolled back.
    public static let rolledBack = Kind(name: "rolled-back")
    /// A copy was made before migrating, or a good one was there.
    public static let snapshot = Kind(name: "snapshot")
    /// Files were set aside.
    public static let quarantined = Kind(name: "quarantined")
    /// The WAL was checkpointed.
    public static let checkpointed = Kind(name: "checkpointed")
    /// A version is recorded under an acknowledged digest.
    public static let acknowledged = Kind(name: "acknowledged")
    /// The database could only be opened for reading.
    public static let readOnly = Kind(name: "read-only")
    /// Something that does not keep the database from being used.
    public static let warning = Kind(name: "warning")
  }

  /// What kind of step it is.
  public var kind: Kind
  /// What happened.
  public var message: String

  /// The kind and what happened.
  public var description: String { "\(kind): \(message)" }
}

/// What opening a database came to.
public enum OpenOutcome: Hashable, Sendable {
  /// A new database was made.
  case created(Version)
  /// The database was at the ladder's newest version already.
  case current(Version)
  /// The database was brought up.
  case migrated(from: Version, to: Version)
  /// The old file was set aside, and a new database was made.
  case recovered(Recovery)

  /// The version that the database is at.
  public var version: Version {
    switch self {
    case .created(let version), .current(let version), .migrated(_, let version): version
    case .recovered(let recovery): recovery.version
    }
  }
}

/// Where an old file went, and why.
public struct Recovery: Hashable, Sendable {
  /// The old main file's new path; its sidecars are beside it, with their endings.
  public var backup: String
  /// Why it was set aside.
  public var reason: OpenError.Kind
  /// What was found, in words.
  public var found: String
  /// The version that the new database is at.
  public var version: Version
}
