extension Rule {
  static let loadBearingTable = Rule(
    id: "load-bearing-table",
    summary: "each load-bearing table is one that the ladder makes",
    rationale: """
      A database without its load-bearing tables is set aside and made anew. A name that the \
      schema does not have, by a slip or because the table was dropped, looks after nothing, and \
      nobody notices before a database that lost its tables is opened as if it were well.
      """,
    setting: .warning,
    bad: [
      .schema(
        "CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY) STRICT;\n",
        configuration: """
          {"loadBearingTables": ["note", ⚑"notes"]}
          """)
    ],
    good: [
      .schema(
        "CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY) STRICT;\n",
        configuration: """
          {"loadBearingTables": ["Note"]}
          """, note: "SQLite does not tell letters apart by their case.")
    ],
    check: .schema { evidence, findings in
      for declared in evidence.configuration.loadBearingTables
      where evidence.catalog.table(named: declared.value) == nil {
        findings.append(
          Finding(
            "load-bearing table '\(declared.value)' is not in the schema",
            at: evidence.configuration.location(at: declared.offset),
            help: evidence.catalog.help(onTable: declared.value, orElse: "remove it"),
            facts: [Fact("table", declared.value)]))
      }
    })
}
