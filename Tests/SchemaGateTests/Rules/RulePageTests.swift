import Foundation
import Testing

@testable import SchemaGate

/// The pages in `docs/rules` are the rules' own words. `make rule-pages` writes them anew.
@Suite struct RulePageTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/rules")

  static var pages: [String: String] {
    var pages = ["README.md": RulePage.index]
    for rule in RuleList.all { pages["\(rule.id).md"] = RulePage.markdown(of: rule) }
    return pages
  }

  @Test func thePagesSayWhatTheRulesSay() throws {
    let manager = FileManager.default
    let pages = Self.pages
    let isRecording = ProcessInfo.processInfo.environment["SCHEMA_GATE_RECORD"] != nil
    if isRecording {
      try manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: Self.folder.path)
      where pages[name] == nil {
        try manager.removeItem(at: Self.folder.appendingPathComponent(name))
      }
      for (name, text) in pages {
        try Data(text.utf8).write(to: Self.folder.appendingPathComponent(name))
      }
      Issue.record("the pages were written; look at them, and run without SCHEMA_GATE_RECORD")
      return
    }
    let there = try manager.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(there == pages.keys.sorted())
    for name in there {
      let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      #expect(text == pages[name], "docs/rules/\(name) differs: make rule-pages")
    }
  }
}
