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
    ExampleVariant.allCases.map { Case(rule: rule.id, variant: $0) }
  }

  @Test(arguments: cases)
  func examplesFireAtTheirMarksAndNowhereElse(_ test: Case) throws {
    let rule = try #require(RuleList.rule(test.rule))
    for example in rule.bad + rule.good {
      let files = try ExampleAuthority.files(of: example, in: test.variant)
      let verdict = try ExampleAuthority.verdict(on: files.files, example: example)
      let findings = verdict.diagnostics.filter { $0.rule == rule.id }.map(\.finding)
      let place = SourceLocation(
        fileID: "SchemaGate/\(rule.id).swift", filePath: example.sourceFile,
        line: Int(example.line), column: 1)
      let isBad = rule.bad.contains {
        $0.line == example.line && $0.sourceFile == example.sourceFile
      }
      if !isBad || !files.marks.isEmpty {
        let found = findings.map { "\($0.location)" }.sorted()
        let expected = files.marks
        let missed = expected.filter { mark in
          !findings.contains {
            $0.location.path == mark.path && $0.location.position == mark.position
          }
        }
        let surplus = findings.filter { finding in
          !expected.contains {
            $0.path == finding.location.path && $0.position == finding.location.position
          }
        }
        #expect(
          missed.isEmpty && surplus.isEmpty,
          """
          \(test.variant): missed \(missed.map { "\($0.path ?? ""):\($0.position?.line ?? 0):\($0.position?.column ?? 0)" }), \
          surplus \(surplus.map { "\($0.location.path ?? ""):\($0.location.position.map { "\($0.line):\($0.column)" } ?? "-") \($0.message)" }), \
          found \(found.count); all: \(verdict.diagnostics.map { "\($0.rule): \($0.finding.message)" })
          """, sourceLocation: place)
      } else {
        #expect(!findings.isEmpty, "\(test.variant): fires nowhere", sourceLocation: place)
      }
    }
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
