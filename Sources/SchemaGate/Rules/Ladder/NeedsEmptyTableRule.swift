extension Rule {
  /// A migration runs on tables that are in use.
  static let needsEmptyTable = Rule(
    id: "needs-empty-table",
    summary: "each migration also runs on tables that have rows",
    rationale: """
      SQLite checks some things only where there are rows: a new NOT NULL column without a \
      default, a default that is an expression, a stored generated column. On the empty tables of \
      a developer and of CI all is well; the update then fails on every device that was ever used.
      """,
    bad: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT NOT NULL) STRICT;",
        "⚑ALTER TABLE book ADD COLUMN lang TEXT NOT NULL;"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT NOT NULL) STRICT;",
        "⚑ALTER TABLE book ADD COLUMN shout TEXT AS (upper(title)) STORED;"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY) STRICT;
        """,
        "⚑ALTER TABLE book ADD COLUMN shelf_id TEXT DEFAULT 'inbox' REFERENCES shelf (id);",
        note: "each row would refer to a shelf that nobody made"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY) STRICT;",
        "ALTER TABLE book ADD COLUMN pages INTEGER ⚑DEFAULT 'many';",
        note: "STRICT lets no text into an INTEGER"),
      .ladder(
        """
        CREATE TABLE book (id TEXT PRIMARY KEY) STRICT;
        CREATE TRIGGER book_number BEFORE INSERT ON book WHEN NEW.id NOT LIKE '978-%' BEGIN
          SELECT RAISE(ABORT, 'no ISBN');
        END;
        """,
        "⚑ALTER TABLE book ADD COLUMN lang TEXT NOT NULL;",
        note: "no book of its own comes to mind, and people have theirs"),
    ],
    good: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT NOT NULL) STRICT;",
        """
        ALTER TABLE book ADD COLUMN lang TEXT NOT NULL DEFAULT 'en' CHECK (lang <> '');
        ALTER TABLE book ADD COLUMN shout TEXT AS (upper(title)) VIRTUAL;
        ALTER TABLE book ADD COLUMN pages INTEGER DEFAULT '7' CHECK (pages > 0);
        """),
      .ladder(
        """
        CREATE TABLE book (id TEXT PRIMARY KEY) STRICT;
        CREATE TRIGGER book_number BEFORE INSERT ON book WHEN NEW.id NOT LIKE '978-%' BEGIN
          SELECT RAISE(ABORT, 'no ISBN');
        END;
        """,
        """
        ALTER TABLE book ADD COLUMN lang TEXT NOT NULL DEFAULT 'en' CHECK (lang <> id);
        ALTER TABLE book ADD COLUMN size INTEGER NOT NULL AS (length(id));
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        ALTER TABLE shelf ADD COLUMN room TEXT NOT NULL;
        """, note: "the shelf is new"),
    ],
    check: .version { version, findings in
      for failure in version.dataFailures where failure.failsForAnyRow {
        findings.append(
          Finding(
            "this fails as soon as there are rows: \(failure.message)",
            at: version.location(at: failure.offset),
            help: failure.references?.help
              ?? "give the column a constant default that its constraints accept; or rebuild the "
              + "table and fill the column from the others",
            facts: [Fact("sqlite", failure.message)]))
      }
    })
}
