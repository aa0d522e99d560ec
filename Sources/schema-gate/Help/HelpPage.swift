/// The help of a command, as text.
enum HelpPage {
  static func text(of command: Command, width: Int) -> String {
    var page = TextPage(width: width)
    page.line("\(command.summary)")
    page.gap()
    page.line("usage: \(usage(of: command))")
    for paragraph in command.discussion {
      page.gap()
      page.paragraph(paragraph, indent: 0)
    }
    commands(of: command, on: &page)
    options(of: command, on: &page)
    if !command.examples.isEmpty {
      page.heading("Examples")
      for example in command.examples {
        page.line("  $ \(example.call)")
        page.paragraph(example.purpose, indent: 6)
      }
    }
    if command.name == Command.program.name {
      page.heading("Exit status")
      for (number, meaning) in statuses { page.entry(number, meaning, column: 6) }
    }
    return page.text
  }

  /// The line that says how a command is called.
  static func usage(of command: Command) -> String {
    let isProgram = command.name == Command.program.name
    var parts = [isProgram ? "schema-gate" : "schema-gate \(command.name)"]
    if !command.subcommands.isEmpty { parts.append(isProgram ? "[<command>]" : "<command>") }
    parts.append("[<option>…]")
    if !command.operands.usage.isEmpty { parts.append(command.operands.usage) }
    return parts.joined(separator: " ")
  }

  /// An option as help shows it: `-C, --folder <folder>`.
  static func spelling(of option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.value.map { " \($0.placeholder)" } ?? ""
    return "\(short)\(option.spelling)\(value)" + (option.repeats ? " …" : "")
  }

  /// What the exit statuses mean.
  static let statuses = [
    ("0", "clean: nothing found (warnings allowed, unless --strict); a database is usable"),
    ("1", "findings; a database was refused or has drifted"),
    ("2", "the command line or the configuration is wrong"),
    ("3", "could not run: nothing to judge, a file, git, the disk"),
    ("4", "a database is busy"),
  ]

  private static func commands(of command: Command, on page: inout TextPage) {
    for section in Command.Section.allCases {
      let members = command.subcommands.filter { $0.section == section }
      if members.isEmpty { continue }
      page.heading(section == .none ? "Commands" : section.rawValue)
      for member in members { page.entry(member.word, member.summary, column: 16) }
    }
  }

  private static func options(of command: Command, on page: inout TextPage) {
    if !command.options.isEmpty {
      page.heading("Options")
      for option in command.options { page.entry(spelling(of: option), option.help, column: 30) }
    }
    page.heading("Common options")
    for option in Option.common { page.entry(spelling(of: option), option.help, column: 30) }
  }
}

/// Text that is wrapped at a width.
struct TextPage {
  private(set) var text = ""
  private let width: Int

  init(width: Int) { self.width = width }

  mutating func line(_ line: String) { text += "\(line)\n" }

  mutating func gap() { text += "\n" }

  mutating func heading(_ heading: String) {
    gap()
    line("\(heading):")
  }

  /// A paragraph, each line with an indent.
  mutating func paragraph(_ paragraph: String, indent: Int) {
    for part in TextPage.wrap(paragraph, width: width - indent) {
      line(String(repeating: " ", count: indent) + part)
    }
  }

  /// A word with what it means, which starts at a column.
  mutating func entry(_ word: String, _ meaning: String, column: Int) {
    let start = "  \(word)"
    let indent = String(repeating: " ", count: column)
    var lines = TextPage.wrap(meaning, width: width - column)[...]
    if start.count + 2 > column {
      line(start)
    } else {
      let gap = String(repeating: " ", count: column - start.count)
      line(start + gap + (lines.popFirst() ?? ""))
    }
    for rest in lines { line(indent + rest) }
  }

  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      if current.isEmpty {
        current = String(word)
      } else if current.count + 1 + word.count <= max(width, 20) {
        current += " \(word)"
      } else {
        lines.append(current)
        current = String(word)
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines
  }
}
