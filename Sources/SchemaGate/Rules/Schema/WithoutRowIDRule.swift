extension Rule {
  static let withoutRowID = Rule(
    id: "without-rowid",
    summary: "a small table with only a composite text key clusters on it",
    rationale: """
      A rowid table with a composite text key holds each key twice: in the row, and in the index \
      behind PRIMARY KEY. WITHOUT ROWID keeps it once, and finds a row in one search instead of two. \
      It pays for narrow rows, such as those that join two tables; so the rule is off until asked for.
      """,
    setting: .off,
    bad: [
      .schema(
        """
        ⚑CREATE TABLE book_tag (
          book_id TEXT NOT NULL, tag_id TEXT NOT NULL, PRIMARY KEY (book_id, tag_id)
        ) STRICT;
        """, configuration: switchedOn)
    ],
    good: [
      .schema(
        """
        CREATE TABLE book_tag (
          book_id TEXT NOT NULL, tag_id TEXT NOT NULL, PRIMARY KEY (book_id, tag_id)
        ) STRICT, WITHOUT ROWID;
        """, configuration: switchedOn)
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables where !table.isWithoutRowID {
        let key = table.primaryKey
        guard key.count > 1, key.allSatisfy({ Affinity($0.type) == .text }),
          table.columns.count - key.count <= 3,
          !table.columns.contains(where: { Affinity($0.type) == .blob })
        else { continue }
        findings.append(
          Finding(
            "table '\(table.name)' holds its key (\(key.map(\.name).joined(separator: ", "))) "
              + "twice, in its rows and in an index",
            at: evidence.locate(table: table.name),
            help: "close the table with \(table.isStrict ? "STRICT, " : "")WITHOUT ROWID"))
      }
    })

  private static let switchedOn = #"{"rules": {"without-rowid": "warning"}}"#
}
