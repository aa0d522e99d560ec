import SchemaGate
import Synchronization

extension Option {
  static let ladder = Option.value(
    "ladder", "<folder>", .folder,
    "take the ladder of this folder, as an app carries it, not that of the authority here")
  static let shard = Option.value(
    "shard", "<i>/<n>", .text, "do only the databases that fall to machine i of n")
  static let jobs = Option.value(
    "jobs", short: "j", "<n>", .number, "do so many at a time; the default is one per processor")
  static let timeout = Option.value(
    "timeout", "<seconds>", .number, "wait so long for locks; the default is 30")

  /// The options of a command that works on databases.
  static let databaseRun: [Option] = [.ladder, .timeout, .shard, .jobs, databaseFormat]

  static let databaseFormat = Option.format(["text", "json"])
}

extension Operands {
  static let databases = Operands("<database | folder>…", atLeast: 1, kind: .file)
}

extension Session {
  /// The ladder that databases are held against, with the tables that they cannot do without.
  func ladder(_ arguments: Arguments) throws -> (ladder: Ladder, loadBearing: [String]) {
    if let folder = arguments.value(.ladder) {
      return (try Ladder.load(folder: FilePath.join(self.folder, folder)), [])
    }
    let root = try root()
    let configuration = try configuration() ?? Configuration()
    let ladder = try Ladder.load(from: FolderSource(root), layout: configuration.paths.layout)
    return (ladder, configuration.loadBearingTables.map(\.value))
  }

  /// How databases are opened, as far as all commands agree.
  func openOptions(_ arguments: Arguments, loadBearing: [String]) -> OpenOptions {
    var options = OpenOptions()
    options.loadBearingTables = loadBearing
    options.busyTimeout = .seconds(min(arguments.number(.timeout) ?? 30, 86_400))
    options.isCancelled = { Interruption.isRequested }
    return options
  }

  /// Does something for each database that was named, on as many threads as there are processors,
  /// and prints a line for each, in the order of the names.
  func eachDatabase(
    _ arguments: Arguments, _ work: @escaping @Sendable (String) -> DatabaseResult
  ) throws -> ExitStatus {
    let paths = try databases(arguments)
    Interruption.listen()
    let isJSON = arguments.value(.databaseFormat) == "json"
    let board = ResultBoard(count: paths.count, terminal: isJSON ? nil : terminal)
    let threads = arguments.number(.jobs) ?? Workers.processorCount
    let terminal = terminal
    Workers.run(paths.count, threads: min(max(threads, 1), 256)) { index in
      if Interruption.isRequested {
        board.put(DatabaseResult.skipped(paths[index]), at: index)
        return
      }
      board.put(work(paths[index]), at: index)
      if paths.count > 1 { terminal.progress("\(board.doneCount) of \(paths.count) databases") }
    }
    let results = board.results
    if isJSON {
      let list = JSONValue.array(results.map(\.json))
      terminal.write(JSONWriter.canonical(["databases": list], memberOrder: .kept))
    }
    if results.count != 1 { terminal.note(summary(of: results)) }
    return results.reduce(.clean) { $0.worse($1.status) }
  }

  private func summary(of results: [DatabaseResult]) -> String {
    var counts: [(word: String, count: Int)] = []
    for result in results {
      if let index = counts.firstIndex(where: { $0.word == result.word }) {
        counts[index].count += 1
      } else {
        counts.append((result.word, 1))
      }
    }
    let parts = counts.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
      .map { "\($0.count) \($0.word)" }
    let total = counted(results.count, "database")
    return parts.isEmpty ? total : "\(total): \(parts.joined(separator: ", "))"
  }

  /// The databases that were named, those of folders in place of the folders.
  private func databases(_ arguments: Arguments) throws -> [String] {
    var paths: [String] = []
    for operand in arguments.operands {
      if try DatabaseFolder.isFolder(operand) {
        paths += try DatabaseFolder.databases(below: operand)
      } else {
        paths.append(operand)
      }
    }
    guard let shard = arguments.value(.shard) else { return paths }
    let parts = shard.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count > 0,
      (1...count).contains(index)
    else {
      throw UsageError(
        "'--shard' needs two numbers such as 2/8, and got '\(shard)'",
        help: "count machines from 1: --shard 1/8 on the first of eight")
    }
    return paths.filter { DatabaseFolder.shard(of: $0, among: count) == index - 1 }
  }
}

extension DatabaseResult {
  /// A database that the user's Ctrl-C left out.
  fileprivate static func skipped(_ path: String) -> DatabaseResult {
    DatabaseResult(
      path, OpenError.Kind.cancelled.name, "not begun", help: "run again to go on",
      status: .findings)
  }
}

/// Results as they come in, printed as soon as all before them are there. A class because threads
/// share it.
private final class ResultBoard: Sendable {
  private let terminal: Terminal?
  private let state: Mutex<State>

  private struct State {
    var results: [DatabaseResult?]
    var printed = 0
    var done = 0
  }

  init(count: Int, terminal: Terminal?) {
    self.terminal = terminal
    state = Mutex(State(results: Array(repeating: nil, count: count)))
  }

  func put(_ result: DatabaseResult, at index: Int) {
    state.withLock { state in
      state.results[index] = result
      state.done += 1
      while state.printed < state.results.count, let next = state.results[state.printed] {
        for line in next.lines { terminal?.print(line) }
        state.printed += 1
      }
    }
  }

  var doneCount: Int { state.withLock { $0.done } }

  var results: [DatabaseResult] { state.withLock { $0.results.compactMap { $0 } } }
}
