/// A finding that somebody decided to live with, and why.
public struct Waiver: Hashable, Sendable {
  /// What a waiver covers.
  public enum Scope: Hashable, Sendable {
    /// Findings about an object or in a file, by a pattern with `*`.
    case object(NamePattern)
    /// Findings on some lines of a file: a statement, or a part of one.
    case lines(ClosedRange<Int>, path: String)
  }

  /// The rule whose findings are waived.
  public let rule: RuleID
  /// Which of them.
  public let scope: Scope
  /// Why.
  public let reason: String
  /// The last day on which the waiver holds, in UTC; nil for no end.
  public let until: CivilDate?
  /// Where the waiver is written.
  public let location: Location

  /// Creates a waiver.
  public init(
    rule: RuleID, scope: Scope, reason: String, until: CivilDate? = nil, location: Location
  ) {
    self.rule = rule
    self.scope = scope
    self.reason = reason
    self.until = until
    self.location = location
  }

  /// Whether the waiver covers a finding of its rule.
  func covers(_ finding: Finding) -> Bool {
    switch scope {
    case .object(let pattern):
      return [finding.location.object, finding.location.path].contains { name in
        name.map(pattern.matches) ?? false
      }
    case .lines(let lines, let path):
      guard finding.location.path == path, let line = finding.location.position?.line else {
        return false
      }
      return lines.contains(line)
    }
  }
}
