extension Rule {
  static let redundantIndex = Rule(
    id: "redundant-index",
    summary: "no index is a prefix of another",
    rationale: """
      Each index is written at each insert and takes its room in the file and in every backup. One \
      that only repeats how another begins serves no query that the other would not serve.
      """,
    setting: .warning,
    bad: [
      .schema(
        """
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY, shelf TEXT NOT NULL, title TEXT NOT NULL
        ) STRICT;
        ⚑CREATE INDEX book_shelf ON book (shelf);
        CREATE INDEX book_order ON book (shelf, title);
        """),
      .schema(
        """
        CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
        ⚑CREATE INDEX book_id ON book (id);
        CREATE INDEX book_title ON book (title, id);
        """, note: "A table with an INTEGER PRIMARY KEY is in its order anyway."),
    ],
    good: [
      .schema(
        """
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY, shelf TEXT NOT NULL, title TEXT NOT NULL, pinned_at TEXT
        ) STRICT;
        CREATE INDEX book_pinned ON book (shelf) WHERE pinned_at IS NOT NULL;
        CREATE INDEX book_order ON book (shelf, title);
        CREATE UNIQUE INDEX book_title ON book (title);
        CREATE INDEX book_title_shelf ON book (title, shelf);
        """, note: "A partial index is smaller, and a unique one is a constraint.")
    ],
    check: .schema { evidence, findings in
      for table in evidence.catalog.ordinaryTables where !table.indexes.isEmpty {
        for index in table.indexes where isOfRowID(index, table) {
          findings.append(
            Finding(
              "index '\(index.name)' on '\(table.name)' holds its INTEGER PRIMARY KEY, which is the "
                + "table's own order", at: evidence.locate(index: index),
              help: "leave it out, or DROP INDEX \(SQLWords.name(index.name))",
              facts: [Fact("covered by", "rowid")]))
        }
        // One that covers another begins with its column.
        let first = table.indexes.map { $0.terms.first?.column.map(foldedName) }
        guard Set(first).count < first.count else { continue }
        let shapes = table.indexes.map(Shape.init)
        for (position, shape) in shapes.enumerated()
        where shape.index.origin == .statement && !isOfRowID(shape.index, table) {
          let other = shapes.enumerated().first { place, other in
            place != position && other.covers(shape)
              // Of two that are the same, the later one goes.
              && (!shape.covers(other) || place < position || other.index.origin != .statement)
          }
          guard let other = other?.element.index else { continue }
          let words =
            switch other.origin {
            case .statement: "index '\(other.name)'"
            case .primaryKey: "the primary key"
            case .unique: "a UNIQUE constraint"
            }
          findings.append(
            Finding(
              "index '\(shape.index.name)' on '\(table.name)' is how \(words) begins",
              at: evidence.locate(index: shape.index),
              help: "leave it out, or DROP INDEX \(SQLWords.name(shape.index.name))",
              facts: [Fact("covered by", other.name)]))
        }
      }
    })

  /// Whether an index holds the rowid, and all of them.
  private static func isOfRowID(_ index: Catalog.Index, _ table: Catalog.Table) -> Bool {
    guard index.origin == .statement, !index.isPartial, index.terms.count == 1,
      let column = index.terms[0].column, let rowID = table.rowIDColumn
    else { return false }
    return sameName(column, rowID.name)
  }

  /// What makes an index serve what another serves.
  private struct Shape {
    let index: Catalog.Index
    private let terms: [String]
    private let directions: [Bool]
    private let condition: String?

    init(_ index: Catalog.Index) {
      self.index = index
      let isPlain = !index.isPartial && index.terms.allSatisfy { $0.column != nil }
      let declaration = isPlain ? nil : index.sql.flatMap(DeclarationReader.index)
      terms = index.terms.enumerated().map { position, term in
        if let column = term.column { return "\(foldedName(column)) \(foldedName(term.collation))" }
        let expression = declaration.flatMap {
          $0.terms.indices.contains(position) ? $0.terms[position].expression.canonical : nil
        }
        // An expression that isn't known is like no other.
        return "(\(expression ?? "\(index.name) \(position)")) \(foldedName(term.collation))"
      }
      directions = index.terms.map(\.isDescending)
      condition = index.isPartial ? declaration?.condition?.canonical ?? index.name : nil
    }

    /// Whether this index begins with all of another's terms, and holds the same rows.
    func covers(_ other: Shape) -> Bool {
      guard terms.count >= other.terms.count, condition == other.condition,
        terms.starts(with: other.terms)
      else { return false }
      // A unique index is a constraint; only one on the same terms replaces it.
      if other.index.isUnique, !(index.isUnique && terms.count == other.terms.count) {
        return false
      }
      // An index is read backwards as well.
      let own = directions.prefix(other.directions.count)
      return own.elementsEqual(other.directions) || own.elementsEqual(other.directions.map { !$0 })
    }
  }
}
