import SchemaGate

extension Command {
  static let plan = Command(
    name: "plan",
    summary: "Print the exact SQL of migrations, bookkeeping included",
    section: .databases,
    discussion: [
      """
      For engines that only take SQL. What the opener does around the statements is left to \
      whoever runs them: stop at the first error, look at what PRAGMA foreign_key_check says, keep \
      a copy.
      """
    ],
    options: [from, to, .ladder],
    examples: [
      Example("schema-gate plan | sqlite3 -bail new.db", "make a new database"),
      Example("schema-gate plan --from 3", "what version 003 still needs"),
    ],
    run: { session, arguments in
      let (ladder, _) = try session.ladder(arguments)
      let start = try version(arguments, from, in: ladder, default: nil)
      let end = try version(arguments, to, in: ladder, default: ladder.newest) ?? ladder.newest
      if let start, start >= end {
        session.terminal.note("nothing to do: version \(start) is not before \(end)")
        return .clean
      }
      session.terminal.print(try Plan.sql(for: ladder, from: start, to: end))
      return .clean
    })

  private static let from = Option.value(
    "from", "<n>", .number, "the version that the database is at; 0, the default, is a new one")
  private static let to = Option.value(
    "to", "<n>", .number, "the version to arrive at; the default is the newest")

  private static func version(
    _ arguments: Arguments, _ option: Option, in ladder: Ladder, default usual: Version?
  ) throws(UsageError) -> Version? {
    guard let number = arguments.number(option) else { return usual }
    if number == 0, option.name == from.name { return nil }
    if let version = Version(number), version <= ladder.newest { return version }
    throw UsageError(
      "there is no version \(number): the newest is \(ladder.newest)",
      help: "give '\(option.spelling)' a number from 1 to \(ladder.newest.number)")
  }
}
