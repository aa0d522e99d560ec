import Foundation
import TestSupport
import Testing

/// Runs each script of `Scripts/` on the program that was built with these tests.
///
/// With `SCHEMA_GATE_RECORD=1` what was found is written into the scripts, and the run fails.
@Suite struct ScriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scripts")

  static var names: [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".script") }.sorted()
  }

  @Test(arguments: names) func theProgramDoesAsTheScriptSays(name: String) throws {
    let url = Self.folder.appendingPathComponent(name)
    var script = Script(try String(contentsOf: url, encoding: .utf8))
    let shell = try Shell()
    for program in script.programs where !shell.has(program) {
      print("skipped \(name): '\(program)' is not installed")
      return
    }
    for file in script.files { try shell.folder.write(file.text, to: file.path) }
    let isRecording = ProcessInfo.processInfo.environment["SCHEMA_GATE_RECORD"] == "1"
    for index in script.steps.indices {
      let step = script.steps[index]
      let found = try shell.run(step.call)
      if found.matches(step.outcome) { continue }
      if isRecording { script.steps[index].outcome = found }
      Issue.record(
        """
        \(name): $ \(step.call)
        expected:
        \(step.outcome.lines.joined(separator: "\n"))
        found:
        \(found.lines.joined(separator: "\n"))
        """)
    }
    if isRecording { try Data(script.text.utf8).write(to: url) }
  }

  @Test func thereAreScripts() {
    #expect(!Self.names.isEmpty)
  }
}
