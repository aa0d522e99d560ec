/// One thing that SchemaGate keeps: what it is, why, what breaks it and what satisfies it.
///
/// A rule is a value in one file, and one line in ``RuleList``. Its pages, `explain`, the metadata
/// in reports and its tests all come from this value, so that they cannot drift apart.
public struct Rule: Sendable {
  /// The name, kebab-case; it says the state that is kept, such as `strict-table`.
  public let id: RuleID

  /// One line that says what the rule holds, without a final period.
  public let summary: String

  /// What breaks for a user without the rule, and when.
  public let rationale: String

  /// What the rule is set to unless configuration says otherwise.
  public let setting: RuleSetting

  /// The version of SchemaGate that brought the rule.
  public let since: String

  /// Ids that the rule had before; configuration and waivers may still use them.
  public let formerIDs: [RuleID]

  /// Inputs in which the rule finds something, exactly at their marks.
  public var bad: [Example] { makeBad() }

  /// Inputs of the same shape in which it finds nothing.
  public var good: [Example] { makeGood() }

  // Made when somebody asks: a check never does, and some take whole contracts to write.
  private let makeBad: @Sendable () -> [Example]
  private let makeGood: @Sendable () -> [Example]

  /// How the rule judges, by the evidence that it needs.
  let check: Check

  init(
    id: RuleID, summary: String, rationale: String, setting: RuleSetting = .error,
    since: String = "1.0", formerIDs: [RuleID] = [],
    bad: @escaping @autoclosure @Sendable () -> [Example],
    good: @escaping @autoclosure @Sendable () -> [Example], check: Check
  ) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.setting = setting
    self.since = since
    self.formerIDs = formerIDs
    makeBad = bad
    makeGood = good
    self.check = check
  }
}

extension Rule {
  /// The evidence that a rule gets, and the function that judges it.
  ///
  /// A function appends what it finds; the runner puts the rule's id and severity on it, so that a
  /// rule can neither sign as another nor decide its own weight. It throws only when it cannot
  /// judge, which ends the run: never a finding, and never silence.
  enum Check: Sendable {
    /// The form of the governed files, before any SQL runs.
    case files(@Sendable (Authority, inout [Finding]) throws -> Void)
    /// The tokens of the ladder's files, before any SQL runs.
    case texts(@Sendable (LadderTexts, inout [Finding]) throws -> Void)
    /// One version of the ladder, as replay saw it; called for the baseline and each migration.
    case version(@Sendable (ReplayedVersion, inout [Finding]) throws -> Void)
    /// The schema that the whole ladder arrives at, with its CHECKs there to be asked.
    case schema(@Sendable (SchemaEvidence, inout [Finding]) throws -> Void)
    /// The plans that SQLite has for queries on that schema.
    case plans(@Sendable (PlanEvidence, inout [Finding]) throws -> Void)
    /// The final schema, as far as columns and their CHECKs go: answers of CHECKs that such a rule
    /// asks for are worked out while the ladder still runs.
    case columns(@Sendable (SchemaEvidence, inout [Finding]) throws -> Void)
    /// The payload contracts and their fixtures.
    case payload(@Sendable (PayloadEvidence, inout [Finding]) throws -> Void)
    /// The final schema and the payload contracts, each by a function of its own.
    case schemaAndPayload(
      @Sendable (SchemaEvidence, inout [Finding]) throws -> Void,
      @Sendable (PayloadEvidence, inout [Finding]) throws -> Void)
    /// The payload contracts beside the final schema.
    case parity(@Sendable (PayloadEvidence, SchemaEvidence, inout [Finding]) throws -> Void)
    /// The authority as it is now, beside what it was at another revision.
    case against(@Sendable (AuthorityComparison, inout [Finding]) throws -> Void)
    /// The form of the governed files, looked at only before a release.
    case release(@Sendable (Authority, inout [Finding]) throws -> Void)
    /// Reported by the runner itself, such as a waiver that matches nothing any more.
    case runner
  }
}
