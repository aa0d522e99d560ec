/// A report as commands of GitHub's workflows, which become annotations of files.
///
/// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions, and the
/// escapes of `@actions/core`.
enum GitHubReport {
  /// One command a line, then the verdict.
  static func text(of report: Report) -> String {
    var lines = report.diagnostics.map { command($0, of: report) }
    lines += report.notes.map { "::notice title=SchemaGate::\(data($0))" }
    lines.append("\(report.isPassed ? "passed" : "failed"): \(report.countText)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func command(_ diagnostic: Diagnostic, of report: Report) -> String {
    let finding = diagnostic.finding
    var properties = ["file=\(property(report.repositoryPath(of: finding.location)))"]
    if let position = finding.location.position {
      properties += ["line=\(position.line)", "col=\(position.column)"]
    }
    properties.append("title=\(property("SchemaGate \(diagnostic.rule.name)"))")
    var message = ([finding.message] + finding.details).joined(separator: "\n")
    if finding.location.path == nil { message = "\(finding.location.text): \(message)" }
    message += finding.related.map { "\nnote: \($0.location.text): \($0.message)" }.joined()
    if let help = finding.help { message += "\nhelp: \(help)" }
    let list = properties.joined(separator: ",")
    return "::\(diagnostic.severity.rawValue) \(list)::\(data(message))"
  }

  private static func data(_ text: String) -> String { escape(text, "%\r\n") }

  private static func property(_ text: String) -> String { escape(text, "%\r\n:,") }

  private static func escape(_ text: String, _ special: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        escaped += (scalar.value < 0x10 ? "%0" : "%") + hex
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
