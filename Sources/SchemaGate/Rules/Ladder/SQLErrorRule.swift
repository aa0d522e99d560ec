extension Rule {
  /// Every statement of the ladder runs.
  static let sqlError = Rule(
    id: "sql-error",
    summary: "each statement of the baseline and of every migration runs in SQLite",
    rationale: """
      A statement that fails rolls its migration back. Whoever updates the app keeps the old \
      schema under new code, or can't open the database at all, and no later version can mend it \
      without them.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "ALTER TABLE ⚑tsk ADD COLUMN note TEXT;", note: "the table is misspelled"),
      .schema("CREATE TABLE task (id TEXT PRIMARY KEY,⚑) STRICT;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, low INTEGER, span INTEGER AS (low + 1)) STRICT;",
        "⚑ALTER TABLE task DROP COLUMN low;", note: "a generated column needs it"),
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;", "ALTER TABLE task ADD COLUMN note TEXT;")
    ],
    check: .version { version, findings in
      if let error = version.fixtureFailure {
        findings.append(
          Finding(
            error.message, at: Location(path: error.path, position: error.position),
            help: "correct the rows, which must fit the schema of version \(error.identity.version)"
          ))
      }
      guard let error = version.failure,
        Rule.doubleQuotedName(behind: error, in: version) == nil
      else { return }
      try SQLiteTooOld.check(
        error.message, in: version.migration.source, at: error.position)
      findings.append(
        Finding(
          error.message, at: version.location(of: error),
          help: AssumedNames.help(error.message)
            ?? (version.isBaseline ? "correct schema.sql" : dependentHelp(error.message))
              ?? "correct the migration while it is not released: later versions are not judged "
              + "before it runs",
          facts: [Fact("sqlite", error.message)]))
    })

  /// What to do where ALTER TABLE fails for what still uses the old table: SQLite compiles all
  /// triggers and views again, and says "error in view name: …".
  private static func dependentHelp(_ message: String) -> String? {
    for kind in ["view", "trigger", "index"] where message.hasPrefix("error in \(kind) ") {
      return "drop the \(kind) before the table is changed, and create it again after, on what is "
        + "there then"
    }
    return nil
  }
}

extension AssumedNames {
  /// What to do where SQLite misses what an app may register itself; nil for any other message.
  static func help(_ message: String) -> String? {
    missing(in: message).map { kind, name in
      "correct the name; or, where the app registers it, say so in schema-gate.json: "
        + "\"assume\": { \"\(kind.rawValue)\": [\"\(name)\"] }"
    }
  }

  /// What an app may register, as members of `assume` call it.
  enum Kind: String, CaseIterable {
    case collations, functions, modules

    /// How SQLite's messages begin that miss one.
    fileprivate var signs: [String] {
      switch self {
      case .collations: ["no such collation sequence: "]
      case .functions: ["no such function: ", "unknown function: "]
      case .modules: ["no such module: "]
      }
    }
  }

  /// What a message of SQLite's says is missing, where an app may register it.
  static func missing(in message: String) -> (kind: Kind, name: String)? {
    for kind in Kind.allCases {
      for sign in kind.signs {
        guard let start = message.utf8.firstRange(of: sign.utf8)?.upperBound else { continue }
        var name = String(message[start...])
        if name.hasSuffix("()") { name.removeLast(2) }
        return (kind, name)
      }
    }
    return nil
  }
}
