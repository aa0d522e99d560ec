import SchemaGate

/// What a command gets besides its arguments.
struct Session: Sendable {
  /// Where it prints.
  let terminal: Terminal
  /// The command itself, for messages that repeat its usage.
  let command: Command
  /// The current folder, without symbolic links.
  let folder: String

  // MARK: The authority

  /// The root of the authority around the current folder.
  ///
  /// - Throws: `RunError` where there is nothing to judge.
  func root() throws -> String {
    if let root = try AuthorityReader.findRoot(from: folder) { return root }
    throw RunError(
      "nothing to judge: no 'schema-gate.json' and no 'schema/schema.sql' here or above",
      help: "run 'schema-gate init' to begin an authority here, or go there with '-C <folder>'")
  }

  /// Reads the authority around the current folder.
  ///
  /// - Throws: as the reader does, and `UsageError` where the authority wants a newer program.
  func authority(
    _ source: AuthoritySource = .workingTree
  ) throws -> (authority: Authority, reader: AuthorityReader) {
    var reader = AuthorityReader(root: try root(), knownRules: RuleRunner.knownRules)
    let authority = try reader.read(source)
    try checkRelease(authority.configuration)
    return (authority, reader)
  }

  /// The configuration of the authority around the current folder; nil outside of any.
  func configuration() throws -> Configuration? {
    guard let root = try AuthorityReader.findRoot(from: folder) else { return nil }
    let path = FilePath.join(root, Configuration.fileName)
    guard let bytes = try Syscalls.readIfPresent(path, limit: Syscalls.jsonLimit) else {
      return Configuration()
    }
    return try Configuration.read(
      SourceText(path: Configuration.fileName, bytes: bytes), knownRules: RuleRunner.knownRules)
  }

  /// Refuses to judge what says that it wants a newer release, so that all who judge agree.
  private func checkRelease(_ configuration: Configuration) throws(UsageError) {
    let number = SchemaGateVersion.current.prefix { $0 != "-" }
    guard let needed = configuration.requires, let own = ToolRelease(String(number)),
      own < needed.value
    else { return }
    throw UsageError(
      "this repository requires SchemaGate \(needed.value), and this is "
        + SchemaGateVersion.current,
      help: "install release \(needed.value) or a later one")
  }

  // MARK: Paths and days

  /// A path as messages show it: relative to the current folder where it is below it.
  func shown(_ path: String) -> String {
    guard path.utf8.starts(with: "\(folder)/".utf8) else { return path }
    return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// A path that the user gave, as governed paths are written: relative to the root.
  ///
  /// - Throws: `UsageError` for one outside of the root, or that must exist and doesn't.
  func governed(_ path: String, root: String, mustExist: Bool) throws(UsageError) -> String {
    let absolute = FilePath.join(folder, path)
    if mustExist, !Syscalls.exists(absolute) {
      throw UsageError("there is no '\(path)'", help: "correct the path")
    }
    if let inside = inside(absolute, root) { return inside }
    throw UsageError(
      "'\(path)' is outside of '\(root)'", help: "give paths of this repository, or go to the other"
    )
  }

  /// A path relative to a folder that it is in; nil where it is elsewhere.
  func inside(_ path: String, _ root: String) -> String? {
    let absolute = FilePath.join(folder, path)
    guard let whole = FilePath.normalized(String(absolute.drop { $0 == "/" })) else { return nil }
    let parent = String(root.drop { $0 == "/" })
    if whole == parent { return "." }
    let start = parent.isEmpty ? "" : "\(parent)/"
    return whole.utf8.starts(with: start.utf8)
      ? String(Substring(whole.utf8.dropFirst(start.utf8.count))) : nil
  }

  /// The present day in UTC, or the one that `SOURCE_DATE_EPOCH` says, for builds that must come
  /// out the same at any time.
  func today() throws(UsageError) -> CivilDate {
    guard let text = Syscalls.environment("SOURCE_DATE_EPOCH"), !text.isEmpty else {
      return CivilDate(secondsSince1970: ThisProcess.secondsSince1970())
    }
    // The largest is in the year 9999.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw UsageError(
        "SOURCE_DATE_EPOCH is '\(text)', which is no number of seconds since 1970",
        help: "set it to a whole number, or unset it")
    }
    return CivilDate(secondsSince1970: seconds)
  }
}
