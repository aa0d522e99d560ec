import Testing

@testable import SchemaGate

@Suite struct FixedInstantTests {
  @Test(arguments: [
    ("CURRENT_TIMESTAMP", "2026-01-02 03:04:05"), ("current_date", "2026-01-02"),
    ("CURRENT_TIME", "03:04:05"), ("datetime('now')", "2026-01-02 03:04:05"),
    ("DATETIME()", "2026-01-02 03:04:05"), ("strftime('%Y', 'NOW')", "2026"),
    ("strftime('%Y')", "2026"), ("date('now', '+1 day')", "2026-01-03"),
    ("replace(datetime('now'), ' ', 'T') || 'Z'", "2026-01-02T03:04:05Z"),
    // Text is text outside of such a call.
    ("'now'", "now"), ("upper('now')", "NOW"), ("date('2020-02-03')", "2020-02-03"),
    ("coalesce(NULL, 'now')", "now"),
  ])
  func theCurrentTimeIsAlwaysTheSame(_ expression: String, _ value: String) throws {
    #expect(try CheckProbe().value(of: expression) == .text(value))
  }

  @Test func numbersOfTheCurrentTimeAreTheSameToo() throws {
    let probe = try CheckProbe()
    #expect(probe.value(of: "unixepoch()") == .integer(1_767_323_045))
    #expect(probe.value(of: "unixepoch('now')") == .integer(1_767_323_045))
    #expect(probe.value(of: "julianday('now') > 2461042") == .integer(1))
  }
}
