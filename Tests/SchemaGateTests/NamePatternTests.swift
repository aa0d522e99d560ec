import SchemaGate
import Testing

@Suite struct NamePatternTests {
  @Test(arguments: [
    ("status", "Status", true), ("status", "statuses", false), ("*_at", "created_at", true),
    ("*_at", "_at", true), ("*_at", "at", false), ("*_at", "created_at_x", false),
    ("is_*", "IS_open", true), ("*", "", true), ("", "", true), ("", "a", false),
    ("a*b*c", "axbxbxc", true), ("a*b*c", "axbxbx", false), ("*ab", "aab", true),
    ("é*", "éa", true), ("a?", "ab", false), ("**x**", "x", true),
  ])
  func aStarStandsForAnyRunOfCharacters(pattern: String, name: String, matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }

  @Test func manyStarsEndInTime() {
    let pattern = NamePattern(String(repeating: "a*", count: 50) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5000)))
  }
}
