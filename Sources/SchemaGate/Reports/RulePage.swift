/// The page of a rule: what it holds, why, what breaks it, what satisfies it, how to set it.
package enum RulePage {
  /// The page for a terminal.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - setting: what it is set to where the page is read; nil where that is its default.
  ///   - width: the columns that running text may take.
  package static func text(of rule: Rule, setting: RuleSetting? = nil, width: Int = 80) -> String {
    var lines = ["\(rule.id.name): \(rule.summary)", ""]
    lines += wrap(rule.rationale, width: width)
    lines.append("")
    lines += wrap(settings(of: rule, now: setting), width: width)
    lines += examples(rule.bad, title: "It finds something in:", marksShown: true)
    lines += examples(rule.good, title: "It is content with:", marksShown: false)
    lines += ["", "To set it, in schema-gate.json:", "", "    \(configuration(rule))"]
    lines += ["", "To waive it for one statement, in the line above it:", ""]
    lines.append("    -- schema-gate: allow \(rule.id.name): <reason>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page for the documentation, in Markdown.
  package static func markdown(of rule: Rule) -> String {
    var lines = ["# \(rule.id.name)", "", "\(sentence(rule.summary))", "", rule.rationale, ""]
    lines.append(settings(of: rule, now: nil, code: "`"))
    if isOnContracts(rule) {
      lines += ["", "The format, member by member: [payload contracts](../contracts.md)."]
    }
    lines += blocks(rule.bad, title: "Finds something")
    lines += blocks(rule.good, title: "Is content")
    lines += ["", "## Setting it", "", "In `schema-gate.json`:", ""]
    lines += ["```json", configuration(rule), "```", ""]
    lines += ["In the line above a statement, for that statement alone:", ""]
    lines += ["```sql", "-- schema-gate: allow \(rule.id.name): <reason>", "```"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The list of all rules for the documentation, in Markdown.
  package static var index: String {
    var lines = [
      "# Rules", "",
      "Each rule's page, and `schema-gate explain <rule>`, is made from the rule itself.", "",
      "| rule | holds that | default |", "| --- | --- | --- |",
    ]
    for rule in RuleList.all {
      lines.append(
        "| [\(rule.id.name)](\(rule.id.name).md) | \(rule.summary) | \(rule.setting.rawValue) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  /// Whether a rule is about the files whose format has a page of its own.
  private static func isOnContracts(_ rule: Rule) -> Bool {
    ["contract-", "payload-", "golden-"].contains { rule.id.name.hasPrefix($0) }
  }

  private static func settings(of rule: Rule, now: RuleSetting?, code: String = "'") -> String {
    func quoted(_ text: String) -> String { "\(code)\(text)\(code)" }
    var text =
      rule.setting == .off
      ? "It is off by default" : "By default it is of severity \(quoted(rule.setting.rawValue))"
    if let now, now != rule.setting { text += ", and here it is set to \(quoted(now.rawValue))" }
    text += ". It exists since version \(rule.since)."
    if !rule.formerIDs.isEmpty {
      let names = rule.formerIDs.map { quoted($0.name) }.joined(separator: ", ")
      text += " It was called \(names) before."
    }
    return text
  }

  private static func configuration(_ rule: Rule) -> String {
    let other = rule.setting == .error ? RuleSetting.warning : .error
    return "{ \"rules\": { \"\(rule.id.name)\": \"\(other.rawValue)\" } }"
  }

  private static func examples(_ examples: [Example], title: String, marksShown: Bool) -> [String] {
    var lines: [String] = []
    for example in examples {
      lines += ["", example.note.map { "\(title) \($0)" } ?? title]
      for file in example.files {
        lines += ["", "    \(file.path)"]
        lines += numbered(file.text, marksShown: marksShown)
      }
    }
    return lines
  }

  /// The lines of a file, with a caret below each mark.
  private static func numbered(_ text: String, marksShown: Bool) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let plain = String(line.filter { $0 != Example.mark })
      lines.append(plain.isEmpty ? "    |" : "    | \(plain)")
      if marksShown, let mark = line.firstIndex(of: Example.mark) {
        let column = line.distance(from: line.startIndex, to: mark)
        lines.append("    | \(String(repeating: " ", count: column))^")
      }
    }
    // What follows the last newline is no line.
    if text.hasSuffix("\n") { lines.removeLast() }
    return lines
  }

  private static func blocks(_ examples: [Example], title: String) -> [String] {
    if examples.isEmpty { return [] }
    var lines = ["", "## \(title)"]
    for example in examples {
      if let note = example.note { lines += ["", sentence(note)] }
      for file in example.files {
        let language = file.path.hasSuffix(".json") || file.path.hasSuffix(".lock") ? "json" : "sql"
        let text = file.text.filter { $0 != Example.mark }
        lines += ["", "`\(file.path)`", "", "```\(language)"]
        lines += [text.hasSuffix("\n") ? String(text.dropLast()) : text, "```"]
      }
    }
    return lines
  }

  private static func sentence(_ text: String) -> String {
    "\(text.prefix(1).uppercased())\(text.dropFirst())\(text.hasSuffix(".") ? "" : ".")"
  }

  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let last = lines.last, last.count + 1 + word.count <= max(width, 20) {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
