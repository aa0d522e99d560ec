import Foundation

/// A session at the command line: what is typed, and what must come of it.
///
/// ```
/// # Comments stand anywhere between the calls.
/// $ schema-gate digest a.sql
/// | <what standard output says>
/// ! <what standard error says>
/// = <the exit status, where it isn't 0>
/// -- a.sql --
/// <the file's content>
/// ```
///
/// Calls run in `sh`, one after the other, in a new folder with the files. In what is expected,
/// `[..]` stands for anything within a line, and a line of `...` for any number of lines.
/// `? zsh` skips the script where that program isn't installed.
struct Script {
  struct Step: Equatable {
    var comments: [String] = []
    var call: String
    var outcome = Outcome()
  }

  /// What a call left behind, or must.
  struct Outcome: Equatable {
    var output: [String] = []
    var errors: [String] = []
    var status: Int32 = 0

    /// Whether this one is as another describes it.
    func matches(_ expected: Outcome) -> Bool {
      status == expected.status && Script.lines(output, match: expected.output)
        && Script.lines(errors, match: expected.errors)
    }

    /// The lines as a script has them.
    var lines: [String] {
      output.map { $0.isEmpty ? "|" : "| \($0)" } + errors.map { $0.isEmpty ? "!" : "! \($0)" }
        + (status == 0 ? [] : ["= \(status)"])
    }
  }

  var steps: [Step] = []
  var programs: [String] = []
  var files: [(path: String, text: String)] = []
  /// The comments after the last call.
  var closing: [String] = []

  init(_ text: String) {
    var inFiles = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
        inFiles = true
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else if inFiles {
        files[files.count - 1].text += "\(line)\n"
      } else {
        read(line)
      }
    }
    // The text's own last newline ended the last file.
    if let last = files.indices.last { files[last].text.removeLast() }
  }

  private mutating func read(_ line: Substring) {
    let rest = String(line.dropFirst(2))
    switch line.first {
    case "$":
      steps.append(Step(comments: closing, call: rest))
      closing = []
    case "|" where !steps.isEmpty: steps[steps.count - 1].outcome.output.append(rest)
    case "!" where !steps.isEmpty: steps[steps.count - 1].outcome.errors.append(rest)
    case "=" where !steps.isEmpty: steps[steps.count - 1].outcome.status = Int32(rest) ?? -1
    case "?":
      programs.append(rest)
      closing.append(String(line))
    default: closing.append(String(line))
    }
  }

  /// The script as a file has it.
  var text: String {
    var lines: [String] = []
    for step in steps { lines += step.comments + ["$ \(step.call)"] + step.outcome.lines }
    lines += closing
    var text = lines.joined(separator: "\n") + (files.isEmpty ? "" : "\n")
    for (index, file) in files.enumerated() {
      text += "-- \(file.path) --\n\(file.text)"
      if index == files.count - 1, !file.text.hasSuffix("\n") { text += "\n" }
    }
    return text
  }

  // MARK: Patterns

  static func lines(_ found: [String], match expected: [String]) -> Bool {
    guard let first = expected.first else { return found.isEmpty }
    let rest = Array(expected.dropFirst())
    if first == "..." {
      return (0...found.count).contains { lines(Array(found.dropFirst($0)), match: rest) }
    }
    guard let line = found.first, Script.line(line, matches: first) else { return false }
    return lines(Array(found.dropFirst()), match: rest)
  }

  private static func line(_ line: String, matches pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "[..]")
    guard parts.count > 1 else { return line == pattern }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
