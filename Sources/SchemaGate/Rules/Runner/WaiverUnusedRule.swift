extension Rule {
  /// No waiver covers nothing.
  static let waiverUnused = Rule(
    id: "waiver-unused",
    summary: "each waiver still covers something",
    rationale: """
      A waiver that matches nothing is either done, and would hide the next fault of its kind, or \
      misspelled, and hides nothing now. Of a rule that could not look at everything, because a \
      version fails or a file is not part of the ladder, nobody knows; its waivers are left alone.
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
      .ladder(
        "CREATE TABLE tidy (id INTEGER PRIMARY KEY) STRICT;",
        """
        ⚑-- schema-gate: allow empty-file: nothing to do here yet
        ALTER TABLE gone ADD COLUMN note TEXT;
        """, note: "what the ladder is not needed for is judged, though this one fails"),
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

          """),
      .ladder(
        """
        -- schema-gate: allow strict-table: rebuilt with the importer
        CREATE TABLE plain (id INTEGER PRIMARY KEY);
        """,
        """
        -- schema-gate: allow dropped-column: nobody reads it
        ALTER TABLE gone DROP COLUMN note;
        """, note: "this ladder does not run to its end"),
      .schema(
        """
        -- schema-gate: allow strict-table: rebuilt with the importer
        CREATE TABLE plain (id INTEGER);

        """,
        configuration: """
          {
            "rules": {
              "waivers": [
                { "rule": "frozen-removed", "object": "*", "reason": "only seen beside a revision" }
              ]
            }
          }

          """),
    ],
    check: .runner)
}
