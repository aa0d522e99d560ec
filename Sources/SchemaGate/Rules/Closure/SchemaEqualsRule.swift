extension Rule {
  /// The ladder arrives where it should.
  static let schemaEquals = Rule(
    id: "schema-equals",
    summary: "the whole ladder arrives at the schema in expected.sql, where that is kept",
    rationale: """
      A ladder is read step by step, and nobody sees the whole. `schema/expected.sql` is the whole, \
      as it is meant; a migration that forgets a part of it would otherwise be noticed by the app.
      """,
    bad: [
      Example(files: [
        (
          "schema/schema.sql",
          "CREATE TABLE task (id TEXT PRIMARY KEY, ⚑note TEXT) STRICT;"
        ),
        (
          "schema/expected.sql",
          "CREATE TABLE task (id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT;"
        ),
      ])
    ],
    good: [
      Example(files: [
        ("schema/schema.sql", "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;"),
        ("schema/migrations/002_step.sql", "ALTER TABLE task ADD COLUMN note TEXT;"),
        (
          "schema/expected.sql",
          "CREATE TABLE task (id TEXT PRIMARY KEY, /* free */ \"note\" TEXT) STRICT;"
        ),
      ])
    ],
    check: .schema { evidence, findings in
      guard let expected = evidence.expected else { return }
      let catalog: Catalog
      switch try evidence.expectedCatalog(expected) {
      case .success(let read): catalog = read
      case .failure(let error):
        findings.append(
          Finding(
            error.message, at: Location(path: error.path, position: error.position),
            help: "correct the expected schema"))
        return
      }
      for difference in CatalogComparison(from: catalog, to: evidence.catalog).differences {
        var location = evidence.locate(difference)
        location.object = difference.object
        findings.append(
          Finding(
            "the ladder arrives at another schema: \(difference.driftMessage)", at: location,
            help: "append a migration that makes the difference, or correct '\(expected.path)'",
            facts: [
              difference.before.map { Fact("expected", $0) },
              difference.after.map { Fact("found", $0) },
            ].compactMap { $0 }))
      }
    })
}
