extension Rule {
  static let sqliteFloor = Rule(
    id: "sqlite-floor",
    summary: "nothing is newer than the oldest SQLite that must run it",
    rationale: """
      An app that uses the system's SQLite meets an old one on an old phone, where a migration with \
      newer syntax fails at the first start after the update, for these users only. With \
      `sqliteFloor` in schema-gate.json every statement of the ladder is held against what that \
      release knows; without it, this rule has nothing to say.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, title TEXT) ⚑STRICT;
        CREATE VIEW long_task AS
          SELECT id FROM task WHERE ⚑iif(title IS NULL, 0, length(title)) > 80;
        """, configuration: #"{"sqliteFloor": "3.31.0"}"#)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY, title TEXT) STRICT;
        CREATE VIEW long_task AS
          SELECT id FROM task WHERE iif(title IS NULL, 0, length(title)) > 80;
        """, configuration: #"{"sqliteFloor": "3.37.0"}"#),
      .schema(
        """
        CREATE TABLE log (strict INTEGER, "returning" TEXT, iif TEXT);
        CREATE INDEX log_strict ON log (strict);
        """, configuration: #"{"sqliteFloor": "3.24.0"}"#,
        note: "Names that are also words of newer SQL."),
    ],
    check: .texts { texts, findings in
      guard let floor = texts.configuration.sqliteFloor else { return }
      let detector = SQLiteFeatureDetector(
        newerThan: floor.value, assuming: Set(texts.configuration.assume.functions))
      let declared = texts.configuration.location(at: floor.offset)
      for script in texts.scripts {
        for statement in script.split.statements {
          for (feature, offset) in detector.uses(in: script.split.cursor(statement)) {
            findings.append(
              Finding(
                "\(feature.name) came with SQLite \(feature.since); the floor is \(floor.value)",
                at: .offset(offset, in: script.text), details: ["source: \(feature.source)"],
                help: "write it without, or raise \"sqliteFloor\" to \"\(feature.since)\"",
                related: [RelatedLocation("the floor is declared here", at: declared)],
                facts: [
                  Fact("feature", feature.name), Fact("expected", "\(floor.value)"),
                  Fact("found", "\(feature.since)"),
                ]))
          }
        }
      }
    })
}
