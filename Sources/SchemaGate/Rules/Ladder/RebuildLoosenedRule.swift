extension Rule {
  /// A rebuilt table stays as strict as it was.
  static let rebuildLoosened = Rule(
    id: "rebuild-loosened",
    summary:
      "a rebuilt table keeps NOT NULL, defaults, collations and the actions of its foreign keys",
    rationale: """
      A rebuild writes the table's text anew, and a NOT NULL or an ON DELETE, ON UPDATE or ON \
      CONFLICT that was left out or typed otherwise changes what the app can rely on, without an \
      error. Without its DEFAULT, an INSERT that leaves a NOT NULL column out fails; under another \
      collation, keys that were the same are two.
      """,
    setting: .warning,
    bad: [
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT NOT NULL,
          shelf_id TEXT REFERENCES shelf (id) ON DELETE CASCADE) STRICT;
        """,
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, title TEXT,
          shelf_id TEXT REFERENCES shelf (id) ON DELETE SET NULL) STRICT;
        INSERT INTO book_new (id, title, shelf_id) SELECT id, title, shelf_id FROM book;
        ⚑DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        """
        CREATE TABLE tag (
          name TEXT NOT NULL COLLATE NOCASE UNIQUE, colour TEXT NOT NULL DEFAULT 'grey') STRICT;
        """,
        """
        CREATE TABLE tag_new (name TEXT NOT NULL UNIQUE, colour TEXT NOT NULL, n INTEGER) STRICT;
        INSERT INTO tag_new (name, colour) SELECT name, colour FROM tag;
        ⚑DROP TABLE tag;
        ALTER TABLE tag_new RENAME TO tag;
        """, note: "'Home' and 'home' are two tags now, and a tag needs its colour given"),
      .ladder(
        """
        CREATE TABLE tag (name TEXT PRIMARY KEY ON CONFLICT REPLACE, parent TEXT
          REFERENCES tag (name) ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED) STRICT;
        """,
        """
        CREATE TABLE tag_new (
          name TEXT PRIMARY KEY, parent TEXT REFERENCES tag_new (name), n INTEGER) STRICT;
        INSERT INTO tag_new (name, parent) SELECT name, parent FROM tag;
        ⚑DROP TABLE tag;
        ALTER TABLE tag_new RENAME TO tag;
        """, note: "a tag that is there already is an error now, and so is a new name for it"),
    ],
    good: [
      .ladder(
        "CREATE TABLE tag (name TEXT NOT NULL PRIMARY KEY, n INTEGER DEFAULT 0, m TEXT) STRICT;",
        """
        CREATE TABLE tag_new (
          name TEXT NOT NULL PRIMARY KEY, n INTEGER, m TEXT DEFAULT 'x') STRICT;
        INSERT INTO tag_new (name, n, m) SELECT name, n, m FROM tag;
        DROP TABLE tag;
        ALTER TABLE tag_new RENAME TO tag;
        """, note: "what is left out is NULL now, and nothing fails"),
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE book_new (title TEXT NOT NULL, id TEXT PRIMARY KEY, n INTEGER) STRICT;
        INSERT INTO book_new (id, title) SELECT id, title FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
    ],
    check: .version { version, findings in
      for rebuild in version.rebuilds {
        let loosened = RebuildComparison(rebuild).loosened
        guard let first = loosened.first else { continue }
        findings.append(
          Finding(
            "'\(rebuild.before.name)' is made anew, and \(first)",
            at: version.location(of: rebuild.statement, object: rebuild.before.name),
            details: loosened.dropFirst().map { "also: \($0)" },
            help: "write the column as it was, where no change is meant",
            facts: loosened.map { Fact("changed", $0) }))
      }
    })
}
