extension Rule {
  /// Nothing that survives a version refers to something that is gone.
  static let closure = Rule(
    id: "closure",
    summary: "nothing that survives a version refers to something that is gone",
    rationale: """
      SQLite drops a table, a column or a view that triggers, views and foreign keys still name, \
      and lets a rebuilt table be another than the one they were written for. The migration \
      succeeds; the next INSERT that fires the trigger fails, on every device.
      """,
    bad: [
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        """,
        """
        ALTER TABLE shelf RENAME TO shelf_old;
        CREATE TABLE shelf (id TEXT PRIMARY KEY, label TEXT) STRICT;
        INSERT INTO shelf (id) SELECT id FROM shelf_old;
        ⚑DROP TABLE shelf_old;
        """, note: "SQLite turned the foreign key of 'book' to 'shelf_old'"),
      .ladder(
        """
        CREATE TABLE item (id TEXT PRIMARY KEY, touched INTEGER) STRICT;
        CREATE TRIGGER item_touch AFTER INSERT ON item BEGIN
          UPDATE item SET touched = 1 WHERE id = NEW.id;
        END;
        """, "⚑ALTER TABLE item DROP COLUMN touched;"),
      .ladder(
        """
        CREATE TABLE item (id TEXT PRIMARY KEY, touched INTEGER) STRICT;
        CREATE TRIGGER item_of AFTER UPDATE OF touched ON item BEGIN SELECT 1; END;
        """, "⚑ALTER TABLE item DROP COLUMN touched;", note: "such a trigger never fires again"),
      .ladder(
        """
        CREATE TABLE item (id TEXT PRIMARY KEY) STRICT;
        CREATE VIEW items AS SELECT id FROM item;
        CREATE VIEW item_count AS SELECT count(*) AS n FROM items;
        """, "⚑DROP TABLE item;"),
      .ladder(
        "CREATE TABLE item (id TEXT PRIMARY KEY) STRICT;",
        """
        ⚑CREATE TABLE mark (
          id TEXT NOT NULL PRIMARY KEY DEFAULT (uuid()), place INTEGER DEFAULT (1)) STRICT;
        """, note: "SQLite looks for the function only when a row leaves its id out"),
    ],
    good: [
      .ladder(
        """
        CREATE TABLE shelf (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE book (id TEXT PRIMARY KEY, shelf_id TEXT REFERENCES shelf (id)) STRICT;
        CREATE VIEW shelves AS SELECT id FROM shelf;
        """,
        """
        DROP VIEW shelves;
        CREATE TABLE shelf_new (id TEXT PRIMARY KEY, label TEXT) STRICT;
        INSERT INTO shelf_new (id) SELECT id FROM shelf;
        DROP TABLE shelf;
        ALTER TABLE shelf_new RENAME TO shelf;
        CREATE VIEW shelves AS SELECT id, label FROM shelf;
        """)
    ],
    check: .version { version, findings in
      // What one statement broke is one finding.
      var causes: [Range<Int>?] = []
      // A string in double quotes is reported as that.
      let breaks = version.breaks.filter { version.doubleQuotedName(behind: $0) == nil }
      for broken in breaks where !causes.contains(broken.cause) {
        causes.append(broken.cause)
      }
      let groups = causes.flatMap { cause in
        let group = breaks.filter { $0.cause == cause }
        return [group.filter { !isTargetFault($0, in: version) }]
          + group.filter { isTargetFault($0, in: version) }.map { [$0] }
      }
      for group in groups {
        guard let first = group.first else { continue }
        let cause = first.cause
        if case .compilation(let message) = first.reason {
          try SQLiteTooOld.check(message, in: version.migration.source, at: nil)
        }
        var finding =
          Finding(
            message(for: first) + (first.gone.map { "; this takes away '\($0)'" } ?? ""),
            at: version.location(of: cause, object: first.subject.object),
            details: details(for: group), help: help(for: first, isBaseline: version.isBaseline),
            related: related(to: group, in: version),
            facts: group.map { Fact("broken", $0.subject.description) })
        finding.claim = claim(of: group, in: version)
        findings.append(finding)
      }
    })

  /// Whether a break is a foreign key that never had a whole key to refer to: nothing is gone then,
  /// and `fk-target` says more about it.
  private static func isTargetFault(_ broken: ClosureBreak, in version: ReplayedVersion) -> Bool {
    version.isBaseline && broken.reason == .missingParentKey
  }

  private static func claim(
    of group: [ClosureBreak], in version: ReplayedVersion
  ) -> FaultClaim? {
    let faults = group.compactMap { broken -> String? in
      guard case .foreignKey(let table, let columns, let parent, _) = broken.subject else {
        return nil
      }
      return FaultClaim.foreignKey(table: table, columns: columns, parent: parent)
    }
    guard !faults.isEmpty else { return nil }
    return FaultClaim(
      faults: Set(faults), rank: group.contains { isTargetFault($0, in: version) } ? 0 : 2,
      isWhole: faults.count == group.count)
  }

  private static func message(for broken: ClosureBreak) -> String {
    switch (broken.subject, broken.reason) {
    case (let subject, .compilation(let message)):
      "\(subject) is broken: \(message)"
    case (.trigger(let name, let table), .updateOf(let column)):
      "trigger '\(name)' is broken: it fires on UPDATE OF '\(table).\(column)', which is not there"
    case (.foreignKey(_, _, let parent, _), .missingParent):
      "\(broken.subject) is broken: its parent '\(parent)' is not there"
    case (.foreignKey(_, _, let parent, let columns), .missingParentKey):
      "\(broken.subject) is broken: '\(parent)' has no primary key and no full unique index on "
        + (columns.isEmpty
          ? "as many columns" : "exactly '\(columns.joined(separator: "', '"))'")
    case (let subject, _): "\(subject) is broken"
    }
  }

  private static func details(for group: [ClosureBreak]) -> [String] {
    guard let first = group.first else { return [] }
    var lines = first.followers.map { "broken with it: \($0)" }
    for broken in group.dropFirst() {
      lines.append("also: " + message(for: broken))
      lines += broken.followers.map { "broken with it: \($0)" }
    }
    return lines
  }

  private static func help(for broken: ClosureBreak, isBaseline: Bool) -> String {
    if case .compilation(let message) = broken.reason, let help = AssumedNames.help(message) {
      return help
    }
    if isBaseline { return "correct schema.sql, so that everything that is named is there" }
    if broken.gone == nil, let own = broken.declaration?.range, own == broken.cause {
      return "correct the statement, so that everything that it names is there and may be written"
    }
    return switch broken.subject {
    case .view(let name):
      "drop the view '\(name)' before the change, and create it again after, on what is there then"
    case .trigger(let name, _):
      "drop the trigger '\(name)' before the change, and create it again after, if it is still wanted"
    case .foreignKey(let table, _, _, _):
      "create the new table under another name, fill it, drop the old one, then rename the new one; "
        + "or rebuild '\(table)' in the same migration"
    case .table, .virtualTable: "drop or rebuild the table in the same migration"
    }
  }

  private static func related(
    to group: [ClosureBreak], in version: ReplayedVersion
  ) -> [RelatedLocation] {
    group.compactMap { broken in
      guard let declaration = broken.declaration, declaration.range != broken.cause,
        let location = version.declarations[declaration]
      else { return nil }
      return RelatedLocation("\(broken.subject) is declared here", at: location)
    }
  }
}
