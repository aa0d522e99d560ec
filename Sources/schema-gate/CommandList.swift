/// Every command, in the order of the overview.
enum CommandList {
  static let all: [Command] = [
    .check,
    .initialize, .seed, .lock, .new, .arm, .embed, .renumber,
    .inspect, .diff, .report, .explain, .rules,
    .open, .status, .migrate, .verify, .adopt, .rehearse, .plan, .quarantine,
    .payload,
    .digest, .normalize, .compile, .hook,
    .completions, .manual,
  ]

  /// Commands that can also be called as an option.
  static let aliases: [String: Command] = ["arm": .arm, "seed": .seed]

  /// The command that runs when none is named.
  static var implied: Command? { all.first { $0.name == "check" } }

  /// All commands, those below others included.
  static var everyCommand: [Command] { all.flatMap { [$0] + $0.subcommands } }
}

extension Command {
  /// The program as a whole.
  static let program = Command(
    name: "schema-gate",
    summary: "Govern the SQLite schema that an app ships",
    discussion: [
      """
      Works from any folder below the root, which is the nearest parent with a 'schema-gate.json' \
      or a 'schema/schema.sql'. Without a command it runs 'check'.
      """
    ],
    examples: [
      Example("schema-gate", "judge the working tree"),
      Example("schema-gate help explain", "show the help of a command"),
    ],
    subcommands: CommandList.all,
    run: { session, _ in throw UsageError.missingSubcommand(of: session.command) })
}
