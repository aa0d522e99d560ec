extension Rule {
  static let strictTable = Rule(
    id: "strict-table",
    summary: "each ordinary table is STRICT",
    rationale: """
      Outside of STRICT, SQLite stores whatever it is given: the text 'yes' in an INTEGER column, \
      a number in a date. The mistake shows much later, on a device, when a comparison or a decoder \
      meets the value. A STRICT table refuses it at the statement that made it.
      """,
    bad: [
      .schema("⚑CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL);"),
      .schema("⚑CREATE TABLE tag (name VARCHAR(20) PRIMARY KEY) WITHOUT ROWID;"),
    ],
    good: [
      .schema("CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL) STRICT;"),
      .schema(
        "CREATE VIRTUAL TABLE words USING fts5(body);", note: "Virtual tables have no types."),
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables where !table.isStrict {
        let options = table.isWithoutRowID ? "STRICT, WITHOUT ROWID" : "STRICT"
        findings.append(
          Finding(
            "table '\(table.name)' is not STRICT", at: evidence.locate(table: table.name),
            details: table.columns.compactMap(refusal),
            help: "close the table with \(options): "
              + "CREATE TABLE \(SQLWords.name(table.name)) (…) \(options)",
            facts: [Fact("expected", "STRICT")]))
      }
    })

  /// Why STRICT would refuse a column's type, and which one to take.
  private static func refusal(of column: Catalog.Column) -> String? {
    // The types of STRICT tables: https://sqlite.org/stricttables.html.
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
    if types.contains(column.type.uppercased()) { return nil }
    let type =
      switch Affinity(column.type) {
      case .integer: "INTEGER"
      case .text: "TEXT"
      case .blob: column.type.isEmpty ? "ANY" : "BLOB"
      case .real: "REAL"
      case .numeric: "INTEGER, REAL or TEXT"
      }
    return "'\(column.name)' is \(SQLWords.typeWords(column.type)); in a STRICT table, make it "
      + type
  }
}
