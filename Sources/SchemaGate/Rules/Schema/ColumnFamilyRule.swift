extension Rule {
  static let columnFamily = Rule(
    id: "column-family",
    summary: "columns of a configured family have its type, and take and refuse its values",
    rationale: """
      Counts, positions, dates and clocks come back in table after table, each with a CHECK that \
      somebody wrote from memory. A family in schema-gate.json says once what such a column must \
      be; the CHECK that was forgotten, or is too loose, is then found before data relies on it.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑position INTEGER NOT NULL,
          ⚑retry_count TEXT NOT NULL
        ) STRICT;
        """, configuration: countFamily)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          position INTEGER NOT NULL CHECK (position >= 0),
          retry_count INTEGER NOT NULL DEFAULT 0 CHECK (retry_count >= 0)
        ) STRICT;
        """, configuration: countFamily)
    ],
    check: .columns { evidence, findings in
      for family in evidence.families.families
      where !["boolean", "timestamp", "enum"].contains(family.name) {
        let judge = FamilyJudge(family)
        for member in evidence.families.members[family.name] ?? [] {
          let finding = try judge.finding(
            on: member,
            subject: "'\(member.table.name).\(member.column.name)' of family '\(family.name)'",
            remedy: nil, evidence)
          if let finding { findings.append(finding) }
        }
      }
    })

  private static let countFamily = """
    {"families": {"count": {
      "columns": ["position", "*_count"], "type": "INTEGER", "accepts": [0, 7], "rejects": [-1]}}}
    """
}
