/// Reads the words after the program's name.
///
/// Options may stand before and after operands: `--name value`, `--name=value`, `-n value`,
/// `-nvalue`, and letters together as in `-qn`. `--` ends them. The first word that is no option
/// names the command; where there is none, it is `check`.
struct CommandLineParser {
  private let program: Command
  private let words: [String]
  private var index = 0
  private var request: Request
  private var optionsAreOver = false
  private var commandIsImplied = false

  /// Reads a command line.
  ///
  /// - Throws: what is wrong first, from left to right.
  static func parse(_ words: [String], program: Command) throws(UsageError) -> Request {
    var parser = CommandLineParser(program: program, words: words)
    return try parser.parse()
  }

  private init(program: Command, words: [String]) {
    self.program = program
    self.words = words
    request = Request(command: program)
  }

  private var command: Command { request.command }
  private var isAtProgram: Bool { command.name == program.name }

  private mutating func parse() throws(UsageError) -> Request {
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsAreOver || word == "-" || !word.hasPrefix("-") {
        try take(word)
      } else if word == "--" {
        if isAtProgram { try imply() }
        optionsAreOver = true
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2))
      } else {
        try takeShort(word.dropFirst())
      }
    }
    if request.kind != .run { return request }
    if isAtProgram { try imply() }
    if !command.subcommands.isEmpty { throw .missingSubcommand(of: command) }
    let count = request.arguments.operands.count
    if count < command.operands.atLeast { throw .missingOperand(of: command) }
    if count > command.operands.atMost {
      throw .surplusOperand(request.arguments.operands[command.operands.atMost], of: command)
    }
    if case .oneOf(let known) = command.operands.kind {
      for word in request.arguments.operands where !known.contains(word) {
        throw .wrongOperand(word, of: command, among: known)
      }
    }
    return request
  }

  /// Takes the command that need not be named.
  private mutating func imply() throws(UsageError) {
    guard let command = CommandList.implied else { throw .missingSubcommand(of: program) }
    request.command = command
    commandIsImplied = true
  }

  private mutating func take(_ word: String) throws(UsageError) {
    if !command.subcommands.isEmpty && !optionsAreOver {
      if isAtProgram && word == "help" {
        request.kind = .help
        return
      }
      guard let next = command.subcommand(word) else {
        throw .unknownCommand(word, below: command)
      }
      request.command = next
      return
    }
    if commandIsImplied, !optionsAreOver, let other = program.subcommand(word) {
      throw .commandAfterOptions(other)
    }
    request.arguments.operands.append(word)
  }

  private mutating func takeLong(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if isAtProgram, !Option.common.contains(where: { $0.name == name }) {
      // `--arm` and `--seed` are commands by another spelling; any other option is one of `check`.
      if parts.count == 1, let alias = CommandList.aliases[name] {
        request.command = alias
        return
      }
      try imply()
    }
    guard let option = known(where: { $0.name == name }) else {
      throw .unknownOption("--\(name)", in: "--\(text)", of: command)
    }
    try add(option, attached: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func takeShort(_ letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      if isAtProgram, !Option.common.contains(where: { $0.short == letter }) { try imply() }
      guard let option = known(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)", in: "-\(letters)", of: command)
      }
      if option.value == nil {
        try add(option, attached: nil)
      } else {
        if rest.first == "=" { rest.removeFirst() }
        try add(option, attached: rest.isEmpty ? nil : String(rest))
        return
      }
    }
  }

  private func known(where matches: (Option) -> Bool) -> Option? {
    command.options.first(where: matches) ?? Option.common.first(where: matches)
  }

  private mutating func add(_ option: Option, attached: String?) throws(UsageError) {
    guard let kind = option.value?.kind else {
      if let attached { throw .unwantedValue(attached, of: option) }
      request.arguments.add(option)
      if option.name == Option.help.name { request.kind = .help }
      if option.name == Option.version.name { request.kind = .version }
      return
    }
    let value: String
    if let attached { value = attached } else { value = try nextWord(for: option) }
    switch kind {
    case .oneOf(let words) where !words.contains(value):
      throw .wrongValue(value, of: option, among: words)
    case .number where Int(value).map({ $0 < 0 }) ?? true:
      throw .notANumber(value, of: option)
    case .file where value.isEmpty, .folder where value.isEmpty:
      throw .missingValue(of: option)
    default: break
    }
    // Of a color the last one counts, so that a wrapper's choice can be overridden.
    if !option.repeats, request.arguments.has(option), option.name != Option.color.name {
      throw .repeated(option)
    }
    request.arguments.add(option, value: value)
  }

  /// The word after an option; one that is itself an option of the command was not meant as one.
  private mutating func nextWord(for option: Option) throws(UsageError) -> String {
    guard index < words.count else { throw .missingValue(of: option) }
    let word = words[index]
    let isOption = known { $0.spelling == word || $0.short.map { "-\($0)" } == word } != nil
    if isOption || word == "--" { throw .missingValue(of: option) }
    index += 1
    return word
  }
}
