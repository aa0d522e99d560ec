import SchemaGate

/// What the three completion scripts have in common.
enum CompletionFacts {
  /// Every way to write an option whose value is the next word.
  static var optionsWithValue: [String] {
    let options = (Option.common + CommandList.everyCommand.flatMap(\.options))
      .filter { $0.value != nil }
    var seen: Set<String> = []
    return options.flatMap(spellings).filter { seen.insert($0).inserted }
  }

  /// The long and the short way to write an option.
  static func spellings(of option: Option) -> [String] {
    [option.spelling] + (option.short.map { ["-\($0)"] } ?? [])
  }

  /// The options that may follow a command.
  static func options(of command: Command?) -> [Option] {
    (command ?? CommandList.implied).map { $0.options + Option.common } ?? Option.common
  }

  /// The words that a kind stands for; nil where it is a file, a folder or anything.
  static func words(of kind: WordKind) -> [String]? {
    switch kind {
    case .oneOf(let words): words
    case .rule: RuleList.all.map(\.id.name)
    case .text, .file, .folder, .number: nil
    }
  }

  /// The words that may come first.
  static var firstWords: [String] { CommandList.all.map(\.word) + ["help"] }

  /// A text in single quotes, as all three shells read it.
  static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
