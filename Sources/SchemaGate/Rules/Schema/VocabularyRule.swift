extension Rule {
  static let vocabulary = Rule(
    id: "vocabulary",
    summary: "a shared word means one thing wherever a column has it",
    rationale: """
      Where `version` is a clock in one table and a counter in the next, code that treats them \
      alike is wrong in one of them, and a reader has no way to know. The vocabulary in \
      schema-gate.json fixes what each such word is; each column of that name is held to it.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          generation TEXT NOT NULL CHECK (length(generation) = 36)
        ) STRICT;
        CREATE TABLE feed (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑generation INTEGER NOT NULL
        ) STRICT;
        """, configuration: generationWord)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          generation TEXT NOT NULL CHECK (length(generation) = 36)
        ) STRICT;
        CREATE TABLE feed (
          id TEXT NOT NULL PRIMARY KEY,
          fetch_count INTEGER NOT NULL
        ) STRICT;
        """, configuration: generationWord)
    ],
    check: .columns { evidence, findings in
      for (entry, member) in evidence.families.words {
        let finding = try FamilyJudge(entry).finding(
          on: member, subject: "'\(member.table.name).\(member.column.name)'", remedy: nil,
          evidence)
        guard var finding else { continue }
        finding.details.append("'\(entry.columns)' means: \(entry.meaning)")
        finding.related.append(
          RelatedLocation(
            "the word is declared here", at: evidence.configuration.location(at: entry.offset)))
        findings.append(finding)
      }
    })

  private static let generationWord = """
    {"vocabulary": {"generation": {
      "meaning": "the identity of an epoch", "type": "TEXT", "rejects": ["", "1"]}}}
    """
}
