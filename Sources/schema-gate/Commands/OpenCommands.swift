import SchemaGate
import Synchronization

extension Command {
  static let open = Command(
    name: "open",
    summary: "Open databases as the app would: create, migrate, set aside",
    section: .databases,
    operands: .databases,
    discussion: [
      """
      What is no database, or one that cannot be used, is set aside with all its files, as the \
      regime says, and a new one is made; nothing is ever written over. A refusal says what was \
      found, what was expected and what to do.
      """
    ],
    options: [noQuarantine, noSnapshot, checkPages, .dryRun] + Option.databaseRun,
    examples: [
      Example("schema-gate open app.db", "create it, or bring it up"),
      Example("schema-gate open --dry-run app.db", "see what would be done"),
    ],
    run: { session, arguments in
      try bringUp(session, arguments, policy: arguments.has(noQuarantine) ? .never : nil)
    })

  static let migrate = Command(
    name: "migrate",
    summary: "Bring existing databases up to the newest version",
    section: .databases,
    operands: .databases,
    discussion: [
      """
      Creates no file and sets nothing aside; a file without tables gets the newest schema. Each migration is one transaction with its \
      bookkeeping row. Before one that drops or rewrites anything a copy is kept as \
      '<file>.before-<version>.db'. Of a folder, every database below it is migrated.
      """
    ],
    options: [noSnapshot, checkPages, .dryRun] + Option.databaseRun,
    examples: [
      Example("schema-gate migrate app.db", "bring one up"),
      Example("schema-gate migrate tenants --shard 2/8", "do one eighth of a folder"),
    ],
    run: { session, arguments in
      try bringUp(session, arguments, policy: .never, mustExist: true)
    })

  private static let noQuarantine = Option.flag(
    "no-quarantine", "set nothing aside, and refuse instead")
  private static let noSnapshot = Option.flag(
    "no-snapshot", "keep no copy before a migration that drops or rewrites anything")
  private static let checkPages = Option.flag(
    "check-pages", "look for damaged pages in current databases too")

  private static func bringUp(
    _ session: Session, _ arguments: Arguments, policy: QuarantinePolicy?, mustExist: Bool = false
  ) throws -> ExitStatus {
    let (ladder, loadBearing) = try session.ladder(arguments)
    var options = try session.openOptions(arguments, loadBearing: loadBearing)
    options.policy = policy
    options.checksPages = arguments.has(checkPages)
    options.keepsSnapshot = !arguments.has(noSnapshot)
    let isRehearsal = arguments.has(.dryRun)
    let terminal = session.terminal
    return try session.eachDatabase(arguments) { [options] path in
      if mustExist, !Syscalls.exists(path) {
        return DatabaseResult(
          path, OpenError.Kind.notFound.name, "there is no such file",
          help: "correct the path, or create it: schema-gate open \(ShellWord.of(path))",
          status: .findings)
      }
      if isRehearsal { return rehearse(path, ladder, options) }
      return open(path, ladder, options, terminal)
    }
  }

  private static func open(
    _ path: String, _ ladder: Ladder, _ options: OpenOptions, _ terminal: Terminal
  ) -> DatabaseResult {
    let told = EventLog()
    var options = options
    options.onEvent = { event in
      told.add(event)
      terminal.detail("\(path): \(event)")
    }
    options.onProgress = { progress in
      terminal.progress(
        "\(path): version \(progress.version), statement \(progress.statement), line \(progress.line)"
      )
    }
    do throws(OpenError) {
      let outcome = try DatabaseOpener(ladder: ladder, options: options).open(path)
      return result(of: outcome, path: path, told: told.lines)
    } catch {
      var result = DatabaseResult(error, path: path)
      result.details += told.lines
      return result
    }
  }

  private static func result(
    of outcome: OpenOutcome, path: String, told: [String]
  ) -> DatabaseResult {
    let version = JSONMember(name: "version", value: .integer(outcome.version.number))
    switch outcome {
    case .created(let version0):
      return DatabaseResult(
        path, "created", "version \(version0)", details: told, members: [version])
    case .current(let version0):
      return DatabaseResult(
        path, "current", "version \(version0)", details: told, members: [version])
    case .migrated(let from, let to):
      let before = JSONMember(name: "from", value: .integer(from.number))
      return DatabaseResult(
        path, "migrated", "from version \(from) to \(to)", details: told,
        members: [version, before])
    case .recovered(let recovery):
      let backup = JSONMember(name: "backup", value: .string(recovery.backup))
      return DatabaseResult(
        path, "recovered",
        "\(recovery.found); the old file is at '\(recovery.backup)', version \(recovery.version) "
          + "is new",
        details: told,
        help: "to put it back: schema-gate quarantine restore \(ShellWord.of(path)) "
          + ShellWord.of(FilePath.name(of: recovery.backup)),
        members: [version, backup])
    }
  }

  /// What opening would do.
  private static func rehearse(
    _ path: String, _ ladder: Ladder, _ options: OpenOptions
  ) -> DatabaseResult {
    do throws(OpenError) {
      let status = try DatabaseOpener(ladder: ladder, options: options).status(of: path)
      let newest = "version \(ladder.newest)"
      var members = [JSONMember(name: "version", value: .integer(ladder.newest.number))]
      switch status.action {
      case .use: return DatabaseResult(path, "current", newest, members: members)
      case .create: return DatabaseResult(path, "would-create", newest, members: members)
      case .migrate:
        let pending = status.pending.map(\.lockName)
        if let from = status.version?.number {
          members.append(JSONMember(name: "from", value: .integer(from)))
        }
        members.append(JSONMember(name: "pending", value: .array(pending.map { .string($0) })))
        return DatabaseResult(
          path, "would-migrate",
          "from version \(status.version.map { "\($0)" } ?? "") to \(ladder.newest)",
          details: pending, members: members)
      case .setAside:
        return DatabaseResult(
          path, "would-recover",
          "\(status.problem?.found ?? ""); it would be "
            + (status.mayHeal ? "healed from its WAL or journal, or else " : "")
            + "set aside, and a new one made", members: members)
      case .refuse:
        return status.problem.map { DatabaseResult($0, path: path) }
          ?? DatabaseResult(path, "refused", "", status: .findings)
      }
    } catch {
      return DatabaseResult(error, path: path)
    }
  }
}

/// What an app's user should know beside the outcome. A class because callbacks share it.
private final class EventLog: Sendable {
  private let events = Mutex<[String]>([])

  func add(_ event: OpenEvent) {
    switch event.kind {
    case .snapshot: events.withLock { $0.append("copy from before: \(event.message)") }
    case .acknowledged:
      events.withLock { $0.append("acknowledged digest: \(event.message)") }
    case .warning: events.withLock { $0.append("warning: \(event.message)") }
    default: break
    }
  }

  var lines: [String] { events.withLock { $0 } }
}
