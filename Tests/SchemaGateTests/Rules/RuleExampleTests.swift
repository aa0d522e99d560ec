import Testing

@testable import SchemaGate

/// Runs every rule's own examples: bad ones must fire exactly at their marks, good ones must not,
/// and so must the same texts in other spellings.
@Suite struct RuleExampleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: RuleID
    let variant: ExampleVariant
    var testDescription: String { "\(rule), \(variant)" }
  }

  static let cases = RuleList.all.flatMap { rule in
    ExampleVariant.allCases.filter { $0.applies(to: rule) }.map { Case(rule: rule.id, variant: $0) }
  }

  @Test(arguments: cases)
  func examplesFireAtTheirMarksAndNowhereElse(_ test: Case) throws {
    let rule = try #require(RuleList.rule(test.rule))
    for example in rule.bad { try judge(example, of: rule, isBad: true, in: test.variant) }
    for example in rule.good { try judge(example, of: rule, isBad: false, in: test.variant) }
  }

  private func judge(
    _ example: Example, of rule: Rule, isBad: Bool, in variant: ExampleVariant
  ) throws {
    let place = SourceLocation(
      fileID: "SchemaGate/\(rule.id)", filePath: example.sourceFile, line: Int(example.line),
      column: 1)
    let files = try ExampleAuthority.files(of: example, in: variant)
    let verdict: Verdict
    do {
      verdict = try ExampleAuthority.verdict(on: files.files, rule: rule)
    } catch {
      Issue.record("\(variant): \(error)", sourceLocation: place)
      return
    }
    let findings = verdict.diagnostics.filter { $0.rule == rule.id }.map(\.finding)
    for finding in findings {
      #expect(finding.help?.isEmpty == false, "\(finding.message)", sourceLocation: place)
      let isProper =
        finding.message.first?.isUppercase == false || finding.message.hasPrefix("U+")
        || finding.message.prefix(while: { !$0.isWhitespace }).allSatisfy { !$0.isLowercase }
      #expect(
        isProper && !finding.message.hasSuffix("."), "\(finding.message)", sourceLocation: place)
    }
    guard !isBad || !files.marks.isEmpty else {
      #expect(!findings.isEmpty, "\(variant): fires nowhere", sourceLocation: place)
      return
    }
    let found = findings.map { Self.words($0.location) }.sorted()
    let expected = files.marks.map(Self.words).sorted()
    if found != expected {
      let others = verdict.diagnostics.filter { $0.rule != rule.id }
        .map { "\($0.rule) \(Self.words($0.finding.location)) \($0.finding.message)" }
      Issue.record(
        """
        \(variant): fires at \(found), marked are \(expected); \
        \(findings.map(\.message)); others: \(others)
        """, sourceLocation: place)
    }
  }

  private static func words(_ location: Location) -> String {
    let place = location.position.map { ":\($0.line):\($0.column)" } ?? ""
    return (location.path ?? location.object ?? "-") + place
  }

  @Test func everyRuleIsWholeAndOfItsOwnName() {
    var seen: Set<RuleID> = []
    for rule in RuleList.all {
      for id in [rule.id] + rule.formerIDs {
        #expect(seen.insert(id).inserted, "\(id) twice")
        #expect(id.name.utf8.allSatisfy { $0 == 45 || (97...122).contains($0) }, "\(id)")
      }
      #expect(!rule.summary.hasSuffix(".") && !rule.summary.contains("\n"), "\(rule.id)")
      #expect(rule.rationale.count > 40, "\(rule.id)")
      #expect(!rule.bad.isEmpty && !rule.good.isEmpty, "\(rule.id)")
    }
  }
}
