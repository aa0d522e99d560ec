/// The completion script for fish: a file named `schema-gate.fish` in `completions`.
enum FishCompletion {
  static func script() -> String {
    var lines = [
      "# Completion of schema-gate for fish; made by 'schema-gate completions fish'.",
      commandFunction(),
      "complete -c schema-gate -f",
    ]
    lines += Option.common.map { self.option($0, when: nil) }
    for command in CommandList.all { lines.append(word(command, when: "")) }
    lines.append(offer("help", "Show the help of a command", when: ""))
    for option in CommandList.implied?.options ?? [] {
      lines.append(self.option(option, when: ""))
    }
    for (name, command) in CommandList.aliases.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "complete -c schema-gate -n '__schema_gate_is \"\"' -l \(name) "
          + "-d \(quoted(command.summary))")
    }
    for command in CommandList.everyCommand {
      for below in command.subcommands { lines.append(word(below, when: command.name)) }
      for option in command.options { lines.append(self.option(option, when: command.name)) }
      lines += operands(command)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A function that tells which command has been typed so far.
  private static func commandFunction() -> String {
    let top = CommandList.all.map { "/\($0.word)" }
    let below = CommandList.all.flatMap { command in
      command.subcommands.map { "\(command.word)/\($0.word)" }
    }
    let nested =
      below.isEmpty
      ? ""
      : """

                        case \(below.joined(separator: " "))
                            set command "$command $word"
      """
    return """
      function __schema_gate_is
          set -l command ""
          set -l skip 0
          set -l words (commandline -opc)
          for word in $words[2..-1]
              if test $skip = 1
                  set skip 0
                  continue
              end
              switch $word
                  case \(CompletionFacts.optionsWithValue.joined(separator: " "))
                      set skip 1
                  case '-*'
                  case '*'
                      switch "$command/$word"
                          case \(top.joined(separator: " "))
                              set command $word\(nested)
                      end
              end
          end
          test "$command" = "$argv[1]"
      end
      """
  }

  private static func condition(_ command: String) -> String {
    "-n '__schema_gate_is \"\(command)\"'"
  }

  private static func word(_ command: Command, when parent: String) -> String {
    offer(command.word, command.summary, when: parent)
  }

  private static func offer(_ word: String, _ meaning: String, when parent: String) -> String {
    "complete -c schema-gate \(condition(parent)) -a \(word) -d \(quoted(meaning))"
  }

  private static func option(_ option: Option, when command: String?) -> String {
    var parts = ["complete -c schema-gate"]
    if let command { parts.append(condition(command)) }
    if let short = option.short { parts.append("-s \(short)") }
    parts.append("-l \(option.name)")
    if let kind = option.value?.kind {
      if let words = CompletionFacts.words(of: kind) {
        parts.append("-x -a '\(words.joined(separator: " "))'")
      } else {
        switch kind {
        case .file: parts.append("-r -F")
        case .folder: parts.append("-x -a '(__fish_complete_directories)'")
        default: parts.append("-x")
        }
      }
    }
    parts.append("-d \(quoted(option.help))")
    return parts.joined(separator: " ")
  }

  private static func operands(_ command: Command) -> [String] {
    if command.operands.atMost == 0 { return [] }
    let start = "complete -c schema-gate \(condition(command.name))"
    if let words = CompletionFacts.words(of: command.operands.kind) {
      return words.isEmpty ? [] : ["\(start) -a '\(words.joined(separator: " "))'"]
    }
    switch command.operands.kind {
    case .file: return ["\(start) -F"]
    case .folder: return ["\(start) -a '(__fish_complete_directories)'"]
    default: return []
    }
  }

  private static func quoted(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "'" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
