extension Rule {
  /// No table ever gives out an id twice.
  static let sequenceLost = Rule(
    id: "sequence-lost",
    summary: "an AUTOINCREMENT table keeps its counter",
    rationale: """
      AUTOINCREMENT promises that an id is never given out again. Its counter is a row of \
      sqlite_sequence that DROP TABLE deletes; the copy leaves the highest id that is still there. \
      A migration can also set it back itself. If the newest rows were deleted, new rows get their \
      ids, and with them whatever still refers to the old ones. How far a device has counted is not \
      known here, so that a number written out is right only for a table that the same migration \
      makes; for any other, it may lie below what was given out, however large it is, unless the \
      greater of the two is taken.
      """,
    bad: [
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        ⚑DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """),
      .ladder(
        """
        CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;
        CREATE TABLE bill (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;
        """, "⚑DELETE FROM sqlite_sequence WHERE name LIKE 'receipt';"),
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        "⚑UPDATE sqlite_sequence SET seq = 0;"),
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        "⚑UPDATE sqlite_sequence SET seq = 10000000 WHERE name LIKE 'receipt';",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        UPDATE sqlite_sequence SET seq = 20000000 WHERE name = 'receipt_new';
        ⚑DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """, note: "a device may have given out more ids than any number that is written here"),
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        """,
        """
        ⚑DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """, note: "in two versions"),
    ],
    good: [
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        """,
        """
        UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence);
        DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """),
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence);
        DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """),
      .ladder(
        """
        CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;
        CREATE TABLE bill (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;
        """,
        """
        UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'receipt';
        DROP TABLE bill;
        DELETE FROM sqlite_sequence WHERE name = 'bill';
        """),
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE bill (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;
        INSERT INTO sqlite_sequence (name, seq) VALUES ('bill', 100000);
        UPDATE sqlite_sequence SET seq = max(seq, 5000) WHERE name = 'receipt';
        """, "UPDATE sqlite_sequence SET seq = 200000 WHERE name = 'bill' AND seq < 200000;",
        note: "a new table may begin anywhere, and the greater of two is none less"),
    ],
    check: .version { version, findings in
      for rebuild in version.rebuilds {
        guard let sequence = rebuild.sequence, sequence.after < sequence.before else { continue }
        let table = rebuild.before.name
        findings.append(
          Finding(
            "'\(table)' forgets which ids AUTOINCREMENT has given out: deleted ones come again",
            at: version.location(of: rebuild.statement, object: table),
            help: "carry the counter over before the old table is dropped: delete the new table's "
              + "row from sqlite_sequence, then insert one with the old table's seq",
            facts: [Fact("table", table)]))
      }
      var causes: [Range<Int>] = []
      for loss in version.counterLosses where !causes.contains(loss.statement) {
        causes.append(loss.statement)
      }
      for cause in causes {
        let tables = version.counterLosses.filter { $0.statement == cause }.map(\.table)
        findings.append(
          Finding(
            "'\(tables[0])' forgets which ids AUTOINCREMENT has given out: deleted ones come again",
            at: version.location(of: cause, object: tables[0]),
            details: tables.dropFirst().map { "so does '\($0)'" },
            help: "leave its row of sqlite_sequence alone, or let it only rise: "
              + "SET seq = max(seq, …)",
            facts: tables.map { Fact("table", $0) }))
      }
    })
}
