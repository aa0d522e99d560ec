extension Rule {
  /// A rebuilt table never gives out an id twice.
  static let sequenceLost = Rule(
    id: "sequence-lost",
    summary: "a rebuilt AUTOINCREMENT table keeps its counter",
    rationale: """
      AUTOINCREMENT promises that an id is never given out again. Its counter is a row of \
      sqlite_sequence that DROP TABLE deletes; the copy leaves the highest id that is still there. \
      If the newest rows were deleted, new rows get their ids, and with them whatever still \
      refers to the old ones.
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
        """)
    ],
    good: [
      .ladder(
        "CREATE TABLE receipt (id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL) STRICT;",
        """
        CREATE TABLE receipt_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT, memo TEXT NOT NULL, kind TEXT) STRICT;
        INSERT INTO receipt_new (id, memo) SELECT id, memo FROM receipt;
        UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence);
        DROP TABLE receipt;
        ALTER TABLE receipt_new RENAME TO receipt;
        """)
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
    })
}
