extension Rule {
  /// A migration does the same on every device.
  static let nonDeterministic = Rule(
    id: "non-deterministic",
    summary: "no migration writes random or current values into rows",
    rationale: """
      Each device runs the migration at its own time. With random() or 'now' in it the same row \
      comes out otherwise on each of them, and devices that sync see a conflict where nobody \
      changed anything.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "UPDATE task SET rank = ⚑random();"),
      .ladder(
        "CREATE TABLE device (id TEXT PRIMARY KEY, engine TEXT) STRICT;",
        "UPDATE device SET engine = ⚑sqlite_version();"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "UPDATE task SET at = strftime('%Y', ⚑'now') WHERE at IS NULL;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "INSERT INTO task (id, at) VALUES ('a', ⚑CURRENT_TIMESTAMP), ('b', ⚑datetime());"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "UPDATE task SET at = ⚑strftime('%H' || '') || datetime(at, ⚑'localtime');",
        note: "without a time it is the current one, and local time is another on each device"),
      .ladder(
        """
        CREATE TABLE task (
          id TEXT PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP,
          token TEXT DEFAULT (hex(randomblob(8)))) STRICT;
        """, "⚑INSERT INTO task (id) VALUES ('a');",
        note: "what is left out gets the default, which each device computes for itself"),
    ],
    good: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        """
        UPDATE task SET rank = abs(rank), at = datetime(at) WHERE id <> 'random()';
        ALTER TABLE task ADD COLUMN random INTEGER;
        CREATE TRIGGER task_at AFTER INSERT ON task BEGIN
          UPDATE task SET at = datetime('now') WHERE id = NEW.id;
        END;
        """, note: "the trigger writes when the app does, not when the migration runs"),
      .ladder(
        """
        CREATE TABLE task (
          id TEXT PRIMARY KEY, rank INTEGER DEFAULT (abs(-1)), at TEXT DEFAULT CURRENT_TIMESTAMP
        ) STRICT;
        """,
        """
        INSERT INTO task (id, at) VALUES ('a', '2026-01-01T00:00:00Z');
        CREATE TABLE task_new (
          id TEXT PRIMARY KEY, rank INTEGER, at TEXT DEFAULT (datetime('now'))) STRICT;
        INSERT INTO task_new SELECT id, rank, at FROM task;
        DROP TABLE task;
        ALTER TABLE task_new RENAME TO task;
        """, note: "each row is given a time, so that the default only serves the app"),
    ],
    check: .version { version, findings in
      guard !version.isBaseline else { return }
      for statement in version.statements where statement.verb.changesData {
        let calls = Set(statement.effects.filter { $0.kind == .call }.map { foldedName($0.name) })
        guard !calls.isDisjoint(with: varying.union(timely)) else { continue }
        var reported: Set<String> = []
        let cursor = statement.cursor(in: version.migration.program)
        for (word, offset) in varyingWords(cursor) where calls.contains(word.call) {
          reported.insert(word.call)
          report(word.text, at: statement.range.lowerBound + offset)
        }
        // Reached through a trigger or a view, and no word of this statement.
        for call in calls.subtracting(reported).intersection(hidden).sorted() {
          report(call + "()", at: statement.range.lowerBound)
        }
      }
      reportDefaults(of: version, to: &findings)
      func report(_ text: String, at offset: Int) {
        findings.append(
          Finding(
            "\(text) has another value on each device, and goes into rows here",
            at: version.location(at: offset),
            help: "write a constant, or derive the value from the row", facts: [Fact("value", text)]
          ))
      }
    })

  /// Reports each INSERT that leaves columns to defaults with another value at another time.
  private static func reportDefaults(of version: ReplayedVersion, to findings: inout [Finding]) {
    let left = version.leftOutDefaults.filter {
      !varyingWords(SQLTokenCursor(Array($0.expression.utf8))).isEmpty
    }
    for (index, first) in left.enumerated() {
      guard index == 0 || left[index - 1].statement != first.statement else { continue }
      let rest = left[index...].dropFirst().prefix { $0.statement == first.statement }
      findings.append(
        Finding(
          "'\(first.column)' is left out here, and its default \(first.expression) has another "
            + "value on each device",
          at: version.location(of: first.statement, object: "\(first.table).\(first.column)"),
          details: rest.map { "so is '\($0.column)': DEFAULT \($0.expression)" },
          help: "give \(rest.isEmpty ? "it" : "them") a value in the INSERT: a constant, or one "
            + "derived from the row",
          facts: ([first] + rest).map { Fact("default", "\($0.column) \($0.expression)") }))
    }
  }

  /// Functions that never give the same value twice, or that tell of the device.
  private static let hidden: Set<String> = [
    "random", "randomblob", "sqlite_source_id", "sqlite_version", "total_changes",
  ]
  private static let varying: Set<String> = hidden.union([
    "current_date", "current_time", "current_timestamp",
  ])
  /// Functions that give the current time where they are asked for it.
  private static let timely: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]

  /// Whether a call leaves the time out, which then is the current one.
  ///
  /// Source: https://sqlite.org/lang_datefunc.html. `strftime` has its format before the time.
  private static func isWithoutTime(_ name: String, _ start: SQLTokenCursor, at paren: Int) -> Bool
  {
    var depth = 0
    for index in paren..<start.end {
      switch start.tokens[index].kind {
      case .leftParen: depth += 1
      case .rightParen:
        depth -= 1
        guard depth == 0 else { continue }
        return index == paren + 1 ? name != "strftime" : name == "strftime"
      case .comma where depth == 1: return false
      default: break
      }
    }
    return false
  }

  /// The places in some SQL that have another value at another time, with the function that each
  /// belongs to.
  private static func varyingWords(
    _ cursor: SQLTokenCursor
  ) -> [(word: (text: String, call: String), offset: Int)] {
    var found: [(word: (text: String, call: String), offset: Int)] = []
    /// The functions around the current token; nil for other parentheses.
    var around: [String?] = []
    for (index, token) in cursor.tokens.enumerated() {
      let isCall = index + 1 < cursor.end && cursor.tokens[index + 1].kind == .leftParen
      let offset = token.range.lowerBound
      switch token.kind {
      case .leftParen:
        let name = index > 0 ? cursor.tokens[index - 1] : nil
        around.append(
          name.flatMap { $0.kind == .word ? foldedName($0.text(in: cursor.bytes)) : nil })
      case .rightParen: _ = around.popLast()
      case .word:
        let name = foldedName(token.text(in: cursor.bytes))
        if isCall && hidden.contains(name)
          || !isCall && varying.contains(name) && !hidden.contains(name)
        {
          found.append(((token.text(in: cursor.bytes), name), offset))
        } else if isCall, timely.contains(name), isWithoutTime(name, cursor, at: index + 1) {
          found.append(((token.text(in: cursor.bytes) + "()", name), offset))
        }
      case .string:
        let word = foldedName(token.name(in: cursor.bytes) ?? "")
        guard ["now", "localtime", "utc"].contains(word),
          let call = around.reversed().compactMap({ $0 }).first(where: timely.contains)
        else { continue }
        found.append((("'\(word)'", call), offset))
      default: break
      }
    }
    return found
  }
}
