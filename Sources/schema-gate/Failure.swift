import SchemaGate

/// The work could not be done, for a reason that no part of the library has an error for.
struct RunError: Error {
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

/// Turns what was thrown into a message and an exit status.
enum Failure {
  static func report(_ error: any Error, on terminal: Terminal) -> ExitStatus {
    switch error {
    case let error as UsageError:
      terminal.fail(error.message, help: error.help)
      return .usage
    case let error as RunError:
      terminal.fail(error.message, help: error.help)
      return .couldNotRun
    case let error as FileError:
      terminal.fail(error.message, help: error.advice)
      return .couldNotRun
    case let error as GitError:
      terminal.fail(error.message, help: error.advice)
      return .couldNotRun
    case let error as SchemaUnavailable:
      terminal.fail(error.message, help: error.help)
      return .couldNotRun
    case let error as LadderError:
      terminal.fail("\(error)", help: "see all that is wrong: schema-gate check")
      return error.kind == .missing || error.kind == .unreadable ? .couldNotRun : .findings
    case let error as OpenError:
      let result = DatabaseResult(error, path: error.path)
      terminal.fail("\(result.path): \(result.message)", help: result.help)
      return result.status
    case let error as EditRefusal:
      terminal.fail(error.message, help: error.help)
      return .findings
    case let error as MissingSchema:
      terminal.fail(
        "nothing to judge: there is no '\(error.path)' in \(error.source)",
        help: error.source == .workingTree
          ? "run 'schema-gate init' to begin, or correct 'schema' in 'schema-gate.json'"
          : "where it is in the working tree, add and commit it: git add \(ShellWord.of(error.path))"
      )
      return .couldNotRun
    case let error as ConfigurationError:
      for finding in error.findings {
        let place = finding.location.position.map { ":\($0.line):\($0.column)" } ?? ""
        terminal.fail(
          "\(finding.location.path ?? "")\(place): \(finding.message)", help: finding.help)
      }
      return .usage
    default:
      terminal.fail("\(error)")
      return .couldNotRun
    }
  }
}
