import SchemaGate

extension Command {
  static let status = Command(
    name: "status",
    summary: "Tell which version databases are at, and what opening would do",
    section: .databases,
    operands: .databases,
    discussion: ["Changes nothing. Ends with 1 where a database is not at the newest version."],
    options: Option.databaseRun,
    examples: [
      Example("schema-gate status app.db", "look at one"),
      Example("schema-gate status tenants --format json", "look at all, for a program"),
    ],
    run: { session, arguments in
      let (ladder, loadBearing) = try session.ladder(arguments)
      let options = try session.openOptions(
        arguments, loadBearing: loadBearing, standsIn: true)
      return try session.eachDatabase(arguments) { path in
        do throws(OpenError) {
          let opener = DatabaseOpener(ladder: ladder, options: options)
          let status = try opener.status(of: path)
          let backups = try Quarantine(database: path).backups()
          return result(path, status, newest: ladder.newest, backupCount: backups.count)
        } catch {
          return DatabaseResult(error, path: path)
        }
      }
    })

  static let verify = Command(
    name: "verify",
    summary: "Compare databases with the schema that their version says",
    section: .databases,
    operands: .databases,
    discussion: [
      """
      By meaning: tables, columns, keys, foreign keys, indexes, CHECKs, triggers and views; white \
      space, comments and quotes are no difference. Changes nothing.
      """
    ],
    options: Option.databaseRun,
    examples: [Example("schema-gate verify app.db", "find out whether it has drifted")],
    run: { session, arguments in
      let (ladder, loadBearing) = try session.ladder(arguments)
      let options = try session.openOptions(
        arguments, loadBearing: loadBearing, standsIn: true)
      let verifier = DatabaseVerifier(ladder: ladder, options: options)
      let isVerbose = session.terminal.verbosity == .verbose
      return try session.eachDatabase(arguments) { path in
        do throws(OpenError) {
          let found = try verifier.verify(path)
          let version = JSONMember(name: "version", value: .integer(found.version.number))
          let count = found.differences.count
          let at = "version \(found.version)"
          return DatabaseResult(
            path, found.isClean ? "verified" : OpenError.Kind.drifted.name,
            found.isClean ? at : "\(count) difference\(count == 1 ? "" : "s") from \(at)",
            details: found.descriptions
              + (isVerbose ? found.notes.map { "the same by meaning: \($0.driftMessage)" } : [])
              + found.acknowledged.map { "version \($0) has an acknowledged digest" },
            members: [version], status: found.isClean ? .clean : .findings)
        } catch {
          return DatabaseResult(error, path: path)
        }
      }
    })

  static let adopt = Command(
    name: "adopt",
    summary: "Take in databases that never had the ladder's bookkeeping",
    section: .databases,
    operands: .databases,
    discussion: [
      """
      Where the schema of a database equals that of a version, its history is recorded up to \
      there; no table is touched. Else nothing changes, and the nearest version and the \
      differences are shown.
      """
    ],
    options: [asVersion, .dryRun] + Option.databaseRun,
    examples: [
      Example("schema-gate adopt --dry-run app.db", "see which version it is"),
      Example("schema-gate adopt app.db", "record it"),
    ],
    run: { session, arguments in
      let (ladder, loadBearing) = try session.ladder(arguments)
      let options = try session.openOptions(
        arguments, loadBearing: loadBearing, standsIn: true)
      let wanted = try arguments.number(asVersion).map { number in
        if let version = Version(number), version <= ladder.newest { return version }
        throw UsageError(
          "there is no version \(number): the newest is \(ladder.newest)",
          help: "give '\(asVersion.spelling)' a number from 1 to \(ladder.newest.number)")
      }
      let isRehearsal = arguments.has(.dryRun)
      return try session.eachDatabase(arguments) { path in
        do throws(OpenError) {
          let opener = DatabaseOpener(ladder: ladder, options: options)
          let adoption = try opener.adopt(path, as: wanted, isDryRun: isRehearsal)
          return result(path, adoption, isRehearsal: isRehearsal)
        } catch {
          return DatabaseResult(error, path: path)
        }
      }
    })

  private static let asVersion = Option.value(
    "as", "<n>", .number, "record this version, where several have the same schema")

  private static func result(
    _ path: String, _ status: DatabaseStatus, newest: Version, backupCount: Int
  ) -> DatabaseResult {
    var members = [
      JSONMember(name: "version", value: status.version.map { .integer($0.number) } ?? .null),
      JSONMember(name: "newest", value: .integer(newest.number)),
      JSONMember(name: "action", value: .string(status.action.rawValue)),
      JSONMember(name: "bytes", value: .integer(status.size.main)),
      JSONMember(name: "backups", value: .integer(backupCount)),
    ]
    var details = status.acknowledged.map { "version \($0) has an acknowledged digest" }
    if backupCount > 0 {
      details.append("\(backupCount) set aside: schema-gate quarantine list \(ShellWord.of(path))")
    }
    if let problem = status.problem {
      var result = DatabaseResult(problem, path: path)
      if status.action == .setAside {
        details.append(
          status.mayHeal
            ? "opening would heal it from its WAL or journal, or else set it aside"
            : "opening would set it aside, and make a new one")
      }
      result.details += details
      result.members = members
      return result
    }
    switch status.action {
    case .create:
      return DatabaseResult(
        path, "absent", "opening would create version \(newest)", details: details,
        members: members, status: .findings)
    case .migrate:
      members.append(
        JSONMember(name: "pending", value: .array(status.pending.map { .string($0.lockName) })))
      let version = status.version.map { "\($0)" } ?? ""
      return DatabaseResult(
        path, "behind", "version \(version) of \(newest)",
        details: status.pending.map { "pending: \($0.lockName)" } + details,
        help: "bring it up: schema-gate migrate \(ShellWord.of(path))", members: members,
        status: .findings)
    case .use, .setAside, .refuse:
      return DatabaseResult(
        path, "current", "version \(newest)", details: details, members: members)
    }
  }

  private static func result(
    _ path: String, _ adoption: Adoption, isRehearsal: Bool
  ) -> DatabaseResult {
    if adoption.wasManaged {
      return DatabaseResult(
        path, "managed", "it has its bookkeeping, at \(adoption.nearest)",
        members: [JSONMember(name: "version", value: .integer(adoption.nearest.number))])
    }
    let members = [
      JSONMember(
        name: "version", value: adoption.stamped.map { .integer($0.number) } ?? .null),
      JSONMember(
        name: "candidates", value: .array(adoption.candidates.map { .integer($0.number) })),
    ]
    guard let stamped = adoption.stamped else {
      let fitting = adoption.candidates.map { "\($0)" }.joined(separator: ", ")
      let count = adoption.differences.count
      return DatabaseResult(
        path, "unlike",
        fitting.isEmpty
          ? "nearest is version \(adoption.nearest), with \(count) difference\(count == 1 ? "" : "s")"
          : "its schema is that of \(fitting)",
        details: adoption.differences.map(\.driftMessage),
        help: "mend the differences by hand, then adopt it again", members: members,
        status: .findings)
    }
    let others = adoption.candidates.filter { $0 != stamped }
    return DatabaseResult(
      path, isRehearsal ? "would-adopt" : "adopted", "as version \(stamped)",
      details: others.isEmpty
        ? [] : ["its schema is also that of \(others.map { "\($0)" }.joined(separator: ", "))"],
      members: members)
  }
}
