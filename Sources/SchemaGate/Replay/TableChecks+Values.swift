extension TableChecks {
  /// What the CHECKs that mention a column say to a value in it.
  ///
  /// Where a CHECK spans columns, the others are tried as NULL where they may be, and with a few
  /// values of their own; the value passes if one such row does.
  func verdict(on value: SQLiteValue, in column: Int) throws(SQLiteError) -> CheckVerdict {
    if value == .null, isNotNull(table.columns[column]) { return .stopped }
    if checks(on: column).isEmpty, fits(value, table.columns[column]) { return .passes }
    guard try set(value, in: column) else { return .stopped }
    var own: [CheckCondition] = []
    var spanning: [CheckCondition] = []
    for check in checks(on: column) {
      if others(check, than: column).isEmpty { own.append(check) } else { spanning.append(check) }
    }
    let alone = try judge(own)
    if alone == .stopped || spanning.isEmpty { return alone }

    // With the judged column given, CHECKs that share no other column have nothing to do with each
    // other.
    for group in TableChecks.components(spanning.map { others($0, than: column) }) {
      let conditions = spanning.filter { !Set($0.columns).isDisjoint(with: group) }
      if try !isPossible(conditions, group, beside: value, in: column) { return .stopped }
    }
    let together = try judge(spanning)
    return together == .passes ? alone : together
  }

  /// Whether a column's type takes a value as it is, so that nothing needs to be tried.
  private func fits(_ value: SQLiteValue, _ column: Catalog.Column) -> Bool {
    switch (value, Affinity(column.type)) {
    case (.null, _), (.integer, .integer), (.text, .text): true
    default: false
    }
  }

  /// Whether other columns can have values with which conditions hold: NULL where that is enough.
  private func isPossible(
    _ conditions: [CheckCondition], _ columns: [Int], beside value: SQLiteValue, in column: Int
  ) throws(SQLiteError) -> Bool {
    for isFull in [false, true] {
      var search = RowSearch(
        columns: columns, conditions: conditions.map { ($0, nil) }, given: [column], tries: 300,
        of: table)
      let isFound = try search.run(on: self) { (other) throws(SQLiteError) in
        if !isFull, !self.isNotNull(self.table.columns[other]) { return [.null] }
        let values = try self.candidates(for: other)
        // A CHECK that compares columns may want the same value in both.
        if !values.contains(value) {
          if try self.stands(value, in: other) { return values + [value] }
        }
        return values.isEmpty ? [.null] : values
      }
      if isFound { return true }
    }
    return false
  }

  /// Whether a column takes a value, as far as the CHECKs on it alone are concerned.
  private func stands(_ value: SQLiteValue, in column: Int) throws(SQLiteError) -> Bool {
    if value == .null { return !isNotNull(table.columns[column]) }
    guard try set(value, in: column) else { return false }
    return try judge(ownChecks(on: column)) == .passes
  }

  /// The first of a family's values that the CHECKs treat otherwise than it says.
  func firstBreak(
    accepts: [SQLiteValue], rejects: [SQLiteValue], in column: Int
  ) throws(SQLiteError) -> FamilyBreak? {
    guard let shape = shape(of: column) else {
      return try breakWithoutMemo(accepts: accepts, rejects: rejects, in: column)
    }
    let question = CheckMemo.Question(shape: shape, accepts: accepts, rejects: rejects)
    if let known = memo.breaks[question] { return known }
    let answer = try breakWithoutMemo(accepts: accepts, rejects: rejects, in: column)
    memo.breaks[question] = .some(answer)
    return answer
  }

  private func breakWithoutMemo(
    accepts: [SQLiteValue], rejects: [SQLiteValue], in column: Int
  ) throws(SQLiteError) -> FamilyBreak? {
    var reason: String?
    for value in accepts {
      switch try verdict(on: value, in: column) {
      case .passes: break
      case .stopped: return .stops(value)
      case .unjudged(let why): reason = why
      }
    }
    for value in rejects {
      switch try verdict(on: value, in: column) {
      case .passes: return .lets(value)
      case .stopped: break
      case .unjudged(let why): return .unjudged(why)
      }
    }
    // With each bad value stopped, a CHECK that can't be run here can only stop more.
    return rejects.isEmpty ? reason.map { .unjudged($0) } : nil
  }

  /// What a family's values ran into.
  enum FamilyBreak: Hashable, Sendable {
    /// A value that must pass is stopped.
    case stops(SQLiteValue)
    /// A value that must be stopped passes.
    case lets(SQLiteValue)
    /// A CHECK can't be run here.
    case unjudged(String)
  }
}

// MARK: - Sets of values

extension TableChecks {
  /// The literals that pass where CHECKs let only such values into a column; nil otherwise.
  func valueSet(of name: String) throws(SQLiteError) -> ValueSet? {
    guard let column = index(of: name), !table.columns[column].isGenerated else { return nil }
    let shape = shape(of: column)
    if let shape, let known = memo.sets[shape] { return known }
    let set = try setWithoutMemo(of: column)
    if let shape { memo.sets[shape] = .some(set) }
    return set
  }

  private func setWithoutMemo(of column: Int) throws(SQLiteError) -> ValueSet? {
    guard let candidates = ownCandidates(of: column), case .closed = try enumGuard(of: column)
    else { return nil }
    var values: [SQLiteValue] = []
    for value in candidates where !values.contains(value) {
      // Every nonsense word is stopped; a CHECK that can't be run here can only stop more.
      if try verdict(on: value, in: column) != .stopped { values.append(value) }
    }
    // A range or a pattern of times and dates lets relatives of its literals through as well.
    for word in ProbeValues.relatives(of: values) {
      if try verdict(on: word, in: column) == .passes { return nil }
    }
    return ValueSet(values: values, allowsNull: try verdict(on: .null, in: column) == .passes)
  }

  /// Whether CHECKs let only literals of their own into a column of text.
  func enumGuard(of column: Int) throws(SQLiteError) -> EnumGuard {
    if checks(on: column).isEmpty { return .open(nil) }
    let shape = shape(of: column)
    if let shape, let known = memo.enums[shape] { return known }
    let answer = try closure(over: ownCandidates(of: column) ?? [], in: column)
    if let shape { memo.enums[shape] = answer }
    return answer
  }

  /// Whether a column's values are enumerated.
  enum EnumGuard: Hashable, Sendable {
    /// Only literals of the CHECKs pass, this one among them.
    case closed(SQLiteValue)
    /// This word of no meaning passes too; nil where no CHECK mentions the column.
    case open(SQLiteValue?)
    /// None of the literals passes, so that nothing is known to be allowed.
    case empty
    /// A CHECK can't be run here.
    case unjudged(String)
  }

  private func closure(
    over candidates: [SQLiteValue], in column: Int
  ) throws(SQLiteError) -> EnumGuard {
    let isText =
      candidates.isEmpty || candidates.contains { if case .text = $0 { true } else { false } }
    var reason: String?
    // Empty text, too, is a value where a CHECK names it.
    for word in isText ? ProbeValues.nonsense : ProbeValues.nonsenseNumbers
    where !candidates.contains(word) {
      switch try verdict(on: word, in: column) {
      case .passes: return .open(word)
      case .stopped: break
      case .unjudged(let why): reason = why
      }
    }
    if let reason { return .unjudged(reason) }
    for value in candidates {
      guard try verdict(on: value, in: column) != .stopped else { continue }
      // A pattern, such as `LIKE 'a%'`, also lets through what begins or ends like its literal.
      if case .text(let text) = value {
        for word in ["\(text)zqx", "zqx\(text)"] {
          if try verdict(on: .text(word), in: column) == .passes { return .open(.text(word)) }
        }
      }
      return .closed(value)
    }
    return .empty
  }

  /// The literals that the CHECKs on a column hold, of the kind that the column takes; nil for a
  /// wide range of numbers, and for none.
  private func ownCandidates(of column: Int) -> [SQLiteValue]? {
    let literals = checks(on: column).flatMap(\.literals)
    if Affinity(table.columns[column].type) == .text {
      let texts = literals.filter { if case .text = $0 { true } else { false } }
      let parts = texts.flatMap(ProbeValues.parts)
      return texts.isEmpty ? nil : texts + parts.filter { !texts.contains($0) }
    }
    let numbers = literals.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    guard let low = numbers.min(), let high = numbers.max() else { return nil }
    // `BETWEEN 1 AND 3` names a set as well; a wide range is none.
    let (width, overflows) = high.subtractingReportingOverflow(low)
    return overflows || width > 32 ? nil : (low...high).map { .integer($0) }
  }
}
