import SchemaGate

extension Command {
  static let seed = Command(
    name: "seed",
    summary: "Write the lock for the files as they are, before launch",
    section: .changing,
    discussion: [
      """
      Brings every embed along. After launch it refuses: then 'schema-gate lock' records what is \
      new, and what was released never changes.
      """
    ],
    options: [.dryRun, .checkOnly],
    examples: [
      Example("schema-gate seed", "record an edited schema.sql"),
      Example("schema-gate seed --check", "in a script: end with 1 where that would change a file"),
    ],
    run: { session, arguments in
      let (authority, reader) = try session.authority()
      let plan = try Seed.plan(authority, root: reader.root)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  static let lock = Command(
    name: "lock",
    summary: "Record new migrations, after launch",
    section: .changing,
    discussion: [
      """
      Adds entries for migrations that have none, refreshes entries that are not frozen, and \
      brings every embed along. A frozen entry is never touched.
      """
    ],
    options: [.dryRun, .checkOnly],
    examples: [Example("schema-gate lock", "record a migration that was written or edited")],
    run: { session, arguments in
      let (authority, reader) = try session.authority()
      let plan = try RecordMigrations.plan(authority, root: reader.root)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  static let new = Command(
    name: "new",
    summary: "Begin the next migration: its file, its lock entry and embeds",
    section: .changing,
    operands: Operands("<name>", atLeast: 1, atMost: 1, kind: .text),
    options: [.dryRun],
    examples: [
      Example("schema-gate new add_due_dates", "begin schema/migrations/NNN_add_due_dates.sql")
    ],
    run: { session, arguments in
      let name = arguments.operands[0]
      if let complaint = NewMigration.complaint(about: name) {
        throw UsageError(complaint.message, help: complaint.help)
      }
      let (authority, reader) = try session.authority()
      let plan = try NewMigration.plan(
        named: name, authority, root: reader.root)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  static let arm = Command(
    name: "arm",
    summary: "Freeze what is about to be released",
    section: .changing,
    discussion: [
      """
      Runs every check first, and refuses where it finds an error. Then sets 'launched' in the \
      policy, and adds the lock's entries and the contracts to what is frozen. Arming again with \
      nothing new changes no byte. 'schema-gate --arm' is the same.
      """
    ],
    options: [.dryRun, .checkOnly],
    examples: [
      Example("schema-gate arm --dry-run", "see what would be frozen"),
      Example("schema-gate arm", "freeze it, right before a release"),
    ],
    run: { session, arguments in
      let (authority, reader) = try session.authority()
      let verdict = try RuleRunner.judge(
        authority, options: RuleRunner.Options(today: try session.today()))
      if verdict.errorCount > 0 {
        session.print(
          verdict, as: nil, isStrict: false, schema: authority.configuration.paths.schema)
      }
      let plan = try Arm.plan(authority, root: reader.root, errorCount: verdict.errorCount)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  static let embed = Command(
    name: "embed",
    summary: "Bring the copies of governed files along",
    section: .changing,
    discussion: ["The copies are those that 'embeds' in 'schema-gate.json' names."],
    options: [.dryRun, .checkOnly],
    examples: [
      Example("schema-gate embed", "make every copy equal to its original"),
      Example("schema-gate embed --check", "in a script: end with 1 where one is not"),
    ],
    run: { session, arguments in
      let (authority, reader) = try session.authority()
      let plan = try Embeds.plan(authority, root: reader.root)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  static let renumber = Command(
    name: "renumber",
    summary: "Move our migrations behind those of another branch",
    section: .changing,
    discussion: [
      """
      For two branches that took the same number: ours that the other side does not have get the \
      numbers after theirs, files, lock and embeds together. What is frozen never moves.
      """
    ],
    options: [onto, .dryRun],
    examples: [
      Example("schema-gate renumber --onto origin/main", "make room for what is on main")
    ],
    run: { session, arguments in
      guard let revision = arguments.value(onto) else { throw UsageError.missingOption(onto) }
      var (authority, reader) = try session.authority()
      let plan = try Renumber.plan(authority, &reader, onto: revision)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  private static let onto = Option.value(
    "onto", "<rev>", .text, "the other side, such as origin/main")
}

extension Option {
  static let checkOnly = Option.flag(
    "check", "change nothing, and end with 1 where something would change")
}

extension Session {
  /// Makes the changes of a plan, unless they were only asked after, and tells which.
  func carryOut(_ plan: EditPlan, root: String, _ arguments: Arguments) throws -> ExitStatus {
    if plan.changes.isEmpty {
      terminal.note("nothing to do")
      tell(plan.remarks)
      return .clean
    }
    let isRehearsal = arguments.has(.dryRun) || arguments.has(.checkOnly)
    if !isRehearsal { try plan.apply(to: root) }
    for change in plan.changes {
      let isRemoval = change.bytes == nil
      let verb =
        isRehearsal
        ? (isRemoval ? "would remove" : "would write") : (isRemoval ? "removed" : "wrote")
      terminal.print("\(verb) \(change.path)")
    }
    if !isRehearsal { for line in plan.summary { terminal.note("  \(line)") } }
    tell(plan.remarks)
    return arguments.has(.checkOnly) ? .findings : .clean
  }

  private func tell(_ remarks: [String]) {
    for line in remarks { terminal.note("  \(line)") }
    if !remarks.isEmpty { terminal.note("  see what to do: schema-gate check") }
  }
}
