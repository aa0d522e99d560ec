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

    /// Whether a rule is among those to run, under today's id or a former one.
    fileprivate func asksFor(_ rule: Rule) -> Bool {
      only.isEmpty || only.contains(rule.id) || !only.isDisjoint(with: rule.formerIDs)
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
  ///   - workings: keeps what was worked with, where the caller frees it later than here.
  /// - Throws: when something could not be judged, which is neither clean nor a finding.
  package static func judge(
    _ authority: Authority, against comparison: PromisedComparison? = nil, options: Options,
    keeping workings: Workings? = nil
  ) throws -> Verdict {
    var run = Run(authority: authority, options: options, workings: workings)
    try run.judge(against: comparison)
    return run.verdict()
  }
}

/// A rule that runs, with the severity that it is set to.
private typealias ActiveRule = (rule: Rule, severity: Severity)

/// What rules find, in their order.
private func diagnostics(
  of active: [ActiveRule], _ judge: (Rule.Check, inout [Finding]) throws -> Void
) rethrows -> [Diagnostic] {
  try active.flatMap { rule, severity in
    var findings: [Finding] = []
    try judge(rule.check, &findings)
    return findings.map { Diagnostic(rule: rule.id, severity: severity, finding: $0) }
  }
}

/// One judgement in the making.
private struct Run {
  let authority: Authority
  let options: RuleRunner.Options
  let active: [ActiveRule]
  private let workings: Workings?
  private var found: [Diagnostic] = []
  private var subject: VerdictSubject
  private var remarks: [String] = []
  private var notices: [String]
  /// Whether each version of the ladder ran.
  private var isReplayWhole = false
  /// The file at which the ladder stopped, where it did.
  private var stop: String?
  /// Whether there was another revision to compare with.
  private var isCompared = false

  init(authority: Authority, options: RuleRunner.Options, workings: Workings?) {
    self.authority = authority
    self.options = options
    self.workings = workings
    notices = authority.notices
    active = RuleList.all.compactMap { rule in
      guard options.asksFor(rule),
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
    let (authority, isRelease, active) = (authority, options.isRelease, active)
    let versions = authority.ladder.versions
    let texts = Promise {
      LadderTexts(versions, authority.configuration, files: authority.versions)
    }
    let early = Promise {
      Result {
        try EarlyJudgement(authority, isRelease: isRelease, comparison, texts, active)
      }
    }
    let lookAhead = LookAhead(versions, texts) { schema in
      for (rule, _) in active {
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
    workings?.keep((authority, texts, early, lookAhead))
    let needsReplay = active.contains(where: \.rule.check.needsReplay)
    let promises: [any Fulfillable] = [early] + (needsReplay ? [lookAhead.checks] : [])
    try SideThread.fulfilling(promises) {
      if needsReplay { try replay(lookAhead, early) }
      let judged = try early.value().get()
      found += judged.found
      notices += judged.notices
      isCompared = judged.isCompared
      if isCompared { notices += unaskedOfTheOtherSide }
    }
  }

  /// The rules about another revision that the configuration turns off. It may have come with the
  /// same change as what they would find, and then nobody else tells.
  private var unaskedOfTheOtherSide: [String] {
    RuleList.all.filter { rule in
      guard case .against = rule.check else { return false }
      return options.asksFor(rule)
        && Run.setting(of: rule, in: authority.configuration).severity == nil
    }.map { "the rule '\($0.id)' is off, so the other revision is not held against it" }
  }

  /// Replays the ladder and judges what that shows.
  private mutating func replay(
    _ lookAhead: LookAhead, _ early: Promise<Result<EarlyJudgement, any Error>>
  ) throws {
    let replay = try Replay.run(authority, lookAhead: lookAhead, onVersion: options.onVersion)
    let schema = Handover(replay.schema)
    let late = Promise { [active] in Result { try LateJudgement(schema.value, early, active) } }
    workings?.keep((replay, late))
    try SideThread.fulfilling([late]) {
      try judge(replay)
      let judged = try late.value().get()
      found += judged.found
      remarks += judged.remarks
    }
  }

  /// Judges what only the replayed database tells.
  private mutating func judge(_ replayed: Replay.Result) throws {
    var result = replayed
    try result.lookAtEverything()
    isReplayWhole = result.schema != nil
    if !isReplayWhole { stop = result.versions.last?.migration.source.path }
    found += try diagnostics(of: active) { check, findings in
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

  // MARK: - Waivers and order

  /// Whether a rule had all to look at that it is about: where it had not, what it didn't find may
  /// still be there.
  private func isJudged(_ check: Rule.Check, isLadderWhole: Bool) -> Bool {
    if check.needsReplay { return isReplayWhole && isLadderWhole }
    return switch check {
    case .texts: isLadderWhole
    case .against: isCompared
    case .release: options.isRelease
    default: true
    }
  }

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
    let isLadderWhole = authority.isLadderWhole
    let judged = active.map(\.rule).filter { isJudged($0.check, isLadderWhole: isLadderWhole) }
    let judge = WaiverJudge(
      Array(Set(FaultClaim.settled(found))).sorted(), waivers: waivers,
      judged: Set(judged.map(\.id)),
      today: options.today)
    let reports = judge.reports + faults.map { (rule: Rule.waiverReason, finding: $0) }
    let own = reports.compactMap { report in
      active.first { $0.rule.id == report.rule.id }.map { entry in
        Diagnostic(rule: entry.rule.id, severity: entry.severity, finding: report.finding)
      }
    }
    let kept = (judge.kept + Array(Set(own))).sorted()
    // An error says it itself. Where that is waived, set to less or not asked for, passing would
    // else look as if everything had been judged.
    if let stop,
      !kept.contains(where: { $0.severity == .error && $0.finding.location.path == stop })
    {
      notices.append("'\(stop)' does not run, so what comes after it is not judged")
    }
    return Verdict(
      diagnostics: kept,
      waived: judge.waived.map { WaivedDiagnostic(diagnostic: $0.diagnostic, waiver: $0.waiver) },
      subject: subject, notices: notices, remarks: remarks)
  }
}

/// What rules say that need no SQLite.
private struct EarlyJudgement: Sendable {
  /// The contracts; nil where there are none, or no rule asks.
  var payloads: PayloadEvidence?
  var found: [Diagnostic] = []
  /// What the other revision gives occasion to say.
  var notices: [String] = []
  /// Whether there was another revision to compare with.
  var isCompared = false

  init(
    _ authority: Authority, isRelease: Bool, _ comparison: PromisedComparison?,
    _ texts: Promise<LadderTexts>, _ active: [ActiveRule]
  ) throws {
    let comparison = try comparison?.value().get()
    notices = comparison?.notices ?? []
    isCompared = comparison?.before != nil
    if active.contains(where: \.rule.check.needsPayloads) { payloads = PayloadEvidence(authority) }
    found = try diagnostics(of: active) { [payloads] check, findings in
      switch check {
      case .files(let check): try check(authority, &findings)
      case .release(let check): if isRelease { try check(authority, &findings) }
      case .against(let check): if let comparison { try check(comparison, &findings) }
      case .texts(let check): try check(texts.value(), &findings)
      case .payload(let check), .schemaAndPayload(_, let check):
        if let payloads { try check(payloads, &findings) }
      default: break
      }
    }
  }
}

/// What rules say of the final schema.
private struct LateJudgement: Sendable {
  var found: [Diagnostic] = []
  /// What could not be judged, and why.
  var remarks: [String] = []

  init(
    _ schema: SchemaEvidence?, _ early: Promise<Result<EarlyJudgement, any Error>>,
    _ active: [ActiveRule]
  ) throws {
    guard let schema else { return }
    found = try diagnostics(of: active) { check, findings in
      switch check {
      case .schema(let check), .columns(let check), .schemaAndPayload(let check, _):
        try check(schema, &findings)
      case .parity(let check):
        if let payloads = try early.value().get().payloads {
          try check(payloads, schema, &findings)
        }
      default: break
      }
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
