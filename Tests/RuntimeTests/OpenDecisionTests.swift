import Testing

@testable import SchemaGate

/// The decision table, row by row, as its page has it.
@Suite struct OpenDecisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var condition: DatabaseCondition
    var preLaunch: OpenDecision
    var launched: OpenDecision
    var never: OpenDecision
    var reader: OpenDecision
    var readOnly: OpenDecision?
    var testDescription: String { "\(condition)" }

    init(
      _ condition: DatabaseCondition, _ preLaunch: OpenDecision, _ launched: OpenDecision,
      never: OpenDecision, reader: OpenDecision, readOnly: OpenDecision? = nil
    ) {
      self.condition = condition
      self.preLaunch = preLaunch
      self.launched = launched
      self.never = never
      self.reader = reader
      self.readOnly = readOnly
    }
  }

  static let two = Version(2) ?? .baseline

  static let rows: [Row] = [
    Row(
      .nothing, .create, .create, never: .create, reader: .refuse(.notFound),
      readOnly: .refuse(.readOnly)),
    Row(
      .orphanWAL, .quarantine, .quarantine, never: .refuse(.orphanWAL), reader: .refuse(.notFound)),
    Row(
      .notADatabase("text"), .quarantine, .quarantine, never: .refuse(.notADatabase),
      reader: .refuse(.notADatabase)),
    Row(
      .corrupt("page 3"), .quarantine, .quarantine, never: .refuse(.corrupt),
      reader: .refuse(.corrupt)),
    Row(
      .unreadableSchema("near"), .refuse(.unreadableSchema), .refuse(.unreadableSchema),
      never: .refuse(.unreadableSchema), reader: .refuse(.unreadableSchema)),
    Row(
      .unmanaged("t"), .quarantine, .refuse(.needsAdoption), never: .refuse(.needsAdoption),
      reader: .refuse(.needsAdoption)),
    Row(
      .mismatch(version: two, found: "a", expected: "b"), .quarantine, .refuse(.historyMismatch),
      never: .refuse(.historyMismatch), reader: .refuse(.historyMismatch)),
    Row(
      .brokenHistory("gap"), .quarantine, .refuse(.historyBroken), never: .refuse(.historyBroken),
      reader: .refuse(.historyBroken)),
    Row(
      .newer(recorded: 9), .refuse(.newerDatabase), .refuse(.newerDatabase),
      never: .refuse(.newerDatabase), reader: .refuse(.newerDatabase)),
    Row(
      .missingTables(["t"]), .quarantine, .quarantine, never: .refuse(.missingTables),
      reader: .refuse(.missingTables)),
    Row(
      .drifted(["t"]), .refuse(.drifted), .refuse(.drifted), never: .refuse(.drifted),
      reader: .refuse(.drifted)),
    Row(
      .older(two), .migrate(from: two), .migrate(from: two), never: .migrate(from: two),
      reader: .refuse(.needsMigration), readOnly: .refuse(.readOnly)),
    Row(.current, .use, .use, never: .use, reader: .use, readOnly: .use),
  ]

  @Test(arguments: rows) func theDecisionIsTheTables(row: Row) {
    func decide(
      _ policy: QuarantinePolicy, role: OpenOptions.Role = .owner, isReadOnly: Bool = false
    ) -> OpenDecision {
      .decide(row.condition, policy: policy, role: role, isReadOnly: isReadOnly)
    }
    #expect(decide(.standard(for: .preLaunch)) == row.preLaunch)
    #expect(decide(.standard(for: .launched)) == row.launched)
    #expect(decide(.never) == row.never)
    for regime in Regime.allCases {
      #expect(decide(.standard(for: regime), role: .reader) == row.reader)
      if let expected = row.readOnly {
        #expect(decide(.standard(for: regime), isReadOnly: true) == expected)
      }
    }
  }

  @Test func aCallerSetsTheAnswerCaseByCase() {
    var policy = QuarantinePolicy.never
    policy.unmanaged = .quarantine
    let decide = { (condition: DatabaseCondition) in
      OpenDecision.decide(condition, policy: policy, role: .owner, isReadOnly: false)
    }
    #expect(decide(.unmanaged("t")) == .quarantine)
    #expect(decide(.notADatabase("t")) == .refuse(.notADatabase))
  }
}
