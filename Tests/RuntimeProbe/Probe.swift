import SchemaGate

/// Opens a database as an app would, and prints what it came to.
///
///     runtime-probe <folder with schema.sql> <database> [reader] [snapshot] [never] [patient] [verbose]
@main
struct Probe {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return print("usage: runtime-probe <schema> <database>") }
    do {
      if arguments[1] == "compare", arguments.count == 4 {
        let ladder = try Ladder.load(folder: arguments[2])
        return try Comparison(ladder: ladder, path: arguments[3]).run()
      }
      let ladder = try Ladder.load(folder: arguments[1])
      var options = OpenOptions()
      if arguments.contains("reader") { options.role = .reader }
      if arguments.contains("snapshot") { options.keepsSnapshot = true }
      if arguments.contains("never") { options.policy = .never }
      if arguments.contains("patient") { options.busyTimeout = .seconds(60) }
      if arguments.contains("verbose") { options.onEvent = { print($0) } }
      let outcome = try DatabaseOpener(ladder: ladder, options: options).open(arguments[2])
      print(describe(outcome))
    } catch let error as OpenError {
      print("refused \(error.kind)")
      print(error)
      ThisProcess.exit(error.kind.category == .refused ? 1 : error.kind.category == .busy ? 4 : 3)
    } catch {
      print(error)
      ThisProcess.exit(2)
    }
  }

  static func describe(_ outcome: OpenOutcome) -> String {
    switch outcome {
    case .created(let version): "created \(version)"
    case .current(let version): "current \(version)"
    case .migrated(let from, let to): "migrated \(from) \(to)"
    case .recovered(let recovery): "recovered \(recovery.reason) \(recovery.backup)"
    }
  }
}
