/// Decides whether a key is unique over the live rows of a table, and only over those, by putting
/// rows into a copy that has the table's columns and unique indexes.
struct UniquenessProbe {
  /// What rows showed.
  enum Answer: Hashable, Sendable {
    /// Two live rows with one key are refused, any other pair is not.
    case holds
    /// Two live rows with one key were let in; they differ in these columns.
    case tooWeak(differing: [String])
    /// A row that isn't live stands in the way of another with its key.
    case tooStrict
    /// No pair of rows could be made, for this reason.
    case unjudged(String)
  }

  /// The reason where CHECKs let in no row that was thought of.
  static let noRows = "no two live rows were found that its CHECKs let in"

  private let checkProbe: CheckProbe
  private let connection: Connection

  /// Opens a scratch database.
  init(_ checkProbe: CheckProbe) throws(SQLiteError) {
    self.checkProbe = checkProbe
    connection = try Connection()
    connection.refuseDoubleQuotedStrings()
  }

  /// Puts pairs of rows with one key into a copy of a table.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - key: the columns, all of which it has.
  ///   - live: the SQL condition of live rows; nil where all are.
  func verdict(
    on table: Catalog.Table, key: [String], live: String?
  ) throws(SQLiteError) -> Answer {
    if live == nil, UniquenessProbe.hasFullKey(within: key, table) { return .holds }
    let checks = checkProbe.checks(of: table)
    // A generated column is the same where those are that it comes from.
    let columns = Set(key.compactMap { checks.index(of: $0) }.flatMap(checks.sources)).sorted()
    if let live, UniquenessProbe.isKept(key, Set(columns), where: live, in: table, checks) {
      return .holds
    }
    var liveRequirement: [RowRequirement] = []
    var deadRequirement: [RowRequirement] = []
    if let live {
      guard let condition = checks.condition(live) else {
        return .unjudged("'\(live)' is not one condition")
      }
      if try checks.value(of: condition) == .unjudged {
        return .unjudged(condition.failure ?? "the condition doesn't run")
      }
      liveRequirement = [RowRequirement(condition: condition, isTrue: true)]
      deadRequirement = [RowRequirement(condition: condition, isTrue: false)]
    }
    try connection.execute("BEGIN")
    defer { rollBack() }
    let copy: (partial: [CheckCondition], others: [Set<Int>])
    do throws(SQLiteError) {
      copy = try makeCopy(of: table, checks: checks, key: Set(columns))
    } catch {
      return .unjudged(error.message)
    }
    let partial = copy.partial
    // Where a generated part of the key is NULL, no unique index keeps rows apart.
    for name in key {
      guard let column = table.column(named: name), column.isGenerated,
        let condition = checks.condition("\(quoted(column.name)) IS NOT NULL")
      else { continue }
      liveRequirement.append(RowRequirement(condition: condition, isTrue: true))
      deadRequirement.append(RowRequirement(condition: condition, isTrue: true))
    }
    let target = Target(
      table: table, checks: checks, key: columns, others: copy.others,
      distinct: copy.partial.reduce(into: Set(columns)) { $0.formUnion($1.columns) },
      insert: try connection.prepare(Target.insert(into: table)))
    var isSeen = false

    // Conditions of partial unique indexes that rows can evade: none, all at once, each alone.
    // One that says what `live` says can't be.
    let evadable = partial.filter { condition in
      !liveRequirement.contains {
        $0.condition.expression.canonical == condition.expression.canonical
      }
    }
    let evasions = [[]] + (evadable.count > 1 ? [evadable] : []) + evadable.map { [$0] }
    for (attempt, evaded) in evasions.enumerated() {
      let requirements =
        liveRequirement + evaded.map { RowRequirement(condition: $0, isTrue: false) }
      guard let pair = try target.pair(requirements, requirements) else {
        if attempt == 0 { return .unjudged(UniquenessProbe.noRows) }
        continue
      }
      switch try put(pair, target) {
      case .admitted:
        return .tooWeak(differing: target.differing(pair).map { table.columns[$0].name })
      case .refused: isSeen = true
      case .refusedByAnother: break
      }
    }
    if !isSeen { return .unjudged(UniquenessProbe.noRows) }
    if live != nil {
      for (first, second) in [
        (deadRequirement, liveRequirement), (liveRequirement, deadRequirement),
        (deadRequirement, deadRequirement),
      ] {
        // Where every row is live, there is nothing more to see.
        guard let pair = try target.pair(first, second) else { continue }
        if try put(pair, target) == .refused { return .tooStrict }
      }
    }
    return .holds
  }

  /// Whether some full unique index, or the primary key, has no column beside the key's: then
  /// SQLite itself keeps two rows from having one key, and no row needs to be tried.
  private static func hasFullKey(within key: [String], _ table: Catalog.Table) -> Bool {
    let key = Set(key.map(foldedName))
    let primary = table.primaryKey.map { foldedName($0.name) }
    if !primary.isEmpty, key.isSuperset(of: primary) { return true }
    return table.indexes.contains { $0.isUnique && !$0.isPartial && isWithin(key, $0) }
  }

  /// Whether all terms of an index are columns of a key.
  ///
  /// - Parameter key: folded names.
  private static func isWithin(_ key: Set<String>, _ index: Catalog.Index) -> Bool {
    index.terms.allSatisfy { $0.column.map { key.contains(foldedName($0)) } ?? false }
  }

  /// The columns that an index's terms name, and those that generated ones come from.
  ///
  /// - Parameter declaration: what its text declares; nil for the index of a constraint.
  private static func columns(
    of index: Catalog.Index, _ declaration: IndexDeclaration?, _ checks: TableChecks
  ) -> Set<Int> {
    let names =
      declaration?.terms.flatMap { $0.expression.names.map(\.text) }
      ?? index.terms.compactMap(\.column)
    return Set(names.compactMap { checks.index(of: $0) }.flatMap(checks.sources))
  }

  /// Whether some unique index is of the key's columns alone and covers just the live rows, and
  /// each other one has a column in which rows of one key may differ: then SQLite itself keeps the
  /// key, and no row needs to be tried.
  private static func isKept(
    _ key: [String], _ columns: Set<Int>, where live: String, in table: Catalog.Table,
    _ checks: TableChecks
  ) -> Bool {
    guard let live = checks.condition(live)?.expression.canonical else { return false }
    let names = Set(key.map(foldedName))
    let primary = table.primaryKey.compactMap { checks.index(of: $0.name) }
    if !primary.isEmpty, columns.isSuperset(of: primary.flatMap(checks.sources)) { return false }
    var isKept = false
    for index in table.indexes where index.isUnique {
      let declaration = index.sql.flatMap(DeclarationReader.index)
      let isLive = declaration?.condition?.canonical == live
      if isLive, isWithin(names, index) {
        isKept = true
      } else if columns.isSuperset(of: self.columns(of: index, declaration, checks)) {
        return false
      }
    }
    return isKept
  }

  private func rollBack() {
    do throws(SQLiteError) {
      try connection.execute("ROLLBACK")
    } catch {
      // Nothing is open, which is what was wanted.
    }
  }

  /// Makes the copy.
  ///
  /// - Returns: the conditions of its partial unique indexes, and the columns of each unique index
  ///   that are not the key's alone.
  private func makeCopy(
    of table: Catalog.Table, checks: TableChecks, key: Set<Int>
  ) throws(SQLiteError) -> (partial: [CheckCondition], others: [Set<Int>]) {
    try connection.execute(
      TableChecks.definition(of: table, declaration: checkProbe.declaration(of: table.sql)))
    var partial: [CheckCondition] = []
    var others: [Set<Int>] = []
    func note(_ columns: Set<Int>) { if !columns.isSubset(of: key) { others.append(columns) } }
    for (position, index) in table.indexes.enumerated() where index.isUnique {
      if let sql = index.sql {
        try connection.execute(sql)
        guard let declaration = DeclarationReader.index(sql) else { continue }
        note(UniquenessProbe.columns(of: index, declaration, checks))
        if let condition = declaration.condition, let compiled = checks.condition(condition.text) {
          partial.append(compiled)
        }
      } else {
        note(UniquenessProbe.columns(of: index, nil, checks))
        let terms = index.terms.map { term in
          "\(quoted(term.column ?? "")) COLLATE \(quoted(term.collation))"
        }
        try connection.execute(
          "CREATE UNIQUE INDEX \(quoted("probe_\(position)_\(table.name)")) ON "
            + "\(quoted(table.name)) (\(terms.joined(separator: ", ")))")
      }
    }
    let primary = table.primaryKey
    // The rowid has no index of its own.
    if !primary.isEmpty, !table.indexes.contains(where: { $0.origin == .primaryKey }) {
      note(Set(primary.compactMap { checks.index(of: $0.name) }.flatMap(checks.sources)))
      try connection.execute(
        "CREATE UNIQUE INDEX \(quoted("probe_key_\(table.name)")) ON \(quoted(table.name)) "
          + "(\(primary.map { quoted($0.name) }.joined(separator: ", ")))")
    }
    return (partial, others)
  }

  /// What became of a pair of rows.
  private enum Outcome {
    case admitted, refused
    /// Refused, perhaps only because the rows could not be made to differ in another key.
    case refusedByAnother
  }

  private func put(_ pair: Target.Pair, _ target: Target) throws(SQLiteError) -> Outcome {
    try connection.execute("DELETE FROM \(quoted(target.table.name))")
    for row in [pair.first, pair.second] {
      target.insert.reset()
      try target.insert.bind(row.compactMap { $0 })
      do throws(SQLiteError) {
        _ = try target.insert.step()
      } catch {
        target.insert.reset()
        switch error.code {
        case .constraint: return target.isClear(pair) ? .refused : .refusedByAnother
        // A generated column can't be worked out, as `->` on what is no JSON.
        case .error: return .refusedByAnother
        default: throw error
        }
      }
    }
    target.insert.reset()
    return .admitted
  }
}

/// A table to put pairs of rows into.
private struct Target {
  typealias Pair = (first: [SQLiteValue?], second: [SQLiteValue?])

  let table: Catalog.Table
  let checks: TableChecks
  let key: [Int]
  /// The columns of unique indexes that are not the key's alone.
  let others: [Set<Int>]
  /// The key's columns, and those in conditions of unique indexes.
  let distinct: Set<Int>
  let insert: Statement

  static func insert(into table: Catalog.Table) -> String {
    let columns = table.columns.filter { !$0.isGenerated }
    return "INSERT INTO \(quoted(table.name)) "
      + "(\(columns.map { quoted($0.name) }.joined(separator: ", "))) VALUES "
      + "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// Two rows with one key that differ in all else, as far as possible.
  func pair(
    _ first: [RowRequirement], _ second: [RowRequirement]
  ) throws(SQLiteError) -> Pair? {
    var request = RowRequest(
      requirements: first, nonNull: Set(key),
      distinct: others.reduce(into: distinct) { $0.formUnion($1) }, isLenient: true)
    request.relevant = (first + second).reduce(into: request.distinct) {
      $0.formUnion($1.condition.columns)
    }
    guard let one = try checks.row(request) else { return nil }
    for column in key { request.fixed[column] = one[column] }
    request.requirements = second
    request.other = one
    guard let two = try checks.row(request) else { return nil }
    return (one, two)
  }

  /// Whether no other key of the table can be what two rows have in common.
  func isClear(_ pair: Pair) -> Bool {
    others.allSatisfy { columns in
      columns.contains { pair.first[$0] != pair.second[$0] || pair.first[$0] == .null }
    }
  }

  func differing(_ pair: Pair) -> [Int] {
    pair.first.indices.filter { pair.first[$0] != pair.second[$0] }
  }
}
