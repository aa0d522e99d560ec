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
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "UPDATE task SET at = strftime('%Y', ⚑'now') WHERE at IS NULL;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "INSERT INTO task (id, at) VALUES ('a', ⚑CURRENT_TIMESTAMP), ('b', ⚑datetime());"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, rank INTEGER, at TEXT) STRICT;",
        "UPDATE task SET at = ⚑strftime('%H' || '') || datetime(at, ⚑'localtime');",
        note: "without a time it is the current one, and local time is another on each device"),
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
        """, note: "the trigger writes when the app does, not when the migration runs")
    ],
    check: .version { version, findings in
      guard !version.isBaseline else { return }
      for statement in version.statements where statement.verb.changesData {
        let calls = Set(statement.effects.filter { $0.kind == .call }.map { foldedName($0.name) })
        guard !calls.isDisjoint(with: varying.union(timely)) else { continue }
        var reported: Set<String> = []
        for (word, offset) in varyingWords(in: statement, version) where calls.contains(word.call) {
          reported.insert(word.call)
          report(word.text, at: offset)
        }
        // Reached through a default, a trigger or a view, and no word of this statement.
        for call in calls.subtracting(reported).intersection(hidden).sorted() {
          report(call + "()", at: statement.range.lowerBound)
        }
      }
      func report(_ text: String, at offset: Int) {
        findings.append(
          Finding(
            "\(text) has another value on each device, and goes into rows here",
            at: version.location(at: offset),
            help: "write a constant, or derive the value from the row", facts: [Fact("value", text)]
          ))
      }
    })

  /// Functions that never give the same value twice.
  private static let hidden: Set<String> = ["random", "randomblob"]
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

  /// The places in a statement that have another value at another time, with the function that
  /// each belongs to.
  private static func varyingWords(
    in statement: MigrationStatement, _ version: ReplayedVersion
  ) -> [(word: (text: String, call: String), offset: Int)] {
    let cursor = statement.cursor(in: version.migration.program)
    var found: [(word: (text: String, call: String), offset: Int)] = []
    /// The functions around the current token; nil for other parentheses.
    var around: [String?] = []
    for (index, token) in cursor.tokens.enumerated() {
      let isCall = index + 1 < cursor.end && cursor.tokens[index + 1].kind == .leftParen
      let offset = statement.range.lowerBound + token.range.lowerBound
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
