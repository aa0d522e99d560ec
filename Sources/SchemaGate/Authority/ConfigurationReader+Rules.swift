extension ConfigurationReader {
  mutating func readReleases(_ fields: JSONFields) {
    if let value = fields["sqliteFloor"], let text = form.text(value, "'sqliteFloor'") {
      if let release = SQLiteRelease(text) {
        configuration.sqliteFloor = Placed(release, at: value.offset)
      } else {
        form.report(
          "'sqliteFloor' must be a release of SQLite such as '3.43.2', not '\(text)'",
          at: value.offset)
      }
    }
    if let value = fields["requires"], let text = form.text(value, "'requires'") {
      if let release = ToolRelease(text) {
        configuration.requires = Placed(release, at: value.offset)
      } else {
        form.report(
          "'requires' must be a release of SchemaGate such as '1.2', not '\(text)'",
          at: value.offset)
      }
    }
  }

  mutating func readRules(_ fields: JSONFields, known: Set<RuleID>) {
    var waivers: [JSONValue] = []
    if let value = fields["rules"], let members = form.members(value, "'rules'") {
      for member in members {
        if member.name == "waivers" {
          waivers += form.array(member.value, "'waivers'") ?? []
        } else {
          readSetting(member, known: known)
        }
      }
    }
    // Also at the top, where some look for it.
    if let value = fields["waivers"] { waivers += form.array(value, "'waivers'") ?? [] }
    for element in waivers { readWaiver(element, known: known) }
  }

  private mutating func readSetting(_ member: JSONMember, known: Set<RuleID>) {
    let rule = rule(member.name, at: member.nameOffset, known: known)
    guard let text = form.string(member.value, "the setting of '\(member.name)'") else { return }
    guard let setting = RuleSetting(rawValue: text) else {
      form.report(
        "the setting of '\(member.name)' must be 'error', 'warning' or 'off', not '\(text)'",
        at: member.value.offset)
      return
    }
    if let rule {
      configuration.ruleSettings[rule] = Placed(setting, at: member.nameOffset)
    }
  }

  private mutating func readWaiver(_ element: JSONValue, known: Set<RuleID>) {
    guard
      let fields = form.object(
        element, "a waiver", required: ["rule", "object"], optional: ["reason", "until"]),
      let ruleValue = fields["rule"],
      let name = form.text(ruleValue, "the rule of a waiver"),
      let rule = rule(name, at: ruleValue.offset, known: known),
      let object = fields["object"].flatMap({ form.text($0, "the object of a waiver") })
    else { return }
    let reason = fields["reason"].flatMap { form.string($0, "the reason of a waiver") }
    var until: CivilDate?
    if let value = fields["until"], let text = form.string(value, "'until' of a waiver") {
      until = CivilDate(text)
      if until == nil {
        form.report("'until' must be a date such as '2027-03-31', not '\(text)'", at: value.offset)
      }
    }
    configuration.waivers.append(
      ConfiguredWaiver(
        rule: rule, object: NamePattern(object), reason: reason, until: until,
        offset: element.offset))
  }

  private mutating func rule(_ name: String, at offset: Int, known: Set<RuleID>) -> RuleID? {
    let rule = RuleID(name)
    if known.contains(rule) { return rule }
    let nearest = NearestName.nearest(name, among: known.map(\.name).sorted())
    form.report(
      "there is no rule '\(name)'", at: offset,
      help: nearest.map { "did you mean '\($0)'?" } ?? "list the rules: schema-gate rules")
    return nil
  }
}
