/// A finding with its rule and its weight: what every report prints.
public struct Diagnostic: Hashable, Sendable {
  /// The rule that found it.
  public let rule: RuleID

  /// What it weighs.
  public let severity: Severity

  /// What was found, and where.
  public let finding: Finding

  /// Creates a diagnostic; only the runner does.
  package init(rule: RuleID, severity: Severity, finding: Finding) {
    self.rule = rule
    self.severity = severity
    self.finding = finding
  }

  /// What stays the same while lines move: rule, file, object and facts, not the line number.
  ///
  /// Reports hash it so that a service that follows findings over time recognises one that moved.
  public var fingerprintSource: String {
    var parts = [rule.name, finding.location.path ?? "", finding.location.object ?? ""]
    parts += finding.facts.map { "\($0.name)=\($0.value)" }
    if finding.location.object == nil && finding.facts.isEmpty { parts.append(finding.message) }
    return parts.joined(separator: "\u{1F}")
  }
}

extension Diagnostic: Comparable {
  /// The order of every report: path, line, column, rule, object, message.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    let (a, b) = (left.finding.location, right.finding.location)
    if a.path != b.path { return (a.path ?? "") < (b.path ?? "") }
    if a.position != b.position {
      let none = SourcePosition(line: 0, column: 0)
      return (a.position ?? none) < (b.position ?? none)
    }
    if left.rule != right.rule { return left.rule < right.rule }
    if a.object != b.object { return (a.object ?? "") < (b.object ?? "") }
    return left.finding.message < right.finding.message
  }
}
