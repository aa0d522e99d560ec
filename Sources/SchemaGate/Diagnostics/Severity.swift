/// How much a diagnostic weighs in the verdict.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Reported, and fails nothing unless the run is strict.
  case warning

  /// Fails the check.
  case error

  /// A warning weighs less than an error.
  public static func < (left: Severity, right: Severity) -> Bool {
    left == .warning && right == .error
  }
}

/// What a rule is set to: switched off, or the severity of what it finds.
public enum RuleSetting: String, Sendable, CaseIterable {
  case off, warning, error

  /// The severity that findings get, or nil where the rule is off.
  public var severity: Severity? {
    switch self {
    case .off: nil
    case .warning: .warning
    case .error: .error
    }
  }
}
