import SchemaGate

/// What a command gets besides its arguments.
struct Session: Sendable {
  /// Where it prints.
  let terminal: Terminal
  /// The command itself, for messages that repeat its usage.
  let command: Command
  /// The current folder, without symbolic links.
  let folder: String

  /// The root of the authority around the current folder.
  ///
  /// - Throws: `RunError` where there is nothing to judge.
  func root() throws -> String {
    if let root = try AuthorityRoot.find(from: folder) { return root }
    throw RunError(
      "nothing to judge: no 'schema-gate.json' and no 'schema/schema.sql' here or above",
      help: "run 'schema-gate init' to begin an authority here, or go there with '-C <folder>'")
  }

  /// The configuration of the authority around the current folder; nil outside of any.
  func configuration() throws -> Configuration? {
    guard let root = try AuthorityRoot.find(from: folder) else { return nil }
    let path = FilePath.join(root, Configuration.fileName)
    guard let bytes = try Syscalls.readIfPresent(path, limit: Syscalls.jsonLimit) else {
      return Configuration()
    }
    return try Configuration.read(
      SourceText(path: Configuration.fileName, bytes: bytes),
      knownRules: Set(RuleList.all.flatMap { [$0.id] + $0.formerIDs }))
  }

  /// A path as messages show it: relative to the current folder where it is below it.
  func shown(_ path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.utf8.dropFirst(folder.utf8.count + 1)) ?? path : path
  }
}
