import SchemaGate

/// The manual page of the whole program, in roff's man macros.
enum ManualPage {
  static func text(of program: Command) -> String {
    var page = """
      .\\" Made by 'schema-gate man'.
      .TH SCHEMA-GATE 1 "" "schema-gate \(SchemaGateVersion.current)" "User Commands"
      .SH NAME
      schema\\-gate \\- \(escape(lowerFirst(program.summary)))
      .SH SYNOPSIS
      .B schema\\-gate
      [\\fIcommand\\fR] [\\fIoption\\fR...]

      """
    page += ".SH DESCRIPTION\n"
    for paragraph in program.discussion { page += ".PP\n\(line(paragraph))\n" }
    page += ".SH COMMON OPTIONS\n"
    for option in Option.common { page += entry(HelpPage.spelling(of: option), option.help) }
    page += ".SH COMMANDS\n"
    for command in program.subcommands {
      page += section(of: command)
      for below in command.subcommands { page += section(of: below) }
    }
    page += ".SH EXIT STATUS\n"
    for (number, meaning) in HelpPage.statuses { page += entry(number, meaning) }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += entry(name, meaning) }
    page += ".SH EXAMPLES\n"
    page += examples(of: program)
    return page
  }

  /// The variables that the program looks at.
  static let environment = [
    ("NO_COLOR", "switches colors off, where it is not empty"),
    ("CLICOLOR_FORCE", "switches colors on, also where the output is no terminal"),
  ]

  private static func section(of command: Command) -> String {
    var text = ".SS \"\(escape(command.name))\"\n"
    text += ".B \(escape(HelpPage.usage(of: command)))\n"
    text += ".PP\n\(line(command.summary)).\n"
    for paragraph in command.discussion { text += ".PP\n\(line(paragraph))\n" }
    for option in command.options { text += entry(HelpPage.spelling(of: option), option.help) }
    return text + examples(of: command)
  }

  private static func examples(of command: Command) -> String {
    var text = ""
    for example in command.examples {
      text += ".PP\n\(line(capitalized(example.purpose))):\n"
      text += ".RS\n.nf\n\(line(example.call))\n.fi\n.RE\n"
    }
    return text
  }

  private static func entry(_ word: String, _ meaning: String) -> String {
    let trimmed = String(word.drop { $0 == " " })
    return ".TP\n.B \(escape(trimmed))\n\(line(meaning))\n"
  }

  /// A line of text; one that starts with a period or a quote would be taken for a request.
  private static func line(_ text: String) -> String {
    let escaped = escape(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Backslashes and dashes are roff's own; a dash must be one that can be copied into a shell.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "…": escaped += "..."
      default: escaped.append(character)
      }
    }
    return escaped
  }

  private static func lowerFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
