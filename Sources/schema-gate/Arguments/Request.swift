/// What the command line asks for.
struct Request: Sendable {
  /// Whether to run the command, or to explain it.
  enum Kind: Sendable { case run, help, version }

  var kind = Kind.run
  var command: Command
  var arguments = Arguments()

  /// The folder to start in, where one was given.
  var folder: String? { arguments.value(.folder) }

  /// How much to say.
  var verbosity: Verbosity {
    if arguments.has(.quiet) { return .quiet }
    return arguments.has(.verbose) ? .verbose : .normal
  }

  /// Whether to use colors.
  var colour: ColourChoice {
    switch arguments.value(.color) {
    case "always": .always
    case "never": .never
    default: .automatic
    }
  }
}
