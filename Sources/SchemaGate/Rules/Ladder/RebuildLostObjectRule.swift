extension Rule {
  /// A rebuilt table keeps what it had.
  static let rebuildLostObject = Rule(
    id: "rebuild-lost-object",
    summary: "a rebuilt table keeps its indexes, triggers, constraints and kind",
    rationale: """
      DROP TABLE takes the table's indexes and triggers along, and the new table has only what its \
      text says. What a rebuild forgets is gone without an error: audits stop, duplicates come in, \
      deleted ids are given out again.
      """,
    bad: [
      .ladder(
        "CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT CHECK (length(label) < 9)) STRICT;",
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT CHECK (1)) STRICT;
        INSERT INTO shelf_new (id, label) SELECT id, label FROM shelf;
        ⚑DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """, note: "a constant CHECK is none"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT;
        CREATE TABLE audit (shelf_id TEXT) STRICT;
        CREATE TRIGGER shelf_audit AFTER UPDATE ON shelf BEGIN
          INSERT INTO audit (shelf_id) VALUES (NEW.id);
        END;
        """,
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO shelf_new (id, label) SELECT id, label FROM shelf;
        ⚑DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b'))) STRICT;
        CREATE INDEX shelf_kind ON shelf (kind);
        """,
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, kind TEXT);
        INSERT INTO shelf_new (id, kind) SELECT id, kind FROM shelf;
        ⚑DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """, note: "the index, the CHECK and STRICT are gone"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT, archived_at TEXT) STRICT;
        CREATE UNIQUE INDEX shelf_label ON shelf (label) WHERE archived_at IS NULL;
        """,
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT, archived_at TEXT, n INTEGER) STRICT;
        INSERT INTO shelf_new (id, label, archived_at) SELECT id, label, archived_at FROM shelf;
        ⚑DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        CREATE INDEX shelf_label ON shelf (label) WHERE archived_at IS NULL;
        """, note: "the index is there, and no longer unique"),
      .ladder(
        """
        CREATE TABLE shelf (
          id TEXT PRIMARY KEY, label TEXT NOT NULL,
          sort TEXT GENERATED ALWAYS AS (lower(label)) STORED) STRICT;
        """,
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT NOT NULL, sort TEXT) STRICT;
        INSERT INTO shelf_new (id, label, sort) SELECT id, label, sort FROM shelf;
        ⚑DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """, note: "a plain column stays as it was copied, whatever becomes of the label"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        CREATE VIEW shelves AS SELECT id FROM shelf;
        """,
        """
        ⚑ALTER TABLE shelf RENAME TO shelf_old;
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT, place TEXT) STRICT;
        INSERT INTO shelf (id, label) SELECT id, label FROM shelf_old;
        """, note: "SQLite turned the foreign key and the view to 'shelf_old'"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT CHECK (label <> '')) STRICT;
        CREATE INDEX shelf_label ON shelf (label);
        """,
        """
        ⚑ALTER TABLE shelf RENAME TO shelf_old;
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT CHECK (label <> ''), place TEXT) STRICT;
        INSERT INTO shelf (id, label) SELECT id, label FROM shelf_old;
        """, note: "the index went along with 'shelf_old'"),
    ],
    good: [
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b'))) STRICT;
        CREATE INDEX shelf_kind ON shelf (kind);
        CREATE TRIGGER shelf_keep BEFORE DELETE ON shelf BEGIN SELECT RAISE(ABORT, 'no'); END;
        """,
        """
        DROP TRIGGER shelf_keep;
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b', 'c'))) STRICT;
        INSERT INTO shelf_new (id, kind) SELECT id, kind FROM shelf;
        DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        CREATE INDEX shelf_by_kind ON shelf (kind);
        """, note: "DROP TRIGGER says that it is meant, and the index serves the same"),
      .ladder(
        """
        CREATE TABLE shelf (
          id TEXT PRIMARY KEY, label TEXT NOT NULL,
          sort TEXT GENERATED ALWAYS AS (lower(label)) STORED,
          size INTEGER AS (length(label))) STRICT;
        """,
        """
        ALTER TABLE shelf DROP COLUMN size;
        CREATE TABLE shelf_new (
          id TEXT PRIMARY KEY, label TEXT NOT NULL, size INTEGER,
          sort TEXT AS (lower(trim(label)))) STRICT;
        INSERT INTO shelf_new (id, label) SELECT id, label FROM shelf;
        DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """, note: "DROP COLUMN says that it is meant, and the other is computed otherwise"),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT, place TEXT) STRICT;
        CREATE UNIQUE INDEX shelf_label ON shelf (label);
        CREATE UNIQUE INDEX shelf_place ON shelf (place);
        """,
        """
        DROP INDEX shelf_place;
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT, place TEXT, UNIQUE (label)) STRICT;
        INSERT INTO shelf_new (id, label, place) SELECT id, label, place FROM shelf;
        DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        CREATE INDEX shelf_label ON shelf (label, place);
        CREATE INDEX shelf_place ON shelf (place);
        """, note: "a constraint holds the one key, and DROP INDEX says that the other goes"),
      .ladder(
        "CREATE TABLE shelf (id TEXT PRIMARY KEY, room TEXT, label TEXT, UNIQUE (room, label)) STRICT;",
        """
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, room TEXT, label TEXT UNIQUE) STRICT;
        INSERT INTO shelf_new (id, room, label) SELECT id, room, label FROM shelf;
        DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        """, note: "where labels are unique, so are labels in rooms"),
      .ladder(
        """
        CREATE TABLE entry (id TEXT PRIMARY KEY, note TEXT) STRICT;
        CREATE INDEX entry_note ON entry (note);
        CREATE VIEW entries AS SELECT id FROM entry;
        """,
        """
        DROP VIEW entries;
        ALTER TABLE entry RENAME TO entry_2026;
        CREATE TABLE entry (id TEXT PRIMARY KEY, note TEXT) STRICT;
        CREATE INDEX entry_by_note ON entry (note);
        CREATE VIEW entries AS SELECT id FROM entry UNION ALL SELECT id FROM entry_2026;
        """, note: "the old entries stay under another name"),
    ],
    check: .version { version, findings in
      for rebuild in version.rebuilds {
        let objects =
          rebuild.lostTriggers.map { "trigger '\($0)'" }
          + rebuild.lostIndexes.map { "index '\($0)'" }
          + rebuild.plainIndexes.map { "the UNIQUE of index '\($0)'" }
        report(
          objects, RebuildComparison(rebuild).lost, of: rebuild.before.name,
          statement: rebuild.statement)
        if let oldName = rebuild.oldName, let first = rebuild.strays.first {
          let table = rebuild.before.name
          findings.append(
            Finding(
              "'\(table)' is made anew, and \(first) refers to '\(oldName)', which it was",
              at: version.location(of: rebuild.statement, object: table),
              details: rebuild.strays.dropFirst().map { "as does \($0)" },
              help: "create the new table under another name, fill it, drop the old one, then "
                + "rename the new one; or make anew, behind the new table, what refers to it",
              facts: rebuild.strays.map { Fact("stray", $0) }))
        }
      }
      for view in version.rebuiltViews {
        report(
          view.lostTriggers.map { "trigger '\($0)'" }, [], of: view.name,
          statement: view.statement)
      }
      func report(
        _ objects: [String], _ parts: [String], of table: String, statement: Range<Int>
      ) {
        let lost = objects + parts
        guard let first = lost.first else { return }
        findings.append(
          Finding(
            "'\(table)' is made anew without \(first), and no statement drops that",
            at: version.location(of: statement, object: table),
            details: lost.dropFirst().map { "nor \($0)" },
            help: objects.isEmpty
              ? "write it into the new table; where it is meant to go, say why above the "
                + "statement: -- schema-gate: allow rebuild-lost-object: <reason>"
              : "make it again on what is there now; where it is meant to go, "
                + "say so before the rebuild: DROP TRIGGER or DROP INDEX",
            facts: lost.map { Fact("lost", $0) }))
      }
    })
}
