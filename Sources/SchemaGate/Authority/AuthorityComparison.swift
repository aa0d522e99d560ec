/// An authority as it is now, beside what another revision had.
package struct AuthorityComparison: Sendable {
  /// The authority that is judged.
  let now: Authority

  /// The name of the other revision, as the user gave it.
  let revision: String

  /// What the other revision had; nil where there is no commit yet.
  let before: RevisionState?

  /// What the last common ancestor had, read only where ladders differ; nil where there is none.
  let base: RevisionState?

  /// What could not be compared, one line each.
  var notices: [String] {
    before?.notices ?? ["nothing is compared with '\(revision)': there is no commit yet"]
  }
}

/// The part of an authority that comparisons need, read leniently: old revisions had their own rules.
struct RevisionState: Sendable {
  /// The policy; nil where there was none, or one that cannot be read.
  let policy: Policy?

  /// Where the policy was, which may have moved since.
  let policyPath: String

  /// The lock; nil where there was none, or one that cannot be read.
  let lock: Lock?

  /// The names under which each version exists there, by its files and by the lock.
  private let namesByVersion: [Version: Set<String>]

  /// What could not be compared, one line each.
  let notices: [String]

  /// The frozen set.
  var frozen: FrozenSet { policy?.frozen ?? FrozenSet() }

  init(
    policy: Policy?, at policyPath: String, lock: Lock?,
    files: [(version: Version, name: String)], notices: [String]
  ) {
    self.policy = policy
    self.policyPath = policyPath
    self.lock = lock
    self.notices = notices
    var names: [Version: Set<String>] = [:]
    for file in files { names[file.version, default: []].insert(file.name) }
    for entry in lock?.entries ?? [] {
      names[entry.version, default: []].insert(entry.identity.name)
    }
    namesByVersion = names
  }

  /// The names under which a version exists there.
  func names(of version: Version) -> Set<String> { namesByVersion[version, default: []] }

  /// The newest version.
  var newest: Version { namesByVersion.keys.max() ?? .baseline }
}

extension RevisionState {
  /// Reads the state of a revision.
  ///
  /// - Parameters:
  ///   - files: the revision's files.
  ///   - revision: its name, for messages.
  ///   - now: the configuration as it is now, for a revision whose own is the same, or cannot be
  ///     read.
  static func read(
    _ files: any FileSource, revision: String, now: Configuration
  ) throws -> RevisionState {
    let paths = try pathsThen(files, now) ?? now.paths
    var notices: [String] = []
    func read<Value>(_ path: String, _ parse: (SourceText) -> Formed<Value>) throws -> Value? {
      guard let bytes = try files.read(path, limit: Syscalls.jsonLimit) else { return nil }
      let formed = parse(SourceText(path: path, bytes: bytes))
      if formed.value == nil {
        notices.append("'\(path)' at '\(revision)' is malformed, so it is not compared")
      }
      return formed.value
    }
    let policy = try read(paths.policy, Policy.read)
    let lock = try read(paths.lock, Lock.read)
    let found = try (files.list(paths.migrations) ?? []).compactMap {
      entry -> (version: Version, name: String)? in
      if case .migration(let version, let name) = MigrationFileName(entry.name) {
        return (version: version, name: name)
      }
      return nil
    }
    return RevisionState(
      policy: policy, at: paths.policy, lock: lock, files: found, notices: notices)
  }

  /// The paths of the revision's own configuration, whatever else that holds.
  private static func pathsThen(
    _ files: any FileSource, _ now: Configuration
  ) throws -> GovernedPaths? {
    guard let bytes = try files.read(Configuration.fileName, limit: Syscalls.jsonLimit) else {
      return GovernedPaths()
    }
    if bytes == now.text.bytes { return now.paths }
    var reader = ConfigurationReader(
      configuration: Configuration(text: SourceText(path: Configuration.fileName, bytes: bytes)))
    guard let value = reader.form.read(reader.configuration.text) else { return nil }
    return reader.paths(of: value)
  }
}

extension AuthorityReader {
  /// Compares an authority with a revision.
  ///
  /// - Throws: `GitError` for a revision that git does not know or that a shallow clone lacks.
  package mutating func comparison(
    of now: Authority, against revision: String
  ) throws -> AuthorityComparison {
    let repository = try repository()
    guard let files = try GitSource.revision(revision, of: repository) else {
      return AuthorityComparison(now: now, revision: revision, before: nil, base: nil)
    }
    let before = try RevisionState.read(files, revision: revision, now: now.configuration)
    let differs = now.ladderFiles.contains { file in
      let names = before.names(of: file.version)
      return !names.isEmpty && !names.contains(file.identity.name)
    }
    guard differs, let ancestor = try repository.commonAncestor(revision),
      let files = try GitSource.revision(ancestor, of: repository)
    else {
      return AuthorityComparison(now: now, revision: revision, before: before, base: nil)
    }
    let base = try RevisionState.read(files, revision: ancestor, now: now.configuration)
    return AuthorityComparison(now: now, revision: revision, before: before, base: base)
  }
}

/// A comparison that is read when somebody asks for it.
package typealias PromisedComparison = Promise<Result<AuthorityComparison, any Error>>

extension AuthorityReader {
  /// Promises a comparison of an authority with a revision; this reader reads nothing meanwhile.
  package func promisedComparison(
    of now: Authority, against revision: String
  ) -> PromisedComparison {
    let reader = Handover(self)
    return Promise {
      Result {
        var reader = reader.value
        return try reader.comparison(of: now, against: revision)
      }
    }
  }
}
