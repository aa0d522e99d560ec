extension Rule {
  static let fkTarget = Rule(
    id: "fk-target",
    summary: "each foreign key refers to a whole key of its parent, of the same type",
    rationale: """
      SQLite takes a foreign key to a missing table, to columns that aren't unique, or to ones of \
      another type, and complains at the first write: "foreign key mismatch", on the device. Where \
      only the types differ, values may never be equal, so that no child can be put in.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL) STRICT;
        CREATE INDEX shelf_label ON shelf (label);
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf TEXT NOT NULL ⚑REFERENCES shelf (label) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf);
        """),
      .schema(
        """
        CREATE TABLE shelf (id INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL ⚑REFERENCES shelf ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """, note: "Text refers to a number."),
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL) STRICT;
        CREATE UNIQUE INDEX shelf_label ON shelf (label);
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf TEXT NOT NULL REFERENCES shelf (label) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf);
        """)
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables {
        for (position, key) in table.foreignKeys.enumerated() {
          guard let fault = Fault(key, in: table, evidence.catalog) else { continue }
          var finding =
            Finding(
              "foreign key '\(SchemaEvidence.object(of: key, in: table))' \(fault.message)",
              at: evidence.locate(foreignKey: position, of: table), help: fault.help,
              facts: [Fact("parent", key.parent)] + fault.facts)
          // What a version took away is reported with that version, by `closure`.
          finding.claim = FaultClaim(
            faults: [
              FaultClaim.foreignKey(table: table.name, columns: key.columns, parent: key.parent)
            ], rank: 1)
          findings.append(finding)
        }
      }
    })
}

/// What is wrong with the target of a foreign key.
private struct Fault {
  let message: String
  let help: String
  var facts: [Fact] = []

  private init(_ message: String, help: String, facts: [Fact] = []) {
    self.message = message
    self.help = help
    self.facts = facts
  }

  init?(_ key: Catalog.ForeignKey, in table: Catalog.Table, _ catalog: Catalog) {
    guard let parent = catalog.table(named: key.parent) else {
      let isView = catalog.views.contains { sameName($0.name, key.parent) }
      self.init(
        "refers to '\(key.parent)', which is \(isView ? "a view" : "not there")",
        help: "refer to a table of the schema")
      return
    }
    guard parent.kind == .ordinary else {
      self.init(
        "refers to '\(parent.name)', which is a virtual table", help: "refer to an ordinary table")
      return
    }
    let names = key.parentColumns.isEmpty ? parent.primaryKey.map(\.name) : key.parentColumns
    let list = names.joined(separator: ", ")
    if names.isEmpty {
      self.init(
        "means the primary key of '\(parent.name)', which has none",
        help: "name the columns: REFERENCES \(SQLWords.name(parent.name)) (…)")
    } else if names.count != key.columns.count {
      self.init(
        "has \(key.columns.count) columns and refers to \(names.count) of '\(parent.name)': \(list)",
        help: "name as many columns as the key of '\(parent.name)' has")
    } else if let missing = names.first(where: { parent.column(named: $0) == nil }) {
      self.init(
        "refers to '\(parent.name).\(missing)', which is not there",
        help: "refer to a column of '\(parent.name)'")
    } else if !Fault.isFullKey(names, of: parent) {
      self.init(
        "refers to \(list) of '\(parent.name)', which no primary key or full unique index has "
          + "as its columns",
        help: "add CREATE UNIQUE INDEX \(SQLWords.indexName(parent.name, names)) ON "
          + "\(SQLWords.name(parent.name)) (\(SQLWords.names(names))), or refer to its primary key",
        facts: [Fact("columns", list)])
    } else {
      for (child, target) in zip(key.columns, names) {
        if let child = table.column(named: child), let target = parent.column(named: target),
          !Fault.isOneType(child, target, isStrict: table.isStrict && parent.isStrict)
        {
          self.init(
            "is \(SQLWords.typeWords(child.type)), but '\(parent.name).\(target.name)' is "
              + SQLWords.typeWords(target.type),
            help: "declare both with one type",
            facts: [Fact("expected", target.type), Fact("found", child.type)])
          return
        }
      }
      return nil
    }
  }

  private static func isOneType(
    _ child: Catalog.Column, _ target: Catalog.Column, isStrict: Bool
  ) -> Bool {
    isStrict
      ? SQLWords.type(child.type) == SQLWords.type(target.type)
      : Affinity(child.type) == Affinity(target.type)
  }

  /// Whether columns are the primary key or have a full unique index on exactly them.
  private static func isFullKey(_ names: [String], of table: Catalog.Table) -> Bool {
    let wanted = Set(names.map(foldedName))
    if wanted.count != names.count { return false }
    let primary = table.primaryKey.map { foldedName($0.name) }
    if primary.count == wanted.count, Set(primary) == wanted { return true }
    return table.indexes.contains { index in
      guard index.isUnique, !index.isPartial, index.terms.count == wanted.count else {
        return false
      }
      return index.terms.allSatisfy { term in
        // With the column's own collation only: https://sqlite.org/foreignkeys.html#fk_indexes.
        guard let name = term.column, let column = table.column(named: name) else { return false }
        return wanted.contains(foldedName(name)) && sameName(term.collation, column.collation)
      }
    }
  }
}
