/// A report for GitLab's Code Quality.
///
/// Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
enum GitLabReport {
  /// The report as the list that GitLab reads.
  static func value(of report: Report) -> JSONValue {
    .array(
      zip(report.diagnostics, report.fingerprints).map { diagnostic, fingerprint in
        let finding = diagnostic.finding
        let place = finding.location.path == nil ? "\(finding.location.text): " : ""
        let help = finding.help.map { "; \($0)" } ?? ""
        return [
          "description": .string("\(place)\(finding.message)\(help)"),
          "check_name": .string(diagnostic.rule.name),
          "fingerprint": .string(fingerprint),
          "severity": .string(diagnostic.severity == .error ? "major" : "minor"),
          "location": [
            "path": .string(report.repositoryPath(of: finding.location)),
            "lines": ["begin": .integer(finding.location.position?.line ?? 1)],
          ],
        ]
      })
  }
}
