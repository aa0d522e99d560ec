extension Rule {
  /// A migration doesn't bet on what is in the rows.
  static let mayFailOnData = Rule(
    id: "may-fail-on-data",
    summary: "no migration demands of old rows what nothing demanded before",
    rationale: """
      A new UNIQUE, a tighter CHECK or a new NOT NULL holds for the rows that a developer has. \
      Where one device has a row that it doesn't hold for, the update fails there, at every start.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT;
        ⚑INSERT INTO book_new (id, note) SELECT id, note FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;",
        "⚑CREATE UNIQUE INDEX book_position ON book (position);"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;",
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, position INTEGER NOT NULL CHECK (position > 1)) STRICT;
        ⚑INSERT INTO book_new (id, position) SELECT id, position FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        "CREATE TABLE book (id INTEGER PRIMARY KEY, position INTEGER, title TEXT);",
        """
        CREATE TABLE book_new (id INTEGER PRIMARY KEY, position INTEGER, title TEXT) STRICT;
        INSERT INTO book_new (id, position, title) SELECT id, position, title FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "without STRICT, a position could be text"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;",
        "⚑ALTER TABLE book ADD COLUMN last INTEGER NOT NULL DEFAULT 100 CHECK (position <= last);",
        note: "a position of 101 ends the update"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, low INTEGER, high INTEGER, shelf TEXT) STRICT;
        """,
        """
        ⚑ALTER TABLE book ADD COLUMN span INTEGER AS (high - low) CHECK (span >= 0);
        ⚑ALTER TABLE book ADD COLUMN middle INTEGER NOT NULL AS ((low + high) / 2);
        """, note: "a generated column has values in old rows, too"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf TEXT) STRICT;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, shelf TEXT REFERENCES shelf (id) ON DELETE SET NULL) STRICT;
        INSERT INTO book_new (id, shelf) SELECT id, shelf FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "nothing held a book to a shelf that is there"),
      .ladder(
        "CREATE TABLE tag (name TEXT NOT NULL PRIMARY KEY, facts TEXT NOT NULL) STRICT;",
        """
        ALTER TABLE tag ADD COLUMN n INTEGER;
        ⚑UPDATE tag SET n = CAST(facts ->> 'n' AS INTEGER);
        """, note: "facts may be no JSON"),
      .ladder(
        "CREATE TABLE tag (name TEXT NOT NULL PRIMARY KEY, n INTEGER) STRICT;",
        """
        CREATE TABLE tag_new (name TEXT NOT NULL COLLATE NOCASE PRIMARY KEY, n INTEGER) STRICT;
        INSERT INTO tag_new (name, n) SELECT name, n FROM tag;
        ⚑DROP TABLE tag;
        ALTER TABLE tag_new RENAME TO tag;
        """, note: "'Home' and 'home' become one"),
      .ladder(
        """
        CREATE TABLE book (
          id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b')), mark TEXT,
          form TEXT CHECK (form = 'x' OR form = 'y')) STRICT;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT, mark TEXT, form TEXT,
          CHECK (kind IN ('a', 'b') AND length(mark) > 3),
          CHECK (form = 'x' OR form = 'y')) STRICT;
        INSERT INTO book_new (id, kind, mark, form) SELECT id, kind, mark, form FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT, mark TEXT, form TEXT,
          CHECK (kind IN ('a', 'b') AND length(mark) > 3),
          CHECK ((form = 'x' OR form = 'y') AND mark <> 'none')) STRICT;
        INSERT INTO book_new (id, kind, mark, form) SELECT id, kind, mark, form FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "every literal is still there, and less is let in"),
      .ladder(
        """
        CREATE TABLE book (
          id TEXT PRIMARY KEY, title TEXT NOT NULL CHECK (length(title) <= 200),
          stars INTEGER CHECK (stars BETWEEN 1 AND 5), price REAL CHECK (price < 1000)) STRICT;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, title TEXT NOT NULL CHECK (length(title) <= 40),
          stars INTEGER CHECK (stars BETWEEN 1 AND 5), price REAL CHECK (price < 1000)) STRICT;
        INSERT INTO book_new (id, title, stars, price) SELECT id, title, stars, price FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, title TEXT NOT NULL CHECK (length(title) <= 40),
          stars INTEGER CHECK (stars BETWEEN 2 AND 9), price REAL CHECK (price < 1000)) STRICT;
        ⚑INSERT INTO book_new (id, title, stars, price) SELECT id, title, stars, price FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "a bound that lets in less, even where the other lets in more"),
    ],
    good: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, note TEXT) STRICT;",
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT;
        INSERT INTO book_new (id, note) SELECT id, coalesce(note, '') FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "rows without a note get one"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b'))) STRICT;",
        """
        CREATE UNIQUE INDEX book_id_kind ON book (kind, id);
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b', 'c')), note TEXT UNIQUE) STRICT;
        INSERT INTO book_new (id, kind) SELECT id, kind FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "what holds an old key is unique, and the CHECK lets in all that it did"),
      .ladder(
        """
        CREATE TABLE book (
          id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b')), position INTEGER) STRICT;
        """,
        """
        DELETE FROM book WHERE id NOT IN (SELECT min(id) FROM book GROUP BY position);
        CREATE UNIQUE INDEX book_position ON book (position);
        ALTER TABLE book ADD COLUMN mark TEXT;
        CREATE UNIQUE INDEX book_mark ON book (mark);
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'c')), position INTEGER) STRICT;
        INSERT INTO book_new (id, kind, position)
          SELECT id, CASE kind WHEN 'b' THEN 'c' ELSE kind END, position FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        CREATE UNIQUE INDEX book_position ON book (position);
        """, note: "the rows are mended first, and a new column is NULL in all of them"),
      .ladder(
        "CREATE TABLE book (id INTEGER PRIMARY KEY, position INTEGER, title TEXT);",
        """
        CREATE TABLE book_new (id INTEGER PRIMARY KEY, position INTEGER, title TEXT) STRICT;
        INSERT INTO book_new (id, position, title)
          SELECT id, CAST(position AS INTEGER), title FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, position INTEGER CHECK (position < 50)) STRICT;",
        """
        ALTER TABLE book ADD COLUMN last INTEGER CHECK (last >= position);
        ALTER TABLE book ADD COLUMN most INTEGER NOT NULL DEFAULT 100 CHECK (position <= most);
        """, note: "NULL passes a CHECK, and no position is past 50"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL, shelf TEXT,
          facts TEXT CHECK (json_valid(facts)), CHECK (high >= low)) STRICT;
        """,
        """
        ALTER TABLE book ADD COLUMN title TEXT;
        UPDATE book SET title = facts ->> 'title';
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL, title TEXT,
          shelf TEXT REFERENCES shelf (id) ON DELETE SET NULL,
          facts TEXT CHECK (json_valid(facts)), CHECK (high >= low)) STRICT;
        INSERT INTO book_new (id, low, high, title, facts, shelf)
          SELECT id, low, high, title, facts, (SELECT id FROM shelf WHERE id = book.shelf) FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        ALTER TABLE book ADD COLUMN span INTEGER NOT NULL AS (high - low) CHECK (span >= 0);
        """, note: "what rows hold, their CHECKs say; the copy looks for the shelf"),
      .ladder(
        """
        CREATE TABLE book (
          id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b')),
          mark TEXT CHECK (length(mark) > 3), size INTEGER) STRICT;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT, mark TEXT, size INTEGER,
          CHECK (kind IN ('a', 'b') AND length(mark) > 3)) STRICT;
        INSERT INTO book_new (id, kind, mark, size) SELECT id, kind, mark, size FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """,
        """
        DELETE FROM book WHERE size <= 0 AND kind IS NOT NULL;
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, kind TEXT, mark TEXT, size INTEGER,
          CHECK (kind IN ('a', 'b') AND size > 0)) STRICT;
        INSERT INTO book_new (id, kind, mark, size) SELECT id, kind, mark, size FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "two CHECKs in one, and rows that go first"),
      .ladder(
        """
        CREATE TABLE book (
          id TEXT PRIMARY KEY, stars INTEGER CHECK (stars BETWEEN 1 AND 5),
          title TEXT NOT NULL CHECK (length(title) <= 40), price REAL CHECK (price < 99.5),
          lent TEXT CHECK (lent >= '2020-01-01')) STRICT;
        """,
        """
        CREATE TABLE book_new (
          id TEXT PRIMARY KEY, stars INTEGER CHECK (stars BETWEEN 0 AND 10),
          title TEXT NOT NULL CHECK (length(title) <= 200), price REAL CHECK (price < 1000),
          lent TEXT CHECK (lent >= '2015-01-01')) STRICT;
        INSERT INTO book_new (id, stars, title, price, lent)
          SELECT id, stars, title, price, lent FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "bounds that let in more"),
    ],
    check: .version { version, findings in
      var reported: [Range<Int>] = []
      for failure in version.dataFailures
      where !failure.failsForAnyRow && !failsAnyway(failure, in: version) {
        guard !reported.contains(where: { $0.contains(failure.offset) }) else { continue }
        if let statement = version.statements.first(where: { $0.range.contains(failure.offset) }) {
          reported.append(statement.range)
        }
        findings.append(
          Finding(
            "this fails on some rows: \(failure.message)", at: version.location(at: failure.offset),
            help: failure.references?.help ?? help,
            facts: [Fact("sqlite", failure.message)]))
      }
      for index in version.newUniqueIndexes
      where !isMended(index, in: version) && !reported.contains(index.statement) {
        let columns = index.columns.joined(separator: ", ")
        findings.append(
          Finding(
            "old rows of '\(index.table)' may share \(columns.isEmpty ? "what" : "the '\(columns)' that") "
              + "'\(index.name)' wants unique",
            at: version.location(of: index.statement, object: "index \(index.name)"), help: help,
            facts: [Fact("table", index.table), Fact("columns", columns)]))
      }
      guard version.dataFailures.isEmpty else { return }
      for rebuild in version.rebuilds {
        let tighter = TighterConstraints(rebuild, in: version).descriptions
        guard let first = tighter.first else { continue }
        findings.append(
          Finding(
            "old rows of '\(rebuild.before.name)' may break \(first)",
            at: version.location(of: rebuild.statement, object: rebuild.before.name),
            details: tighter.dropFirst().map { "also: \($0)" }, help: help,
            facts: tighter.map { Fact("constraint", $0) }))
      }
    })

  /// Whether the statement fails for any row, too, which `needs-empty-table` says.
  private static func failsAnyway(_ failure: DataFailure, in version: ReplayedVersion) -> Bool {
    let statement = version.statements.first { $0.range.contains(failure.offset) }
    return version.dataFailures.contains { other in
      other.failsForAnyRow && statement?.range.contains(other.offset) ?? false
    }
  }

  /// Whether a statement before a unique index changes or deletes rows by the index's columns.
  private static func isMended(_ index: NewUniqueIndex, in version: ReplayedVersion) -> Bool {
    version.statements.contains { statement in
      guard statement.range.lowerBound < index.statement.lowerBound,
        statement.ownEffects.contains(where: {
          ($0.kind == .update || $0.kind == .delete) && sameName($0.name, index.table)
        })
      else { return false }
      let cursor = statement.cursor(in: version.migration.program)
      let words = Set(cursor.tokens.compactMap { $0.name(in: cursor.bytes).map(foldedName) })
      return index.columns.allSatisfy { words.contains(foldedName($0)) }
    }
  }

  private static let help =
    "mend the rows in a statement before, so that the new constraint holds for all of them; "
    + "then waive this: -- schema-gate: allow may-fail-on-data: <reason>"
}

/// What a rebuilt table demands of its old columns, and the table before it did not.
private struct TighterConstraints {
  private(set) var descriptions: [String] = []

  init(_ rebuild: Rebuild, in version: ReplayedVersion) {
    let (before, after) = (rebuild.before, rebuild.after)
    let copy = RebuildCopy(rebuild, in: version)
    let isOld = rebuild.isOld
    let oldKeys = TighterConstraints.keys(of: before)
    for key in TighterConstraints.keys(of: after) where key.keys.allSatisfy(isOld) {
      let list = key.keys.sorted().joined(separator: ", ")
      let held = oldKeys.filter { Set($0.keys).isSubset(of: key.keys) }
      if held.isEmpty {
        descriptions.append("the new UNIQUE on '\(list)'")
      } else if !held.contains(where: { $0.allSatisfy { isAsFine(key[$0.key], as: $0.value) } }),
        !Set(key.keys).isSubset(of: copy.computed)
      {
        let collations = Set(key.values).sorted().joined(separator: ", ").uppercased()
        descriptions.append("the UNIQUE on '\(list)', which compares by \(collations)")
      }
    }
    for key in rebuild.newForeignKeys {
      let columns = key.columns.map(foldedName)
      guard columns.allSatisfy(isOld), copy.computed.isDisjoint(with: columns),
        !TighterConstraints.tidies(version, before.name, after.name, parent: key.parent)
      else { continue }
      descriptions.append("the new foreign key on '\(key.columns.joined(separator: ", "))'")
    }
    // What BINARY tells apart may be one under any other collation.
    func isAsFine(_ collation: String?, as old: String) -> Bool {
      collation == "binary" || collation == old
    }
    if after.isStrict, !before.isStrict {
      let oldChecks = DeclarationReader.table(before.sql)?.checks.map(\.expression) ?? []
      let checked = Set(oldChecks.flatMap { $0.names.map { foldedName($0.text) } })
      let typed = after.columns.filter { column in
        ["INTEGER", "INT", "REAL", "BLOB"].contains(column.type.uppercased()) && column.isWritable
          && isOld(column.name) && column.name != after.rowIDColumn?.name
          && !checked.contains(foldedName(column.name))
          && !copy.computed.contains(foldedName(column.name))
      }
      if !typed.isEmpty {
        descriptions.append("STRICT in '\(typed.map(\.name).joined(separator: "', '"))'")
      }
    }
    for check in rebuild.newChecks where check.mayStop {
      // Where the copy works a column out, it does so for the CHECK; made-up rows have passed it.
      guard
        check.keepsLiterals
          ? copy.computed.isDisjoint(with: check.oldColumns)
          : !check.oldColumns.isSubset(of: copy.computed),
        !TighterConstraints.isMended(check, rebuild, in: version)
      else { continue }
      descriptions.append("CHECK (\(check.expression.text))")
    }
  }

  /// Whether a statement before deletes rows, or a copy leaves rows out, by the CHECK's columns.
  private static func isMended(
    _ check: Rebuild.NewCheck, _ rebuild: Rebuild, in version: ReplayedVersion
  ) -> Bool {
    version.statements.contains { statement in
      guard statement.range.lowerBound < rebuild.statement.lowerBound else { return false }
      let isDeletion = statement.ownEffects.contains {
        $0.kind == .delete && sameName($0.name, rebuild.before.name)
      }
      guard isDeletion || statement.ownEffects.contains(where: { $0.kind == .insert }) else {
        return false
      }
      let cursor = statement.cursor(in: version.migration.program)
      let mentions = { (name: String, tokens: ArraySlice<SQLToken>) in
        tokens.contains { $0.name(in: cursor.bytes).map { sameName($0, name) } ?? false }
      }
      guard isDeletion || mentions(rebuild.before.name, cursor.tokens[...]),
        let start = cursor.tokens.lastIndex(where: { $0.isKeyword("WHERE", in: cursor.bytes) })
      else { return false }
      return check.oldColumns.allSatisfy { mentions($0, cursor.tokens[start...]) }
    }
  }

  /// Whether a statement that changes rows looks at the parent of a new key, or takes rows out of
  /// the table.
  private static func tidies(
    _ version: ReplayedVersion, _ old: String, _ new: String, parent: String
  ) -> Bool {
    version.statements.contains { statement in
      guard statement.verb.changesData else { return false }
      let deletes = statement.ownEffects.contains { effect in
        effect.kind == .delete && (sameName(effect.name, old) || sameName(effect.name, new))
      }
      if deletes { return true }
      let cursor = statement.cursor(in: version.migration.program)
      // A column may well be called as the table that it refers to is.
      let tokens = cursor.tokens.filter { token in
        token.kind != .dot && !(token.name(in: cursor.bytes).map { sameName($0, "main") } ?? false)
      }
      return zip(tokens, tokens.dropFirst()).contains { before, token in
        (token.name(in: cursor.bytes).map { sameName($0, parent) } ?? false)
          && ["FROM", "JOIN", "INTO", "UPDATE"].contains {
            before.isKeyword($0, in: cursor.bytes)
          }
      }
    }
  }

  /// The columns of each key, folded, with their collations.
  private static func keys(of table: Catalog.Table) -> [[String: String]] {
    var keys = table.indexes.filter { $0.isUnique && !$0.isPartial && $0.origin != .statement }
      .map { index in
        Dictionary(
          index.terms.compactMap { term in
            term.column.map { (foldedName($0), foldedName(term.collation)) }
          }, uniquingKeysWith: { first, _ in first })
      }
    let primary = table.primaryKey.map { (foldedName($0.name), foldedName($0.collation)) }
    if !primary.isEmpty { keys.append(Dictionary(primary) { first, _ in first }) }
    return keys
  }
}
