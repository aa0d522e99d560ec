extension OpenSession {
  /// The kind of error that a condition is where it isn't acted on.
  func kind(of condition: DatabaseCondition) -> OpenError.Kind {
    switch condition {
    case .nothing: .notFound
    case .orphanWAL: .orphanWAL
    case .notADatabase: .notADatabase
    case .corrupt: .corrupt
    case .unreadableSchema: .unreadableSchema
    case .unmanaged: .needsAdoption
    case .mismatch: .historyMismatch
    case .brokenHistory: .historyBroken
    case .newer: .newerDatabase
    case .missingTables: .missingTables
    case .drifted: .drifted
    case .older, .current: .needsMigration
    }
  }

  /// The error for a file that is left alone: what was found, what was expected, what to do.
  func refusal(_ kind: OpenError.Kind, _ candidate: Candidate) -> OpenError {
    let newest = "version \(ladder.newest)"
    let (found, expected, advice): (String, String, String) =
      switch candidate.inspection.condition {
      case .nothing:
        kind == .readOnly
          ? (
            "an empty file that is read-only", "a file that can be written",
            "make the file writable"
          )
          : ("nothing", "a database of \(newest)", "let the app that owns it open it first")
      case .orphanWAL:
        (
          "a WAL of \(candidate.state.walSize) bytes without its main file",
          "both, or none", "put the main file back from a backup, or move the WAL away"
        )
      case .notADatabase(let what):
        (
          what, "an SQLite database",
          "restore it from a backup; if it is encrypted, give its key in prepareConnection"
        )
      case .corrupt(let what):
        (
          "damaged pages: \(what)", "a whole database",
          OpenError.adviceOnDamage
        )
      case .unreadableSchema(let what):
        (
          "a schema that SQLite \(Connection.libraryVersion) cannot read: \(what)",
          "a schema of this or an older SQLite",
          "open it with a newer SQLite; register the functions that it uses in prepareConnection"
        )
      case .unmanaged(let what):
        (
          what, "a database that was made by this ladder",
          "compare and stamp it: schema-gate adopt <file>"
        )
      case .mismatch(let version, let found, let expected):
        (
          "version \(version) recorded as \(found)", expected,
          // Digests, in parentheses behind the names, are given only where they differ.
          !found.hasSuffix(")")
            ? "give the file back the name that it was released under"
            : "restore the released file, or list that digest as acknowledged in the policy"
        )
      case .brokenHistory(let what):
        (
          what, "every version from 001 on, once",
          "compare it with the ladder: schema-gate verify <file>"
        )
      case .newer(let recorded):
        (
          "version \(recorded), made by a newer build", "at most \(newest)",
          "update the app"
        )
      case .missingTables(let tables):
        (
          "no table \(tables.map { "'\($0)'" }.joined(separator: ", "))",
          "the tables that the recorded version has", "restore it from a backup"
        )
      case .drifted(let differences):
        (
          "\(differences.count) difference\(differences.count == 1 ? "" : "s") "
            + "from the schema of its version", "the schema that the ladder makes",
          "compare it: schema-gate verify <file>"
        )
      case .older(let version):
        kind == .readOnly
          ? (
            "version \(version), and the file is read-only", "\(newest), or a file to migrate",
            "make the file and its folder writable, and open it again"
          )
          : ("version \(version)", newest, "let the app that owns it open it first")
      case .current: (newest, newest, "open it again")
      }
    var details: [String] = []
    if case .drifted(let differences) = candidate.inspection.condition { details = differences }
    return OpenError(
      kind, path: path, found: found, expected: expected, advice: advice, movedTo: movedTo,
      details: details)
  }
}
