extension Rule {
  static let defaultValid = Rule(
    id: "default-valid",
    summary: "each column takes its own default",
    rationale: """
      SQLite looks at a default only when a row leaves the column out: then the CHECK or the type \
      refuses it, and an INSERT that names fewer columns than before fails.
      """,
    setting: .warning,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('open', 'done')),
          ⚑size INTEGER NOT NULL DEFAULT 'small'
        ) STRICT;
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
          made TEXT NOT NULL DEFAULT (date('now')) CHECK (date(made) IS made),
          size INTEGER DEFAULT NULL CHECK (size > 0),
          first INTEGER DEFAULT 0, last INTEGER DEFAULT -1, CHECK (first <= last OR last = -1)
        ) STRICT;
        """)
    ],
    check: .columns { evidence, findings in
      for table in evidence.catalog.ordinaryTables {
        for column in table.columns {
          guard let text = column.defaultValue,
            let refused = try refusal(text, column, table, evidence)
          else { continue }
          findings.append(
            Finding(
              "'\(table.name).\(column.name)' does not take its own default \(text): \(refused)",
              at: evidence.locate(column: column.name, of: table.name),
              help: "give it a default that it takes, or none",
              facts: [Fact("default", text)]))
        }
      }
    })

  /// Why a column stops its default; nil where it doesn't, or where other columns have a say.
  private static func refusal(
    _ text: String, _ column: Catalog.Column, _ table: Catalog.Table, _ evidence: SchemaEvidence
  ) throws -> String? {
    let checks = evidence.checkProbe.checks(of: table)
    guard let index = checks.index(of: column.name), let value = evidence.checkProbe.value(of: text)
    else { return nil }
    if value == .null { return column.isNotNull ? "it is NOT NULL" : nil }
    let own = checks.checks(on: index)
    guard own.allSatisfy({ checks.others($0, than: index).isEmpty }) else { return nil }
    guard table.isStrict || !own.isEmpty,
      case .stops = try checks.firstBreak(accepts: [value], rejects: [], in: index)
    else { return nil }
    return own.isEmpty ? "it is \(column.type)" : "its CHECK stops that"
  }
}
