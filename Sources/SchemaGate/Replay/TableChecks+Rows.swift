/// A condition that a row must satisfy, or must not.
struct RowRequirement {
  /// The condition.
  let condition: TableChecks.Condition
  /// Whether it must be true; otherwise it must be false or NULL.
  let isTrue: Bool
}

extension TableChecks {
  /// A row that satisfies the table's CHECKs, types and NOT NULL, and further requirements.
  ///
  /// Columns that no CHECK ties to others take a value of their own; the rest are searched for
  /// together, with at most some thousand tries.
  ///
  /// - Parameters:
  ///   - fixed: values that are given.
  ///   - requirements: conditions beside the CHECKs.
  ///   - nonNull: columns that must have a value.
  ///   - other: a row to differ from in every column, as far as possible.
  ///   - isLenient: whether a column for which no value is known may break its CHECKs, for a copy
  ///     that doesn't have them.
  /// - Returns: a value for each column, nil where it is generated; nil if no row was found.
  func row(
    fixing fixed: [Int: SQLiteValue] = [:], requirements: [RowRequirement] = [],
    nonNull: Set<Int> = [], differingFrom other: [SQLiteValue?]? = nil, isLenient: Bool = false
  ) throws(SQLiteError) -> [SQLiteValue?]? {
    var row = [SQLiteValue?](repeating: nil, count: table.columns.count)
    var choices: [[SQLiteValue]] = []
    var unknown: Set<Int> = []
    for (column, declared) in table.columns.enumerated() {
      if declared.isGenerated {
        choices.append([])
        continue
      }
      if let value = fixed[column] {
        choices.append([value])
        continue
      }
      var values = try candidates(for: column)
      for requirement in requirements where requirement.condition.columns.contains(column) {
        let literals = ProbeValues.candidates(
          type: declared.type, literals: requirement.condition.literals)
        let own = checks(on: column).filter { $0.columns == [column] }
        for value in literals.prefix(12) where !values.contains(value) {
          if try set(value, in: column), try judge(own) == .passes { values.append(value) }
        }
      }
      // A value says more than NULL, and another value more than the same.
      let isOptional = values.contains(.null) && !nonNull.contains(column)
      values.removeAll { $0 == .null }
      if values.isEmpty, isLenient {
        values = ProbeValues.candidates(type: declared.type, literals: []).prefix(4) + []
        unknown.insert(column)
      }
      if let other, let taken = other[column], let at = values.firstIndex(of: taken) {
        values.append(values.remove(at: at))
      }
      if isOptional { values.append(.null) }
      if values.isEmpty { return nil }
      choices.append(values)
    }

    let conditions =
      checks.filter { $0.columns.count > 1 && unknown.isDisjoint(with: $0.columns) }.map {
        ($0, nil as Bool?)
      }
      + requirements.map { ($0.condition, $0.isTrue) }
    var tied: Set<Int> = []
    for (condition, _) in conditions { tied.formUnion(condition.columns) }
    for column in table.columns.indices where !tied.contains(column) {
      row[column] = choices[column].first
    }
    for component in TableChecks.components(conditions.map(\.0.columns)) {
      let columns = component.filter { !table.columns[$0].isGenerated }
      let own = conditions.filter { !Set($0.0.columns).isDisjoint(with: component) }
      var search = RowSearch(columns: columns, choices: choices, conditions: own)
      guard try search.run(on: self, into: &row) else { return nil }
    }
    return row
  }

  /// Groups of columns that conditions tie together.
  private static func components(_ groups: [[Int]]) -> [[Int]] {
    var components: [Set<Int>] = []
    for group in groups where !group.isEmpty {
      var merged = Set(group)
      components.removeAll { component in
        guard !component.isDisjoint(with: merged) else { return false }
        merged.formUnion(component)
        return true
      }
      components.append(merged)
    }
    return components.map { $0.sorted() }
  }
}

/// A search through the values of columns that conditions tie together.
private struct RowSearch {
  let columns: [Int]
  let choices: [[SQLiteValue]]
  let conditions: [(condition: TableChecks.Condition, isTrue: Bool?)]
  var triesLeft = 3000

  mutating func run(
    on checks: TableChecks, into row: inout [SQLiteValue?]
  ) throws(SQLiteError) -> Bool {
    try assign(0, on: checks, into: &row)
  }

  private mutating func assign(
    _ position: Int, on checks: TableChecks, into row: inout [SQLiteValue?]
  ) throws(SQLiteError) -> Bool {
    guard position < columns.count else {
      return conditions.allSatisfy { columns.isEmpty ? holds($0, on: checks) : true }
    }
    let column = columns[position]
    let assigned = Set(columns[...position])
    // Conditions of which this column is the last to get a value.
    let due = conditions.filter { entry in
      let writable = entry.condition.columns.filter { !checks.table.columns[$0].isGenerated }
      return writable.contains(column) && writable.allSatisfy(assigned.contains)
    }
    for value in choices[column] {
      guard triesLeft > 0 else { return false }
      triesLeft -= 1
      guard try checks.set(value, in: column), due.allSatisfy({ holds($0, on: checks) }) else {
        continue
      }
      row[column] = value
      if try assign(position + 1, on: checks, into: &row) { return true }
    }
    row[column] = nil
    return false
  }

  private func holds(
    _ entry: (condition: TableChecks.Condition, isTrue: Bool?), on checks: TableChecks
  ) -> Bool {
    let truth = checks.value(of: entry.condition)
    switch entry.isTrue {
    // A CHECK lets NULL pass; one that can't be run here is taken to pass.
    case nil: return truth != .false
    case true?: return truth == .true
    case false?: return truth == .false || truth == .null
    }
  }
}
