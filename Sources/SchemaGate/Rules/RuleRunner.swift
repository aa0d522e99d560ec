/// Hands each active rule its evidence, and turns what they find into a verdict.
package struct RuleRunner {
  /// What a run is about, beyond the authority itself.
  package struct Options: Sendable {
    /// Whether everything must be frozen already, as before a release.
    package var isRelease = false
    /// The rules to run; empty for all.
    package var only: Set<RuleID> = []
    /// The day on which the ends of waivers are looked at, in UTC.
    package var today: CivilDate
    /// Is told before each version that is replayed, for a display of progress.
    package var onVersion: (@Sendable (Version) -> Void)?

    package init(today: CivilDate, isRelease: Bool = false, only: Set<RuleID> = []) {
      self.today = today
      self.isRelease = isRelease
      self.only = only
    }
  }

  /// The ids that configuration may name: today's and former ones.
  package static let knownRules = Set(RuleList.all.flatMap { [$0.id] + $0.formerIDs })

  /// Judges an authority.
  ///
  /// Only the evidence that active rules need is made; the ladder is replayed once at most.
  ///
  /// - Parameters:
  ///   - authority: what is judged.
  ///   - comparison: another revision to hold it against, where one was asked for.
  /// - Throws: when something could not be judged, which is neither clean nor a finding.
  package static func judge(
    _ authority: Authority, against comparison: AuthorityComparison? = nil, options: Options
  ) throws -> Verdict {
    var run = Run(authority: authority, options: options)
    try run.files(against: comparison)
    try run.replay()
    return run.verdict()
  }
}

/// One judgement in the making.
private struct Run {
  let authority: Authority
  let options: RuleRunner.Options
  let active: [(rule: Rule, severity: Severity)]
  private var found: [Diagnostic] = []
  private var subject: VerdictSubject
  private var remarks: [String] = []
  private var notices: [String]

  init(authority: Authority, options: RuleRunner.Options) {
    self.authority = authority
    self.options = options
    notices = authority.notices
    let only = Set(options.only.map(RuleList.canonical))
    active = RuleList.all.compactMap { rule in
      guard only.isEmpty || only.contains(rule.id),
        let severity = Run.setting(of: rule, in: authority.configuration).severity
      else { return nil }
      return (rule, severity)
    }
    subject = VerdictSubject(source: authority.source, regime: authority.regime)
    subject.versions = authority.versions.count
    subject.frozenVersions = authority.isLaunched ? authority.frozen.entries.count : 0
    subject.payloads = authority.payloads?.contracts.count ?? 0
    subject.rules = active.count
  }

  /// What a rule is set to, under its id or one that it had before.
  private static func setting(of rule: Rule, in configuration: Configuration) -> RuleSetting {
    for id in [rule.id] + rule.formerIDs {
      if let setting = configuration.ruleSettings[id] { return setting.value }
    }
    return rule.setting
  }

  mutating func files(against comparison: AuthorityComparison?) throws {
    if let comparison { notices += comparison.notices }
    for (rule, severity) in active {
      var findings: [Finding] = []
      switch rule.check {
      case .files(let check): try check(authority, &findings)
      case .release(let check): if options.isRelease { try check(authority, &findings) }
      case .against(let check): if let comparison { try check(comparison, &findings) }
      case .version, .schema, .payload, .schemaAndPayload, .runner: break
      }
      add(findings, by: rule, severity)
    }
  }

  mutating func replay() throws {
    let needsReplay = active.contains { rule, _ in
      switch rule.check {
      case .version, .schema, .schemaAndPayload: true
      default: rule.id == Rule.payloadParity.id
      }
    }
    guard needsReplay else { return try judgePayloads(schema: nil) }
    let result = try Replay.run(authority, onVersion: options.onVersion)
    for (rule, severity) in active {
      var findings: [Finding] = []
      switch rule.check {
      case .version(let check):
        for version in result.versions { try check(version, &findings) }
      case .schema(let check), .schemaAndPayload(let check, _):
        if let schema = result.schema { try check(schema, &findings) }
      default: break
      }
      add(findings, by: rule, severity)
    }
    try judgePayloads(schema: result.schema)
    remarks += result.unjudgedTables.map {
      "no rows were found for '\($0)', so that what migrations do to its rows is not judged"
    }
    if let schema = result.schema { remarks += schema.checkProbe.remarks }
  }

  private mutating func judgePayloads(schema: SchemaEvidence?) throws {
    let isWanted = active.contains { rule, _ in
      switch rule.check {
      case .payload, .schemaAndPayload: true
      default: false
      }
    }
    guard isWanted, let evidence = try PayloadEvidence(authority, schema: schema) else { return }
    for (rule, severity) in active {
      var findings: [Finding] = []
      switch rule.check {
      case .payload(let check), .schemaAndPayload(_, let check): try check(evidence, &findings)
      default: break
      }
      add(findings, by: rule, severity)
    }
  }

  private mutating func add(_ findings: [Finding], by rule: Rule, _ severity: Severity) {
    found += findings.map { Diagnostic(rule: rule.id, severity: severity, finding: $0) }
  }

  // MARK: - Waivers and order

  mutating func verdict() -> Verdict {
    var faults: [Finding] = []
    var waivers: [Waiver] = []
    for waiver in authority.configuration.waivers {
      let place = authority.configuration.location(at: waiver.offset)
      guard let reason = waiver.reason, !reason.allSatisfy(\.isWhitespace) else {
        faults.append(
          Finding(
            "the waiver of '\(waiver.rule)' for '\(waiver.object)' has no reason", at: place,
            help: "add \"reason\": why this may stay"))
        continue
      }
      waivers.append(
        Waiver(
          rule: waiver.rule, scope: .object(waiver.object), reason: reason, until: waiver.until,
          location: place))
    }
    for version in authority.versions {
      let inline = InlineWaivers(in: version.source)
      waivers += inline.waivers
      faults += inline.faults
    }
    let judge = WaiverJudge(
      Array(Set(FaultClaim.settled(found))).sorted(), waivers: waivers,
      judged: Set(active.map(\.rule.id)),
      today: options.today)
    let reports = judge.reports + faults.map { (rule: Rule.waiverReason, finding: $0) }
    let own = reports.compactMap { report in
      active.first { $0.rule.id == report.rule.id }.map { entry in
        Diagnostic(rule: entry.rule.id, severity: entry.severity, finding: report.finding)
      }
    }
    return Verdict(
      diagnostics: (judge.kept + Array(Set(own))).sorted(),
      waived: judge.waived.map { WaivedDiagnostic(diagnostic: $0.diagnostic, waiver: $0.waiver) },
      subject: subject, notices: notices, remarks: remarks)
  }
}
