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
        """),
      .schema(
        """
        CREATE TABLE tag (name TEXT NOT NULL COLLATE NOCASE PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          tag TEXT NOT NULL ⚑REFERENCES tag (name) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_tag ON book (tag);
        """, note: "SQLite looks for children as the parent's column compares, by NOCASE"),
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
        """, note: "A partial index serves if it leaves out only rows without a parent."),
      .schema(
        """
        CREATE TABLE tag (name TEXT NOT NULL COLLATE NOCASE PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          tag TEXT NOT NULL REFERENCES tag (name) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_tag ON book (tag COLLATE NOCASE);
        """),
    ],
    check: .schema { evidence, findings in
      let collated = evidence.catalog.tables.filter { table in
        table.columns.contains { !sameName($0.collation, "BINARY") }
      }
      for table in evidence.catalog.ordinaryTables {
        for (position, key) in table.foreignKeys.enumerated() {
          let collations = collations(of: key, in: collated)
          guard !isServed(key, by: collations, in: table) else { continue }
          let columns = key.columns.map { column in
            let collation = collations[foldedName(column)] ?? "BINARY"
            let own = table.column(named: column)?.collation ?? "BINARY"
            return SQLWords.name(column)
              + (sameName(collation, own) ? "" : " COLLATE \(SQLWords.name(collation))")
          }
          findings.append(
            Finding(
              "foreign key '\(SchemaEvidence.object(of: key, in: table))' leads no index: deleting "
                + "a row of '\(key.parent)' reads all of '\(table.name)'",
              at: evidence.locate(foreignKey: position, of: table),
              help: "add CREATE INDEX \(SQLWords.indexName(table.name, key.columns)) ON "
                + "\(SQLWords.name(table.name)) (\(columns.joined(separator: ", ")))",
              facts: [Fact("columns", key.columns.joined(separator: ", "))]))
        }
      }
    })

  /// By what SQLite compares the columns of a key, by folded names: as the parent's columns do;
  /// BINARY is left out.
  private static func collations(
    of key: Catalog.ForeignKey, in collated: [Catalog.Table]
  ) -> [String: String] {
    guard !collated.isEmpty, let parent = collated.first(where: { sameName($0.name, key.parent) })
    else { return [:] }
    let names = key.parentColumns.isEmpty ? parent.primaryKey.map(\.name) : key.parentColumns
    var collations: [String: String] = [:]
    for (column, name) in zip(key.columns, names) {
      guard let collation = parent.column(named: name)?.collation,
        !sameName(collation, "BINARY")
      else { continue }
      collations[foldedName(column)] = collation
    }
    return collations
  }

  private static func isServed(
    _ key: Catalog.ForeignKey, by collations: [String: String], in table: Catalog.Table
  ) -> Bool {
    let wanted = Set(key.columns.map(foldedName))
    if let rowID = table.rowIDColumn, wanted == [foldedName(rowID.name)] { return true }
    return table.indexes.contains { index in
      guard index.terms.count >= wanted.count,
        Set(index.terms.prefix(wanted.count).map { foldedName($0.column ?? "") }) == wanted,
        index.terms.prefix(wanted.count).allSatisfy({ term in
          sameName(term.collation, collations[foldedName(term.column ?? "")] ?? "BINARY")
        })
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
