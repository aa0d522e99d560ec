import SchemaGate

extension Command {
  static let check = Command(
    name: "check",
    summary: "Judge the schema, its ladder and its contracts",
    section: .judging,
    operands: Operands("[<path>…]", kind: .file),
    discussion: [
      """
      Reads everything under governance, runs the whole ladder in memory, asks SQLite about what \
      came of it, and prints what is wrong with where it is and what to do. Paths limit what is \
      printed to findings in those files and folders.
      """
    ],
    options: [release, staged, at, against, only, strict, format],
    examples: [
      Example("schema-gate check", "judge the working tree"),
      Example(
        "schema-gate check --staged --against HEAD",
        "judge what is about to be committed, as the hook does"),
      Example(
        "schema-gate check --against origin/main --format github",
        "in a workflow, annotate a pull request"),
      Example("schema-gate check --release", "judge whether everything is frozen for a release"),
      Example("schema-gate check --only fk-index --only strict-table", "run two rules"),
    ],
    run: { session, arguments in
      try arguments.refuseBoth(staged, at)
      let source: AuthoritySource =
        arguments.has(staged)
        ? .index : arguments.value(at).map { .revision($0) } ?? .workingTree
      var options = RuleRunner.Options(today: try session.today())
      options.isRelease = arguments.has(release)
      options.only = Set(try arguments.values(only).map(rule))
      let (authority, reader) = try session.authority(source)
      let paths = try arguments.operands.map { path in
        if path.isEmpty { throw UsageError("a path is empty", help: "leave it out, or give one") }
        return try session.governed(path, root: reader.root, mustExist: source == .workingTree)
      }
      let comparison = arguments.value(against).map {
        reader.promisedComparison(of: authority, against: $0)
      }
      // What it has of git ends once the other revision is read, and not only with the command.
      _ = consume reader
      let newest = authority.ladder.newest
      options.onVersion = { [terminal = session.terminal] version in
        terminal.progress("replaying version \(version) of \(newest)")
      }
      let workings = Workings()
      workings.leaveToTheEndOfTheProcess()
      let verdict = try RuleRunner.judge(
        authority, against: comparison, options: options, keeping: workings
      ).limited(to: paths)
      session.print(
        verdict, as: arguments.value(format), isStrict: arguments.has(strict),
        schema: authority.configuration.paths.schema)
      return verdict.passes(strict: arguments.has(strict)) ? .clean : .findings
    })

  private static let release = Option.flag(
    "release", "demand also that every version and contract is frozen")
  private static let staged = Option.flag(
    "staged", "judge git's index: what is about to be committed")
  private static let at = Option.value("at", "<rev>", .text, "judge a git revision")
  private static let against = Option.value(
    "against", "<rev>", .text, "demand also that what was frozen at a git revision still is")
  private static let only = Option.value(
    "only", "<rule>", .rule, repeats: true, "run this rule alone; may be given several times")
  private static let strict = Option.flag("strict", "let warnings fail the check too")
  private static let format = Option.format(ReportFormat.allCases.map(\.rawValue))

  /// A rule by its name, as `--only` takes it.
  private static func rule(_ name: String) throws(UsageError) -> RuleID {
    if let rule = RuleList.rule(RuleID(name)) { return rule.id }
    let near = NearestName.nearest(name, among: RuleList.all.map(\.id.name))
    throw UsageError(
      "there is no rule '\(name)'",
      help: near.map { "did you mean '\($0)'?" } ?? "run 'schema-gate rules' to see them all")
  }
}
