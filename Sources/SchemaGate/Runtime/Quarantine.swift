/// Files that were set aside, beside the database that took their place.
///
/// A backup is the old main file under the name `<name>.incompatible-<YYYYMMDD-HHMMSS-mmm>.bak`,
/// with its sidecars beside it under the same endings, and a small JSON file that says why.
///
/// ```swift
/// let quarantine = Quarantine(database: path)
/// for backup in try quarantine.backups() { print(backup.path, backup.reason ?? "") }
/// try quarantine.prune(keeping: 3)
/// ```
public struct Quarantine: Sendable {
  /// The database's path.
  public let database: String
  /// How long to wait for another process that sets files aside.
  public var patience = Duration.seconds(5)

  /// Creates a view of the backups of a database; nothing is read yet.
  public init(database: String) { self.database = database }

  /// A database that was set aside.
  public struct Backup: Hashable, Sendable {
    /// The main file's path; the file itself may be missing, where only a WAL was left.
    public var path: String
    /// The files that belong to it, the main file first; the JSON file is not one of them.
    public var files: [String]
    /// Their size in bytes.
    public var size: Int
    /// The moment in its name, such as `20260715-123456-789`, in UTC.
    public var stamp: String
    /// Why it was set aside; nil where the JSON file is missing or malformed.
    public var reason: String?
    /// What was found, in words.
    public var found: String?
    /// Which ladder did it, in words.
    public var ladder: String?
  }

  static let infix = ".incompatible-"
  static let suffix = ".bak"

  /// The file that processes lock while they set a database aside.
  static func lockPath(of database: String) -> String { database + ".schema-gate-lock" }

  /// The backups, oldest first.
  public func backups() throws(OpenError) -> [Backup] {
    do throws(FileError) {
      let path = try resolved()
      let folder = FilePath.parent(of: path) ?? "."
      let names = try Syscalls.list(folder).map(\.name)
      return try Quarantine.backups(of: FilePath.name(of: path), in: folder, names: names)
    } catch {
      throw OpenError(error, path: database, doing: "listing its backups")
    }
  }

  /// The databases of which something was set aside in a folder and below it, whether or not
  /// another took their place; nil where the path leads to no folder.
  ///
  /// Symbolic links and hidden folders are left out.
  public static func databases(below folder: String) throws(OpenError) -> [String]? {
    do throws(FileError) {
      guard try Syscalls.status(folder)?.kind == .folder else { return nil }
      return try names(below: folder)
    } catch {
      throw OpenError(error, path: folder, doing: "listing what was set aside")
    }
  }

  private static func names(below folder: String) throws(FileError) -> [String] {
    var found: Set<String> = []
    var deeper: [String] = []
    for entry in try Syscalls.list(folder) {
      let path = FilePath.join(folder, entry.name)
      if try Syscalls.linkStatus(path)?.kind == .folder {
        if !entry.name.hasPrefix(".") { deeper += try names(below: path) }
      } else if let infix = entry.name.firstRange(of: infix),
        FileState.endings.contains(where: { entry.name.hasSuffix(suffix + $0) })
      {
        found.insert(FilePath.join(folder, String(entry.name[..<infix.lowerBound])))
      }
    }
    return found.sorted { $0.precedesByBytes($1) } + deeper
  }

  private static func backups(
    of name: String, in folder: String, names: [String]
  ) throws(FileError) -> [Backup] {
    let present = Set(names)
    var stems: Set<String> = []
    for entry in names where entry.hasPrefix(name + infix) {
      for ending in FileState.endings where entry.hasSuffix(suffix + ending) {
        stems.insert(String(entry.dropLast(ending.count)))
      }
    }
    var backups: [Backup] = []
    for stem in stems.sorted(by: isOlder) {
      let path = FilePath.join(folder, stem)
      let files = FileState.endings.filter { present.contains(stem + $0) }.map { path + $0 }
      var size = 0
      for file in files { size += try Syscalls.linkStatus(file)?.size ?? 0 }
      let stamp = String(stem.dropFirst((name + infix).count).dropLast(suffix.count))
      var backup = Backup(path: path, files: files, size: size, stamp: stamp)
      backup.read(try Syscalls.readIfPresent(path + ".json", limit: Syscalls.jsonLimit))
      backups.append(backup)
    }
    return backups
  }

  /// By length first, so that `-10` comes after `-2`.
  private static func isOlder(_ left: String, _ right: String) -> Bool {
    let (first, second) = (left.prefix(left.count - suffix.count), right.dropLast(suffix.count))
    if second.hasPrefix(first + "-") { return true }
    if first.hasPrefix(second + "-") { return false }
    return left.count != right.count && left.dropLast(6) == right.dropLast(6)
      ? left.count < right.count : left < right
  }

  private func resolved() throws(FileError) -> String {
    if try Syscalls.status(database) != nil { return try Syscalls.realPath(database) }
    let folder = try Syscalls.realPath(FilePath.parent(of: database) ?? ".")
    return FilePath.join(folder, FilePath.name(of: database))
  }

  // MARK: Setting aside

  /// Why a database is set aside, as the JSON file keeps it.
  struct Note: Sendable {
    var reason: OpenError.Kind
    var found: String
    var ladder: Ladder?
  }

  /// Sets a database aside; the caller holds the lock and has closed its connections.
  ///
  /// - Parameter path: the main file's path, links followed.
  /// - Returns: the main file's new path.
  static func setAside(
    _ path: String, note: Note, given: String
  ) throws(OpenError) -> String {
    let now = WallClock.now()
    for number in 1...10_000 {
      let target = path + infix + now.fileStamp + (number == 1 ? "" : "-\(number)") + suffix
      let move = QuarantineMove(source: path, target: target)
      do throws(QuarantineMove.Failure) {
        try move.run { () throws(FileError) in
          try AtomicWrite.write(note.json(of: path, at: now), to: target + ".json")
        }
        return target
      } catch {
        switch error {
        case .taken: continue
        case .untouched(let cause):
          throw OpenError(cause, path: given, doing: "setting it aside (\(note.found))")
        case .partial(let cause):
          var result = OpenError(cause, path: given, doing: "setting it aside (\(note.found))")
          result.movedTo = target
          throw result
        }
      }
    }
    throw OpenError(
      .ioError, path: given, found: "every name for a backup is taken", expected: "a free name",
      advice: "remove old backups: schema-gate quarantine prune")
  }

  // MARK: Putting back

  /// Puts a backup back in place of the database, setting the present file aside in turn.
  ///
  /// - Parameter backup: the path of the backup's main file, as ``backups()`` lists it.
  /// - Returns: where the present file went; nil where there was none.
  /// - Throws: `notABackup` for a path that is no backup of this database; `busy` while another
  ///   process sets files aside. No other process may have the database open.
  @discardableResult
  public func restore(_ backup: String) throws(OpenError) -> String? {
    let path: String
    do throws(FileError) {
      path = try resolved()
    } catch {
      throw OpenError(error, path: database, doing: "putting a backup back")
    }
    let name = FilePath.name(of: backup)
    guard let found = try backups().first(where: { FilePath.name(of: $0.path) == name }) else {
      throw OpenError(
        .notABackup, path: database, found: "'\(backup)'", expected: "a backup of this database",
        advice: "list the backups: schema-gate quarantine list")
    }
    return try locked(path) { () throws(OpenError) in
      let movedTo = try makeRoom(at: path, for: name)
      do throws(FileError) {
        // Sidecars first: a main file that is opened before its WAL is back would go on without.
        for file in found.files.reversed() {
          let ending = String(file.dropFirst(found.path.count))
          try Syscalls.renameWithoutReplacing(file, to: path + ending)
        }
        try FolderSync.synchronizeParent(of: path)
        try Syscalls.remove(found.path + ".json")
      } catch {
        var result = OpenError(error, path: database, doing: "putting '\(name)' back")
        result.movedTo = movedTo
        throw result
      }
      return movedTo
    }
  }

  private func makeRoom(at path: String, for name: String) throws(OpenError) -> String? {
    do throws(FileError) {
      if try QuarantineMove.endings(of: path).isEmpty { return nil }
    } catch {
      throw OpenError(error, path: database, doing: "putting '\(name)' back")
    }
    let note = Note(reason: .replaced, found: "replaced by '\(name)'", ladder: nil)
    return try Quarantine.setAside(path, note: note, given: database)
  }

  // MARK: Removing

  /// Removes old backups.
  ///
  /// - Parameters:
  ///   - keeping: how many of the newest stay.
  ///   - isDryRun: whether to only tell what would go.
  /// - Returns: the backups that were removed, oldest first.
  @discardableResult
  public func prune(keeping: Int, isDryRun: Bool = false) throws(OpenError) -> [Backup] {
    let old = Array(try backups().dropLast(max(0, keeping)))
    if isDryRun { return old }
    for backup in old {
      do throws(FileError) {
        // The main file last: as long as it is there the backup is listed.
        for file in backup.files.reversed() { try Syscalls.remove(file) }
        try Syscalls.remove(backup.path + ".json")
      } catch {
        throw OpenError(error, path: database, doing: "removing a backup")
      }
    }
    return old
  }

  private func locked<Result>(
    _ path: String, _ body: () throws(OpenError) -> Result
  ) throws(OpenError) -> Result {
    let lock: FileLock
    do throws(FileError) {
      lock = try FileLock(file: Quarantine.lockPath(of: path), patience: patience)
    } catch {
      throw OpenError(error, path: database, doing: "locking it")
    }
    let result = try body()
    lock.release()
    return result
  }
}

extension OpenError.Kind {
  /// Another file was put in its place.
  static let replaced = OpenError.Kind(internalName: "replaced")
}

// MARK: - The JSON file

extension Quarantine.Note {
  func json(of path: String, at time: WallClock) -> [UInt8] {
    var members: [JSONMember] = [
      JSONMember(name: "database", value: JSONValue(.string(FilePath.name(of: path)))),
      JSONMember(name: "found", value: JSONValue(.string(found))),
      JSONMember(name: "reason", value: JSONValue(.string(reason.name))),
      JSONMember(name: "time", value: JSONValue(.string(time.timestamp))),
    ]
    if let ladder {
      let text = "\(ladder.regime.rawValue), to version \(ladder.newest)"
      members.append(JSONMember(name: "ladder", value: JSONValue(.string(text))))
      if let digest = ladder[ladder.newest]?.identity.digest {
        members.append(
          JSONMember(name: "newest", value: JSONValue(.string(digest.description))))
      }
    }
    return JSONWriter.canonical(JSONValue(.object(members)))
  }
}

extension Quarantine.Backup {
  /// Takes what the JSON file tells, if it can be read.
  fileprivate mutating func read(_ bytes: [UInt8]?) {
    guard let bytes else { return }
    do throws(JSONError) {
      for member in try JSONReader.read(bytes).asObject ?? [] {
        switch member.name {
        case "reason": reason = member.value.asString
        case "found": found = member.value.asString
        case "ladder": ladder = member.value.asString
        default: break
        }
      }
    } catch {
      // The note is for people; the backup is as good without.
      return
    }
  }
}
