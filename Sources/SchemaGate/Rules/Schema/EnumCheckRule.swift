extension Rule {
  static let enumCheck = Rule(
    id: "enum-check",
    summary: "enum-like text has a CHECK on its values",
    rationale: """
      A status, kind or mode is one of a few words that code switches over. Without a CHECK that \
      names them, a misspelt one is stored, syncs to every device, and meets a decoder there that \
      throws. A CHECK that only keeps one word out, or limits the length, lets the rest in.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑status TEXT NOT NULL,
          ⚑kind TEXT NOT NULL CHECK (kind <> ''),
          ⚑view_mode TEXT NOT NULL CHECK (length(view_mode) <= 20)
        ) STRICT;
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY,
          status TEXT NOT NULL CHECK (status IN ('open', 'completed')),
          kind TEXT CHECK (kind = 'plain' OR kind = 'project'),
          view_mode TEXT NOT NULL CHECK (CASE view_mode WHEN 'list' THEN 1 ELSE view_mode = 'board' END),
          frequency TEXT NOT NULL DEFAULT '' CHECK (frequency IN ('', 'daily', 'weekly')),
          level INTEGER NOT NULL
        ) STRICT;
        """)
    ],
    check: .columns { evidence, findings in
      for member in evidence.families.members["enum"] ?? [] {
        let (table, column) = (member.table, member.column)
        // A number may be a level; only text is meant. A parent's key is a list of values, too.
        guard Affinity(column.type) == .text, !column.isGenerated, !isKeyed(column, in: table)
        else { continue }
        let subject = "enum-like '\(table.name).\(column.name)'"
        let message: String
        var facts: [Fact] = []
        switch try evidence.checkProbe.checks(of: table).enumGuard(of: member.index) {
        case .closed: continue
        case .unjudged(let reason):
          evidence.checkProbe.remark(
            "'\(table.name).\(column.name)' was not judged as an enum: \(reason)")
          continue
        case .open(nil): message = "\(subject) has no CHECK on its values"
        case .open(let word?):
          message = "\(subject) takes \(word.shown): its CHECK names no set of values"
          facts = [Fact("takes", word.literal)]
        case .empty:
          message = "\(subject) takes none of the words in its CHECK"
        }
        findings.append(
          Finding(
            message, at: evidence.locate(column: column.name, of: table.name),
            help: "add CHECK (\(SQLWords.name(column.name)) IN ('…', '…'))", facts: facts))
      }
    })

  private static func isKeyed(_ column: Catalog.Column, in table: Catalog.Table) -> Bool {
    table.foreignKeys.contains { $0.columns.count == 1 && sameName($0.columns[0], column.name) }
  }
}
