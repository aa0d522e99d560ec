extension Rule {
  static let fkIndex = Rule(
    id: "fk-index",
    summary: "the columns of each foreign key lead an index of their table",
    rationale: """
      Deleting or re-keying a parent row makes SQLite look for its children. Without an index that \
      begins with the key's columns it reads the whole child table for each row: a cascade over a \
      few thousand rows takes seconds, with the database locked.
      """,
    setting: .warning,
    bad: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL ⚑REFERENCES shelf (id) ON DELETE CASCADE,
          title TEXT NOT NULL
        ) STRICT;
        CREATE INDEX book_title ON book (title, shelf_id);
        """)
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT REFERENCES shelf (id) ON DELETE CASCADE,
          title TEXT NOT NULL
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id, title) WHERE shelf_id IS NOT NULL;
        """, note: "A partial index serves if it leaves out only rows without a parent.")
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables {
        for (position, key) in table.foreignKeys.enumerated() where !isServed(key, in: table) {
          findings.append(
            Finding(
              "foreign key '\(SchemaEvidence.object(of: key, in: table))' leads no index: deleting "
                + "a row of '\(key.parent)' reads all of '\(table.name)'",
              at: evidence.locate(foreignKey: position, of: table),
              help: "add CREATE INDEX \(SQLWords.indexName(table.name, key.columns)) ON "
                + "\(SQLWords.name(table.name)) (\(SQLWords.names(key.columns)))",
              facts: [Fact("columns", key.columns.joined(separator: ", "))]))
        }
      }
    })

  private static func isServed(_ key: Catalog.ForeignKey, in table: Catalog.Table) -> Bool {
    let wanted = Set(key.columns.map(foldedName))
    if let rowID = table.rowIDColumn, wanted == [foldedName(rowID.name)] { return true }
    return table.indexes.contains { index in
      guard index.terms.count >= wanted.count,
        Set(index.terms.prefix(wanted.count).map { foldedName($0.column ?? "") }) == wanted
      else { return false }
      guard index.isPartial else { return true }
      // A child that refers to a parent isn't NULL: such rows may be left out.
      guard let condition = index.sql.flatMap(DeclarationReader.index)?.condition else {
        return false
      }
      return wanted.contains { name in
        ["IS NOT NULL", "NOTNULL", "NOT NULL"].contains { test in
          condition.canonical == CanonicalSQL.text("\(quoted(name)) \(test)")
        }
      }
    }
  }
}
