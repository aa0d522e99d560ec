import SchemaGate

extension Command {
  static let inspect = Command(
    name: "inspect",
    summary: "Show a schema: tables, keys, indexes, and the values that CHECKs allow",
    section: .looking,
    operands: Operands("[<version> | <database>]", atMost: 1, kind: .file),
    discussion: [
      """
      Without a word it is what the ladder arrives at. A number is a version of the ladder; a file \
      is a database or SQL; anything else is a git revision, or one with a version behind a colon.
      """
    ],
    options: [inspectFormat, around, depth],
    examples: [
      Example("schema-gate inspect", "the newest schema"),
      Example("schema-gate inspect --around tasks --depth 2", "what is near one table"),
      Example("schema-gate inspect --format dot | dot -Tsvg > schema.svg", "a drawing"),
      Example("schema-gate inspect app.db --format json", "a database, for a program"),
    ],
    run: { session, arguments in
      let view = try session.schema(arguments.operands.first)
      var drawing = view.drawing
      if let table = arguments.value(around) {
        guard let part = drawing.around(table, depth: arguments.number(depth) ?? 1) else {
          let near = NearestName.nearest(table, among: view.catalog.tables.map(\.name))
          throw UsageError(
            "there is no table '\(table)' in \(view.title)",
            help: near.map { "did you mean '\($0)'?" } ?? "run 'schema-gate inspect' to see them")
        }
        drawing = part
      } else if arguments.has(depth) {
        throw UsageError(
          "'--depth' says how far to go around a table", help: "add '--around <table>'")
      }
      switch arguments.value(inspectFormat) {
      case "json":
        session.terminal.write(JSONWriter.canonical(drawing.json, memberOrder: .kept))
      case "mermaid": session.terminal.print(drawing.mermaid)
      case "dot": session.terminal.print(drawing.dot)
      default: session.terminal.print(drawing.text)
      }
      return .clean
    })

  static let diff = Command(
    name: "diff",
    summary: "Compare two schemas by meaning: versions, databases, revisions or files",
    section: .looking,
    operands: Operands("<a> <b>", atLeast: 2, atMost: 2, kind: .file),
    discussion: [
      """
      A number is a version of the ladder; a file is a database or SQL; anything else is a git \
      revision, or one with a version behind a colon. White space, comments, quotes and the order \
      in which ALTER TABLE put columns are no difference. Ends with 1 where there is a difference.
      """
    ],
    options: [diffFormat],
    examples: [
      Example("schema-gate diff 3 5", "what two versions are apart"),
      Example("schema-gate diff 5 app.db", "whether a database is what version 005 says"),
      Example("schema-gate diff v1.2 HEAD", "what came since a release"),
    ],
    run: { session, arguments in
      let from = try session.schema(arguments.operands[0])
      let to = try session.schema(arguments.operands[1])
      let report = DiffReport(from.comparison(to: to), from: from.title, to: to.title)
      if arguments.value(diffFormat) == "json" {
        session.terminal.write(JSONWriter.canonical(report.json, memberOrder: .kept))
      } else {
        session.terminal.print(report.text(isColored: session.terminal.outputHasColour))
      }
      return report.comparison.isEqual ? .clean : .findings
    })

  private static let inspectFormat = Option.format(["text", "json", "mermaid", "dot"])
  private static let diffFormat = Option.format(["text", "json"])
  private static let around = Option.value(
    "around", "<table>", .text, "only what is near this table")
  private static let depth = Option.value(
    "depth", "<n>", .number, "how many keys to follow from there; the default is 1")
}

extension Session {
  /// The schema that a word means.
  ///
  /// - Parameter word: a version, a file, a git revision; nil for what the ladder arrives at.
  func schema(_ word: String?) throws -> SchemaView {
    guard let word else { return try .of(try authority().authority, at: nil) }
    if let version = try version(word) {
      return try view(of: try authority().authority, at: version)
    }
    if Syscalls.exists(word) {
      if try ByteStream(word).starts(with: Array("SQLite format 3\0".utf8)) {
        return try .ofDatabase(word)
      }
      let bytes = try ByteStream(word).readAll(limit: Syscalls.sqlLimit)
      return try .of(sql: SourceText(path: word, bytes: bytes))
    }
    // A revision has no colon but in `:path` forms, which name no commit.
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let revision = String(parts[0])
    let version = parts.count == 2 ? try self.version(String(parts[1])) : nil
    if revision.isEmpty || (parts.count == 2 && version == nil) {
      throw UsageError(
        "'\(word)' is no version, no file and no revision",
        help: "a version of a revision is written as in v1.2:3")
    }
    let authority: Authority
    do {
      authority = try self.authority(.revision(revision)).authority
    } catch let error as GitError
      where parts.count == 1 && word.contains(where: { "./".contains($0) })
    {
      // Most likely a path that is misspelled.
      throw RunError(
        "there is no file '\(word)', and as a revision: \(error.message)",
        help: "check the path, or the revision's spelling")
    }
    return try view(of: authority, at: version, place: "at \(revision)")
  }

  private func view(
    of authority: Authority, at version: Version?, place: String = ""
  ) throws -> SchemaView {
    let newest = authority.ladder.newest
    if let version, version > newest {
      let suffix = place.isEmpty ? "" : " \(place)"
      throw UsageError(
        "there is no version \(version): the newest is \(newest)\(suffix)",
        help: "give a number from 1 to \(newest.number)")
    }
    return try .of(authority, at: version, place: place)
  }

  /// The version that a word of digits means, padded or not; nil for other words.
  private func version(_ word: String) throws(UsageError) -> Version? {
    guard !word.isEmpty, word.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    if let version = Int(word).flatMap({ Version($0) }) { return version }
    throw UsageError(
      "there is no version \(word)", help: "versions begin at 1; a file is './\(word)'")
  }
}
