extension Rule {
  /// Each waiver says why.
  static let waiverReason = Rule(
    id: "waiver-reason",
    summary: "each waiver has a reason, and stands where it can apply",
    rationale: """
      A waiver outlives the memory of whoever wrote it. Without a reason nobody can tell later \
      whether it still holds, so it is never removed, and the rule is lost for that object. A \
      comment that begins like a waiver and can't be read as one waives nothing, which its author \
      doesn't see.
      """,
    bad: [
      .schema(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY);\n",
        configuration: """
          {
            "rules": { "waivers": [⚑{ "rule": "strict-table", "object": "plain" }] }
          }

          """),
      .schema(
        "⚑-- schema-gate: allow strict-table\nCREATE TABLE plain (id INTEGER PRIMARY KEY);\n"),
    ],
    good: [
      .schema(
        """
        -- schema-gate: allow strict-table: a fixture of the importer has this exact text
        CREATE TABLE plain (id INTEGER PRIMARY KEY);

        """)
    ],
    check: .runner)
}
