// What parts of a table mean, apart from how they are spelled.

/// A CHECK or a UNIQUE constraint.
struct ConstraintMeaning: Hashable, Sendable {
  /// One spelling for all that mean the same.
  var canonical: String
  /// The text as written.
  var text: String
  /// The columns that it is about, sorted, in lower-case ASCII.
  var columns: [String]
  /// The column that it stands behind, in lower-case ASCII; nil for one of the table.
  var owner: String?

  /// The columns as a list, by which messages name it.
  var name: String { columns.joined(separator: ", ") }
}

extension TableDeclaration {
  /// All CHECKs; names in them that are no columns don't count.
  var checkMeanings: [ConstraintMeaning] {
    let names = Set(columns.map { foldedName($0.name.text) })
    return checks.map { column, _, expression in
      ConstraintMeaning(
        canonical: expression.canonical, text: expression.text,
        columns: Set(expression.names.map { foldedName($0.text) }).intersection(names).sorted(),
        owner: column.map { foldedName($0.name.text) })
    }
  }

  /// All UNIQUE constraints; the collation and order of their terms count.
  var uniqueConstraints: [ConstraintMeaning] {
    allConstraints.compactMap { column, constraint in
      guard case .unique(let terms) = constraint.kind else { return nil }
      var canonical = terms.map(\.canonical)
      var names = terms.compactMap { $0.name.map { foldedName($0.text) } }
      if let column {
        names = [foldedName(column.name.text)]
        canonical = names
      }
      let conflict = constraint.conflict.map { " ON CONFLICT \($0)" } ?? ""
      let list = canonical.joined(separator: ", ") + conflict
      return ConstraintMeaning(
        canonical: list, text: "UNIQUE (\(list))", columns: names,
        owner: column.map { foldedName($0.name.text) })
    }
  }

  /// The word after ON CONFLICT of the primary key.
  var primaryKeyConflict: String? {
    for (_, constraint) in allConstraints {
      if case .primaryKey = constraint.kind { return constraint.conflict }
    }
    return nil
  }

  /// All that is written of a column behind its name.
  func definition(of column: Catalog.Column, in sql: String) -> String {
    guard let declared = self.column(named: column.name) else { return column.type }
    let range = declared.name.range.upperBound..<declared.range.upperBound
    let text = sql.slice(range)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ColumnDeclaration {
  /// The word after ON CONFLICT of NOT NULL.
  var notNullConflict: String? { constraints.first { $0.kind == .notNull }?.conflict }
}

extension IndexedTerm {
  /// One spelling for all that mean the same.
  var canonical: String {
    (name.map { foldedName($0.text) } ?? expression.canonical)
      + (collation.map { " COLLATE " + foldedName($0.text) } ?? "") + (isDescending ? " DESC" : "")
  }
}

extension VirtualTableDeclaration.Argument {
  /// One spelling for all that mean the same to a module that strips quotes, as FTS5 does.
  var canonical: String {
    if let key, let value { return "\(key)=\(value)" }
    return CanonicalSQL.text(text)
  }
}

/// An index made by a statement.
struct IndexMeaning {
  var isUnique: Bool
  /// The terms as shown to people.
  var terms: String
  /// The terms in one spelling, with the collation where it isn't the column's own.
  var canonicalTerms: [String]
  var condition: SQLExpression?

  init(_ index: Catalog.Index, of table: Catalog.Table) {
    let declared = index.sql.flatMap(DeclarationReader.index)
    isUnique = index.isUnique
    condition = declared?.condition
    var texts: [String] = []
    var canonical: [String] = []
    for (place, term) in index.terms.enumerated() {
      let expression =
        declared.flatMap { $0.terms.indices.contains(place) ? $0.terms[place].expression : nil }
      let own = term.column.flatMap { table.column(named: $0)?.collation } ?? "BINARY"
      let collation = sameName(own, term.collation) ? "" : " COLLATE \(foldedName(term.collation))"
      let suffix = collation + (term.isDescending ? " DESC" : "")
      texts.append((term.column ?? expression?.text ?? "an expression") + suffix)
      let name = term.column.map { CanonicalSQL.text(quoted($0)) } ?? expression?.canonical ?? ""
      canonical.append(name + suffix)
    }
    terms = "(\(texts.joined(separator: ", ")))"
    canonicalTerms = canonical
  }
}

/// A foreign key, with what its declaration leaves unsaid filled in.
struct ForeignKeyMeaning: Hashable {
  /// The columns that refer, in lower-case ASCII.
  var columns: [String]
  /// The table and columns referred to, in lower-case ASCII.
  var parent: String
  var onDelete: String
  var onUpdate: String
  var isDeferred: Bool

  init(
    _ key: Catalog.ForeignKey, _ declared: [ForeignKeyDeclaration]?, _ place: Int,
    in catalog: Catalog
  ) {
    columns = key.columns.map(foldedName)
    let implied = catalog.table(named: key.parent)?.primaryKey.map(\.name) ?? []
    let referred = key.parentColumns.isEmpty ? implied : key.parentColumns
    parent = "\(foldedName(key.parent)) (\(referred.map(foldedName).joined(separator: ", ")))"
    onDelete = key.onDelete
    onUpdate = key.onUpdate
    isDeferred =
      declared.map { $0.indices.contains(place) && $0[place].isDeferred } ?? false
  }

  var name: String { columns.joined(separator: ", ") }

  var text: String {
    "REFERENCES \(parent) ON DELETE \(onDelete) ON UPDATE \(onUpdate)"
      + (isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
  }
}

extension Catalog.Table {
  /// The primary key with collations and orders where it has an index of its own.
  var primaryKeyText: String? {
    let key = primaryKey
    guard !key.isEmpty else { return nil }
    guard let index = indexes.first(where: { $0.origin == .primaryKey }) else {
      return "(\(key.map(\.name).joined(separator: ", ")))"
    }
    let terms = index.terms.map { term in
      let own = term.column.flatMap { column(named: $0)?.collation } ?? "BINARY"
      return (term.column ?? "")
        + (sameName(own, term.collation) ? "" : " COLLATE \(term.collation)")
        + (term.isDescending ? " DESC" : "")
    }
    return "(\(terms.joined(separator: ", ")))"
  }
}

extension Catalog.Column {
  /// Whether a row that leaves the column out gets a value other than NULL.
  var hasUsableDefault: Bool {
    guard let defaultValue else { return false }
    return !sameName(defaultValue, "NULL")
  }
}

extension String {
  /// The text, or `none` where it is empty.
  var orNone: String { isEmpty ? "none" : self }
}
