// Where CHECKs look into JSON, no list of samples has the member that they ask for: documents are
// made from the paths and literals in their text.
extension TableChecks {
  /// Whether a CHECK, or a generated column, looks into the JSON of a column.
  func looksIntoJSON(of column: Int, _ more: [CheckCondition] = []) -> Bool {
    guard mayLookIntoJSON || !more.isEmpty, mayHoldJSON(column) else { return false }
    return jsonTexts(of: column, more).contains {
      JSONDemand.looksInto(table.columns[column].name, $0)
    }
  }

  private func mayHoldJSON(_ column: Int) -> Bool {
    let declared = table.columns[column]
    return switch Affinity(declared.type) {
    case .text, .numeric: !declared.isGenerated
    case .blob: !declared.isGenerated && (!table.isStrict || sameName(declared.type, "ANY"))
    case .integer, .real: false
    }
  }

  private func jsonTexts(of column: Int, _ more: [CheckCondition]) -> [String] {
    (checks(on: column) + more).map(\.expression.text) + expressions(generatedFrom: column)
  }

  /// JSON documents that the CHECKs on a column alone let in.
  ///
  /// - Parameter wanted: further conditions, which at least the first document satisfies if it can
  ///   be found.
  func documents(
    for column: Int, wanted: [CheckCondition] = []
  ) throws(SQLiteError) -> [SQLiteValue] {
    let own = ownChecks(on: column)
    var demand = JSONDemand()
    for text in jsonTexts(of: column, wanted) { demand.read(text) }
    // Any JSON will do, and the samples have some.
    if wanted.isEmpty, demand.paths.isEmpty, own.count == checks(on: column).count,
      try plainCandidates(for: column).contains(where: { $0 != .null })
    {
      return []
    }
    // What other columns hold may have to be in the document as well.
    let tied = Set((checks(on: column) + wanted).flatMap { others($0, than: column) })
    for other in tied.sorted().prefix(4) {
      for value in try plainCandidates(for: other).prefix(4) {
        if let value = JSONValue(sql: value) { demand.add(value) }
      }
    }
    let aims =
      own.flatMap { parts(of: $0, in: column) }.map { ($0, false) }
      + wanted.filter { others($0, than: column).isEmpty }
      .flatMap { parts(of: $0, in: column) }.map { ($0, true) }
    let options = demand.values + JSONDemand.samples
    let best = try document(aims, demand, options, in: column)

    var documents: [SQLiteValue] = []
    func keep(_ document: JSONValue) throws(SQLiteError) {
      let text = TableChecks.text(document)
      guard documents.count < 16, !documents.contains(text), try set(text, in: column),
        try judge(own) != .stopped
      else { return }
      documents.append(text)
    }
    try keep(best)
    // Others that differ: in a member that nobody asks for, and in those that somebody does.
    for number in 0..<2 where best.asObject != nil {
      try keep(best.setting(member: "probe", to: .integer(number)))
    }
    for path in demand.paths.prefix(8) {
      for value in options.prefix(12) { try keep(best.setting(path, to: value)) }
    }
    return documents
  }

  /// A document that satisfies conditions one after the other, as far as one is found.
  private func document(
    _ aims: [(condition: CheckCondition, isTrue: Bool)], _ demand: JSONDemand,
    _ options: [JSONValue], in column: Int
  ) throws(SQLiteError) -> JSONValue {
    var best: JSONValue =
      demand.paths.allSatisfy { $0.first.map(isElement) ?? false }
        && !demand.paths.isEmpty ? .array([]) : .object([])
    var reached: [(condition: CheckCondition, isTrue: Bool)] = []
    for aim in aims {
      reached.append(aim)
      if try holds(reached, for: best, in: column) { continue }
      var own = JSONDemand()
      own.read(aim.condition.expression.text)
      var paths = own.paths.isEmpty ? demand.paths : own.paths
      paths = Array(paths.prefix(3)) + [[]]
      let texts = ProbeValues.texts.compactMap { JSONValue(sql: $0) }
      let choices = own.values + options.filter { !own.values.contains($0) } + texts
      var triesLeft = 300
      search: for (number, path) in paths.enumerated() {
        for value in choices where triesLeft > 0 {
          triesLeft -= 1
          let one = path.isEmpty ? value : best.setting(path, to: value)
          if try holds(reached, for: one, in: column) {
            best = one
            break search
          }
          // Two places at once, of those that the condition itself names.
          guard number + 1 < paths.count - 1 else { continue }
          for other in choices.prefix(16) where triesLeft > 0 {
            triesLeft -= 1
            let two = one.setting(paths[number + 1], to: other)
            if try holds(reached, for: two, in: column) {
              best = two
              break search
            }
          }
        }
      }
      // What isn't reached doesn't hold up the rest.
      if try !holds(reached, for: best, in: column) { reached.removeLast() }
    }
    return best
  }

  private func isElement(_ step: JSONDemand.Step) -> Bool {
    if case .element = step { true } else { false }
  }

  private static func text(_ document: JSONValue) -> SQLiteValue {
    .text(String(decoding: JSONWriter.singleLine(document, memberOrder: .kept), as: UTF8.self))
  }

  private func holds(
    _ aims: [(condition: CheckCondition, isTrue: Bool)], for document: JSONValue, in column: Int
  ) throws(SQLiteError) -> Bool {
    guard try set(TableChecks.text(document), in: column) else { return false }
    for aim in aims {
      switch try value(of: aim.condition) {
      case .true, .unjudged: break
      case .null: if aim.isTrue { return false }
      case .false: return false
      }
    }
    return true
  }

  /// The parts of a condition that AND joins, each a condition; the whole where it can't be parted.
  private func parts(of condition: CheckCondition, in column: Int) -> [CheckCondition] {
    let cursor = SQLTokenCursor(Array(condition.expression.text.utf8))
    var ends: [Int] = []
    var depth = 0
    var isRange = false
    for (index, token) in cursor.tokens.enumerated() {
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .word where token.isKeyword("CASE", in: cursor.bytes): depth += 1
      case .word where token.isKeyword("END", in: cursor.bytes): depth -= 1
      case .word where depth == 0 && token.isKeyword("OR", in: cursor.bytes): return [condition]
      case .word where depth == 0 && token.isKeyword("BETWEEN", in: cursor.bytes): isRange = true
      case .word where depth == 0 && token.isKeyword("AND", in: cursor.bytes):
        if isRange { isRange = false } else { ends.append(index) }
      default: break
      }
    }
    guard !ends.isEmpty else { return [condition] }
    let starts = [0] + ends.map { $0 + 1 }
    let parts = zip(starts, ends + [cursor.tokens.count]).compactMap { start, end in
      start < end ? cursor.byteRange(start..<end) : nil
    }.map { self.condition(String(decoding: cursor.bytes[$0], as: UTF8.self)) }
    let all = parts.compactMap(\.self)
    return all.count == starts.count ? all : [condition]
  }
}
