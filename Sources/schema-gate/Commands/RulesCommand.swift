import SchemaGate

extension Command {
  static let rules = Command(
    name: "rules",
    summary: "List every rule with what it is set to",
    section: .looking,
    options: [formatOption],
    examples: [
      Example("schema-gate rules", "see them all"),
      Example("schema-gate rules --format json | jq -r '.[].id'", "the ids, for a script"),
    ],
    run: { session, arguments in
      if arguments.value(formatOption) == "json" {
        session.terminal.write(JSONWriter.canonical(json()))
      } else {
        for line in lines() { session.terminal.print(line) }
      }
      return .clean
    })

  private static let formatOption = Option.format(["text", "json"])

  private static func lines() -> [String] {
    let width = RuleList.all.map { $0.id.name.count }.max() ?? 0
    return RuleList.all.map { rule in
      let gap = String(repeating: " ", count: width - rule.id.name.count)
      let setting = rule.setting.rawValue
      let gap2 = String(repeating: " ", count: 7 - setting.count)
      return "\(rule.id.name)\(gap)  \(setting)\(gap2)  \(rule.summary)"
    }
  }

  private static func json() -> JSONValue {
    .array(
      RuleList.all.map { rule in
        [
          "id": .string(rule.id.name), "setting": .string(rule.setting.rawValue),
          "summary": .string(rule.summary), "since": .string(rule.since),
          "formerIDs": .array(rule.formerIDs.map { .string($0.name) }),
        ]
      })
  }
}
