import SchemaGate

extension Command {
  static let rules = Command(
    name: "rules",
    summary: "List every rule with what it is set to",
    section: .looking,
    discussion: [
      """
      Inside of an authority the settings are those of its 'schema-gate.json'; elsewhere they are \
      the defaults.
      """
    ],
    options: [formatOption],
    examples: [
      Example("schema-gate rules", "see them all"),
      Example("schema-gate rules --format json | jq -r '.[].id'", "the ids, for a script"),
    ],
    run: { session, arguments in
      let configuration = try session.configuration()
      if arguments.value(formatOption) == "json" {
        session.terminal.write(JSONWriter.canonical(RuleTable.json(configuration)))
      } else {
        for line in RuleTable.lines(configuration) { session.terminal.print(line) }
      }
      return .clean
    })

  private static let formatOption = Option.format(["text", "json"])
}

/// The rules as a table.
enum RuleTable {
  /// One line for each rule.
  static func lines(_ configuration: Configuration? = nil) -> [String] {
    let width = RuleList.all.map(\.id.name.count).max() ?? 0
    return RuleList.all.map { rule in
      let setting = setting(of: rule, configuration)
      let name = padded(rule.id.name, to: width)
      return "\(name)  \(padded(setting.rawValue, to: 7))  \(rule.summary)"
        + remark(on: rule, setting, configuration)
    }
  }

  static func json(_ configuration: Configuration?) -> JSONValue {
    .array(
      RuleList.all.map { rule in
        [
          "id": .string(rule.id.name), "summary": .string(rule.summary),
          "setting": .string(setting(of: rule, configuration).rawValue),
          "default": .string(rule.setting.rawValue), "since": .string(rule.since),
          "formerIDs": .array(rule.formerIDs.map { .string($0.name) }),
        ]
      })
  }

  private static func setting(of rule: Rule, _ configuration: Configuration?) -> RuleSetting {
    configuration?.setting(of: rule.id, default: rule.setting) ?? rule.setting
  }

  private static func remark(
    on rule: Rule, _ setting: RuleSetting, _ configuration: Configuration?
  ) -> String {
    if setting != rule.setting { return " (default: \(rule.setting.rawValue))" }
    if rule.id.name == "sqlite-floor", setting != .off, let configuration,
      configuration.sqliteFloor == nil
    {
      return " (silent: no 'sqliteFloor' is declared)"
    }
    return ""
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
