extension Rule {
  /// Full-text search finds the rows that it indexed.
  static let ftsRowID = Rule(
    id: "fts-rowid",
    summary: "external content of a full-text index has an INTEGER PRIMARY KEY",
    rationale: """
      A full-text index with content='t' remembers rows by their rowid. Where that is no column of \
      the table, VACUUM or a rebuild may number the rows anew, and search then finds other rows \
      than it shows, while every check stays clean. A view as its content only hands that rowid on.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE note (id TEXT PRIMARY KEY, body TEXT) STRICT;
        ⚑CREATE VIRTUAL TABLE note_search USING fts5(body, content=note);
        """),
      .ladder(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT) STRICT;
        CREATE VIRTUAL TABLE note_search USING fts5(body, content=note);
        """,
        """
        CREATE TABLE note_new (id INTEGER NOT NULL UNIQUE, body TEXT) STRICT;
        INSERT INTO note_new (id, body) SELECT id, body FROM note;
        ⚑DROP TABLE note;
        ALTER TABLE note_new RENAME TO note;
        """, note: "the column that held the rowid is gone"),
      .schema(
        """
        CREATE TABLE note (id TEXT PRIMARY KEY, title TEXT, body TEXT) STRICT;
        CREATE VIEW note_text AS SELECT rowid, title || ' ' || body AS body FROM note;
        ⚑CREATE VIRTUAL TABLE note_search USING fts5(body, content=note_text);
        """),
      .ladder(
        """
        CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT) STRICT;
        CREATE VIEW note_text AS SELECT rowid, body FROM note;
        CREATE VIRTUAL TABLE note_search USING fts5(body, content=note_text);
        """,
        """
        DROP VIEW note_text;
        CREATE TABLE note_new (id TEXT PRIMARY KEY, body TEXT) STRICT;
        INSERT INTO note_new (id, body) SELECT id, body FROM note;
        ⚑DROP TABLE note;
        ALTER TABLE note_new RENAME TO note;
        CREATE VIEW note_text AS SELECT rowid, body FROM note;
        """),
      .schema(
        """
        CREATE TABLE note (id TEXT PRIMARY KEY, body TEXT) STRICT;
        CREATE VIRTUAL TABLE note_search USING fts5(body);
        ⚑CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO note_search (rowid, body) VALUES (NEW.rowid, NEW.body);
        END;
        """, note: "the index holds the text itself, and leans on the rowid all the same"),
    ],
    good: [
      .schema(
        """
        CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT) STRICT;
        CREATE VIRTUAL TABLE note_search USING fts5(id UNINDEXED, body);
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO note_search (rowid, id, body) VALUES (NEW.rowid, NEW.id, NEW.body);
        END;
        CREATE TABLE letter (id TEXT PRIMARY KEY, body TEXT) STRICT;
        CREATE TRIGGER letter_added AFTER INSERT ON letter BEGIN
          INSERT INTO note_search (id, body) VALUES (NEW.id, NEW.body);
        END;
        """),
      .schema(
        """
        CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT) STRICT;
        CREATE VIRTUAL TABLE note_search USING fts5(body, content=note, content_rowid=number);
        CREATE VIRTUAL TABLE word USING fts5(body);
        """),
      .schema(
        """
        CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT) STRICT;
        CREATE VIEW note_text AS SELECT number, lower(body) AS body FROM note;
        CREATE VIRTUAL TABLE note_search USING fts5(
          body, content=note_text, content_rowid=number);
        """),
    ],
    check: .version { version, findings in
      for found in version.implicitRowIDs {
        findings.append(
          Finding(
            "'\(found.index)' leans on the rowid of '\(found.content)', which no column holds",
            at: version.location(of: found.statement, object: found.index),
            details: (found.view.map { ["it reads that as '\(found.column)' of the view '\($0)'"] }
              ?? []) + (found.trigger.map { ["the trigger '\($0)' hands it on"] } ?? []),
            help: "give '\(found.content)' an INTEGER PRIMARY KEY, and "
              + (found.view.map { "select it as '\(found.column)' in '\($0)'" }
                ?? found.trigger.map { "hand that on in '\($0)'" } ?? "name it: content_rowid='…'"),
            facts: [Fact("index", found.index), Fact("content", found.content)]
              + (found.view.map { [Fact("view", $0)] } ?? [])))
      }
    })
}
