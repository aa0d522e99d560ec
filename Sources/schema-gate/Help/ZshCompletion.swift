/// The completion script for zsh: a file named `_schema-gate` in a folder of `fpath`.
enum ZshCompletion {
  static func script() -> String {
    """
    #compdef schema-gate
    # Completion of schema-gate for zsh; made by 'schema-gate completions zsh'.
    _schema-gate() {
      local curcontext="$curcontext" state line ret=1
      typeset -A opt_args
      local -a common commands
      common=(
    \(Option.common.map { "    \(specification($0))" }.joined(separator: "\n"))
      )
      commands=(
    \(descriptions(CommandList.all, indent: "    "))
        'help:Show the help of a command'
      )
      _arguments -C $common \(implied())\
        '1: :->command' '*:: :->arguments' && ret=0
      case $state in
        command)
          _describe -t commands command commands && ret=0 ;;
        arguments)
          case $line[1] in
    \(CommandList.all.map { branch($0, indent: "        ") }.joined(separator: "\n"))
            help)
              _describe -t commands command commands && ret=0 ;;
          esac ;;
      esac
      return ret
    }
    if [ "$funcstack[1]" = "_schema-gate" ]; then
      _schema-gate "$@"
    else
      compdef _schema-gate schema-gate
    fi

    """
  }

  private static func implied() -> String {
    guard let command = CommandList.implied, !command.options.isEmpty else { return "" }
    return command.options.map(specification).joined(separator: " ") + " "
  }

  private static func branch(_ command: Command, indent: String) -> String {
    if command.subcommands.isEmpty {
      return """
        \(indent)\(command.word))
        \(indent)  _arguments $common \(arguments(command)) && ret=0 ;;
        """
    }
    let inner = command.subcommands.map { below in
      """
      \(indent)      \(below.word))
      \(indent)        _arguments $common \(arguments(below)) && ret=0 ;;
      """
    }
    return """
      \(indent)\(command.word))
      \(indent)  commands=(
      \(descriptions(command.subcommands, indent: indent + "    "))
      \(indent)  )
      \(indent)  _arguments -C $common '1: :->command' '*:: :->arguments' && ret=0
      \(indent)  case $state in
      \(indent)    command) _describe -t commands command commands && ret=0 ;;
      \(indent)    arguments)
      \(indent)    case $line[1] in
      \(inner.joined(separator: "\n"))
      \(indent)    esac ;;
      \(indent)  esac ;;
      """
  }

  private static func arguments(_ command: Command) -> String {
    var parts = command.options.map(specification)
    if command.operands.atMost > 0 {
      let action = action(command.operands.kind)
      let label = escape(command.operands.usage)
      if command.operands.atMost <= 3 {
        for place in 1...command.operands.atMost {
          parts.append(CompletionFacts.quoted("\(place):\(label):\(action)"))
        }
      } else {
        parts.append(CompletionFacts.quoted("*:\(label):\(action)"))
      }
    }
    return parts.joined(separator: " ")
  }

  private static func descriptions(_ commands: [Command], indent: String) -> String {
    commands.map { indent + CompletionFacts.quoted("\($0.word):\($0.summary)") }
      .joined(separator: "\n")
  }

  /// An option as `_arguments` reads it.
  private static func specification(_ option: Option) -> String {
    var ending = "[\(escape(option.help))]"
    if let value = option.value {
      ending += ":\(escape(value.placeholder)):\(action(value.kind))"
    }
    let long = option.spelling + (option.value == nil ? "" : "=")
    let repeated = option.repeats ? "*" : ""
    guard let short = option.short else {
      return CompletionFacts.quoted("\(repeated)\(long)\(ending)")
    }
    let excluded = option.repeats ? "*" : "(-\(short) \(option.spelling))"
    let shortForm = option.value == nil ? "-\(short)" : "-\(short)+"
    return CompletionFacts.quoted("\(excluded)\(shortForm)\(ending)") + " "
      + CompletionFacts.quoted("\(excluded)\(long)\(ending)")
  }

  private static func action(_ kind: WordKind) -> String {
    if let words = CompletionFacts.words(of: kind) { return "(\(words.joined(separator: " ")))" }
    switch kind {
    case .folder: return "_files -/"
    case .file: return "_files"
    default: return " "
    }
  }

  /// Brackets and colons are `_arguments`' own.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "[]:\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
