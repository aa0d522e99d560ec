/// Decides which findings are waived, and reports on the waivers themselves.
struct WaiverJudge {
  /// A finding that a waiver covers.
  typealias Waived = (diagnostic: Diagnostic, waiver: Waiver)

  private(set) var kept: [Diagnostic] = []
  private(set) var waived: [Waived] = []
  /// What is wrong with waivers, by the rule that says so.
  private(set) var reports: [(rule: Rule, finding: Finding)] = []

  /// Judges findings by waivers.
  ///
  /// - Parameters:
  ///   - judged: the ids of the rules that ran; a waiver for another rule isn't called unused.
  ///   - today: the day on which `until` is looked at, in UTC.
  init(_ diagnostics: [Diagnostic], waivers: [Waiver], judged: Set<RuleID>, today: CivilDate) {
    var used = Array(repeating: false, count: waivers.count)
    let open = waivers.indices.filter { index in
      guard let until = waivers[index].until, until < today else { return true }
      let waiver = waivers[index]
      reports.append(
        (
          .waiverExpired,
          Finding(
            "the waiver for '\(waiver.rule)' ended on \(until), and today is \(today)",
            at: waiver.location, help: "mend what it covers, or give it a later date")
        ))
      return false
    }
    for diagnostic in diagnostics {
      let covering = open.first { index in
        RuleList.canonical(waivers[index].rule) == diagnostic.rule
          && waivers[index].covers(diagnostic.finding)
      }
      if let covering {
        used[covering] = true
        waived.append((diagnostic, waivers[covering]))
      } else {
        kept.append(diagnostic)
      }
    }
    for index in open where !used[index] {
      let waiver = waivers[index]
      if let rule = RuleList.rule(waiver.rule) {
        guard judged.contains(rule.id) else { continue }
      }
      reports.append((.waiverUnused, WaiverJudge.unused(waiver)))
    }
  }

  private static func unused(_ waiver: Waiver) -> Finding {
    guard RuleList.rule(waiver.rule) != nil else {
      let near = NearestName.nearest(waiver.rule.name, among: RuleList.all.map(\.id.name))
      return Finding(
        "the waiver is for '\(waiver.rule)', and there is no such rule", at: waiver.location,
        help: near.map { "did you mean '\($0)'? `schema-gate rules` lists them" }
          ?? "list the rules: schema-gate rules")
    }
    var place = ""
    if case .object(let pattern) = waiver.scope { place = " on '\(pattern.text)'" }
    return Finding(
      "the waiver for '\(waiver.rule)'\(place) matches nothing any more", at: waiver.location,
      help: "remove it")
  }
}
