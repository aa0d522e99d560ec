extension Command {
  static let completions = Command(
    name: "completions",
    summary: "Print the completion script for a shell",
    section: .tools,
    operands: Operands(
      "bash|zsh|fish", atLeast: 1, atMost: 1, kind: .oneOf(["bash", "zsh", "fish"])),
    examples: [
      Example(
        "schema-gate completions bash > /usr/share/bash-completion/completions/schema-gate",
        "complete in every new bash"),
      Example(
        "schema-gate completions zsh > \"${fpath[1]}/_schema-gate\"", "complete in every new zsh"),
      Example(
        "schema-gate completions fish > ~/.config/fish/completions/schema-gate.fish",
        "complete in fish"),
    ],
    run: { session, arguments in
      let shell = arguments.operands[0]
      switch shell {
      case "bash": session.terminal.print(BashCompletion.script())
      case "zsh": session.terminal.print(ZshCompletion.script())
      default: session.terminal.print(FishCompletion.script())
      }
      return .clean
    })

  static let manual = Command(
    name: "man",
    summary: "Print the manual page",
    section: .tools,
    examples: [
      Example("schema-gate man | man -l -", "read it"),
      Example("schema-gate man > /usr/local/share/man/man1/schema-gate.1", "install it"),
    ],
    run: { session, _ in
      session.terminal.print(ManualPage.text(of: .program))
      return .clean
    })
}
