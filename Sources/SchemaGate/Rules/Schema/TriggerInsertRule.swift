extension Rule {
  static let triggerInsert = Rule(
    id: "trigger-insert",
    summary: "each INSERT and UPDATE of a trigger writes what its table takes",
    rationale: """
      A column that became NOT NULL, or was added so by a rebuild, makes every INSERT fail that \
      leaves it out, or writes NULL into it; so does a CHECK that a written constant or a default \
      breaks. An app's own statements are found when they are tried; those of a trigger compile, \
      and fail the write of another table on the device. Only what fails for every row is \
      reported.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE audit (id INTEGER PRIMARY KEY, body TEXT NOT NULL, who TEXT NOT NULL) STRICT;
        ⚑CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO audit (body) VALUES (NEW.body);
        END;
        """),
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE audit (id INTEGER PRIMARY KEY, body TEXT NOT NULL, who TEXT NOT NULL) STRICT;
        CREATE VIEW notes AS SELECT id, body FROM note;
        ⚑CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO audit VALUES (NULL, NEW.body, NULL);
        END;
        ⚑CREATE TRIGGER note_changed AFTER UPDATE OF body ON note BEGIN
          INSERT INTO audit (body, who) SELECT body, CAST(NULL AS TEXT) FROM note;
        END;
        ⚑CREATE TRIGGER note_gone AFTER DELETE ON note BEGIN
          UPDATE OR FAIL audit SET body = OLD.body, who = (NULL) WHERE id = OLD.id;
        END;
        ⚑CREATE TRIGGER notes_added INSTEAD OF INSERT ON notes BEGIN
          INSERT INTO audit (id, body, who) VALUES (NEW.id, NEW.body, 'view')
            ON CONFLICT (id) DO UPDATE SET body = NULL;
        END;
        """, note: "NULL is written out"),
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE job (
          id INTEGER PRIMARY KEY, body TEXT NOT NULL,
          state TEXT NOT NULL DEFAULT 'done', done_at TEXT,
          CHECK (state <> 'done' OR done_at IS NOT NULL)) STRICT;
        CREATE TABLE mark (
          id INTEGER PRIMARY KEY, kind TEXT DEFAULT 'new' CHECK (kind IN ('old', 'older')),
          size INTEGER CHECK (size IS NOT NULL), low INTEGER DEFAULT 'none') STRICT;
        ⚑CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO job (body) VALUES (NEW.body);
        END;
        ⚑CREATE TRIGGER note_changed AFTER UPDATE ON note BEGIN
          INSERT INTO mark (size, low) VALUES (1, 1);
        END;
        ⚑CREATE TRIGGER note_gone AFTER DELETE ON note BEGIN
          INSERT INTO mark (kind, low) VALUES ('old', OLD.id);
        END;
        ⚑CREATE TRIGGER job_gone AFTER DELETE ON job BEGIN
          INSERT INTO mark (kind, size) SELECT 'old', id FROM note;
        END;
        ⚑CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
          UPDATE mark SET kind = 'oldest' WHERE id = NEW.id;
        END;
        """, note: "a CHECK or a type stops what comes of a constant or a default"),
    ],
    good: [
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE audit (
          id INTEGER PRIMARY KEY, body TEXT NOT NULL, who TEXT NOT NULL DEFAULT '', size INTEGER,
          twice INTEGER NOT NULL GENERATED ALWAYS AS (length(body) * 2) VIRTUAL) STRICT;
        CREATE TABLE tally (key TEXT NOT NULL PRIMARY KEY, n INTEGER NOT NULL) STRICT;
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO audit (body) VALUES (NEW.body);
          INSERT OR IGNORE INTO tally (key) VALUES ('notes');
          INSERT INTO tally VALUES ('all', 1) ON CONFLICT (key) DO UPDATE SET n = n + 1;
        END;
        """),
      .schema(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE job (
          id INTEGER PRIMARY KEY, body TEXT NOT NULL DEFAULT '', made INTEGER NOT NULL ON CONFLICT IGNORE,
          state TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'open', done_at TEXT,
          code TEXT NOT NULL DEFAULT (lower(hex(randomblob(4)))) CHECK (length(code) = 8),
          CHECK (state <> 'done' OR done_at IS NOT NULL)) STRICT;
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO job VALUES (NULL, NEW.body, NULL, NULL, NULL, 'abcdefgh');
          INSERT OR REPLACE INTO job (body, made) VALUES (NULL, 1);
          INSERT OR IGNORE INTO job (body, made, code) VALUES (NULL, 1, 'a');
          INSERT INTO job (body, made, state, done_at)
            SELECT coalesce(NULL, body), NULL, 'done', body FROM note;
          UPDATE OR IGNORE job SET body = NULL;
          UPDATE job SET state = 'done', done_at = '2026-01-02T03:04:05.678Z' WHERE id = NEW.id;
          UPDATE job SET state = 'done' WHERE done_at IS NOT NULL;
        END;
        """, note: "what is ignored or replaced, and what other columns decide about"),
    ],
    check: .schema { evidence, findings in
      for trigger in evidence.catalog.triggers {
        let cursor = SQLTokenCursor(Array(trigger.sql.utf8))
        let written = ColumnAssignments(in: cursor, catalog: evidence.catalog).rows
        for row in written {
          guard let table = evidence.catalog.table(named: row.table), table.kind == .ordinary,
            let fault = try TriggerRow(row, of: table, in: cursor, evidence.checkProbe)?.fault()
          else { continue }
          findings.append(
            Finding(
              "trigger '\(trigger.name)' \(fault.text)",
              at: evidence.locate(trigger: trigger.name),
              details: fault.details,
              help: "drop the trigger, and create it again with a value for '\(fault.column)'",
              facts: [Fact("table", table.name), Fact("column", fault.column)]))
          break
        }
      }
    })
}

/// A row that a trigger writes, as far as it is the same each time.
private struct TriggerRow {
  /// Why the statement can't succeed.
  struct Fault {
    let column: String
    let text: String
    var details: [String] = []
  }

  /// Where a column gets its value from.
  private enum Origin { case written, defaulted, absent }

  private let table: Catalog.Table
  private let isNew: Bool
  private let probe: CheckProbe
  private var known: [Int: SQLiteValue] = [:]
  private var origins: [Int: Origin] = [:]

  /// - Returns: nil for what fails without a word, and is meant to.
  init?(
    _ row: ColumnAssignments.Row, of table: Catalog.Table, in trigger: SQLTokenCursor,
    _ probe: CheckProbe
  ) {
    if row.conflict == "ignore" { return nil }
    (self.table, isNew, self.probe) = (table, row.isNew, probe)
    let written = Dictionary(row.values.map { (foldedName($0.column), $0.tokens) }) { $1 }
    let rowID = table.rowIDColumn?.name
    for (index, column) in table.columns.enumerated() where column.isWritable {
      var origin: Origin?
      var value: SQLiteValue?
      if let tokens = written[foldedName(column.name)] {
        origin = .written
        value = tokens.flatMap { TriggerRow.constant(trigger.part($0), probe) }
      }
      if row.isNew, origin == nil || value == .null && replacesNull(column, row) {
        origin = column.defaultValue == nil ? .absent : .defaulted
        value = TriggerRow.defaultValue(of: column, probe)
      }
      // NULL as a rowid is the next free one.
      if let rowID, sameName(rowID, column.name), value == .null { continue }
      guard let origin, let value else { continue }
      origins[index] = origin
      known[index] = value
    }
  }

  /// Why every such row is refused; nil where some isn't.
  func fault() throws(SQLiteError) -> Fault? {
    for (index, value) in known.sorted(by: { $0.key < $1.key }) where value == .null {
      let column = table.columns[index]
      guard column.isNotNull, conflict(of: column) != "IGNORE" else { continue }
      let name = "'\(table.name).\(column.name)'"
      let text =
        switch origins[index] {
        case .absent: "leaves \(name) out of an INSERT, which is NOT NULL and has no default"
        case .defaulted: "leaves \(name) to its default NULL, and it is NOT NULL"
        default: "writes NULL into \(name), which is NOT NULL"
        }
      return Fault(column: column.name, text: text)
    }
    return try typeOrCheckFault()
  }

  private func typeOrCheckFault() throws(SQLiteError) -> Fault? {
    guard !known.isEmpty else { return nil }
    let checks = probe.checks(of: table)
    // A CHECK whose columns are all known is the same for each row.
    let decided = checks.checks.filter { check in
      !check.columns.isEmpty
        && check.columns.allSatisfy { known[$0] != nil || table.columns[$0].isGenerated }
    }
    guard table.isStrict || !decided.isEmpty else { return nil }
    for (index, value) in known.sorted(by: { $0.key < $1.key }) {
      guard try !checks.set(value, in: index), !checks.isGeneratedFrom(index) else { continue }
      let column = table.columns[index]
      let name = "'\(table.name).\(column.name)'"
      return Fault(
        column: column.name,
        text: origins[index] == .written
          ? "writes \(value.shown) into \(name), which is \(column.type)"
          : "leaves \(name) to its default \(value.shown), and it is \(column.type)")
    }
    for check in decided where try checks.value(of: check) == .false {
      let columns = check.columns.filter { known[$0] != nil }
      guard let first = columns.first(where: { origins[$0] == .written }) ?? columns.first else {
        continue
      }
      return Fault(
        column: table.columns[first].name,
        text: (isNew ? "puts a row into '\(table.name)'" : "makes a row of '\(table.name)'")
          + " that CHECK (\(check.expression.text)) stops",
        details: columns.compactMap { column in
          known[column].map { value in
            "'\(table.columns[column].name)' is \(value.shown)"
              + (origins[column] == .written ? "" : ", its default")
          }
        })
    }
    return nil
  }

  /// Whether NULL in a column becomes its default (https://sqlite.org/lang_conflict.html).
  private func replacesNull(_ column: Catalog.Column, _ row: ColumnAssignments.Row) -> Bool {
    column.isNotNull && column.defaultValue != nil
      && (row.conflict == "replace" || conflict(of: column) == "REPLACE")
  }

  /// The word after NOT NULL ON CONFLICT.
  private func conflict(of column: Catalog.Column) -> String? {
    probe.declaration(of: table.sql)?.column(named: column.name)?.constraints
      .first { $0.kind == .notNull }?.conflict
  }

  private static func defaultValue(
    of column: Catalog.Column, _ probe: CheckProbe
  ) -> SQLiteValue? {
    guard let text = column.defaultValue else { return .null }
    return constant(SQLTokenCursor(Array(text.utf8)), probe)
  }

  /// The value of an expression that yields the same for each row; nil for any other.
  private static func constant(_ cursor: SQLTokenCursor, _ probe: CheckProbe) -> SQLiteValue? {
    for position in cursor.index..<cursor.end {
      let token = cursor.tokens[position]
      guard token.kind == .word, position + 1 < cursor.end,
        cursor.tokens[position + 1].kind == .leftParen
      else { continue }
      let isPure = pure.contains { token.isKeyword($0, in: cursor.bytes) }
      guard isPure else { return nil }
    }
    guard let expression = SQLExpression(cursor), expression.names.isEmpty else { return nil }
    return probe.value(of: expression.text)
  }

  /// Functions that yield the same for the same, none of which looks at several rows; the time is
  /// fixed where they are evaluated.
  private static let pure: [StaticString] = [
    "CAST", "COALESCE", "IFNULL", "NULLIF", "IIF", "LOWER", "UPPER", "TRIM", "REPLACE", "SUBSTR",
    "LENGTH", "JSON", "JSON_ARRAY", "JSON_OBJECT", "STRFTIME", "DATETIME", "DATE", "TIME",
    "UNIXEPOCH", "JULIANDAY",
  ]
}
