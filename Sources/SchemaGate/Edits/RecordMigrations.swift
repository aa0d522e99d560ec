/// Records migrations in the lock, after launch.
package enum RecordMigrations {
  /// Plans to record what has no entry yet and to refresh what is not frozen; embeds come along.
  ///
  /// A frozen entry stays as it was frozen, whatever its file says now.
  /// - Parameters:
  ///   - authority: the authority of the working tree.
  ///   - root: the repository's root.
  /// - Throws: `EditRefusal` before launch, or where the policy or the ladder is faulty.
  package static func plan(_ authority: Authority, root: String) throws -> EditPlan {
    if !(try authority.policyForEdit()).isLaunched {
      throw EditRefusal(
        "the schema is not launched, so it is seeded as a whole",
        help: "record the files as they are: schema-gate seed")
    }
    try authority.requireSoundLadder()
    var draft = EditDraft(FolderSource(root))
    draft.writeLock(lock(authority, authority.ladder.versions.map(\.identity)), authority)
    draft.remarks = leftAlone(authority)
    try draft.bringEmbeds(authority.configuration)
    return try draft.plan()
  }

  /// The lock for these files: frozen versions as they were frozen, the others as they are.
  static func lock(_ authority: Authority, _ files: [VersionIdentity]) -> Lock {
    let frozen = authority.frozen.entries.map(\.identity)
    let free = files.filter { authority.frozen.entry($0.version) == nil }
    return Lock(frozen + free)
  }

  private static func leftAlone(_ authority: Authority) -> [String] {
    authority.ladder.versions.compactMap { version in
      guard let frozen = authority.frozen.entry(version.version),
        frozen.identity != version.identity
      else { return nil }
      let name = frozen.identity.lockName
      let file = version.identity.lockName
      return "left '\(name)' alone: it is frozen, and its file "
        + (file == name ? "differs" : "is named '\(file)'")
    }
  }
}
