/// An option of a command: a flag, or a name with a value.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  /// The one letter that means the same.
  let short: Character?
  /// What the value is; nil for a flag.
  let value: Value?
  /// Whether it may be given several times, each adding a value.
  let repeats: Bool
  /// What it does, starting with a verb, without a final period.
  let help: String

  /// The value of an option.
  struct Value: Sendable {
    /// How usage shows it, such as `<rev>`.
    let placeholder: String
    let kind: WordKind
  }

  /// A flag.
  static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option {
    Option(name: name, short: short, value: nil, repeats: false, help: help)
  }

  /// An option with a value.
  static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ kind: WordKind = .text,
    repeats: Bool = false, _ help: String
  ) -> Option {
    Option(
      name: name, short: short, value: Value(placeholder: placeholder, kind: kind),
      repeats: repeats, help: help)
  }

  /// The long name as one types it.
  var spelling: String { "--\(name)" }
}

// MARK: - Options that every command takes

extension Option {
  static let folder = Option.value(
    "folder", short: "C", "<folder>", .folder, "start in this folder instead of the current one")
  static let quiet = Option.flag("quiet", short: "q", "print results and errors only")
  static let verbose = Option.flag("verbose", short: "v", "say more about what is done")
  static let color = Option.value(
    "color", "<when>", .oneOf(["auto", "always", "never"]),
    "color the output: auto (on a terminal), always or never")
  static let help = Option.flag("help", short: "h", "show this help")
  static let version = Option.flag("version", "show the version, with SQLite's")

  /// The options that every command takes.
  static let common: [Option] = [.folder, .quiet, .verbose, .color, .help, .version]
}

// MARK: - Options that several commands share

extension Option {
  static let dryRun = Option.flag(
    "dry-run", short: "n", "say what would be written, and write nothing")

  /// The choice of an output format; the first one is the default.
  static func format(_ formats: [String]) -> Option {
    .value(
      "format", "<format>", .oneOf(formats),
      "print as \(formats.joined(separator: ", ")); the default is \(formats[0])")
  }
}
