import SchemaGate

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
      guard Syscalls.exists(FilePath.join(self.folder, folder)) else {
        throw UsageError("there is no folder '\(folder)'", help: "correct '--ladder'")
      }
      return (try Ladder.load(folder: FilePath.join(self.folder, folder)), [])
    }
    let root = try root()
    let configuration = try configuration() ?? Configuration()
    let ladder = try Ladder.load(from: FolderSource(root), layout: configuration.paths.layout)
    return (ladder, configuration.loadBearingTables.map(\.value))
  }

  /// How databases are opened, as far as all commands agree.
  ///
  /// - Parameter standsIn: whether names that the app registers are stood in for. Only for what
  ///   writes no row of the app's and no index: a collation that orders otherwise would spoil it.
  func openOptions(
    _ arguments: Arguments, loadBearing: [String], standsIn: Bool = false
  ) throws -> OpenOptions {
    var options = OpenOptions()
    if standsIn, !arguments.has(.ladder), let names = try configuration()?.assume, !names.isEmpty {
      options.prepareConnection = { try $0.assume(names) }
    }
    options.loadBearingTables = loadBearing
    options.busyTimeout = .seconds(min(arguments.number(.timeout) ?? 30, 86_400))
    options.isCancelled = { Interruption.isRequested }
    return options
  }

  /// Does something for each database that was named, on as many threads as there are cores, and
  /// prints a line for each, in the order of the names.
  func eachDatabase(
    _ arguments: Arguments, _ work: @escaping @Sendable (String) -> DatabaseResult
  ) throws -> ExitStatus {
    let paths = try Fleet.databases(in: arguments.operands, shard: try shard(arguments))
    // A shard may be empty; a whole run over nothing has most likely the wrong folder.
    if paths.isEmpty, arguments.value(.shard) == nil {
      let names = arguments.operands.map { "'\($0)'" }.joined(separator: ", ")
      throw RunError(
        "there is no database in \(names)", help: "name a database, or a folder that holds some")
    }
    Interruption.listen()
    let isJSON = arguments.value(.databaseFormat) == "json"
    let workers = arguments.number(.jobs).map { min(max($0, 1), 256) }
    var results: [DatabaseResult] = []
    Fleet.run(paths, workers: workers, work) { path, result in
      results.append(result)
      if !isJSON { for line in result.lines { terminal.print(line) } }
      if paths.count > 1 { terminal.progress("\(results.count) of \(paths.count) databases") }
      return !Interruption.isRequested
    }
    for path in paths.dropFirst(results.count) {
      let skipped = DatabaseResult(
        path, OpenError.Kind.cancelled.name, "not begun", help: "run again to go on",
        status: .findings)
      if !isJSON { for line in skipped.lines { terminal.print(line) } }
      results.append(skipped)
    }
    // `schemas/databases.schema.json` describes it; members may be added.
    if isJSON {
      let list = JSONValue.array(results.map(\.json))
      terminal.write(
        JSONWriter.canonical(["format": 1, "databases": list], memberOrder: .kept))
    }
    if results.count != 1 { terminal.note(summary(of: results)) }
    return results.reduce(.clean) { $0.worse($1.status) }
  }

  private func shard(_ arguments: Arguments) throws(UsageError) -> Fleet.Shard? {
    guard let text = arguments.value(.shard) else { return nil }
    if let shard = Fleet.Shard(text) { return shard }
    throw UsageError(
      "'--shard' needs two numbers such as 2/8, and got '\(text)'",
      help: "count machines from 1: --shard 1/8 on the first of eight")
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
}
