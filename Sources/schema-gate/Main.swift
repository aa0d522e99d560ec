import SchemaGate

/// The program: read the command line, run the command, end with its status.
@main
enum Main {
  static func main() {
    ThisProcess.prepareStreams()
    SQLiteProcess.growMemory(inStepsOf: 8 << 20)
    SQLiteProcess.keepNoMemoryStatistics()
    ThisProcess.exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) -> ExitStatus {
    let request: Request
    do throws(UsageError) {
      request = try CommandLineParser.parse(words, program: .program)
    } catch {
      let terminal = Terminal(colour: .automatic)
      terminal.fail(error.message, help: error.help)
      return .usage
    }
    let terminal = Terminal(colour: request.colour, verbosity: request.verbosity)
    let status = perform(request, on: terminal)
    return terminal.finish() ? status : .couldNotRun
  }

  private static func perform(_ request: Request, on terminal: Terminal) -> ExitStatus {
    switch request.kind {
    case .version:
      terminal.print("schema-gate \(SchemaGateVersion.current), SQLite \(SchemaGateVersion.sqlite)")
      return .clean
    case .help:
      terminal.print(HelpPage.text(of: request.command, width: terminal.helpWidth))
      return .clean
    case .run:
      do {
        if let folder = request.folder {
          if let failure = ThisProcess.changeFolder(folder) {
            throw RunError("cannot go to the folder '\(folder)': \(failure)")
          }
        }
        let session = Session(
          terminal: terminal, command: request.command, folder: try Syscalls.currentFolder())
        return try request.command.run(session, request.arguments)
      } catch {
        return Failure.report(error, on: terminal)
      }
    }
  }
}
