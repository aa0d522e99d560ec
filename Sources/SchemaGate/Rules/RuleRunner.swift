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
  ///   - comparison: another revision to hold it against, where one was asked for; read while the
  ///     ladder runs.
  /// - Throws: when something could not be judged, which is neither clean nor a finding.
  package static func judge(
    _ authority: Authority, against comparison: PromisedComparison? = nil, options: Options
  ) throws -> Verdict {
    var run = Run(authority: authority, options: options)
    try run.judge(against: comparison)
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

  /// Runs all rules; what needs no replay, and what replay will be asked, on another thread.
  mutating func judge(against comparison: PromisedComparison?) throws {
    let (authority, isRelease, rules) = (authority, options.isRelease, active.map(\.rule))
    let versions = authority.ladder.versions
    let texts = Promise {
      LadderTexts(versions, authority.configuration, files: authority.versions)
    }
    let early = Promise {
      Result {
        try EarlyJudgement(authority, isRelease: isRelease, comparison, texts, rules)
      }
    }
    let lookAhead = LookAhead(versions, texts) { schema in
      for rule in rules {
        var ignored: [Finding] = []
        switch rule.check {
        case .columns(let check): try check(schema, &ignored)
        case .parity(let check):
          if let payloads = try early.value().get().payloads {
            try check(payloads, schema, &ignored)
          }
        default: break
        }
      }
    }
    let needsReplay = rules.contains(where: \.check.needsReplay)
    let promises: [any Fulfillable] = [early] + (needsReplay ? [lookAhead.checks] : [])
    try SideThread.fulfilling(promises) {
      if needsReplay { try replay(lookAhead, early) }
      let judged = try early.value().get()
      for (rule, findings) in judged.findings {
        add(findings, by: active[rule].rule, active[rule].severity)
      }
      notices += judged.notices
    }
  }

  /// Replays the ladder and judges what that shows.
  private mutating func replay(
    _ lookAhead: LookAhead, _ early: Promise<Result<EarlyJudgement, any Error>>
  ) throws {
    var replay: Replay.Result? = try Replay.run(
      authority, lookAhead: lookAhead, onVersion: options.onVersion)
    let schema = Handover(replay?.schema)
    let rules = active.map(\.rule)
    let late = Promise { Result { try LateJudgement(schema.value, early, rules) } }
    try SideThread.fulfilling([late]) {
      // Taken, so that the database goes away while the other thread is still at work.
      if let result = replay.take() { try judge(result) }
      let judged = try late.value().get()
      for (rule, findings) in judged.findings {
        add(findings, by: active[rule].rule, active[rule].severity)
      }
      remarks += judged.remarks
    }
  }

  /// Judges what only the replayed database tells.
  private mutating func judge(_ replayed: Replay.Result) throws {
    var result = replayed
    try result.lookAtEverything()
    try run { check, findings in
      switch check {
      case .version(let check):
        for version in result.versions { try check(version, &findings) }
      case .plans(let check):
        if let plans = result.plans { try check(plans, &findings) }
      default: break
      }
    }
    remarks += result.unjudgedTables.map {
      "no rows were found for '\($0)', so that what migrations do to its rows is not judged"
    }
    remarks += result.plans?.remarks ?? []
  }

  private mutating func run(
    _ judge: (Rule.Check, inout [Finding]) throws -> Void
  ) rethrows {
    for (rule, severity) in active {
      var findings: [Finding] = []
      try judge(rule.check, &findings)
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

/// What rules say that need no SQLite.
private struct EarlyJudgement: Sendable {
  /// The contracts; nil where there are none, or no rule asks.
  var payloads: PayloadEvidence?
  /// What was found, by the place of the rule among those that run.
  var findings: [(rule: Int, findings: [Finding])] = []
  /// What the other revision gives occasion to say.
  var notices: [String] = []

  init(
    _ authority: Authority, isRelease: Bool, _ comparison: PromisedComparison?,
    _ texts: Promise<LadderTexts>, _ rules: [Rule]
  ) throws {
    let comparison = try comparison?.value().get()
    notices = comparison?.notices ?? []
    if rules.contains(where: \.check.needsPayloads) { payloads = PayloadEvidence(authority) }
    for (index, rule) in rules.enumerated() {
      var found: [Finding] = []
      switch rule.check {
      case .files(let check): try check(authority, &found)
      case .release(let check): if isRelease { try check(authority, &found) }
      case .against(let check): if let comparison { try check(comparison, &found) }
      case .texts(let check): try check(texts.value(), &found)
      case .payload(let check), .schemaAndPayload(_, let check):
        if let payloads { try check(payloads, &found) }
      default: continue
      }
      findings.append((index, found))
    }
  }
}

/// What rules say of the final schema.
private struct LateJudgement: Sendable {
  /// What was found, by the place of the rule among those that run.
  var findings: [(rule: Int, findings: [Finding])] = []
  /// What could not be judged, and why.
  var remarks: [String] = []

  init(
    _ schema: SchemaEvidence?, _ early: Promise<Result<EarlyJudgement, any Error>>, _ rules: [Rule]
  ) throws {
    guard let schema else { return }
    for (index, rule) in rules.enumerated() {
      var found: [Finding] = []
      switch rule.check {
      case .schema(let check), .columns(let check), .schemaAndPayload(let check, _):
        try check(schema, &found)
      case .parity(let check):
        if let payloads = try early.value().get().payloads { try check(payloads, schema, &found) }
      default: continue
      }
      findings.append((index, found))
    }
    remarks = schema.checkProbe.remarks
  }
}

extension Rule.Check {
  /// Whether the ladder must be run.
  fileprivate var needsReplay: Bool {
    switch self {
    case .version, .schema, .plans, .columns, .schemaAndPayload, .parity: true
    case .files, .texts, .payload, .against, .release, .runner: false
    }
  }

  /// Whether the payload contracts must be read.
  fileprivate var needsPayloads: Bool {
    switch self {
    case .payload, .schemaAndPayload, .parity: true
    case .files, .texts, .version, .schema, .plans, .columns, .against, .release, .runner: false
    }
  }
}
