/// Where the files of a ladder are, below the root of their source.
public struct LadderLayout: Hashable, Sendable {
  /// The baseline.
  public var schema: String
  /// The folder of the migrations.
  public var migrations: String
  /// The checksums.
  public var lock: String
  /// The regime, and the acknowledged digests.
  public var policy: String

  /// Creates a layout.
  public init(schema: String, migrations: String, lock: String, policy: String) {
    self.schema = schema
    self.migrations = migrations
    self.lock = lock
    self.policy = policy
  }

  /// The usual layout below a repository's root.
  public static let repository = LadderLayout(
    schema: "schema/schema.sql", migrations: "schema/migrations",
    lock: "schema/migrations/checksums.lock", policy: "schema/migration_policy.json")

  /// The usual layout below the schema folder itself, such as one copied into an app's bundle.
  public static let bundle = LadderLayout(
    schema: "schema.sql", migrations: "migrations", lock: "migrations/checksums.lock",
    policy: "migration_policy.json")
}

extension Ladder {
  /// Loads a ladder from a folder, such as one in an app's bundle, and verifies it against its lock.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - layout: where the files are below it.
  /// - Throws: `LadderError`; nothing is half loaded.
  public static func load(
    folder: String, layout: LadderLayout = .bundle
  ) throws(LadderError) -> Ladder {
    try load(from: FolderSource(folder), layout: layout)
  }

  /// Loads a ladder from any source and verifies it against its lock.
  ///
  /// Without a policy file the ladder counts as launched. Costs one pass over the SQL for
  /// normalizing and one for hashing.
  public static func load(
    from source: some FileSource, layout: LadderLayout = .bundle
  ) throws(LadderError) -> Ladder {
    let loader = LadderLoader(source: source, layout: layout)
    return try loader.load()
  }
}

/// Reads and verifies the files of a ladder.
private struct LadderLoader<Source: FileSource> {
  let source: Source
  let layout: LadderLayout

  func load() throws(LadderError) -> Ladder {
    let baseline = Migration.baseline(try required(layout.schema, limit: Syscalls.sqlLimit))
    let migrations = try migrations()
    let lockText = try required(layout.lock, limit: Syscalls.jsonLimit)
    let lock = try value(of: Lock.read(lockText), lockText)
    var policy: Policy?
    if let text = try optional(layout.policy, limit: Syscalls.jsonLimit) {
      let read = try value(of: Policy.read(text), text)
      if let fault = read.acknowledgedFaults.first {
        throw LadderError(.malformed, text.path, fault.message, at: text.position(at: fault.offset))
      }
      policy = read
    }
    try verify([baseline] + migrations, lock)
    return Ladder(
      baseline: baseline, migrations: migrations, regime: policy?.regime ?? .launched,
      acknowledged: policy?.acknowledgedDigests ?? [:])
  }

  private func migrations() throws(LadderError) -> [Migration] {
    var found: [(version: Version, name: String, path: String)] = []
    for entry in try list(layout.migrations) {
      let path = FilePath.join(layout.migrations, entry.name)
      switch MigrationFileName(entry.name) {
      case .migration(let version, let name):
        found.append((version, name, path))
      case .malformed(let reason, _, _):
        throw LadderError(.badName, path, reason)
      case .ignored, .foreign:
        // What else a bundle holds never runs; the gate has judged the repository.
        continue
      }
    }
    found.sort { $0.version < $1.version }
    var migrations: [Migration] = []
    for (index, file) in found.enumerated() {
      let expected = index + 2
      if file.version.number < expected {
        throw LadderError(
          .badName, file.path, "version \(file.version) is there twice: '\(found[index - 1].path)'")
      }
      if file.version.number > expected {
        let missing = Version(expected)?.padded ?? String(expected)
        throw LadderError(.gap, file.path, "version \(missing) is missing before it")
      }
      let text = try required(file.path, limit: Syscalls.sqlLimit)
      migrations.append(Migration(version: file.version, name: file.name, source: text))
    }
    return migrations
  }

  private func verify(_ versions: [Migration], _ lock: Lock) throws(LadderError) {
    for version in versions {
      guard let entry = lock[version.version] else {
        throw LadderError(
          .unrecorded, version.source.path, "it is not recorded in '\(layout.lock)'")
      }
      if entry.identity.name != version.identity.name {
        throw LadderError(
          .unrecorded, version.source.path,
          "the lock records version \(version.version) as '\(entry.identity.lockName)'")
      }
      if entry.digest != version.identity.digest {
        throw LadderError(
          .digestMismatch, version.source.path,
          "its digest is \(version.identity.digest.short), recorded is \(entry.digest.short)")
      }
    }
    if let entry = lock.entries.first(where: { $0.version.number > versions.count }) {
      throw LadderError(
        .unrecorded, layout.lock, "the recorded file '\(entry.identity.lockName)' is missing")
    }
  }

  private func required(_ path: String, limit: Int) throws(LadderError) -> SourceText {
    if let text = try optional(path, limit: limit) { return text }
    throw LadderError(.missing, path, "it is missing")
  }

  private func optional(_ path: String, limit: Int) throws(LadderError) -> SourceText? {
    do {
      return try source.read(path, limit: limit).map { SourceText(path: path, bytes: $0) }
    } catch {
      throw LadderError(.unreadable, path, "\(error)")
    }
  }

  private func list(_ folder: String) throws(LadderError) -> [FolderEntry] {
    do {
      return try source.list(folder) ?? []
    } catch {
      throw LadderError(.unreadable, folder, "\(error)")
    }
  }

  private func value<Value>(
    of formed: Formed<Value>, _ text: SourceText
  ) throws(LadderError) -> Value {
    if let value = formed.value { return value }
    let fault = formed.faults.first
    throw LadderError(
      .malformed, text.path, fault?.message ?? "it is malformed",
      at: text.position(at: fault?.offset ?? 0))
  }
}
