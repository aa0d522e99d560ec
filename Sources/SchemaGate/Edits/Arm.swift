/// Freezes what is there, because it is about to be released.
package enum Arm {
  /// Plans to set `launched`, and to add the lock's entries and the contracts to the frozen set.
  ///
  /// Only the contiguous run after what is frozen already is added, and copies of the policy are
  /// brought along. With nothing to add, the plan is empty and no byte changes.
  ///
  /// - Parameters:
  ///   - authority: the authority of the working tree.
  ///   - errorCount: how many errors a check of all rules has found in it.
  /// - Throws: `EditRefusal` where there is any error.
  package static func plan(_ authority: Authority, root: String, errorCount: Int) throws -> EditPlan
  {
    if errorCount > 0 {
      throw EditRefusal(
        "the check has \(errorCount) \(errorCount == 1 ? "error" : "errors"), "
          + "and what is frozen stays so for ever",
        help: "mend them first: schema-gate check")
    }
    let policy = try authority.policyForEdit()
    guard let lock = authority.lock.value else {
      throw EditRefusal(
        "there is no sound lock to be frozen", help: "see what is wrong: schema-gate check")
    }
    var draft = EditDraft(FolderSource(root))
    var entries = policy.frozen.entries
    while let entry = lock.entry(after: entries.last?.version) {
      entries.append(entry)
      draft.summary.append("froze '\(entry.identity.lockName)': \(entry.digest.short)")
    }
    var contracts = policy.frozen.contracts
    while let file = authority.payloads?.contract(after: contracts.last?.version) {
      let digest = SHA256.digest(of: file.text.bytes)
      contracts.append(FrozenSet.Contract(version: file.version, digest: digest, offset: 0))
      draft.summary.append("froze payload contract \(file.version): \(digest.short)")
    }
    if !policy.isLaunched {
      draft.summary.insert("set 'launched' in '\(authority.policy.path)'", at: 0)
    }
    if draft.summary.isEmpty { return EditPlan(changes: [], summary: [], remarks: []) }
    draft.write(
      authority.policy.path, policy.armedBytes(FrozenSet(entries: entries, contracts: contracts)))
    // The policy is carried by apps beside the ladder: their copy must say what is launched.
    try draft.bringEmbeds(authority.configuration)
    return try draft.plan()
  }
}

extension Lock {
  fileprivate func entry(after version: Version?) -> Entry? {
    guard let next = version.map({ $0.next }) ?? .baseline else { return nil }
    return self[next]
  }
}

extension PayloadFiles {
  fileprivate func contract(after version: Version?) -> File? {
    guard let next = version.map({ $0.next }) ?? .baseline else { return nil }
    return contract(next)
  }
}
