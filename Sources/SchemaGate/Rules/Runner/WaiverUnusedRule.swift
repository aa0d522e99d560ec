extension Rule {
  /// No waiver covers nothing.
  static let waiverUnused = Rule(
    id: "waiver-unused",
    summary: "each waiver still covers something",
    rationale: """
      A waiver that matches nothing is either done, and would hide the next fault of its kind, or \
      misspelled, and hides nothing now.
      """,
    setting: .warning,
    bad: [
      .schema(
        "CREATE TABLE tidy (id INTEGER PRIMARY KEY) STRICT;\n",
        configuration: """
          {
            "rules": {
              "waivers": [
                ⚑{ "rule": "strict-table", "object": "tidy", "reason": "rebuilt with the importer" }
              ]
            }
          }

          """),
      .schema(
        """
        ⚑-- schema-gate: allow strict-table: rebuilt with the importer
        CREATE TABLE tidy (id INTEGER PRIMARY KEY) STRICT;

        """),
    ],
    good: [
      .schema(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY);\n",
        configuration: """
          {
            "rules": {
              "waivers": [
                { "rule": "strict-table", "object": "plain", "reason": "rebuilt with the importer" }
              ]
            }
          }

          """)
    ],
    check: .runner)
}
