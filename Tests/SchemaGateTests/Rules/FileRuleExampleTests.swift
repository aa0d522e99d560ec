import Testing

@testable import SchemaGate

@Suite struct FileRuleExampleTests {
  /// One example of a rule that judges files.
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: Rule
    let example: Example
    let isBad: Bool
    var testDescription: String { "\(rule.id) line \(example.line)" }
  }

  static let cases: [Case] = RuleList.all.flatMap { rule -> [Case] in
    switch rule.check {
    case .files, .against:
      rule.bad.map { Case(rule: rule, example: $0, isBad: true) }
        + rule.good.map { Case(rule: rule, example: $0, isBad: false) }
    default: []
    }
  }

  @Test(arguments: cases, [false, true])
  func aFileRuleFiresAtTheMarksOfItsBadExamplesAndNowhereElse(
    _ item: Case, withCarriageReturns: Bool
  ) throws {
    var marked = MarkedFiles(item.example.files)
    if withCarriageReturns {
      // Only SQL: JSON with other line ends is a finding of its own.
      for index in marked.files.indices where marked.files[index].path.hasSuffix(".sql") {
        if marked.files[index].path.hasPrefix("App/") { return }
        let (path, text) = marked.files[index]
        marked.files[index] = (path, text.replacing("\n", with: "\r\n"))
      }
      if item.rule.id == "embed-drift" { return }
    }
    var findings: [Finding] = []
    switch item.rule.check {
    case .files(let check):
      try check(try ExampleAuthority.authority(marked.files), &findings)
    case .against(let check):
      try check(try ExampleAuthority.comparison(marked.files), &findings)
    default: return
    }
    if item.isBad {
      #expect(!findings.isEmpty)
      if !marked.marks.isEmpty { #expect(findings.map(\.location) == marked.marks) }
    } else {
      #expect(findings == [])
    }
    for finding in findings {
      #expect(finding.help != nil)
      let isProper = finding.message.first?.isUppercase == false || finding.message.hasPrefix("U+")
      #expect(isProper && !finding.message.hasSuffix("."))
    }
  }

  @Test func examplesOfFileRulesBreakNoOtherFileRule() throws {
    for item in Self.cases where !item.isBad {
      let authority = try ExampleAuthority.authority(MarkedFiles(item.example.files).files)
      for rule in RuleList.all where rule.id != "release-unfrozen" {
        guard case .files(let check) = rule.check else { continue }
        var findings: [Finding] = []
        try check(authority, &findings)
        // A good example of one rule may lack what only another asks for.
        if rule.setting == .error && rule.id != "stray-file" {
          #expect(findings == [], "\(item.testDescription): \(rule.id)")
        }
      }
    }
  }
}

/// Authorities from the files of an example, with a lock and a policy that fit where they lack.
enum ExampleAuthority {
  static func authority(
    _ files: [(path: String, text: String)]
  ) throws -> Authority {
    var texts: [String: String] = [:]
    for (path, text) in files where !path.hasPrefix(FileExample.otherRevision) {
      texts[path] = text
    }
    let entries = entries(of: texts)
    if texts[FileExample.lockPath] == nil {
      texts[FileExample.lockPath] = FileExample.lock(entries)
    }
    if texts[FileExample.policyPath] == nil {
      texts[FileExample.policyPath] = FileExample.policy(
        launched: entries.count > 1, frozen: entries.count > 1 ? Array(entries.prefix(1)) : [])
    }
    return try AuthorityReader.read(
      files: MemorySource(texts: texts), knownRules: Set(RuleList.all.map(\.id)))
  }

  static func comparison(
    _ files: [(path: String, text: String)]
  ) throws -> AuthorityComparison {
    var texts: [String: String] = [:]
    for (path, text) in files where path.hasPrefix(FileExample.otherRevision) {
      texts[String(path.dropFirst(FileExample.otherRevision.count))] = text
    }
    let before = try RevisionState.read(
      MemorySource(texts: texts), revision: "main", fallback: GovernedPaths())
    return AuthorityComparison(
      now: try authority(files), revision: "main", before: before, base: nil)
  }

  private static func entries(of texts: [String: String]) -> [(name: String, sql: String)] {
    let start = "schema/migrations/"
    let steps = texts.keys.filter { $0.hasPrefix(start) && $0.hasSuffix(".sql") }.sorted()
    return [("001_schema.sql", texts[FileExample.schemaPath] ?? "")]
      + steps.compactMap { path in
        let name = String(path.dropFirst(start.count))
        guard case .migration = MigrationFileName(name) else { return nil }
        return (name, texts[path] ?? "")
      }
  }
}
