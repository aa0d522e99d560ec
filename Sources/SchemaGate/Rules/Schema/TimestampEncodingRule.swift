extension Rule {
  static let timestampEncoding = Rule(
    id: "timestamp-encoding",
    summary: "time stamps have one encoding: RFC 3339 text in UTC, with Z",
    rationale: """
      Text of one form sorts as time does, and any language reads it. One `CURRENT_TIMESTAMP` among \
      it writes `2026-01-02 03:04:05`, which sorts before all of that day and is read as local \
      time, or not at all. Defaults, and what migrations and triggers assign, are evaluated and \
      their text is looked at; fractions of other lengths break the order, too.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
          ⚑updated_at INTEGER NOT NULL,
          ⚑seen_at TEXT CHECK (seen_at IS datetime(seen_at))
        ) STRICT;
        CREATE TRIGGER task_seen AFTER UPDATE OF seen_at ON task BEGIN
          UPDATE task SET created_at = ⚑datetime('now') WHERE id = NEW.id;
        END;
        """),
      .ladder(
        "CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, done_at TEXT) STRICT;",
        "UPDATE task SET done_at = ⚑strftime('%s', 'now') WHERE done_at IS NULL;",
        note: "Seconds as text, and another time on each device."),
      .ladder(
        "CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, due INTEGER, done_at TEXT) STRICT;",
        """
        WITH moments (task, moment) AS NOT MATERIALIZED (
          SELECT id, datetime(due, 'unixepoch') FROM task WHERE due IN (SELECT 1 AS one))
        UPDATE task SET done_at = ⚑(SELECT moment FROM moments WHERE task = task.id);
        WITH days(id, day) AS (
          VALUES ('a', '2026-01-02T03:04:05.678Z'), ('b', '2026-01-03 03:04:05')
          UNION SELECT id, done_at FROM task),
          later AS (SELECT id, day FROM days)
        INSERT INTO task (id, done_at) SELECT later.id || 'x', ⚑later.day FROM later;
        """, note: "through the columns that a WITH names"),
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY, due INTEGER,
          ⚑due_at TEXT AS (datetime(due, 'unixepoch')) VIRTUAL,
          ⚑made_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now', 'localtime')),
          seen_at TEXT
        ) STRICT;
        CREATE TRIGGER task_seen AFTER UPDATE ON task BEGIN
          UPDATE task SET seen_at = ⚑COALESCE(seen_at, datetime(NEW.due, 'unixepoch'));
          UPDATE task SET seen_at = ⚑replace(made_at, 'Z', '+00:00');
          UPDATE task SET seen_at = ⚑other.day
            FROM (SELECT id, date(due, 'unixepoch') AS day FROM task) AS other
            WHERE other.id = task.id;
        END;
        """,
        note:
          "in a generated column, as local time, within another call, cut out of another, in a subquery"
      ),
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
          seen_at TEXT CHECK (strftime('%Y-%m-%dT%H:%M:%fZ', seen_at) IS seen_at)
        ) STRICT;
        CREATE TRIGGER task_seen AFTER UPDATE OF seen_at ON task BEGIN
          UPDATE task SET created_at = COALESCE(NEW.seen_at, '2026-01-02T03:04:05.678Z')
          WHERE id = NEW.id;
        END;
        """),
      .ladder(
        "CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, due INTEGER, done_at TEXT) STRICT;",
        """
        ALTER TABLE task ADD COLUMN due_at TEXT
          AS (replace(datetime(due, 'unixepoch'), ' ', 'T') || '.000Z') VIRTUAL;
        UPDATE task SET done_at = replace(substr(done_at, 1, 19), ' ', 'T') || '.000Z';
        """, note: "what was written otherwise is brought into the one form"),
      .ladder(
        "CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, due INTEGER, done_at TEXT) STRICT;",
        """
        WITH moments (day, moment) AS (
          SELECT date(due, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', due, 'unixepoch') FROM task
          UNION ALL SELECT date('now'), done_at FROM task)
        UPDATE task SET done_at = (SELECT moment FROM moments WHERE day = task.id);
        """, note: "a WITH names other columns too"),
    ],
    check: .columns { evidence, findings in
      var judge = TimestampJudge(evidence)
      try judge.run()
      findings += judge.findings
    })
}

extension SchemaEvidence {
  /// The place of a value that a trigger assigns, by its number in the trigger's text.
  fileprivate func locate(assignment number: Int, of trigger: String) -> Location {
    var location = locate(trigger: trigger)
    guard let entry = texts.value().declarations.trigger(named: trigger) else { return location }
    let range = entry.declaration.range
    let cursor = SQLTokenCursor(Array(entry.text.bytes[range]))
    let found = ColumnAssignments(in: cursor, catalog: catalog).found
    guard found.indices.contains(number), let value = cursor.byteRange(found[number].tokens) else {
      return location
    }
    location.position = entry.text.position(at: range.lowerBound + value.lowerBound)
    return location
  }
}

/// Looks at all that is written to time stamps.
private struct TimestampJudge {
  private let evidence: SchemaEvidence
  private let family: ColumnFamily?
  private(set) var findings: [Finding] = []
  /// The lengths of fractions, with the places where such text is made.
  private var precisions: [(digits: Int, subject: String, location: () -> Location)] = []

  init(_ evidence: SchemaEvidence) {
    self.evidence = evidence
    family = evidence.families.families.first { $0.name == "timestamp" }
  }

  mutating func run() throws {
    guard family != nil else { return }
    for member in evidence.families.members["timestamp"] ?? [] { try column(member) }
    for script in evidence.texts.value().scripts {
      for statement in script.split.statements {
        let cursor = script.split.cursor(statement)
        guard
          ["INSERT", "REPLACE", "UPDATE", "WITH"].contains(where: { (word: StaticString) in
            cursor.isAt(word)
          })
        else { continue }
        assignments(in: cursor, text: script.text, trigger: nil)
      }
    }
    for trigger in evidence.catalog.triggers {
      assignments(in: SQLTokenCursor(Array(trigger.sql.utf8)), text: nil, trigger: trigger.name)
    }
    mixedPrecisions()
  }

  private mutating func column(_ member: FamilyIndex.Member) throws {
    let (table, column) = (member.table, member.column)
    let subject = "time stamp '\(table.name).\(column.name)'"
    let evidence = evidence
    // Looked up only for what is reported: it costs a scan of the file.
    let location = { evidence.locate(column: column.name, of: table.name) }
    if let family,
      let finding = try FamilyJudge(family).finding(
        on: member, subject: subject, remedy: nil, evidence)
    {
      findings.append(finding)
      return
    }
    if column.isGenerated {
      try generated(member, subject: subject, location: location)
      return
    }
    if let value = column.defaultValue {
      judge(
        defaultValue(value), subject: "the default of \(subject)", location: location,
        spelled: value)
    }
    let checks = evidence.checkProbe.checks(of: table)
    guard !checks.checks(on: member.index).isEmpty else { return }
    for sample in TimestampJudge.samples {
      let broken = try checks.firstBreak(accepts: [sample], rejects: [], in: member.index)
      guard case .stops = broken else { return }
    }
    findings.append(
      Finding(
        "\(subject) refuses \(TimestampJudge.samples[0].shown): its CHECK wants another encoding",
        at: location(), help: "CHECK (\(TimestampJudge.remedy(SQLWords.name(column.name))))"))
  }

  /// What a generated column yields.
  private mutating func generated(
    _ member: FamilyIndex.Member, subject: String, location: @escaping () -> Location
  ) throws {
    let declaration = DeclarationReader.table(member.table.sql)?.columns.first {
      sameName($0.name.text, member.column.name)
    }
    guard let expression = declaration?.generated?.expression else { return }
    let cursor = SQLTokenCursor(Array(expression.text.utf8))
    for value in values(of: cursor, in: member.table.name) {
      judge(
        value, subject: "what \(subject) is generated as", location: location,
        spelled: expression.text)
    }
  }

  /// A default's value. A bare word as a default is text, as SQLite has it.
  private func defaultValue(_ text: String) -> SQLiteValue? {
    if let value = evidence.checkProbe.value(of: text) { return value }
    let cursor = SQLTokenCursor(Array(text.utf8))
    guard cursor.tokens.count == 1 else { return nil }
    return cursor.peek()?.name(in: cursor.bytes).map { .text($0) }
  }

  /// - Parameters:
  ///   - text: the file that the tokens are of; nil for a trigger's own text.
  private mutating func assignments(
    in cursor: SQLTokenCursor, text: SourceText?, trigger: String?
  ) {
    let found = ColumnAssignments(in: cursor, catalog: evidence.catalog).found
    for (number, assignment) in found.enumerated() {
      guard isTimestamp(assignment.column, of: assignment.table),
        let range = cursor.byteRange(assignment.tokens)
      else { continue }
      let evidence = evidence
      let location = {
        if let text {
          var location = Location.offset(range.lowerBound, in: text)
          location.object = "\(assignment.table).\(assignment.column)"
          return location
        }
        return evidence.locate(assignment: number, of: trigger ?? "")
      }
      let place = trigger.map { "trigger '\($0)'" } ?? "a statement"
      let before = findings.count
      for expression in AssignedExpression.behind(assignment.tokens, in: cursor)
      where findings.count == before {
        for value in values(of: expression, in: assignment.table) {
          judge(
            value,
            subject: "what \(place) assigns to '\(assignment.table).\(assignment.column)'",
            location: location,
            spelled: String(decoding: cursor.bytes[range], as: UTF8.self))
        }
      }
    }
  }

  private func isTimestamp(_ column: String, of table: String) -> Bool {
    if let known = evidence.catalog.table(named: table), known.column(named: column) != nil {
      return (evidence.families.members["timestamp"] ?? []).contains {
        sameName($0.table.name, table) && sameName($0.column.name, column)
      }
    }
    return family?.includes(table: table, column: column) ?? false
  }

  /// What an expression yields with its columns NULL, but for those that date functions are called
  /// with; where it reads other time stamps alone, with times of any encoding in their place.
  private func values(of cursor: SQLTokenCursor, in table: String) -> [SQLiteValue] {
    guard let expression = SQLExpression(cursor) else { return [] }
    // A column alone is a copy.
    if cursor.tokens[cursor.index..<cursor.end].allSatisfy({ $0.kind == .word || $0.kind == .dot }),
      !expression.names.isEmpty
    {
      return []
    }
    func value(_ inside: String, _ outside: String) -> SQLiteValue? {
      let text = substituted(inside, outside, expression, cursor)
      let value = evidence.checkProbe.value(of: text)
      return value == .null ? nil : value
    }
    if let value = value("NULL", "NULL") { return [value] }
    guard !expression.names.isEmpty else { return [] }
    // The form of a date function's result doesn't depend on its argument.
    for stand in ["'2026-01-02T03:04:05.678Z'", "0"] {
      if let value = value(stand, "NULL") { return [value] }
    }
    guard expression.names.allSatisfy({ family?.includes(table: table, column: $0.text) ?? false })
    else { return [] }
    let times = TimestampJudge.oldEncodings.compactMap { value($0, $0) }
    // What makes one encoding out of another mends the rows.
    let isGood = times.contains {
      if case .text(let text) = $0 { InstantText.fractionDigits(of: text) != nil } else { false }
    }
    return isGood ? [] : Array(times.prefix(1))
  }

  private static let oldEncodings = [
    "'2026-01-02T03:04:05.678Z'", "'2026-01-02 03:04:05.678'", "'2026-01-02 03:04:05'",
    "'2026-01-02T03:04:05'", "'2026-01-02T03:04:05+00:00'", "1767323045", "1767323045678",
  ]

  /// The tokens in the parentheses of calls of date functions.
  private func dateArguments(_ cursor: SQLTokenCursor) -> [Range<Int>] {
    let names: [StaticString] = ["STRFTIME", "DATETIME", "DATE", "TIME", "JULIANDAY", "UNIXEPOCH"]
    var probe = cursor
    var ranges: [Range<Int>] = []
    while !probe.isAtEnd {
      let isCall = names.contains { probe.isAt($0) }
      probe.advance()
      if isCall, let group = probe.takeGroup() { ranges.append(group) }
    }
    return ranges
  }

  /// The expression with other texts in the places of its columns, qualifiers included.
  ///
  /// - Parameters:
  ///   - inside: what stands for columns that a date function is called with.
  ///   - outside: what stands for the others.
  private func substituted(
    _ inside: String, _ outside: String, _ expression: SQLExpression, _ cursor: SQLTokenCursor
  ) -> String {
    let columns = Set(expression.names.map(\.range.lowerBound))
    let calls = inside == outside ? [] : dateArguments(cursor)
    var words: [String] = []
    var position = cursor.index
    while position < cursor.end {
      let token = cursor.tokens[position]
      var last = position
      while last + 2 < cursor.end, cursor.tokens[last + 1].kind == .dot { last += 2 }
      if columns.contains(cursor.tokens[last].range.lowerBound) {
        words.append(calls.contains { $0.contains(position) } ? inside : outside)
        position = last + 1
      } else {
        words.append(token.text(in: cursor.bytes))
        position += 1
      }
    }
    return words.joined(separator: " ")
  }

  private mutating func judge(
    _ value: SQLiteValue?, subject: String, location: @escaping () -> Location, spelled: String
  ) {
    guard let value, value != .null else { return }
    if foldedName(spelled).contains("'localtime'") {
      findings.append(
        Finding(
          "\(subject) is local time, not UTC", at: location(), details: ["written as \(spelled)"],
          help: "take the modifier 'localtime' out", facts: [Fact("written", spelled)]))
      return
    }
    if case .text(let text) = value, let digits = InstantText.fractionDigits(of: text) {
      precisions.append((digits, subject, location))
      return
    }
    findings.append(
      Finding(
        "\(subject) is \(value.shown), not RFC 3339 text in UTC with Z", at: location(),
        details: ["written as \(spelled)"],
        help: "write strftime('%Y-%m-%dT%H:%M:%fZ', …), or a literal such as "
          + "'2026-01-02T03:04:05.678Z'",
        facts: [Fact("written", spelled)]))
  }

  /// Text sorts as time only where all fractions have one length.
  private mutating func mixedPrecisions() {
    var counts: [Int: Int] = [:]
    for entry in precisions { counts[entry.digits, default: 0] += 1 }
    guard counts.count > 1,
      let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
    else { return }
    for entry in precisions where entry.digits != usual {
      findings.append(
        Finding(
          "\(entry.subject) has \(entry.digits) digits after the seconds, where others have "
            + "\(usual)", at: entry.location(),
          help: "use one precision, so that text sorts as time does",
          facts: [Fact("expected", String(usual)), Fact("found", String(entry.digits))]))
    }
  }

  private static func remedy(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%fZ', \(column)) IS \(column)"
  }

  private static let samples: [SQLiteValue] = [
    "2026-01-02T03:04:05.678Z", "2026-01-03T04:05:06.789Z", "2026-01-02T03:04:05Z",
    "2026-01-03T04:05:06Z", "2026-01-02T03:04:05.678901Z", "2020-01-02T03:04:05.678Z",
  ].map { .text($0) }
}
