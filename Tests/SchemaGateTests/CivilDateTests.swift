import Foundation
import SchemaGate
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: ["2024-02-29", "2000-02-29", "0000-02-29", "9999-12-31", "2026-11-30"])
  func realDaysAreReadAndPrintedBack(text: String) {
    #expect(CivilDate(text)?.description == text)
  }

  @Test(arguments: [
    "", "2023-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
    "2026-1-01", "2026-01-1x", "2026/01/01", " 2026-01-01", "2026-01-01 ", "٢٠٢٦-٠١-٠١",
    "+026-01-01",
  ])
  func everythingElseIsRefused(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test func daysOfMomentsAgreeWithTheSystemsCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var seconds: Int64 = 0
    for _ in 0..<4000 {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      let date = CivilDate(secondsSince1970: seconds)
      #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
      seconds += 86_399 * 17
    }
    #expect(CivilDate(secondsSince1970: -1).description == "1969-12-31")
    #expect(CivilDate(secondsSince1970: .max).description == "9999-12-31")
    #expect(CivilDate(secondsSince1970: .min).description == "0000-01-01")
  }
}
