/// One command: what it is called, what it takes, how it is explained, and what it does.
///
/// Help, the manual and the shells' completions are made from these values, so that they cannot
/// say anything else than what the parser accepts. A new command is one file in `Commands/` and
/// one line in ``CommandList``.
struct Command: Sendable {
  /// The words that call it, such as `check` or `quarantine list`.
  let name: String

  /// What it does, in one line that starts with a verb and has no final period.
  let summary: String

  /// Where the overview lists it.
  var section = Section.none

  /// What follows the options.
  var operands = Operands.none

  /// What one must know to use it, in paragraphs.
  var discussion: [String] = []

  /// The options besides those that every command takes.
  var options: [Option] = []

  /// Calls that are worth showing.
  var examples: [Example] = []

  /// The commands below it; one of them must be named.
  var subcommands: [Command] = []

  /// Does the work.
  ///
  /// Throwing means that it could not be done; what was found is a status.
  let run: @Sendable (Session, Arguments) throws -> ExitStatus

  /// A call, and what it is for.
  struct Example: Sendable {
    let call: String
    let purpose: String

    init(_ call: String, _ purpose: String) {
      self.call = call
      self.purpose = purpose
    }
  }

  /// The groups of the overview, in its order.
  enum Section: String, CaseIterable, Sendable {
    case judging = "Judge the authority"
    case changing = "Change it"
    case looking = "Look at it"
    case databases = "Work on databases"
    case payloads = "Sync payloads"
    case tools = "Tools"
    case none = ""
  }

  /// The last word of the name.
  var word: String { String(name.split(separator: " ").last ?? "") }

  /// Finds a command below this one by its word.
  func subcommand(_ word: String) -> Command? { subcommands.first { $0.word == word } }
}

/// The words that follow the options of a command.
struct Operands: Sendable {
  /// How usage shows them, such as `<file>…`.
  let usage: String
  /// The fewest that are needed.
  let atLeast: Int
  /// The most that are taken.
  let atMost: Int
  /// What they name.
  let kind: WordKind

  init(_ usage: String, atLeast: Int = 0, atMost: Int = .max, kind: WordKind) {
    self.usage = usage
    self.atLeast = atLeast
    self.atMost = atMost
    self.kind = kind
  }

  static let none = Operands("", atMost: 0, kind: .text)
}

/// What a word on the command line names, for completion and for checking.
enum WordKind: Sendable {
  /// Anything.
  case text
  /// A file, or where one should be.
  case file
  /// A folder.
  case folder
  /// A whole number from zero up.
  case number
  /// One of these words.
  case oneOf([String])
  /// The id of a rule.
  case rule
}
