extension Rule {
  static let fkSetNull = Rule(
    id: "fk-set-null",
    summary: "ON DELETE SET NULL stands only on columns that can be NULL",
    rationale: """
      Deleting the parent sets the column to NULL, NOT NULL refuses that, and so the delete fails: \
      the key works as RESTRICT does, with a message that speaks of another table.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL ⚑REFERENCES shelf (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT REFERENCES shelf (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """)
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables {
        for (position, key) in table.foreignKeys.enumerated() where key.onDelete == "SET NULL" {
          for name in key.columns {
            guard let column = table.column(named: name),
              let reason = try refusalOfNull(in: column, of: table, evidence)
            else { continue }
            findings.append(
              Finding(
                "foreign key '\(SchemaEvidence.object(of: key, in: table))' says ON DELETE SET "
                  + "NULL, but '\(column.name)' \(reason)",
                at: evidence.locate(foreignKey: position, of: table),
                help: "let '\(column.name)' be NULL, or say ON DELETE CASCADE or RESTRICT",
                facts: [Fact("column", column.name)]))
            break
          }
        }
      }
    })

  private static func refusalOfNull(
    in column: Catalog.Column, of table: Catalog.Table, _ evidence: SchemaEvidence
  ) throws -> String? {
    if column.isNotNull { return "is NOT NULL" }
    if column.primaryKeyOrdinal > 0 {
      // Other tables let NULL into their keys: https://sqlite.org/lang_createtable.html.
      return table.isStrict || table.isWithoutRowID || table.rowIDColumn != nil
        ? "is part of the primary key" : nil
    }
    let checks = evidence.checkProbe.checks(of: table)
    guard let index = checks.index(of: column.name), !checks.checks(on: index).isEmpty,
      try checks.verdict(on: .null, in: index) == .stopped
    else { return nil }
    return "has a CHECK that stops NULL"
  }
}
