/// The CHECKs of one table over a scratch copy of its columns: names, types, collations, STRICT,
/// and the expressions of generated columns, but none of its other constraints.
///
/// A CHECK is a compiled SELECT over the copy's only row, and a value is judged by writing it
/// there, so that affinity and STRICT have done their work before a CHECK sees it.
final class TableChecks {
  /// One CHECK, or another condition on a row.
  struct Condition {
    /// The expression.
    let text: String
    /// The columns that it depends on, as indices; those behind generated columns included.
    let columns: [Int]
    /// The literals in its text.
    let literals: [SQLiteValue]
    /// Yields 1 where a CHECK would fail; nil where it doesn't compile.
    fileprivate let statement: Statement?
    /// Why it doesn't compile.
    let failure: String?
  }

  /// The table as declared.
  let table: Catalog.Table
  /// Its CHECKs in the order of their text.
  let checks: [Condition]

  private let connection: Connection
  private let indices: [String: Int]
  private let sources: [Int: [Int]]
  private var setters: [Int: Statement] = [:]
  private var candidateCache: [Int: [SQLiteValue]] = [:]
  private var contextCache: [Int: [[(column: Int, value: SQLiteValue)]]] = [:]
  private var dependents: [Int: [Int]] = [:]

  init(
    _ table: Catalog.Table, declaration: TableDeclaration?, on connection: Connection
  ) throws(SQLiteError) {
    self.table = table
    self.connection = connection
    let generated = TableChecks.generated(in: declaration)
    var indices: [String: Int] = [:]
    for (index, column) in table.columns.enumerated() { indices[foldedName(column.name)] = index }
    self.indices = indices
    sources = TableChecks.sources(of: generated, indices: indices)

    try connection.execute(TableChecks.definition(of: table, generated: generated))
    try connection.execute("INSERT INTO \(quoted(table.name)) DEFAULT VALUES")
    var checks: [Condition] = []
    for check in declaration?.checks ?? [] {
      checks.append(
        TableChecks.condition(
          check.expression, sources: sources, in: table, indices: indices, on: connection))
    }
    self.checks = checks
    for (position, check) in checks.enumerated() {
      for column in check.columns { dependents[column, default: []].append(position) }
    }
  }

  /// The expressions of generated columns by the columns' folded names.
  private static func generated(in declaration: TableDeclaration?) -> [String: SQLExpression] {
    var expressions: [String: SQLExpression] = [:]
    for column in declaration?.columns ?? [] {
      guard let generated = column.generated else { continue }
      expressions[foldedName(column.name.text)] = generated.expression
    }
    return expressions
  }

  /// For each generated column, the columns that its value comes from, through others too.
  private static func sources(
    of generated: [String: SQLExpression], indices: [String: Int]
  ) -> [Int: [Int]] {
    var all: [Int: [Int]] = [:]
    for (name, expression) in generated {
      guard let column = indices[name] else { continue }
      var found: Set<Int> = []
      var open = expression.names.map(\.text)
      while let next = open.popLast() {
        guard let source = indices[foldedName(next)], found.insert(source).inserted else {
          continue
        }
        open += generated[foldedName(next)]?.names.map(\.text) ?? []
      }
      all[column] = found.sorted()
    }
    return all
  }

  /// The CREATE TABLE of a copy of a table's columns.
  static func definition(of table: Catalog.Table, declaration: TableDeclaration?) -> String {
    definition(of: table, generated: generated(in: declaration))
  }

  private static func definition(
    of table: Catalog.Table, generated: [String: SQLExpression]
  ) -> String {
    var columns: [String] = []
    columns.reserveCapacity(table.columns.count)
    for column in table.columns {
      // STRICT takes its own few types only, bare; elsewhere a type may be any words.
      let type = table.isStrict ? column.type : column.type.isEmpty ? "" : quoted(column.type)
      var definition = "\(quoted(column.name)) \(type)"
      if !sameName(column.collation, "BINARY") {
        definition += " COLLATE \(quoted(column.collation))"
      }
      if let expression = generated[foldedName(column.name)] {
        definition += " AS (\(expression.text)\n)"
      }
      columns.append(definition)
    }
    return "CREATE TABLE \(quoted(table.name)) (\(columns.joined(separator: ", ")))"
      + (table.isStrict ? " STRICT" : "")
  }

  private static func condition(
    _ expression: SQLExpression, sources: [Int: [Int]], in table: Catalog.Table,
    indices: [String: Int], on connection: Connection
  ) -> Condition {
    var columns: Set<Int> = []
    for name in expression.names {
      guard let index = indices[foldedName(name.text)] else { continue }
      columns.formUnion(sources[index] ?? [])
      columns.insert(index)
    }
    var statement: Statement?
    var failure: String?
    do throws(SQLiteError) {
      // A CHECK fails where it is false; NULL lets the row in.
      statement = try connection.prepare(
        "SELECT NOT (\(expression.text)\n) FROM \(quoted(table.name))")
    } catch {
      failure = error.message
    }
    return Condition(
      text: expression.text, columns: columns.sorted(),
      literals: SQLLiterals.values(in: SQLTokenCursor(Array(expression.text.utf8))),
      statement: statement, failure: failure)
  }

  /// The index of a column by its name, in any ASCII case.
  func index(of column: String) -> Int? { indices[foldedName(column)] }

  /// A column with those that it is generated from.
  func sources(of column: Int) -> [Int] { sources[column] ?? [column] }

  /// The CHECKs that mention a column, also through a generated one.
  func checks(on column: Int) -> [Condition] { (dependents[column] ?? []).map { checks[$0] } }

  /// Compiles another condition over the same row, such as the WHERE of an index.
  ///
  /// - Returns: nil for a text without a token.
  func condition(_ text: String) -> Condition? {
    SQLExpression(SQLTokenCursor(Array(text.utf8))).map {
      TableChecks.condition($0, sources: sources, in: table, indices: indices, on: connection)
    }
  }
}

// MARK: - Judging one value

extension TableChecks {
  /// What the CHECKs that mention a column say to a value in it.
  ///
  /// Where a CHECK spans columns, the others are tried as NULL where they may be, and with a few
  /// values of their own; the value passes if one such row does.
  func verdict(on value: SQLiteValue, in column: Int) throws(SQLiteError) -> CheckVerdict {
    let declared = table.columns[column]
    if value == .null, isNotNull(declared) { return .stopped }
    guard try set(value, in: column) else { return .stopped }
    let conditions = checks(on: column)
    if conditions.isEmpty { return .passes }
    var reason: String?
    let contexts = try contexts(for: column)
    for context in contexts {
      for (other, value) in context { _ = try set(value, in: other) }
      switch try judge(conditions) {
      case .passes: return .passes
      case .unjudged(let why): reason = why
      case .stopped: break
      }
    }
    if reason == nil, contexts.count > 1, try passesBesideItself(value, conditions, contexts) {
      return .passes
    }
    return reason.map { .unjudged($0) } ?? .stopped
  }

  /// Whether a value passes where the other columns hold the same, as a CHECK that compares
  /// columns may want.
  private func passesBesideItself(
    _ value: SQLiteValue, _ conditions: [Condition],
    _ contexts: [[(column: Int, value: SQLiteValue)]]
  ) throws(SQLiteError) -> Bool {
    for context in contexts {
      for (other, own) in context {
        let alone = checks(on: other).filter { $0.columns == [other] }
        let isTaken = try set(value, in: other)
        let verdict = try judge(alone)
        if !isTaken || verdict != .passes { _ = try set(own, in: other) }
      }
      if try judge(conditions) == .passes { return true }
    }
    return false
  }

  /// The first of a family's values that the CHECKs treat otherwise than it says.
  func firstBreak(
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

  /// The literals that pass where CHECKs let only such values into a column; nil otherwise.
  func valueSet(of name: String) throws(SQLiteError) -> ValueSet? {
    guard let column = index(of: name), !table.columns[column].isGenerated,
      let candidates = ownCandidates(of: column)
    else { return nil }
    guard case .closed(let values) = try closure(over: candidates, in: column) else { return nil }
    // A range or a pattern of times and dates lets relatives of its literals through as well.
    for word in ProbeValues.relatives(of: values) {
      if try verdict(on: word, in: column) == .passes { return nil }
    }
    return ValueSet(
      values: values, allowsNull: try verdict(on: .null, in: column) == .passes)
  }

  /// Whether CHECKs let only literals of their own into a column of text.
  func enumGuard(of column: Int) throws(SQLiteError) -> EnumGuard {
    let conditions = checks(on: column)
    if conditions.isEmpty { return .open(nil) }
    return try closure(over: ownCandidates(of: column) ?? [], in: column)
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

  /// Whether a column's values are enumerated.
  enum EnumGuard: Hashable, Sendable {
    /// Only these pass.
    case closed([SQLiteValue])
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
    for word in isText ? ProbeValues.nonsense : ProbeValues.nonsenseNumbers {
      switch try verdict(on: word, in: column) {
      case .passes: return .open(word)
      case .stopped: break
      case .unjudged(let why): reason = why
      }
    }
    if let reason { return .unjudged(reason) }
    var passing: [SQLiteValue] = []
    for value in candidates where !passing.contains(value) {
      switch try verdict(on: value, in: column) {
      case .passes: passing.append(value)
      case .stopped: break
      // Every nonsense word is stopped already; this CHECK can only stop more.
      case .unjudged: passing.append(value)
      }
    }
    if passing.isEmpty { return .empty }
    // A pattern, such as `LIKE 'a%'`, also lets through what begins or ends like its literal.
    for case .text(let text) in passing.prefix(2) {
      for word in ["\(text)zqx", "zqx\(text)"] {
        if try verdict(on: .text(word), in: column) == .passes { return .open(.text(word)) }
      }
    }
    return .closed(passing)
  }

  /// The literals that the CHECKs on a column hold, of the kind that the column takes; nil for a
  /// range of numbers, and for none.
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
    guard high.subtractingReportingOverflow(low).overflow == false, high - low <= 32 else {
      return nil
    }
    return (low...high).map { .integer($0) }
  }
}

// MARK: - Rows

extension TableChecks {
  /// Whether a column can't be NULL: declared so, or part of the key of a STRICT or WITHOUT ROWID
  /// table.
  func isNotNull(_ column: Catalog.Column) -> Bool {
    column.isNotNull || column.primaryKeyOrdinal > 0
  }

  /// Writes a value to the scratch row; false if STRICT refuses its type.
  func set(_ value: SQLiteValue, in column: Int) throws(SQLiteError) -> Bool {
    let declared = table.columns[column]
    if declared.isGenerated { return true }
    let setter: Statement
    if let known = setters[column] {
      setter = known
    } else {
      setter = try connection.prepare(
        "UPDATE \(quoted(table.name)) SET \(quoted(declared.name)) = ?1")
      setters[column] = setter
    }
    defer { setter.reset() }
    try setter.bind(value, at: 1)
    do throws(SQLiteError) {
      _ = try setter.step()
      return true
    } catch {
      // Also where a generated column refuses what comes of it.
      if case .constraint = error.code { return false }
      throw error
    }
  }

  /// Whether the scratch row satisfies conditions as CHECKs.
  func judge(_ conditions: [Condition]) throws(SQLiteError) -> CheckVerdict {
    var reason: String?
    for condition in conditions {
      switch value(of: condition) {
      case .false: return .stopped
      case .true, .null: break
      case .unjudged: reason = condition.failure ?? "it doesn't run"
      }
    }
    return reason.map { .unjudged($0) } ?? .passes
  }

  /// What a condition yields for the scratch row.
  enum Truth { case `true`, `false`, null, unjudged }

  /// What a condition yields for the scratch row.
  ///
  /// One that fails to run, as `json_extract` does on what is no JSON, counts as false: the
  /// statement that would write such a row fails as well.
  func value(of condition: Condition) -> Truth {
    guard let statement = condition.statement else { return .unjudged }
    defer { statement.reset() }
    do throws(SQLiteError) {
      guard try statement.step() else { return .unjudged }
      guard let isFalse = statement.integer(at: 0) else { return .null }
      return isFalse == 1 ? .false : .true
    } catch {
      return .false
    }
  }

  /// Values that a column could hold by its type and by the CHECKs on it alone, NULL first where
  /// it may be.
  func candidates(for column: Int) throws(SQLiteError) -> [SQLiteValue] {
    if let known = candidateCache[column] { return known }
    let declared = table.columns[column]
    let own = checks(on: column).filter { $0.columns == [column] }
    let literals = checks(on: column).flatMap(\.literals)
    var passing: [SQLiteValue] = isNotNull(declared) ? [] : [.null]
    var seen = Set(passing)
    for value in ProbeValues.candidates(type: declared.type, literals: literals)
    where seen.insert(value).inserted {
      guard try set(value, in: column) else { continue }
      if try judge(own) != .stopped { passing.append(value) }
      if passing.count >= 10 { break }
    }
    candidateCache[column] = passing
    return passing
  }

  /// Values for the other columns in the CHECKs on a column: at most 64 rows.
  private func contexts(
    for column: Int
  ) throws(SQLiteError) -> [[(column: Int, value: SQLiteValue)]] {
    if let known = contextCache[column] { return known }
    let others = Set(checks(on: column).flatMap(\.columns)).subtracting([column]).sorted()
      .filter { !table.columns[$0].isGenerated }
    var rows: [[(column: Int, value: SQLiteValue)]] = [[]]
    for other in others {
      let values = try candidates(for: other)
      // A column for which no value is known stays NULL.
      let choice = values.isEmpty ? [.null] : values
      let room = max(1, 64 / max(1, rows.count))
      rows = choice.prefix(room).flatMap { value in rows.map { $0 + [(other, value)] } }
    }
    contextCache[column] = rows
    return rows
  }
}
