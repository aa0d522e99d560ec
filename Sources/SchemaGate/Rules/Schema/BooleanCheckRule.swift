extension Rule {
  static let booleanCheck = Rule(
    id: "boolean-check",
    summary: "a boolean is INTEGER and CHECKed to 0 and 1",
    rationale: """
      SQLite has no booleans. Without a CHECK, a 2 or a -1 gets in sooner or later: `= 1` then says \
      no, a truth test says yes, and two screens of one app disagree about one row. Which columns \
      are booleans is told by their names; the family 'boolean' in schema-gate.json changes that.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑pinned INTEGER NOT NULL DEFAULT 0,
          ⚑is_private INTEGER NOT NULL CHECK (is_private >= 0),
          ⚑all_day TEXT NOT NULL CHECK (all_day IN ('0', '1'))
        ) STRICT;
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
          is_private INTEGER NOT NULL CHECK (is_private >= 0) CHECK (is_private <= 1),
          all_day INTEGER CHECK (all_day IS NULL OR all_day BETWEEN 0 AND 1),
          is_hidden INTEGER AS (pinned = 0) VIRTUAL
        ) STRICT;
        """)
    ],
    check: .columns { evidence, findings in
      guard let family = evidence.families.families.first(where: { $0.name == "boolean" }) else {
        return
      }
      let judge = FamilyJudge(family)
      for member in evidence.families.members["boolean"] ?? [] {
        let name = SQLWords.name(member.column.name)
        let finding = try judge.finding(
          on: member, subject: "boolean '\(member.table.name).\(member.column.name)'",
          remedy: "CHECK (\(name) IN (0, 1))", evidence)
        if let finding { findings.append(finding) }
      }
    })
}
