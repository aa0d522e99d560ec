/// Many databases of one ladder, such as one for each tenant.
///
/// ```swift
/// let files = try Fleet.databases(in: ["/srv/tenants"], shard: Fleet.Shard("2/8"))
/// Fleet.run(files, { path in Result { try opener.open(path) } }) { path, result in
///   print(path, result)
///   return true
/// }
/// ```
public enum Fleet {
  /// One of several equal parts of all files, for as many machines.
  public struct Shard: Hashable, Sendable {
    /// Which part, from 1.
    public let index: Int
    /// How many parts there are.
    public let count: Int

    /// Creates a part; nil unless 1 ≤ index ≤ count.
    public init?(index: Int, count: Int) {
      guard count >= 1, (1...count).contains(index) else { return nil }
      self.index = index
      self.count = count
    }

    /// Reads `i/n`, such as `2/8`; nil for anything else.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
        return nil
      }
      self.init(index: index, count: count)
    }

    /// Whether a file belongs to this part.
    ///
    /// By a hash of the name (FNV-1a), so that machines that list the files in different orders, or
    /// while some come and go, agree without talking.
    /// - Parameter name: the path below the folder that was given, the same on every machine.
    public func contains(_ name: String) -> Bool {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return Int(hash % UInt64(count)) == index - 1
    }
  }

  /// Lists the databases that some paths mean.
  ///
  /// A file means itself, whatever it is. A folder means the files in it and below that have the
  /// header of a database, or an ending of one (`db`, `db3`, `sqlite`, `sqlite3`): not sidecars,
  /// backups, snapshots, hidden files, and what symbolic links lead to.
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - shard: the part of them to list; nil for all.
  /// - Returns: the paths, each once, in the order of the arguments and of their bytes.
  public static func databases(
    in paths: [String], shard: Shard? = nil
  ) throws(OpenError) -> [String] {
    var found: [String] = []
    for path in paths {
      do throws(FileError) {
        guard try Syscalls.status(path)?.kind == .folder else {
          if shard?.contains(FilePath.name(of: path)) ?? true { found.append(path) }
          continue
        }
        for name in try names(below: path, prefix: "") {
          if shard?.contains(name) ?? true { found.append(FilePath.join(path, name)) }
        }
      } catch {
        throw OpenError(error, path: path, doing: "listing it")
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Does something with many files, on as many threads as there are cores.
  ///
  /// - Parameters:
  ///   - files: the files, such as ``databases(in:shard:)`` lists them.
  ///   - workers: how many threads; nil for one a core.
  ///   - work: runs on several threads at once.
  ///   - each: gets the results on the calling thread, in the order of the files; false ends it
  ///     after what has begun.
  public static func run<Result: Sendable>(
    _ files: [String], workers: Int? = nil, _ work: @escaping @Sendable (String) -> Result,
    each: (String, Result) -> Bool
  ) {
    WorkerPool.run(files, workers: workers ?? WorkerPool.cores, work: work, each: each)
  }

  private static func names(
    below folder: String, prefix: String
  ) throws(FileError) -> [String] {
    var names: [String] = []
    for entry in try Syscalls.list(FilePath.join(folder, prefix)) {
      if entry.name.hasPrefix(".") || isOther(entry.name) { continue }
      let name = prefix.isEmpty ? entry.name : "\(prefix)/\(entry.name)"
      let path = FilePath.join(folder, name)
      guard let status = try Syscalls.linkStatus(path) else { continue }
      switch status.kind {
      case .folder: names += try Fleet.names(below: folder, prefix: name)
      case .file:
        if isNamedLikeDatabase(entry.name) || isDatabase(path) { names.append(name) }
      case .symbolicLink, .other: continue
      }
    }
    return names
  }

  private static func isNamedLikeDatabase(_ name: String) -> Bool {
    [".db", ".db3", ".sqlite", ".sqlite3"].contains { name.hasSuffix($0) }
  }

  /// Sidecars, backups and snapshots: what lies beside a database and is none to open.
  private static func isOther(_ name: String) -> Bool {
    name.hasSuffix("-wal") || name.hasSuffix("-shm") || name.hasSuffix("-journal")
      || name.contains(Quarantine.infix) && name.contains(Quarantine.suffix)
      || name.contains(".before-") && name.contains(".db")
      || name.hasSuffix(".schema-gate-lock")
  }

  private static func isDatabase(_ path: String) -> Bool {
    do throws(SQLiteError) {
      let probe = try FileProbe(path: path)
      return DatabaseHeader(try probe.read(DatabaseHeader.length, at: 0)) != nil
    } catch {
      // What cannot be read is not known to be a database.
      return false
    }
  }
}
