/// A report for people, on a terminal or in a log.
struct TextReport {
  private let report: Report
  private let isColored: Bool

  /// Creates a report with or without colors.
  init(_ report: Report, isColored: Bool) {
    self.report = report
    self.isColored = isColored
  }

  /// The findings, each with its place, its values and what to do, then the verdict.
  var text: String {
    var lines: [String] = []
    for diagnostic in report.diagnostics { lines += self.lines(of: diagnostic) + [""] }
    for note in report.notes { lines.append("\(paint("note", .bold)): \(plain(note))") }
    lines.append(verdict)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The findings alone, without notes and verdict.
  func lines(of diagnostic: Diagnostic) -> [String] {
    let finding = diagnostic.finding
    let label = paint(
      "\(diagnostic.severity.rawValue)[\(diagnostic.rule.name)]", diagnostic.severity)
    var lines = ["\(label)\(paint(": \(plain(finding.message))", .bold))"]
    lines.append("  \(paint("-->", .blue)) \(plain(finding.location.text))")
    let bar = paint("|", .blue)
    lines += finding.details.map { "   \(bar)  \(plain($0))" }
    let sign = paint("=", .blue)
    lines += finding.related.map {
      "   \(sign) \(paint("note", .bold)): \(plain($0.location.text)): \(plain($0.message))"
    }
    if let help = finding.help {
      lines.append("   \(sign) \(paint("help", .bold)): \(plain(help))")
    }
    return lines
  }

  private var verdict: String {
    let scope = report.scope.isEmpty ? "" : " (\(plain(report.scope.joined(separator: ", "))))"
    let word = report.isPassed ? paint("passed", .green) : paint("failed", .red)
    return "\(word): \(report.countText)\(scope)"
  }

  // MARK: Colors

  private enum Style: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
    case green = "1;32"
    case blue = "1;34"
  }

  private func paint(_ text: String, _ severity: Severity) -> String {
    paint(text, severity == .error ? .red : .yellow)
  }

  private func paint(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Text without control characters: names come from files, and must not steer a terminal.
  private func plain(_ text: String) -> String { VisibleText.of(text) }
}
