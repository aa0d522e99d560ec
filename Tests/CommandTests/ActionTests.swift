import Foundation
import Testing

/// What the GitHub action runs, on a repository as a runner's container has it.
@Suite struct ActionTests {
  @Test func theActionNamesFilesFromTheTopAndReadsARepositoryOfAnotherUser() throws {
    let shell = try Shell()
    guard shell.has("bash"), shell.has("git") else {
      print("skipped: 'bash' or 'git' is not installed")
      return
    }
    let script = ReadmeTests.root.appendingPathComponent("scripts/action-check").path
    let lines = """
      set -e
      git init -q . && mkdir -p 'apps/my app' bin && ln -s "$(command -v schema-gate)" bin/gate
      (cd 'apps/my app' && schema-gate init -q >/dev/null && schema-gate arm -q >/dev/null)
      git add . && git commit -qm first && git branch base
      echo 'CREATE TABLE loose (id INTEGER PRIMARY KEY);' >> 'apps/my app/schema/schema.sql'
      export GIT_TEST_ASSUME_DIFFERENT_OWNER=1
      if git rev-parse --verify -q base >/dev/null 2>&1; then exit 9; fi
      BINARY=bin/gate FOLDER='apps/my app' AGAINST=base GITHUB_OUTPUT=$PWD/told '\(script)' || true
      cat told
      """
    let found = try shell.run(lines)
    if found.status == 9 {
      print("skipped: this git trusts every repository")
      return
    }
    let output = found.lines.joined(separator: "\n")
    #expect(found.status == 0 && found.output.last == "status=1", "\(output)")
    let errors = found.output.filter { $0.hasPrefix("::error ") }
    #expect(errors.count > 1, "\(output)")
    #expect(
      errors.allSatisfy { $0.hasPrefix("::error file=apps/my app/schema/schema.sql,") },
      "\(output)")
  }
}
