/// Why a database was not opened, migrated, verified or set aside.
///
/// It says what was found, what was expected, what the user can do, and what was done to the file
/// before: unless ``applied`` or ``movedTo`` says otherwise, the file is as it was. Values of rows
/// and of bound parameters are never part of it.
///
/// ```swift
/// do {
///   try opener.open(path)
/// } catch {
///   switch error.kind {
///   case .newerDatabase: askToUpdateTheApp()
///   case .diskFull: askForSpace()
///   default: show(error.description)
///   }
/// }
/// ```
public struct OpenError: Error, Sendable {
  /// What went wrong, for code to act on.
  public var kind: Kind
  /// The database's path as it was given.
  public var path: String
  /// What was found.
  public var found: String
  /// What would have been right.
  public var expected: String
  /// What the user can do; it starts with a verb.
  public var advice: String
  /// The versions that this call had committed before it stopped; they stay.
  public var applied: [Int]
  /// Where the call had moved the old file, if it had.
  public var movedTo: String?
  /// The migration that failed, with its line and column, such as `002_pages.sql:3:1`.
  public var place: String?
  /// Single differences or violations, one a line, where there can be several.
  public var details: [String]
  /// What a lower layer said: a ``SQLiteError`` or a ``FileError``.
  public var underlying: (any Error)?

  /// Creates an error from its parts.
  public init(
    _ kind: Kind, path: String, found: String, expected: String, advice: String,
    applied: [Int] = [], movedTo: String? = nil, place: String? = nil, details: [String] = [],
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.path = path
    self.found = found
    self.expected = expected
    self.advice = advice
    self.applied = applied
    self.movedTo = movedTo
    self.place = place
    self.details = details
    self.underlying = underlying
  }
}

extension OpenError {
  /// What went wrong. A struct, so that a new kind breaks nobody's switch.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, as machine output shows it, such as `needs-adoption`.
    public let name: String
    /// What the kind means for whoever waits.
    public let category: Category

    /// What an error means for a caller that only wants to know whether to wait, ask or give up.
    public enum Category: Sendable {
      /// The file, the ladder or the call is not as it should be; trying again changes nothing.
      case refused
      /// Permission, space, hardware: the surroundings must change first.
      case environment
      /// Somebody holds a lock; trying again later may do.
      case busy
    }

    /// The kind's name.
    public var description: String { name }

    init(internalName name: String) { self.init(name, .refused) }

    private init(_ name: String, _ category: Category) {
      self.name = name
      self.category = category
    }

    /// Tables are there, but no bookkeeping of ours.
    public static let needsAdoption = Kind("needs-adoption", .refused)
    /// A recorded name or digest is not the ladder's, and not acknowledged.
    public static let historyMismatch = Kind("history-mismatch", .refused)
    /// The recorded history has a gap, a duplicate, or no baseline.
    public static let historyBroken = Kind("history-broken", .refused)
    /// The recorded version is above the ladder's.
    public static let newerDatabase = Kind("newer-database", .refused)
    /// A statement of a migration failed, and the migration was rolled back.
    public static let migrationFailed = Kind("migration-failed", .refused)
    /// A migration would have left foreign keys without a parent, and was rolled back.
    public static let foreignKeyViolation = Kind("foreign-key-violation", .refused)
    /// The file is not a database, and the policy says to leave it.
    public static let notADatabase = Kind("not-a-database", .refused)
    /// Pages are damaged, and the policy says to leave the file.
    public static let corrupt = Kind("corrupt", .refused)
    /// This SQLite cannot parse the schema, which may be of a newer one.
    public static let unreadableSchema = Kind("unreadable-schema", .refused)
    /// Load-bearing tables are missing, and the policy says to leave the file.
    public static let missingTables = Kind("missing-tables", .refused)
    /// A WAL lies beside a missing or empty file, and the policy says to leave it.
    public static let orphanWAL = Kind("orphan-wal", .refused)
    /// The schema is not what its version says.
    public static let drifted = Kind("drifted", .refused)
    /// A reader found an older version.
    public static let needsMigration = Kind("needs-migration", .refused)
    /// A reader found nothing.
    public static let notFound = Kind("not-found", .refused)
    /// The ladder contradicts itself, or does not run.
    public static let invalidLadder = Kind("invalid-ladder", .refused)
    /// The caller's `prepareConnection` failed.
    public static let preparationFailed = Kind("preparation-failed", .refused)
    /// The given connection is inside a transaction.
    public static let inTransaction = Kind("in-transaction", .refused)
    /// The caller cancelled.
    public static let cancelled = Kind("cancelled", .refused)
    /// A file of another kind or of another place was named as a backup.
    public static let notABackup = Kind("not-a-backup", .refused)

    /// A folder is where the file should be.
    public static let isFolder = Kind("is-folder", .environment)
    /// A pipe, a device or a socket is where the file should be.
    public static let notAFile = Kind("not-a-file", .environment)
    /// A symbolic link leads nowhere, or in a circle.
    public static let danglingLink = Kind("dangling-link", .environment)
    /// The file or its folder may not be read, or not be written.
    public static let permission = Kind("permission", .environment)
    /// The file or its file system is read-only.
    public static let readOnly = Kind("read-only", .environment)
    /// The disk is full.
    public static let diskFull = Kind("disk-full", .environment)
    /// Reading or writing failed.
    public static let ioError = Kind("io-error", .environment)
    /// Memory ran out.
    public static let outOfMemory = Kind("out-of-memory", .environment)

    /// Another connection held a lock for longer than the time-out.
    public static let busy = Kind("busy", .busy)

    /// Matches a kind in a `switch`.
    public static func ~= (pattern: Kind, kind: Kind) -> Bool { pattern == kind }
  }
}

extension OpenError: CustomStringConvertible {
  /// What was found, what was expected, what was done, and what the user can do.
  public var description: String {
    var lines = ["'\(path)': \(place.map { "\($0): " } ?? "")\(found)"]
    if !expected.isEmpty { lines[0] += "; expected \(expected)" }
    lines += details.map { "  \($0)" }
    lines.append(state)
    lines.append("help: \(advice)")
    return lines.joined(separator: "\n")
  }

  /// What had been done to the file, as a sentence without a period.
  public var state: String {
    var parts: [String] = []
    if let movedTo { parts.append("the old file is at '\(movedTo)'") }
    if let last = applied.last {
      parts.append(
        applied.count == 1
          ? "version \(last) was applied before, and stays"
          : "versions \(applied[0]) to \(last) were applied before, and stay")
    }
    return parts.isEmpty ? "the file is untouched" : parts.joined(separator: "; ")
  }
}

// MARK: - From lower layers

extension OpenError {
  /// Sorts an error of SQLite that says nothing about the data: locks, permission, space, hardware.
  ///
  /// - Returns: nil where the code is about the data or the SQL.
  static func environment(
    _ error: SQLiteError, path: String, doing: String, expected: String = ""
  ) -> OpenError? {
    let found = "\(doing): \(error.message)"
    switch error.code {
    case .busy, .locked:
      return OpenError(
        .busy, path: path, found: "\(doing): another connection holds a lock",
        expected: expected.isEmpty ? "to get the lock within the time-out" : expected,
        advice: "try again when the other process is done, or wait longer", underlying: error)
    case .ioNoMemory, .noMemory:
      return OpenError(
        .outOfMemory, path: path, found: found, expected: expected,
        advice: "free some memory and try again", underlying: error)
    case .full:
      var text = "\(doing): the disk is full"
      if let free = freeSpaceText(path) { text += " (\(free))" }
      return OpenError(
        .diskFull, path: path, found: text, expected: expected,
        advice: "free some space there, or where temporary files go, and try again",
        underlying: error)
    case .perm, .auth:
      return OpenError(
        .permission, path: path, found: found, expected: expected,
        advice: "check the mode and owner of the file and of its folder", underlying: error)
    case .readOnly:
      return OpenError(
        .readOnly, path: path, found: found,
        expected: expected.isEmpty ? "a file and a folder that can be written" : expected,
        advice: "make the file and its folder writable, or open it as a reader",
        underlying: error)
    case .cantOpen:
      return OpenError(
        .permission, path: path, found: found,
        expected: expected.isEmpty ? "a file that can be opened" : expected,
        advice: "check the mode and owner of the file and of its folder", underlying: error)
    case .ioError:
      return OpenError(
        .ioError, path: path, found: found, expected: expected,
        advice: "check the disk, and try again", underlying: error)
    case .interrupt:
      return OpenError(
        .cancelled, path: path, found: "\(doing): cancelled", expected: expected,
        advice: "open it again to go on", underlying: error)
    default: return nil
    }
  }

  /// What to do about damaged pages.
  static let adviceOnDamage =
    "restore it from a backup, or recover it: sqlite3 <file> .recover"

  /// What to do where SQLite misses what an app registers itself; nil for any other message.
  static func adviceOnMissingName(_ message: String) -> String? {
    let signs = ["no such collation sequence", "no such function", "no such module"]
    guard signs.contains(where: { message.contains($0) }) else { return nil }
    return "register it in prepareConnection; the command line has none of the app's own, and "
      + "leaves to the app what needs them"
  }

  /// Wraps a failure of a file operation.
  init(_ error: FileError, path: String, doing: String) {
    let kind: Kind =
      switch error.kind {
      case .missing, .notFolder: .notFound
      case .isFolder: .isFolder
      case .symbolicLinkLoop: .danglingLink
      case .permission: .permission
      case .noSpace: .diskFull
      case .readOnly: .readOnly
      case .busy: .busy
      case .tooLarge, .exists, .badPath, .other: .ioError
      }
    self.init(
      kind, path: path, found: "\(doing): \(error.message)", expected: "", advice: error.advice,
      underlying: error)
  }

  private static func freeSpaceText(_ path: String) -> String? {
    guard let folder = FilePath.parent(of: path), let bytes = FreeSpace.bytes(in: folder) else {
      return nil
    }
    return "\(FreeSpace.text(bytes)) free in '\(folder)'"
  }
}
