extension Rule {
  /// No waiver is past its date.
  static let waiverExpired = Rule(
    id: "waiver-expired",
    summary: "no waiver is past its date",
    rationale: """
      A waiver with an end is a promise to come back. On the day after, it waives nothing any \
      more, and what it covered is reported again beside this.
      """,
    bad: [
      .schema(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY);\n",
        configuration: """
          {
            "rules": {
              "waivers": [
                ⚑{ "rule": "strict-table", "object": "plain", "reason": "rebuilt in spring",
                  "until": "2020-03-31" }
              ]
            }
          }

          """)
    ],
    good: [
      .schema(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY);\n",
        configuration: """
          {
            "rules": {
              "waivers": [
                { "rule": "strict-table", "object": "plain", "reason": "rebuilt with the importer",
                  "until": "9999-12-31" }
              ]
            }
          }

          """)
    ],
    check: .runner)
}
