import Testing

@testable import SchemaGate

@Suite struct WaiverTests {
  private func waivers(_ sql: String) -> InlineWaivers {
    InlineWaivers(in: SourceText(path: "a.sql", bytes: Array(sql.utf8)))
  }

  @Test(arguments: [
    // A whole statement, also over several lines and behind another waiver.
    ("-- schema-gate: allow fk-index: small\nCREATE TABLE t (\n  a\n);\n", 2...4),
    ("--   schema-gate:allow fk-index :  small \n-- more\n\nDROP TABLE t;", 4...4),
    ("DROP TABLE a;\n-- schema-gate: allow fk-index: x\nDROP TABLE b; DROP TABLE c;", 3...3),
    // Inside a statement, the next line that has more than comments.
    ("CREATE TABLE t (\n  -- schema-gate: allow fk-index: x\n  -- y\n  a,\n  b\n);", 4...4),
    (
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n-- schema-gate: allow fk-index: x\nDELETE FROM a;\nEND;",
      3...3
    ),
  ])
  func aCommentWaivesTheStatementBelowIt(sql: String, lines: ClosedRange<Int>) throws {
    let found = waivers(sql)
    #expect(found.faults.isEmpty)
    let waiver = try #require(found.waivers.first)
    #expect(waiver.rule == "fk-index")
    #expect(waiver.scope == .lines(lines, path: "a.sql"))
    #expect(!waiver.reason.isEmpty)
  }

  @Test(arguments: [
    "-- schema-gate: allow fk-index\nDROP TABLE t;", "-- schema-gate: allow : why\nDROP TABLE t;",
    "-- schema-gate: allow fk-index:  \nDROP TABLE t;", "-- schema-gate: deny x: y\nSELECT 1;",
    "-- schema-gate: allow Fk_Index: y\nSELECT 1;", "SELECT 1; -- schema-gate: allow fk-index: y",
  ])
  func aCommentThatIsNoWaiverIsReported(sql: String) {
    let found = waivers(sql)
    #expect(found.waivers.isEmpty)
    #expect(found.faults.count == 1)
  }

  @Test(arguments: [
    "SELECT '-- schema-gate: allow fk-index: x';", "/* schema-gate: allow a: b */ SELECT 1;",
    "-- see schema-gate: allow\nSELECT 1;", "", "schema-gate:",
  ])
  func otherTextsAreNoWaivers(sql: String) {
    #expect(waivers(sql).waivers.isEmpty)
    #expect(waivers(sql).faults.isEmpty)
  }

  @Test func aWaiverHoldsToItsLastDayAndIsReportedWhenPastOrUnused() {
    let place = Location.file("schema-gate.json")
    func waiver(_ object: String, until: String?) -> Waiver {
      Waiver(
        rule: "waiver-reason", scope: .object(NamePattern(object)), reason: "r",
        until: until.flatMap { CivilDate($0) }, location: place)
    }
    let diagnostic = Diagnostic(
      rule: "waiver-reason", severity: .error,
      finding: Finding("m", at: Location(path: "a.sql", object: "tasks.state")))
    func judge(_ waiver: Waiver, on day: String) throws -> WaiverJudge {
      WaiverJudge(
        [diagnostic], waivers: [waiver], judged: ["waiver-reason"],
        today: try #require(CivilDate(day)))
    }
    #expect(throws: Never.self) {
      let last = try judge(waiver("tasks.*", until: "2026-03-31"), on: "2026-03-31")
      #expect(last.kept.isEmpty && last.waived.count == 1 && last.reports.isEmpty)
      let past = try judge(waiver("tasks.*", until: "2026-03-31"), on: "2026-04-01")
      #expect(past.kept == [diagnostic] && past.reports.map(\.rule.id) == ["waiver-expired"])
      let file = try judge(waiver("A.sql", until: nil), on: "2026-04-01")
      #expect(file.kept.isEmpty)
      let unused = try judge(waiver("lists.*", until: nil), on: "2026-04-01")
      #expect(unused.reports.map(\.rule.id) == ["waiver-unused"])
    }
  }
}
