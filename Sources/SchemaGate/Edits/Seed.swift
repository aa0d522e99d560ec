/// Records the files as they are, before launch.
package enum Seed {
  /// Plans to write the lock, and to bring the embeds along.
  ///
  /// - Parameters:
  ///   - authority: the authority of the working tree.
  ///   - root: the repository's root.
  /// - Throws: `EditRefusal` once launched, or where the policy or the ladder is faulty.
  package static func plan(_ authority: Authority, root: String) throws -> EditPlan {
    let policy = try authority.policyForEdit()
    if policy.isLaunched {
      throw EditRefusal(
        "the schema is launched, and seeding would record whatever the files say now",
        help: "undo edits of released files, append with: schema-gate new <name>, "
          + "and record migrations with: schema-gate lock")
    }
    try authority.requireSoundLadder()
    var draft = EditDraft(FolderSource(root))
    draft.writeLock(Lock(authority.ladder.versions.map(\.identity)), authority)
    try draft.bringEmbeds(authority.configuration)
    return try draft.plan()
  }
}

extension EditDraft {
  /// Plans to write the lock, and says what becomes of its entries.
  mutating func writeLock(_ lock: Lock, _ authority: Authority) {
    let before = authority.lock.value
    var lines: [String] = []
    for entry in lock.entries {
      let name = entry.identity.lockName
      if let old = before?[entry.version] {
        if old.identity == entry.identity { continue }
        lines.append(
          old.identity.name == entry.identity.name
            ? "refreshed '\(name)': was \(old.digest.short), is \(entry.digest.short)"
            : "replaced '\(old.identity.lockName)' by '\(name)': \(entry.digest.short)")
      } else {
        lines.append("recorded '\(name)': \(entry.digest.short)")
      }
    }
    for old in before?.entries ?? [] where lock[old.version] == nil {
      lines.append("dropped '\(old.identity.lockName)', which has no file")
    }
    let bytes = lock.canonicalBytes
    if lines.isEmpty && authority.lock.text?.bytes != bytes {
      lines.append("wrote '\(authority.lock.path)' in its canonical form")
    }
    write(authority.lock.path, bytes)
    summary += lines
  }
}

extension Authority {
  /// The policy, without which no edit is safe.
  func policyForEdit() throws -> Policy {
    if let value = policy.value { return value }
    throw EditRefusal(
      policy.isMissing
        ? "there is no policy '\(policy.path)', so it is not known whether the schema is launched"
        : "the policy '\(policy.path)' is malformed",
      help: policy.isMissing
        ? "restore it from version control, or begin: schema-gate init"
        : "see what is wrong with it: schema-gate check")
  }

  /// Refuses to record a ladder whose versions are not plain.
  func requireSoundLadder() throws {
    switch ladderObstacle {
    case nil: return
    case .misnamed(let path):
      throw EditRefusal(
        "'\(path)' has not the name of a migration", help: "see how to name it: schema-gate check")
    case .sameNumber(let names):
      throw EditRefusal(
        "\(names.map { "'\($0)'" }.joined(separator: " and ")) have the same number",
        help: "give one the next number; after a merge: schema-gate renumber --onto <revision>")
    case .gap(let path):
      throw EditRefusal(
        "'\(path)' does not follow the version before it",
        help: "see which number is missing: schema-gate check")
    }
  }
}
