extension Rule {
  static let partialUnique = Rule(
    id: "partial-unique",
    summary: "where rows are archived, a unique name index leaves those rows out",
    rationale: """
      Whoever archives a list and makes a new one of the same name gets a constraint error: the \
      archived row still holds the name, out of sight. An index over live rows only lets names be \
      used again.
      """,
    setting: .warning,
    bad: [
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, archived_at TEXT
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_name ON shelf (name);
        """),
      .schema(
        """
        ⚑CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1))
        ) STRICT;
        """),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, archived_at TEXT, deleted_at TEXT
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_name ON shelf (name) WHERE deleted_at IS NULL;
        """, note: "an archived shelf that is not deleted keeps its name"),
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, archived_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX shelf_name ON shelf (name) WHERE archived_at IS NULL;
        """),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, archived_at TEXT, deleted_at TEXT,
          is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1))
        ) STRICT;
        CREATE UNIQUE INDEX shelf_name ON shelf (name)
          WHERE is_deleted = 0 AND archived_at IS NULL;
        """, note: "of a flag and its time, either will do"),
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables {
        guard let live = LiveRows(of: table) else { continue }
        for index in table.indexes where index.isUnique && index.origin != .primaryKey {
          let declaration = index.sql.flatMap(DeclarationReader.index)
          let terms =
            declaration?.terms.map(\.expression.text)
            ?? index.terms.map { SQLWords.name($0.column ?? "") }
          let columns = index.terms.enumerated().flatMap { position, term in
            if let column = term.column { return [column] }
            guard let declaration, declaration.terms.indices.contains(position) else { return [] }
            return declaration.terms[position].expression.names.map(\.text)
          }
          guard columns.contains(where: isName), !isNaturalKey(columns, of: table, evidence),
            try keepsDeadRows(index, declaration?.condition, of: table, live: live, evidence)
          else { continue }
          let held = live.columns.first { flag in
            columns.contains { sameName($0, flag.name) }
          }
          let rest = zip(terms, index.terms).filter { _, term in
            !live.columns.contains { sameName(term.column ?? "", $0.name) }
          }
          findings.append(
            Finding(
              held.map {
                "unique \(subject(of: index)) has '\($0.name)' as a column: two live "
                  + "rows of one name differ in NULL"
              }
                ?? "unique \(subject(of: index)) keeps the names of rows that are not "
                + "'\(live.condition)'",
              at: evidence.locate(index: index),
              help: "use CREATE UNIQUE INDEX "
                + (index.origin == .statement
                  ? SQLWords.name(index.name) : SQLWords.indexName(table.name, columns))
                + " ON \(SQLWords.name(table.name)) (\(rest.map(\.0).joined(separator: ", ")))"
                + " WHERE \(live.condition)",
              facts: [Fact("index", index.name), Fact("live", live.condition)]))
        }
      }
    })

  private static func subject(of index: Catalog.Index) -> String {
    index.origin == .statement
      ? "index '\(index.name)'"
      : "constraint on '\(index.table)' (\(index.terms.compactMap(\.column).joined(separator: ", ")))"
  }

  /// Columns by which people tell rows apart.
  private static func isName(_ column: String) -> Bool {
    [
      "name", "*_name", "title", "*_title", "label", "*_label", "slug", "*_slug", "lookup_key",
      "handle", "username",
    ].contains { NamePattern($0).matches(column) }
  }

  /// A declared natural key has a rule of its own.
  private static func isNaturalKey(
    _ columns: [String], of table: Catalog.Table, _ evidence: SchemaEvidence
  ) -> Bool {
    let columns = Set(columns.map(foldedName))
    return evidence.configuration.naturalKeys.contains { key in
      sameName(key.table, table.name)
        && !columns.isDisjoint(with: key.columns.map(foldedName))
    }
  }

  private static func keepsDeadRows(
    _ index: Catalog.Index, _ condition: SQLExpression?, of table: Catalog.Table, live: LiveRows,
    _ evidence: SchemaEvidence
  ) throws -> Bool {
    guard index.isPartial, let condition else { return true }
    let checks = evidence.checkProbe.checks(of: table)
    guard let kept = checks.condition(condition.text),
      let alive = checks.condition(live.anyCondition)
    else { return false }
    // Is there a row that is in the index and isn't live?
    let requirements = [
      RowRequirement(condition: kept, isTrue: true),
      RowRequirement(condition: alive, isTrue: false),
    ]
    return try checks.row(RowRequest(requirements: requirements)) != nil
  }
}
