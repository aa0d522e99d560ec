import Foundation
import SchemaGate

/// A small planner on the Lorvex schema: opens its database through SchemaGate on each start.
@main
struct Planner {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else {
      print(
        """
        usage: planner <database> add <title>…
               planner <database> list
               planner <database> complete <id>
        """)
      exit(2)
    }
    let path = arguments.removeFirst()
    do {
      try run(path: path, command: arguments.removeFirst(), words: arguments)
    } catch let error as OpenError {
      // Says what was found, what was expected, and what the user can do.
      FileHandle.standardError.write(Data("planner: \(error)\n".utf8))
      exit(error.kind.category == .busy ? 4 : 1)
    } catch {
      FileHandle.standardError.write(Data("planner: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(path: String, command: String, words: [String]) throws {
    // Compiled in by the CompileLadder plugin, and verified once more here.
    let ladder = try BundledLadder.load()
    var options = OpenOptions()
    options.loadBearingTables = ["lists", "tasks"]
    options.busyTimeout = .seconds(30)
    options.keepsSnapshot = true
    options.onEvent = { event in
      if ProcessInfo.processInfo.environment["PLANNER_LOG"] != nil {
        FileHandle.standardError.write(Data("planner: \(event)\n".utf8))
      }
    }
    let opener = DatabaseOpener(ladder: ladder, options: options)
    try opener.withConnection(to: path) { connection, outcome in
      if case .recovered(let recovery) = outcome {
        print("started anew: \(recovery.found); the old file is at \(recovery.backup)")
      }
      connection.setBusyTimeout(milliseconds: 30_000)
      let tasks = TaskStore(connection: connection)
      switch command {
      case "add": print(try tasks.add(title: words.joined(separator: " ")))
      case "list": for line in try tasks.list() { print(line) }
      case "complete": print(try tasks.complete(words.first ?? "") ? "done" : "no such open task")
      default:
        print("there is no command '\(command)'")
        exit(2)
      }
    }
  }
}
