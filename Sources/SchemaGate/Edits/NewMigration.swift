/// Begins the next migration.
package enum NewMigration {
  /// Plans the next migration's file, its lock entry and the embeds.
  ///
  /// A run that was killed after it wrote the file is finished rather than repeated.
  /// - Parameters:
  ///   - name: the name without number and ending.
  ///   - authority: the authority of the working tree.
  ///   - root: the repository's root.
  /// - Throws: `EditRefusal` before launch, for a name that cannot be one, or for a faulty ladder.
  package static func plan(
    named name: String, _ authority: Authority, root: String
  ) throws -> EditPlan {
    if !(try authority.policyForEdit()).isLaunched {
      throw EditRefusal(
        "the schema is not launched, so changes go into '\(authority.paths.schema)'",
        help: "edit it, then: schema-gate seed")
    }
    if let refusal = complaint(about: name) { throw refusal }
    try authority.requireSoundLadder()
    var draft = EditDraft(FolderSource(root))
    var files = authority.ladder.versions
    if let last = files.last, isUnfinished(last, named: name, authority) {
      draft.summary.append("finished '\(last.source.path)'")
    } else {
      let recorded = authority.lock.value?.entries.last?.version ?? .baseline
      if recorded > authority.ladder.newest {
        throw EditRefusal(
          "the lock records version \(recorded), whose file is missing",
          help: "see what is wrong: schema-gate check")
      }
      guard let version = authority.ladder.newest.next else {
        throw EditRefusal(
          "version \(Version.maximum) is the last one there can be", help: "start a new baseline")
      }
      let path = FilePath.join(
        authority.paths.migrations, VersionIdentity.lockName(version, name))
      let text = SourceText(path: path, bytes: Array(template(version, name).utf8))
      draft.write(path, text.bytes)
      draft.summary.append("created '\(path)'")
      files.append(Migration(version: version, name: name, source: text))
    }
    draft.writeLock(RecordMigrations.lock(authority, files.map(\.identity)), authority)
    try draft.bringEmbeds(authority.configuration)
    return try draft.plan()
  }

  /// What is wrong with a name for a migration; nil for a good one.
  package static func complaint(about name: String) -> EditRefusal? {
    let spelled = MigrationFileName.spelled(name)
    if !name.isEmpty && spelled == name && name.utf8.count <= 100 { return nil }
    let isNearly = !name.isEmpty && name.utf8.count <= 100
    return EditRefusal(
      "a migration's name holds only a-z, 0-9 and _, and at most 100 of them: '\(name)'",
      help: isNearly ? "try: schema-gate new \(spelled)" : "say in a few words what it changes")
  }

  private static func isUnfinished(
    _ last: Migration, named name: String, _ authority: Authority
  ) -> Bool {
    !last.version.isBaseline && last.identity.name == name
      && authority.lock.value?[last.version] == nil
      && last.source.bytes == Array(template(last.version, name).utf8)
  }

  /// A file without a statement: `check` reports it until there is one.
  private static func template(_ version: Version, _ name: String) -> String {
    """
    -- \(version.padded) \(name.split(separator: "_").joined(separator: " "))
    --
    -- Why, and what it does to the rows that are there. Write the statements below, without
    -- BEGIN and COMMIT: each migration runs in a transaction of its own. Then record them:
    -- schema-gate lock

    """
  }
}
