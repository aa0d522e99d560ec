extension Rule {
  /// A migration keeps the rows.
  static let rowsLost = Rule(
    id: "rows-lost",
    summary: "no migration loses rows of tables that stay, or what they refer to",
    rationale: """
      A rebuild that copies only some rows, or leaves a reference out of its list of columns, \
      loses what people stored. Nothing fails, and no check afterwards sees what is no longer there.
      """,
    bad: [
      .ladder(
        "CREATE TABLE book (id TEXT PRIMARY KEY, title TEXT) STRICT;",
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, title TEXT, n INTEGER) STRICT;
        ⚑INSERT INTO book_new (id, title) SELECT id, title FROM book WHERE title = 'kept';
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        """,
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        ⚑INSERT INTO book_new (id) SELECT id FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """, note: "each book forgets its shelf"),
      .ladder(
        "CREATE VIRTUAL TABLE page USING fts5(body);",
        """
        DROP TABLE page;
        ⚑CREATE VIRTUAL TABLE page USING fts5(body, tokenize=trigram);
        """, note: "the index had its content itself"),
    ],
    good: [
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        """,
        """
        CREATE TABLE book_new (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        INSERT INTO book_new (id, shelf_id) SELECT id, shelf_id FROM book;
        DROP TABLE book;
        ALTER TABLE book_new RENAME TO book;
        """),
      .ladder(
        "CREATE VIRTUAL TABLE page USING fts5(body);",
        """
        CREATE VIRTUAL TABLE page_new USING fts5(body, tokenize=trigram);
        INSERT INTO page_new (rowid, body) SELECT rowid, body FROM page;
        DROP TABLE page;
        ALTER TABLE page_new RENAME TO page;
        """),
    ],
    check: .version { version, findings in
      for loss in version.rowLosses where !loss.isExplicit {
        findings.append(finding(for: loss, in: version))
      }
      for made in FullTextCreation.all(in: version)
      where made.isReplacement && !made.isFilled && made.content?.isEmpty ?? true {
        findings.append(
          Finding(
            "'\(made.name)' is made anew, and stays empty",
            at: version.location(of: made.statement, object: made.name),
            help: "make the new one under another name, copy the rows into it, drop the old one, "
              + "then rename it"))
      }
    })

  fileprivate static func finding(for loss: RowLoss, in version: ReplayedVersion) -> Finding {
    let object = loss.column.map { "\(loss.table).\($0)" } ?? loss.table
    return Finding(
      loss.column.map {
        "'\(loss.table).\($0)' becomes NULL in \(loss.before - loss.after) of \(loss.before) rows"
      }
        ?? "'\(loss.table)' had \(loss.before) rows before the migration, and has \(loss.after) after it",
      at: version.location(of: loss.statement, object: object),
      help: loss.isExplicit
        ? "waive this where it is meant: -- schema-gate: allow rows-deleted: <reason>"
        : "copy all rows with all their columns",
      facts: [Fact("before", String(loss.before)), Fact("after", String(loss.after))])
  }
}

extension Rule {
  /// The finding of a loss that a statement spells out.
  static func explicitLoss(_ loss: RowLoss, in version: ReplayedVersion) -> Finding {
    finding(for: loss, in: version)
  }
}
