/// The exact SQL that opening would run, for engines that only take SQL.
public enum Plan {
  /// Writes the SQL that brings a database from one version to another, bookkeeping included.
  ///
  /// Each version is one transaction, with foreign keys off around all of them. What opening does
  /// beyond SQL is not in it: looking again under the lock, and comparing foreign keys.
  ///
  /// - Parameters:
  ///   - ladder: the ladder.
  ///   - from: the version that the database is at; nil for a new one.
  ///   - to: the version to arrive at; nil for the newest.
  ///   - options: `prepareConnection` is what counts, since the ladder is run in memory first.
  public static func sql(
    for ladder: Ladder, from: Version? = nil, to: Version? = nil,
    options: OpenOptions = OpenOptions()
  ) throws(OpenError) -> String {
    let judged = try ReferenceSchema.judge(ladder, options: options, path: "plan")
    var parts: [String] = []
    for migration in ladder.versions {
      if let from, migration.version <= from { continue }
      if let to, migration.version > to { break }
      var program = migration.program.bytes[...]
      if migration.version.isBaseline {
        // Foreign keys are off while migrations run; the last line switches them on.
        parts += leadingPragmas(program.prefix(judged.leadingEnd))
        program = program.dropFirst(judged.leadingEnd)
      }
      parts.append("-- \(migration.identity.lockName)")
      parts.append("BEGIN IMMEDIATE;")
      parts.append(terminated(program))
      if migration.version.isBaseline { parts.append(Bookkeeping.creation + ";") }
      parts.append(Bookkeeping.recording(migration.identity) + ";")
      parts.append("COMMIT;")
    }
    if parts.isEmpty { return "" }
    return (["PRAGMA foreign_keys = OFF;"] + parts + ["PRAGMA foreign_keys = ON;", ""])
      .joined(separator: "\n")
  }

  /// The baseline's leading PRAGMAs, but for `foreign_keys`.
  static func leadingPragmas(_ program: ArraySlice<UInt8>) -> [String] {
    let splitter = StatementSplitter(Array(program))
    return splitter.statements.compactMap { statement in
      var cursor = splitter.cursor(statement)
      guard cursor.take("PRAGMA"), var name = cursor.takeName() else { return nil }
      if cursor.take(.dot), let inner = cursor.takeName() { name = inner }
      if sameName(name.text, "foreign_keys") { return nil }
      return terminated(splitter.bytes[statement.range])
    }
  }

  /// Statements that may lack the last semicolon, with it.
  private static func terminated(_ program: ArraySlice<UInt8>) -> String {
    let bytes = Array(program)
    let text = String(decoding: bytes, as: UTF8.self)
    let last = SQLTokenizer.tokens(of: bytes).last { !$0.isTrivia }
    guard let last, last.kind != .semicolon else { return text }
    // A bracketed name or a backquote may hide a comment that survives normalizing.
    return text + "\n;"
  }
}
