/// What a database turned out to be.
enum DatabaseCondition: Hashable, Sendable {
  /// Nothing, zero bytes, or a valid file without any object.
  case nothing
  /// A WAL that isn't empty, beside a main file that is missing or empty.
  case orphanWAL
  /// No database; in words what it is.
  case notADatabase(String)
  /// Damaged pages; SQLite's words.
  case corrupt(String)
  /// A schema that this SQLite cannot parse; its words.
  case unreadableSchema(String)
  /// Objects, but no bookkeeping of ours; what else was found, in words.
  case unmanaged(String)
  /// A version under another name or digest.
  case mismatch(version: Version, found: String, expected: String)
  /// A gap, a duplicate, or no baseline.
  case brokenHistory(String)
  /// A version above the ladder's.
  case newer(recorded: Int64)
  /// A whole history, but load-bearing tables are missing.
  case missingTables([String])
  /// A whole history, but another schema; the differences in words.
  case drifted([String])
  /// A version below the ladder's newest.
  case older(Version)
  /// The ladder's newest version.
  case current
}

/// What to do about it.
enum OpenDecision: Hashable, Sendable {
  case create
  case use
  case migrate(from: Version)
  case quarantine
  case refuse(OpenError.Kind)
}

extension OpenDecision {
  /// Decides, from what was found and what the caller wants, and from nothing else.
  ///
  /// - Parameters:
  ///   - condition: what the file is.
  ///   - policy: what may be set aside.
  ///   - role: whether the caller owns the database, or only reads it.
  ///   - isReadOnly: whether SQLite could open it only for reading.
  static func decide(
    _ condition: DatabaseCondition, policy: QuarantinePolicy, role: OpenOptions.Role,
    isReadOnly: Bool
  ) -> OpenDecision {
    func aside(_ action: QuarantinePolicy.Action, _ kind: OpenError.Kind) -> OpenDecision {
      role == .owner && action == .quarantine ? .quarantine : .refuse(kind)
    }
    switch condition {
    case .nothing:
      if role == .reader { return .refuse(.notFound) }
      return isReadOnly ? .refuse(.readOnly) : .create
    case .orphanWAL:
      return role == .reader ? .refuse(.notFound) : aside(policy.orphanWAL, .orphanWAL)
    case .notADatabase: return aside(policy.notADatabase, .notADatabase)
    case .corrupt: return aside(policy.corruptPages, .corrupt)
    // The SQLite of this device may be the older one: the data is most likely whole.
    case .unreadableSchema: return .refuse(.unreadableSchema)
    case .unmanaged: return aside(policy.unmanaged, .needsAdoption)
    case .mismatch: return aside(policy.historyMismatch, .historyMismatch)
    case .brokenHistory: return aside(policy.brokenHistory, .historyBroken)
    // A newer build wrote it: the data is whole, and this build is the wrong one.
    case .newer: return .refuse(.newerDatabase)
    case .missingTables: return aside(policy.missingTables, .missingTables)
    // Somebody has changed the schema: what it means for the data is for people to judge.
    case .drifted: return .refuse(.drifted)
    case .older(let version):
      if role == .reader { return .refuse(.needsMigration) }
      return isReadOnly ? .refuse(.readOnly) : .migrate(from: version)
    case .current: return .use
    }
  }
}

/// What may be set aside to make place for a new database.
///
/// ```swift
/// // An app whose database is encrypted: a wrong key looks like a file that is no database.
/// options.policy = .never
/// // A cache: anything but a newer version is replaced.
/// options.policy = .standard(for: .preLaunch)
/// ```
///
/// A database of a newer version, and one whose schema this SQLite cannot parse, are refused
/// under every policy: there the data is whole, and the build or the SQLite is the wrong one.
public struct QuarantinePolicy: Hashable, Sendable {
  /// What is done in one case.
  public enum Action: Hashable, Sendable {
    /// Set the file aside, and create a new one.
    case quarantine
    /// Leave the file, and throw.
    case refuse
  }

  /// The file is not a database.
  public var notADatabase: Action
  /// Its pages are damaged.
  public var corruptPages: Action
  /// It has tables, but no bookkeeping of ours.
  public var unmanaged: Action
  /// A recorded name or digest is not the ladder's, and not acknowledged.
  public var historyMismatch: Action
  /// The recorded history has a gap, a duplicate, or no baseline.
  public var brokenHistory: Action
  /// Load-bearing tables are missing.
  public var missingTables: Action
  /// A WAL is there, but no main file; SQLite would delete it.
  public var orphanWAL: Action

  /// Sets everything aside that can be, which is what a regime before launch does.
  public init() {
    notADatabase = .quarantine
    corruptPages = .quarantine
    unmanaged = .quarantine
    historyMismatch = .quarantine
    brokenHistory = .quarantine
    missingTables = .quarantine
    orphanWAL = .quarantine
  }

  /// What a regime does by default.
  ///
  /// Once launched, whatever may be somebody's data in an unexpected shape is left alone; what
  /// cannot be used at all is set aside in both regimes.
  public static func standard(for regime: Regime) -> QuarantinePolicy {
    var policy = QuarantinePolicy()
    if regime == .launched {
      policy.unmanaged = .refuse
      policy.historyMismatch = .refuse
      policy.brokenHistory = .refuse
    }
    return policy
  }

  /// Sets nothing aside, ever.
  public static let never: QuarantinePolicy = {
    var policy = QuarantinePolicy()
    policy.notADatabase = .refuse
    policy.corruptPages = .refuse
    policy.unmanaged = .refuse
    policy.historyMismatch = .refuse
    policy.brokenHistory = .refuse
    policy.missingTables = .refuse
    policy.orphanWAL = .refuse
    return policy
  }()
}
