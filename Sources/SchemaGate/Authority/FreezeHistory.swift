/// The commits that froze the versions and contracts that are frozen now.
package struct FreezeHistory: Sendable {
  /// A commit.
  struct Commit: Hashable, Sendable {
    /// Its whole id.
    let id: String
    /// The day of the commit, as `YYYY-MM-DD`.
    let date: String
    /// The first line of its message.
    let subject: String
  }

  /// By frozen version, the commit since which it is frozen as it is.
  let versions: [Version: Commit]
  /// The same for payload contracts.
  let contracts: [Version: Commit]

  /// Follows what is frozen through policies.
  ///
  /// - Parameters:
  ///   - now: what is frozen now.
  ///   - past: the commits that touched the policy, oldest first, with what was frozen at each.
  init(_ now: FrozenSet, past: [(commit: Commit, frozen: FrozenSet)]) {
    var versions: [Version: Commit] = [:]
    var contracts: [Version: Commit] = [:]
    for (commit, frozen) in past {
      for entry in now.entries {
        let isSame = frozen.entry(entry.version)?.digest == entry.digest
        versions[entry.version] = isSame ? versions[entry.version] ?? commit : nil
      }
      for contract in now.contracts {
        let isSame = frozen.contract(contract.version)?.digest == contract.digest
        contracts[contract.version] = isSame ? contracts[contract.version] ?? commit : nil
      }
    }
    self.versions = versions
    self.contracts = contracts
  }
}

extension AuthorityReader {
  /// How many commits to the policy are looked at; a policy changes once for each release.
  private static let historyLimit = 500

  /// Asks git since when what is frozen is frozen.
  ///
  /// Costs one `git log` of the policy file, which walks the history once, and one process for all
  /// policies. In a shallow clone the oldest commit that is there counts.
  ///
  /// - Returns: nil where nothing is frozen.
  /// - Throws: `GitError` where there is no git, or no repository.
  package mutating func freezeHistory(of authority: Authority) throws -> FreezeHistory? {
    guard !authority.frozen.isEmpty else { return nil }
    let repository = try repository()
    let path = authority.paths.policy
    var range = ["HEAD"]
    if case .revision(let name) = authority.source { range = ["--end-of-options", name] }
    // Pathspecs may hold signs with a meaning of their own; this one is a plain name.
    let log = try repository.command.run(
      ["log", "-z", "--max-count=\(Self.historyLimit)", "--format=%H%x1f%cs%x1f%s"] + range
        + ["--", ":(literal)\(path)"])
    let commits = log.output.split(separator: 0).compactMap { record -> FreezeHistory.Commit? in
      let fields = record.split(separator: 0x1F, maxSplits: 2, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3 else { return nil }
      return FreezeHistory.Commit(id: fields[0], date: fields[1], subject: fields[2])
    }
    let answers = try repository.answers(
      for: commits.map { "\($0.id):./\(path)" }, limit: Syscalls.jsonLimit)
    let past = zip(commits, answers).reversed().map { commit, answer in
      guard case .object(_, _, let bytes) = answer,
        let policy = Policy.read(SourceText(path: path, bytes: bytes)).value
      else { return (commit, FrozenSet()) }
      return (commit, policy.frozen)
    }
    return FreezeHistory(authority.frozen, past: past)
  }
}
