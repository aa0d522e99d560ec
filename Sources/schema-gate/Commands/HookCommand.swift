import SchemaGate

extension Command {
  static let hook = Command(
    name: "hook",
    summary: "Install or take away the git hook that judges each commit",
    section: .tools,
    discussion: [
      """
      The hook runs 'schema-gate check --staged --against HEAD' before each commit, and before a \
      merge that commits by itself. It honors core.hooksPath and linked working trees. A hook that \
      is there already is kept and runs first. Where the program is gone the hook fails, and says \
      how to install it.
      """
    ],
    examples: [Example("schema-gate hook install", "have every commit judged")],
    subcommands: [hookInstall, hookUninstall],
    run: { session, _ in throw UsageError.missingSubcommand(of: session.command) })

  private static let hookInstall = Command(
    name: "hook install",
    summary: "Install the hook, or bring it up to date",
    options: [.dryRun],
    examples: [
      Example("schema-gate hook install", "have every commit judged"),
      Example("schema-gate hook install --dry-run", "see which files that touches"),
    ],
    run: { session, arguments in
      let changes = try GitHook(root: session.root()).install(
        program: ThisProcess.executablePath(), isRehearsal: arguments.has(.dryRun))
      say(changes, in: session, isRehearsal: arguments.has(.dryRun))
      if changes.isEmpty { session.terminal.note("the hook is installed already") }
      return .clean
    })

  private static let hookUninstall = Command(
    name: "hook uninstall",
    summary: "Take the hook away, and put back the one from before",
    options: [.dryRun],
    examples: [Example("schema-gate hook uninstall", "judge commits no longer")],
    run: { session, arguments in
      let changes = try GitHook(root: session.root()).uninstall(
        isRehearsal: arguments.has(.dryRun))
      say(changes, in: session, isRehearsal: arguments.has(.dryRun))
      if changes.isEmpty { session.terminal.note("no hook of SchemaGate is installed") }
      return .clean
    })

  private static func say(
    _ changes: [GitHook.Change], in session: Session, isRehearsal: Bool
  ) {
    for change in changes {
      let would = isRehearsal ? "would " : ""
      let path = session.shown(change.path)
      switch change.kind {
      case .wrote: session.terminal.print("\(isRehearsal ? "would write" : "wrote") \(path)")
      case .removed: session.terminal.print("\(isRehearsal ? "would remove" : "removed") \(path)")
      case .moved:
        let verb = isRehearsal ? "\(would)move" : "moved"
        session.terminal.print("\(verb) \(session.shown(change.from ?? "")) to \(path)")
      }
    }
  }
}
