/// What was found, what was waived, and the rules.
extension SchemaPage {
  var findings: Section {
    let verdict = content.verdict
    var body: HTML =
      verdict.diagnostics.isEmpty
      ? "<p>Nothing was found.</p>"
      : "<ol class=\"findings\">\n\(verdict.diagnostics.map(finding).joined())</ol>"
    if !verdict.waived.isEmpty {
      let items = verdict.waived.map(waived).joined()
      body += """

        <details class="fold"><summary>\(HTML.count(verdict.waived.count, "waived finding"))\
        </summary>
        <ul class="waived">\(items)</ul>
        </details>
        """
    }
    let count = verdict.diagnostics.count
    return Section(
      id: "findings", title: "Findings", note: "\(count)",
      body: SchemaPage.section("findings", "Findings", body))
  }

  private func finding(_ diagnostic: Diagnostic) -> HTML {
    let finding = diagnostic.finding
    var lines: [HTML] = [
      """
      <p class="what"><span class="severity \(diagnostic.severity.rawValue)">\
      \(diagnostic.severity.rawValue)</span> <a class="rule" href="#\(PageAnchor.rule(diagnostic.rule))">\
      \(diagnostic.rule.name)</a> \(HTML.prose(finding.message))</p>
      """
    ]
    lines.append("<p class=\"where\">\(place(finding.location))</p>")
    if let excerpt = excerpt(finding.location) { lines.append(excerpt) }
    if !finding.details.isEmpty {
      let text = finding.details.joined(separator: "\n")
      lines.append("<pre class=\"details\">\(text)</pre>")
    }
    if let help = finding.help {
      lines.append("<p class=\"help\"><b>To do:</b> \(HTML.prose(help))</p>")
    }
    for related in finding.related {
      lines.append("<p class=\"where\">\(related.message): \(place(related.location))</p>")
    }
    return "<li>\(lines.joined(by: "\n"))</li>\n"
  }

  private func waived(_ waived: WaivedDiagnostic) -> HTML {
    let finding = waived.diagnostic.finding
    let until: HTML = waived.waiver.until.map { " (until \($0.description))" } ?? ""
    return """
      <li><a class="rule" href="#\(PageAnchor.rule(waived.diagnostic.rule))">\
      \(waived.diagnostic.rule.name)</a> \(HTML.prose(finding.message))
      <p class="where">\(place(finding.location))</p>
      <p>Waived: \(HTML.prose(waived.waiver.reason))\(until)</p></li>

      """
  }

  /// A place as `path:line:column`, leading to the file where the page knows the way; and to the
  /// table that it is about.
  func place(_ location: Location) -> HTML {
    var parts: [HTML] = []
    if let path = location.path {
      let text = location.position.map { "\(path):\($0.line):\($0.column)" } ?? path
      if let root = content.pathToRoot {
        parts.append("<a href=\"\(SchemaPage.link(root, path))\"><code>\(text)</code></a>")
      } else {
        parts.append("<code>\(text)</code>")
      }
    }
    if let object = location.object {
      let name = object.prefix { $0 != "." && $0 != "(" }
      if let drawing = content.drawing, let table = drawing.catalog.table(named: String(name)) {
        parts.append(
          "<a href=\"#\(PageAnchor.table(table, in: drawing))\"><code>\(object)</code></a>")
      } else {
        parts.append("<code>\(object)</code>")
      }
    }
    return parts.isEmpty ? "the schema" : parts.joined(by: " · ")
  }

  /// A path as a link, in which only what is plain stands for itself.
  static func link(_ root: String, _ path: String) -> String {
    var link = ""
    for byte in (root.isEmpty ? "./\(path)" : "\(root)/\(path)").utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        link.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        link += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
      }
    }
    return link
  }

  /// The line of a finding with the ones around it.
  private func excerpt(_ location: Location) -> HTML? {
    guard let path = location.path, let position = location.position,
      let text = content.authority.text(at: path)
    else { return nil }
    let lines = SchemaPage.lines(position.line - 1...position.line + 2, of: text.bytes)
    if lines.isEmpty { return nil }
    let rows = lines.map { number, line -> HTML in
      let text = String(line.prefix(200))
      return number == position.line
        ? "<mark><i>\(number)</i>\(text)</mark>" : "<span><i>\(number)</i>\(text)</span>"
    }
    return "<pre class=\"excerpt\">\(rows.joined(by: "\n"))</pre>"
  }

  private static func lines(_ wanted: ClosedRange<Int>, of bytes: [UInt8]) -> [(Int, String)] {
    var lines: [(Int, String)] = []
    var number = 1
    var start = 0
    while start < bytes.count, number <= wanted.upperBound {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if number >= wanted.lowerBound {
        lines.append((number, String(decoding: bytes[start..<end], as: UTF8.self)))
      }
      number += 1
      start = end + 1
    }
    return lines
  }

  // MARK: - Rules

  var rules: Section {
    let found = Dictionary(grouping: content.verdict.diagnostics, by: \.rule).mapValues(\.count)
    let items = RuleList.all.map { rule -> HTML in
      let setting = content.authority.configuration.setting(of: rule.id, default: rule.setting)
      let number = found[rule.id] ?? 0
      let count: HTML = number > 0 ? " <span class=\"severity\">\(number) found</span>" : ""
      return """
        <details class="fold" id="\(PageAnchor.rule(rule.id))">
        <summary><code>\(rule.id.name)</code> <span class="about">\(HTML.prose(rule.summary))</span>\
        <span class="tag">\(setting.rawValue)</span>\(count)</summary>
        <p>\(HTML.prose(rule.rationale))</p>
        </details>

        """
    }
    let body: HTML = """
      <p>What each rule holds, and what breaks without it. \
      <code>schema-gate explain &lt;rule&gt;</code> shows examples.</p>
      \(items.joined())
      """
    return Section(
      id: "rules", title: "Rules", note: "\(RuleList.all.count)",
      body: SchemaPage.section("rules", "Rules", body))
  }
}
