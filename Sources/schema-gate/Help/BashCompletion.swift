/// The completion script for bash, from version 3.2 on; it needs nothing else.
///
/// Where it offers nothing, bash completes file names by itself, with its own quoting.
enum BashCompletion {
  static func script() -> String {
    """
    # Completion of schema-gate for bash; made by 'schema-gate completions bash'.
    _schema_gate() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" words="" word index
      [ "$COMP_CWORD" -gt 0 ] && previous="${COMP_WORDS[COMP_CWORD-1]}"
      # bash makes three words of --name=value.
      if [ "$current" = "=" ]; then
        current=""
      elif [ "$previous" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
        previous="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        case "$word" in
          \(CompletionFacts.optionsWithValue.joined(separator: "|")))
            [ "${COMP_WORDS[index+1]}" = "=" ] || index=$((index + 1)) ;;
          -*) ;;
          *)
            case "$command/$word" in
    \(commandPatterns())
            esac ;;
        esac
      done
      case "$command:$previous" in
    \(valuePatterns())
        *:\(valueless()))
          words="" ;;
        *)
          case "$command" in
    \(wordPatterns())
          esac ;;
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }
    complete -o bashdefault -o default -F _schema_gate schema-gate

    """
  }

  private static func commandPatterns() -> String {
    var lines: [String] = []
    let top = CommandList.all.map { "/\($0.word)" } + ["/help"]
    lines.append(
      "          \(top.joined(separator: "|"))) [ \"$word\" = help ] || command=\"$word\" ;;")
    for command in CommandList.all where !command.subcommands.isEmpty {
      let below = command.subcommands.map { "\(command.word)/\($0.word)" }
      lines.append("          \(below.joined(separator: "|"))) command=\"$command $word\" ;;")
    }
    return lines.joined(separator: "\n")
  }

  /// The words after an option that has a fixed set of them.
  private static func valuePatterns() -> String {
    var lines: [String] = []
    for command in CommandList.everyCommand {
      for option in command.options { lines += pattern(option, after: command.name) }
    }
    for option in CommandList.implied?.options ?? [] { lines += pattern(option, after: "") }
    for option in Option.common { lines += pattern(option, after: "*") }
    return lines.joined(separator: "\n")
  }

  private static func pattern(_ option: Option, after command: String) -> [String] {
    guard let kind = option.value?.kind, let words = CompletionFacts.words(of: kind) else {
      return []
    }
    let prefix = command == "*" ? "*" : "\"\(command)\""
    let patterns = CompletionFacts.spellings(of: option).map { "\(prefix):\($0)" }
    return ["    \(patterns.joined(separator: "|"))) words=\"\(words.joined(separator: " "))\" ;;"]
  }

  /// The options after which bash's own completion of file names is what there is.
  private static func valueless() -> String {
    CompletionFacts.optionsWithValue.joined(separator: "|*:")
  }

  /// The words that may follow a command.
  private static func wordPatterns() -> String {
    var lines: [String] = []
    for command in CommandList.everyCommand {
      var words = command.subcommands.map(\.word)
      words += CompletionFacts.words(of: command.operands.kind) ?? []
      words += CompletionFacts.options(of: command).map(\.spelling)
      lines.append("        \"\(command.name)\") words=\"\(words.joined(separator: " "))\" ;;")
    }
    let first =
      CompletionFacts.firstWords + CompletionFacts.options(of: nil).map(\.spelling)
      + CommandList.aliases.keys.sorted().map { "--\($0)" }
    lines.append("        *) words=\"\(first.joined(separator: " "))\" ;;")
    return lines.joined(separator: "\n")
  }
}
