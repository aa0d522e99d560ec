import SchemaGate

/// Whether to use colors.
enum ColourChoice: Sendable {
  case automatic, always, never

  /// Whether a stream gets colors.
  ///
  /// The command line counts before the environment, and `NO_COLOR` before `CLICOLOR_FORCE`
  /// (https://no-color.org, https://bixense.com/clicolors/).
  func applies(to stream: StandardStream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .automatic:
      if let off = Syscalls.environment("NO_COLOR"), !off.isEmpty { return false }
      if let force = Syscalls.environment("CLICOLOR_FORCE"), !force.isEmpty, force != "0" {
        return true
      }
      return stream.isTerminal && Syscalls.environment("TERM") != "dumb"
    }
  }
}

/// How much to say.
enum Verbosity: Sendable {
  case quiet, normal, verbose
}
