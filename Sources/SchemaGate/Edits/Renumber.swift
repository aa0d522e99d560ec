/// Moves migrations of this side behind those of another, after both took the same numbers.
package enum Renumber {
  /// Plans to give ours that the other side lacks the numbers after theirs.
  ///
  /// Files, lock and embeds move together; what is frozen never moves. A file whose number stays is
  /// left alone. A run that was killed is finished by the next.
  ///
  /// - Parameters:
  ///   - authority: the authority of the working tree.
  ///   - reader: the reader of the repository.
  ///   - revision: the other side.
  /// - Throws: `EditRefusal` where a frozen version would have to move, `GitError`.
  package static func plan(
    _ authority: Authority, _ reader: inout AuthorityReader, onto revision: String
  ) throws -> EditPlan {
    _ = try authority.policyForEdit()
    guard let files = try GitSource.revision(revision, of: try reader.repository()) else {
      return EditPlan(changes: [], summary: [], remarks: [])
    }
    let theirs = try RevisionState.read(files, revision: revision, now: authority.configuration)
    return try plan(authority, root: reader.root, theirs: theirs, revision: revision)
  }

  static func plan(
    _ authority: Authority, root: String, theirs: RevisionState, revision: String
  ) throws -> EditPlan {
    let all = authority.ladderFiles
    let shared = all.filter { theirs.names(of: $0.version).contains($0.identity.name) }
    let sharedPaths = Set(shared.map(\.source.path))
    let ours = try distinct(all.filter { !sharedPaths.contains($0.source.path) })
    var next = theirs.newest
    var draft = EditDraft(FolderSource(root))
    var identities = [authority.baseline.identity] + shared.map(\.identity)
    var moves: [(file: Migration, path: String)] = []
    for file in ours {
      guard let version = next.next else {
        throw EditRefusal(
          "version \(Version.maximum) is the last one there can be", help: "start a new baseline")
      }
      next = version
      let identity = VersionIdentity(
        version: version, name: file.identity.name, digest: file.identity.digest)
      identities.append(identity)
      if version == file.version { continue }
      if isFrozen(file, authority) {
        throw EditRefusal(
          "'\(file.identity.lockName)' would have to move, and is frozen",
          help: "renumber the migrations of '\(revision)' instead, where they are not released")
      }
      moves.append((file, FilePath.join(authority.paths.migrations, identity.lockName)))
    }
    // Highest first, so that a new name never covers a file that is still to move; old names go
    // last, in the transaction, when all new ones are there.
    for move in moves.reversed() { draft.write(move.path, move.file.source.bytes) }
    let kept = sharedPaths.union(moves.map(\.path))
    let stayed = Set(ours.map(\.source.path)).subtracting(moves.map(\.file.source.path))
    for file in all where !kept.contains(file.source.path) && !stayed.contains(file.source.path) {
      draft.remove(file.source.path)
    }
    draft.summary = moves.map {
      "moved '\(FilePath.name(of: $0.file.source.path))' to '\(FilePath.name(of: $0.path))'"
    }
    // Also where nothing moves: a run that was killed may have moved the files and no more.
    draft.writeLock(RecordMigrations.lock(authority, identities), authority)
    try draft.bringEmbeds(authority.configuration)
    if shared.count + 1 < theirs.newest.number {
      draft.summary.append("theirs are not all here yet; next: git merge \(revision)")
    }
    return try draft.plan()
  }

  /// Whether a file is what was frozen under its number: the one of that name, or whatever is there
  /// where that is gone. Beside the frozen one, another of the same number may move.
  private static func isFrozen(_ file: Migration, _ authority: Authority) -> Bool {
    guard let name = authority.frozen.entry(file.version)?.identity.name else { return false }
    let isThere = authority.ladderFiles.contains {
      $0.version == file.version && $0.identity.name == name
    }
    return !isThere || file.identity.name == name
  }

  /// Ours in their order, each once: a killed run leaves a file under its old and its new number.
  private static func distinct(_ files: [Migration]) throws -> [Migration] {
    var kept: [Migration] = []
    for file in files {
      let isCopy = kept.contains {
        $0.identity.name == file.identity.name && $0.source.bytes == file.source.bytes
      }
      if !isCopy { kept.append(file) }
    }
    for (file, following) in zip(kept, kept.dropFirst()) where file.version == following.version {
      throw EditRefusal(
        "'\(file.identity.lockName)' and '\(following.identity.lockName)' have the same number, "
          + "and both are yours",
        help: "give one of them the next number by hand")
    }
    return kept
  }
}
