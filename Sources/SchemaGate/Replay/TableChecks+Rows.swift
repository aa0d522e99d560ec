/// A condition that a row must satisfy, or must not.
struct RowRequirement {
  /// The condition.
  let condition: CheckCondition
  /// Whether it must be true; otherwise it must be false or NULL.
  let isTrue: Bool
}

/// What a row is wanted for.
struct RowRequest {
  /// Values that are given.
  var fixed: [Int: SQLiteValue] = [:]
  /// Conditions beside the CHECKs.
  var requirements: [RowRequirement] = []
  /// Columns that must have a value.
  var nonNull: Set<Int> = []
  /// Columns that should have a value, and another one than `other` has.
  var distinct: Set<Int> = []
  /// The row to differ from.
  var other: [SQLiteValue?]?
  /// The columns that matter; others, unless CHECKs tie them to these, become NULL. Nil for all.
  var relevant: Set<Int>?
  /// Whether a column for which no value is known may break its CHECKs, for a copy that doesn't
  /// have them.
  var isLenient = false
  /// Whether values that nobody would think of are tried as well where requirements are about.
  var isThorough = false
  /// How many values are tried at most for columns that conditions tie together.
  var tries = 2000
}

extension TableChecks {
  /// Values that a column could hold by its type and by the CHECKs on it alone, NULL first where
  /// it may be.
  func candidates(for column: Int) throws(SQLiteError) -> [SQLiteValue] {
    if let known = candidateCache[column] { return known }
    let shape = shape(of: column)
    if let shape, let known = memo.candidates[shape] {
      candidateCache[column] = known
      return known
    }
    var values = try plainCandidates(for: column)
    if mayLookIntoJSON, looksIntoJSON(of: column) {
      prefer(try documents(for: column), in: &values)
    }
    candidateCache[column] = values
    if let shape { memo.candidates[shape] = values }
    return values
  }

  /// The same without documents that are made for CHECKs on JSON.
  func plainCandidates(for column: Int) throws(SQLiteError) -> [SQLiteValue] {
    let declared = table.columns[column]
    let own = ownChecks(on: column)
    let literals = checks(on: column).flatMap(\.literals)
    var passing: [SQLiteValue] = isNotNull(declared) ? [] : [.null]
    var seen = Set(passing)
    let areTextsTried =
      !own.isEmpty && Affinity(declared.type) == .text
      && sameName(declared.collation, "BINARY") && !declared.isGenerated
    let values = ProbeValues.candidates(
      type: declared.type, literals: literals, withTexts: !areTextsTried)
    for value in values where seen.insert(value).inserted {
      // Without CHECKs, the type has done all the choosing.
      if !own.isEmpty {
        guard try set(value, in: column), try judge(own) != .stopped else { continue }
      }
      passing.append(value)
      // Four are enough to differ; of the CHECKs' own words, a few more.
      if passing.count >= (literals.contains(value) ? 10 : 5) { break }
    }
    if areTextsTried {
      for value in try textsThatPass(own, in: column) where seen.insert(value).inserted {
        if passing.count >= 5 { break }
        passing.append(value)
      }
    }
    return passing
  }

  /// A row that satisfies the table's CHECKs, types and NOT NULL, and further requirements.
  ///
  /// Columns that no condition ties to others take a value of their own; the rest are searched for
  /// together, with at most some thousand tries.
  ///
  /// - Returns: a value for each column, nil where it is generated; nil if no row was found.
  func row(_ request: RowRequest) throws(SQLiteError) -> [SQLiteValue?]? {
    var unknown: Set<Int> = []
    var known: [Int: [SQLiteValue]] = [:]
    func choices(_ column: Int) throws(SQLiteError) -> [SQLiteValue] {
      if let values = known[column] { return values }
      let values = try self.choices(for: column, request, unknown: &unknown)
      known[column] = values
      return values
    }

    var row = [SQLiteValue?](repeating: nil, count: table.columns.count)
    var spanning = checks.filter { $0.columns.count > 1 }
    if let relevant = request.relevant {
      let tied = TableChecks.components(spanning.map(\.columns) + relevant.map { [$0] })
        .filter { !relevant.isDisjoint(with: $0) }.reduce(into: relevant) { $0.formUnion($1) }
      spanning.removeAll { tied.isDisjoint(with: $0.columns) }
      for column in table.columns.indices where !tied.contains(column) { known[column] = [.null] }
    }
    var tied: Set<Int> = []
    for condition in spanning + request.requirements.map(\.condition) {
      tied.formUnion(condition.columns)
    }
    for (column, declared) in table.columns.enumerated() where !declared.isGenerated {
      if tied.contains(column) {
        // Looked at before the search, so that what is unknown is known.
        if isNotNull(declared) || request.nonNull.contains(column) { _ = try choices(column) }
        continue
      }
      guard let value = try choices(column).first else { return nil }
      row[column] = value
    }
    let conditions =
      spanning.filter { unknown.isDisjoint(with: $0.columns) }.map { ($0, nil as Bool?) }
      + request.requirements.map { ($0.condition, $0.isTrue) }
    // What is given ties nothing together.
    for (column, value) in request.fixed where tied.contains(column) {
      guard try set(value, in: column) else { return nil }
      row[column] = value
    }
    let open = { (columns: [Int]) in columns.filter { request.fixed[$0] == nil } }
    for (condition, isTrue) in conditions where open(condition.columns).isEmpty {
      guard try RowSearch.holds(condition, isTrue, on: self) else { return nil }
    }
    let wanted = Set(request.requirements.flatMap(\.condition.columns))
    let groups = conditions.map { open($0.0.columns) } + open(Array(tied)).map { [$0] }
    for component in TableChecks.components(groups) {
      // What requirements are about comes first, so that contradictions show soon.
      let columns =
        (component.filter(wanted.contains) + component.filter { !wanted.contains($0) })
        .filter { !table.columns[$0].isGenerated }
      let own = conditions.filter { !Set(open($0.0.columns)).isDisjoint(with: component) }
      var search = RowSearch(
        columns: columns, conditions: own, given: Set(request.fixed.keys), tries: request.tries,
        of: table)
      guard try search.run(on: self, choices: choices) else { return nil }
      for (column, value) in zip(columns, search.values) { row[column] = value }
    }
    return row
  }

  /// Puts documents before all other values but NULL.
  private func prefer(_ documents: [SQLiteValue], in values: inout [SQLiteValue]) {
    values.removeAll(where: documents.contains)
    values.insert(contentsOf: documents, at: values.first == .null ? 1 : 0)
  }

  private func choices(
    for column: Int, _ request: RowRequest, unknown: inout Set<Int>
  ) throws(SQLiteError) -> [SQLiteValue] {
    if let value = request.fixed[column] { return [value] }
    let declared = table.columns[column]
    var values = try candidates(for: column)
    for requirement in request.requirements
    where requirement.condition.columns.contains(column) {
      let literals = ProbeValues.candidates(
        type: declared.type, literals: requirement.condition.literals)
      var others: [SQLiteValue] = []
      if request.isThorough {
        others = ProbeValues.oddities(type: declared.type)
        if Affinity(declared.type) == .text {
          let bounds = checks(on: column).flatMap(\.literals) + requirement.condition.literals
          others += ProbeValues.lengths(of: bounds)
        }
      }
      for value in literals.prefix(12) + others where !values.contains(value) {
        if try set(value, in: column), try judge(ownChecks(on: column)) == .passes {
          values.append(value)
        }
      }
    }
    let wanted = request.requirements.filter { $0.isTrue && $0.condition.columns.contains(column) }
      .map(\.condition)
    if !wanted.isEmpty, looksIntoJSON(of: column, wanted) {
      prefer(try documents(for: column, wanted: wanted), in: &values)
    }
    let isOptional = values.contains(.null) && !request.nonNull.contains(column)
    values.removeAll { $0 == .null }
    if values.isEmpty, !isOptional, request.isLenient {
      values = Array(ProbeValues.candidates(type: declared.type, literals: []).prefix(4))
      unknown.insert(column)
    }
    guard request.distinct.contains(column) else { return isOptional ? [.null] + values : values }
    // A value says more than NULL, and another value more than the same.
    if let other = request.other, let taken = other[column],
      let at = values.firstIndex(of: taken)
    {
      values.append(values.remove(at: at))
    }
    return isOptional ? values + [.null] : values
  }

  /// Groups of columns that conditions tie together.
  static func components(_ groups: [[Int]]) -> [[Int]] {
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
    return components.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}

/// A search through the values of columns that conditions tie together.
struct RowSearch {
  private let columns: [Int]
  /// For each column, the conditions of which it is the last to get a value.
  private let due: [[(condition: CheckCondition, isTrue: Bool?)]]
  private var triesLeft: Int
  /// The values that were found, in the order of the columns.
  private(set) var values: [SQLiteValue?]

  /// - Parameters:
  ///   - columns: what to find values for.
  ///   - conditions: what must hold; nil for a CHECK, which NULL satisfies as well.
  ///   - given: columns whose values stand already.
  init(
    columns: [Int], conditions: [(CheckCondition, Bool?)], given: Set<Int>, tries: Int,
    of table: Catalog.Table
  ) {
    self.columns = columns
    triesLeft = tries
    values = Array(repeating: nil, count: columns.count)
    var due = [[(condition: CheckCondition, isTrue: Bool?)]](repeating: [], count: columns.count)
    for (condition, isTrue) in conditions {
      let wanted = condition.columns.filter {
        !given.contains($0) && !table.columns[$0].isGenerated
      }
      if let last = columns.lastIndex(where: { wanted.contains($0) }) {
        due[last].append((condition, isTrue))
      }
    }
    self.due = due
  }

  /// Looks for values; what was found is left in the scratch row.
  mutating func run(
    on checks: TableChecks, choices: (Int) throws(SQLiteError) -> [SQLiteValue]
  ) throws(SQLiteError) -> Bool {
    try assign(0, on: checks, choices)
  }

  private mutating func assign(
    _ position: Int, on checks: TableChecks,
    _ choices: (Int) throws(SQLiteError) -> [SQLiteValue]
  ) throws(SQLiteError) -> Bool {
    guard position < columns.count else { return true }
    let column = columns[position]
    for value in try choices(column) {
      guard triesLeft > 0 else { return false }
      triesLeft -= 1
      guard try checks.set(value, in: column), try holds(due[position], on: checks) else {
        continue
      }
      values[position] = value
      if try assign(position + 1, on: checks, choices) { return true }
    }
    values[position] = nil
    return false
  }

  private func holds(
    _ entries: [(condition: CheckCondition, isTrue: Bool?)], on checks: TableChecks
  ) throws(SQLiteError) -> Bool {
    for entry in entries {
      if try !RowSearch.holds(entry.condition, entry.isTrue, on: checks) { return false }
    }
    return true
  }

  /// Whether a condition is what it must be for the scratch row; nil for a CHECK.
  static func holds(
    _ condition: CheckCondition, _ isTrue: Bool?, on checks: TableChecks
  ) throws(SQLiteError) -> Bool {
    let truth = try checks.value(of: condition)
    return switch isTrue {
    // A CHECK lets NULL pass; one that can't be run here is taken to pass.
    case nil: truth != .false
    case true?: truth == .true
    case false?: truth == .false || truth == .null
    }
  }
}
