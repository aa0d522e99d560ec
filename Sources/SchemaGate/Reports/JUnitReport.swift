/// A report in the XML of JUnit, as Jenkins and others read it.
///
/// Each finding is a test case that fails, or one that passes with output if it is a warning that
/// fails nothing; each rule without findings is one that passes.
enum JUnitReport {
  /// The report as one XML document.
  static func text(of report: Report) -> String {
    let fails = report.diagnostics.map { $0.severity == .error || report.isStrict }
    let found = Set(report.diagnostics.map(\.rule))
    let clean = report.rules.filter { !found.contains($0.id) && $0.setting != .off }
    var cases = zip(report.diagnostics, fails).map { testCase($0, fails: $1) }
    cases += clean.map {
      "    <testcase classname=\"schema-gate.\(escape($0.id.name))\" name=\"\(escape($0.summary))\"/>"
    }
    let failures = fails.reduce(0) { $0 + ($1 ? 1 : 0) }
    let head =
      "name=\"schema-gate\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
      + " skipped=\"0\""
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"]
    lines += ["  <testsuite \(head)>"] + cases + ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func testCase(_ diagnostic: Diagnostic, fails: Bool) -> String {
    let finding = diagnostic.finding
    let name = "\(finding.location.text): \(finding.message)"
    let body = TextReport(Report([]), isColored: false).lines(of: diagnostic)
      .map(escape).joined(separator: "\n")
    let content =
      fails
      ? "<failure message=\"\(escape(finding.message))\" type=\"\(diagnostic.severity.rawValue)\">"
        + "\(body)</failure>"
      : "<system-out>\(body)</system-out>"
    return """
          <testcase classname="schema-gate.\(escape(diagnostic.rule.name))" name="\(escape(name))">
            \(content)
          </testcase>
      """
  }

  /// Text for XML; what XML 1.0 can't say becomes U+FFFD.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
