/// The configuration file is wrong: what is wrong, and where.
///
/// No finding about the schema: a run that is told wrongly what to judge does not judge.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, in the order of the file; at least one.
  public let findings: [Finding]

  /// Creates an error.
  public init(_ findings: [Finding]) { self.findings = findings }

  /// What is wrong, one line each, with the place in front.
  public var description: String {
    findings.map { finding in
      let place = finding.location.position.map { ":\($0.line):\($0.column)" } ?? ""
      let help = finding.help.map { "; \($0)" } ?? ""
      return "\(finding.location.path ?? "")\(place): \(finding.message)\(help)"
    }.joined(separator: "\n")
  }
}
