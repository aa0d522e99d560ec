import SchemaGate

extension Command {
  static let initialize = Command(
    name: "init",
    summary: "Begin an authority here: from nothing, from a schema, or from a database",
    section: .changing,
    operands: Operands("[<schema.sql | database>]", atMost: 1, kind: .file),
    discussion: [
      """
      Writes what is missing of the baseline, the policy, the lock and a '.gitattributes' that \
      keeps line ends as they are. A schema below this folder stays where it is; of a database the \
      schema is taken, not its rows. What a first check finds about objects is waived in \
      'schema-gate.json', with the reason '\(InitialAuthority.waiverReason)', so that only what \
      comes from now on must satisfy the rules. A collation, function or module that SQLite doesn't \
      have is assumed to be the app's. No file that is there is written over: a 'schema-gate.json' \
      that is there gets no waiver.
      """
    ],
    options: [.dryRun],
    examples: [
      Example("schema-gate init", "begin with a small schema, or adopt schema/schema.sql"),
      Example("schema-gate init db/structure.sql", "govern a schema where it is"),
      Example("schema-gate init ~/Library/app.db", "take the schema of a database"),
    ],
    run: { session, arguments in
      try refuseSecond(session)
      // A folder with a configuration is a root, whether or not its schema is there yet.
      let file = FilePath.join(session.folder, Configuration.fileName)
      let configured = Syscalls.exists(file) ? try session.configuration()?.paths : nil
      let origin = try origin(arguments.operands.first, session, configured)
      let initial = try InitialAuthority(
        root: session.folder, origin: origin, configured: configured,
        options: RuleRunner.Options(today: try session.today()))
      if initial.verdict.diagnostics.contains(where: { doesNotRun.contains($0.rule) }) {
        session.print(
          initial.verdict, as: nil, isStrict: false, schema: (configured ?? GovernedPaths()).schema)
        throw UsageError(
          "nothing was written: this is no schema that SQLite runs",
          help: "correct it, or name a database or a file of SQL statements that make one")
      }
      _ = try session.carryOut(initial.plan, root: session.folder, arguments)
      if !initial.assumed.isEmpty {
        session.terminal.note(
          "assumed that the app registers \(initial.assumed.words.joined(separator: ", ")); correct "
            + "schema-gate.json where it doesn't")
      }
      if initial.waiverCount > 0 {
        let count = session.counted(initial.waiverCount, "finding")
        session.terminal.note("waived \(count) in schema-gate.json; look over them")
      }
      if initial.unwaivedCount > 0 {
        let count = session.counted(initial.unwaivedCount, "finding")
        session.terminal.note(
          "waived none of \(count), since schema-gate.json is there already; mend them, or add "
            + "waivers to it")
      }
      if !initial.verdict.diagnostics.isEmpty {
        session.print(
          initial.verdict, as: nil, isStrict: false, schema: (configured ?? GovernedPaths()).schema)
      }
      session.terminal.note("next: schema-gate check, and schema-gate hook install")
      if initial.verdict.passes(), let path = arguments.operands.first, try isDatabase(path) {
        session.terminal.note(
          "for databases like this one: schema-gate adopt \(ShellWord.of(path)); where people have them already, "
            + "schema-gate arm before the next release")
      }
      return initial.verdict.passes() ? .clean : .findings
    })

  /// What a first check finds in something that is no schema, such as a damaged database.
  private static let doesNotRun: Set<RuleID> = ["sql-error", "sql-text"]

  /// Refuses to begin where an authority is complete, or inside of another.
  private static func refuseSecond(_ session: Session) throws {
    guard let root = try AuthorityReader.findRoot(from: session.folder) else { return }
    if root != session.folder {
      throw UsageError(
        "'\(root)' is governed already, and this is inside of it",
        help: "work there, or give this folder a 'schema-gate.json' of its own first")
    }
    let paths = try session.configuration()?.paths ?? GovernedPaths()
    let parts = [paths.schema, paths.lock, paths.policy].map { FilePath.join(root, $0) }
    if parts.allSatisfy(Syscalls.exists) {
      throw UsageError("'\(root)' is governed already", help: "judge it: schema-gate check")
    }
  }

  private static func isDatabase(_ path: String) throws -> Bool {
    try ByteStream(path).starts(with: Array("SQLite format 3\0".utf8))
  }

  private static func origin(
    _ path: String?, _ session: Session, _ configured: GovernedPaths?
  ) throws -> InitialAuthority.Origin {
    let paths = configured ?? GovernedPaths()
    let hasBaseline = Syscalls.exists(FilePath.join(session.folder, paths.schema))
    guard let path else { return hasBaseline ? .present(paths.schema) : .starter }
    let governed = session.inside(path, session.folder)
    let origin = try InitialAuthority.Origin.file(path, governed: governed)
    if case .copied(let bytes) = origin, bytes.isEmpty {
      throw UsageError(
        "'\(path)' is empty: it has no tables to take",
        help: "begin with a small schema: schema-gate init")
    }
    if case .present(let place) = origin, let configured, place != configured.schema {
      throw UsageError(
        "the schema is '\(configured.schema)' by schema-gate.json, and not '\(place)'",
        help: "correct 'schema' there, then: schema-gate init")
    }
    if case .copied = origin, hasBaseline {
      throw UsageError(
        "'\(paths.schema)' is there already, so that of '\(path)' has no place",
        help: "run 'schema-gate init' alone to govern it, or move it away")
    }
    return origin
  }
}
