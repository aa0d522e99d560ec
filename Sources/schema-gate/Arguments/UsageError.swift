import SchemaGate

/// The command line is wrong.
struct UsageError: Error {
  /// What is wrong.
  let message: String
  /// What to do about it.
  let help: String

  init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }
}

// MARK: - Wordings

extension UsageError {
  static func unknownCommand(_ word: String, below command: Command) -> UsageError {
    let known = command.subcommands.map(\.word)
    if command.name == Command.program.name, Syscalls.exists(word) {
      return UsageError(
        "unknown command '\(word)'", help: "judge that path alone: schema-gate check \(word)")
    }
    let place = command.name == Command.program.name ? "" : " of '\(command.name)'"
    return UsageError(
      "unknown command '\(word)'\(place)",
      help: didYouMean(NearestName.nearest(word, among: known), asked: command))
  }

  static func missingSubcommand(of command: Command) -> UsageError {
    let isProgram = command.name == Command.program.name
    return UsageError(
      "'\(command.name)' needs one of \(command.subcommands.map(\.word).joined(separator: ", "))",
      help: "run 'schema-gate \(isProgram ? "" : "\(command.name) ")--help'")
  }

  static func unknownOption(
    _ spelling: String, in word: String, of command: Command
  ) -> UsageError {
    let own = command.options + Option.common
    let message = "unknown option '\(spelling)' of '\(command.name)'"
    // One letter is near to every other; only the other case of it can be meant.
    let known =
      spelling.hasPrefix("--")
      ? own.map(\.spelling)
      : own.compactMap { $0.short.map { "-\($0)" } }
        .filter { $0.lowercased() == spelling.lowercased() }
    if let near = NearestName.nearest(spelling, among: known) {
      return UsageError(message, help: didYouMean(near, asked: command))
    }
    let others = CommandList.everyCommand.filter { other in
      other.options.contains { $0.spelling == spelling }
    }
    if !others.isEmpty {
      let names = others.map { "'\($0.name)'" }.joined(separator: ", ")
      return UsageError(message, help: "use it with \(names), or leave it out")
    }
    if case .file = command.operands.kind {
      return UsageError(
        message, help: "run 'schema-gate \(command.name) --help'; a file is './\(word)'")
    }
    return UsageError(message, help: didYouMean(nil, asked: command))
  }

  static func missingValue(of option: Option) -> UsageError {
    let placeholder = option.value?.placeholder ?? ""
    return UsageError(
      "'\(option.spelling)' needs a value",
      help: "give one, as in '\(option.spelling) \(placeholder)'")
  }

  static func missingOption(_ option: Option) -> UsageError {
    let call = "\(option.spelling) \(option.value?.placeholder ?? "")"
    return UsageError("'\(option.spelling)' is missing", help: "add '\(call)'")
  }

  static func unwantedValue(_ value: String, of option: Option) -> UsageError {
    UsageError(
      "'\(option.spelling)' takes no value, and got '\(value)'",
      help: "write '\(option.spelling)' alone")
  }

  static func repeated(_ option: Option) -> UsageError {
    UsageError("'\(option.spelling)' is given twice", help: "leave one out")
  }

  static func wrongValue(
    _ value: String, of option: Option, among words: [String]
  ) -> UsageError {
    let near = NearestName.nearest(value, among: words)
    return UsageError(
      "'\(option.spelling)' cannot be '\(value)'",
      help: near.map { "did you mean '\($0)'?" } ?? "choose \(words.joined(separator: ", "))")
  }

  static func wrongOperand(
    _ word: String, of command: Command, among words: [String]
  ) -> UsageError {
    let near = NearestName.nearest(word, among: words)
    return UsageError(
      "'\(command.name)' does not know '\(word)'",
      help: near.map { "did you mean '\($0)'?" } ?? "choose \(words.joined(separator: ", "))")
  }

  static func notANumber(_ value: String, of option: Option) -> UsageError {
    UsageError(
      "'\(option.spelling)' needs a whole number, and got '\(value)'",
      help: "write it in digits, as in '\(option.spelling)=2'")
  }

  static func missingOperand(of command: Command) -> UsageError {
    UsageError(
      "'\(command.name)' needs \(command.operands.usage)",
      help: "run 'schema-gate \(command.name) --help' for examples")
  }

  static func surplusOperand(_ word: String, of command: Command) -> UsageError {
    let takes =
      command.operands.atMost == 0 ? "takes no such word" : "takes \(command.operands.usage)"
    return UsageError(
      "'\(word)' is too much: '\(command.name)' \(takes)",
      help: "run 'schema-gate \(command.name) --help'")
  }

  static func commandAfterOptions(_ command: Command) -> UsageError {
    UsageError(
      "'\(command.name)' stands after options, where 'check' takes it as a path",
      help: "put the command first: schema-gate \(command.name) …; a path is './\(command.name)'")
  }

  private static func didYouMean(_ near: String?, asked command: Command) -> String {
    let path = command.name == Command.program.name ? "" : "\(command.name) "
    guard let near else { return "run 'schema-gate \(path)--help' to see what there is" }
    return "did you mean '\(near)'?"
  }
}
