import Foundation
import Testing

/// The blocks of the README that say so are run line by line, as somebody would paste them.
@Suite struct ReadmeTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of each tested block, and what the comment before it asks for.
  static func blocks() throws -> [(needs: String, lines: [String])] {
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    return text.components(separatedBy: "<!-- tested").dropFirst().map { rest in
      let parts = rest.components(separatedBy: "```")
      let lines = parts[1].split(separator: "\n").dropFirst().map(String.init)
      return (parts[0], lines)
    }
  }

  @Test func everyLineOfTheReadmeWorks() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count == 2)
    for block in blocks {
      let shell = try Shell()
      guard shell.has("sqlite3") else {
        print("skipped: 'sqlite3' is not installed")
        return
      }
      if block.needs.contains("app.db") {
        #expect(try shell.run("git init -q .").status == 0)
        let made = try shell.run(
          "sqlite3 app.db 'CREATE TABLE users (id INTEGER PRIMARY KEY, status TEXT, made_at TEXT)'")
        #expect(made.status == 0)
      }
      // One shell for all lines, so that `cd` holds; the first line that fails ends it.
      let found = try shell.run("set -e; " + block.lines.joined(separator: "\n"))
      #expect(found.status == 0, "\(found.lines.joined(separator: "\n"))")
    }
  }
}
