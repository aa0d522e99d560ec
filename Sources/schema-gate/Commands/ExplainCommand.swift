import SchemaGate

extension Command {
  static let explain = Command(
    name: "explain",
    summary: "Explain a rule: what it holds, why, and with examples",
    section: .looking,
    operands: Operands("[<rule>]", atMost: 1, kind: .rule),
    options: [formatOption],
    examples: [
      Example("schema-gate explain fk-index", "read about one rule"),
      Example("schema-gate explain", "list them all"),
      Example(
        "schema-gate explain --format markdown strict-table > strict-table.md", "keep a page"),
    ],
    run: { session, arguments in
      guard let name = arguments.operands.first else {
        for line in RuleTable.lines(try session.configuration()) { session.terminal.print(line) }
        session.terminal.note("read about one with: schema-gate explain <rule>")
        return .clean
      }
      guard let rule = RuleList.rule(RuleID(name)) else {
        let near = NearestName.nearest(name, among: RuleList.all.map(\.id.name))
        throw UsageError(
          "there is no rule '\(name)'",
          help: near.map { "did you mean '\($0)'?" } ?? "run 'schema-gate rules' to see them all")
      }
      if arguments.value(formatOption) == "markdown" {
        session.terminal.print(RulePage.markdown(of: rule))
      } else {
        let setting = try session.configuration()?.setting(of: rule.id, default: rule.setting)
        session.terminal.print(
          RulePage.text(of: rule, setting: setting, width: session.terminal.helpWidth))
      }
      return .clean
    })

  private static let formatOption = Option.format(["text", "markdown"])
}
