/// The CHECKs of one table over a scratch row of its columns: names, types, collations, STRICT,
/// and the expressions of generated columns, but none of its other constraints.
///
/// A CHECK is a compiled SELECT, and sees values as the column would store them: affinity and
/// STRICT have done their work. Most SELECTs are over parameters that are cast to the columns'
/// types, which gives them the columns' affinity and costs no table. Where that wouldn't be the
/// same (a collation, a generated column, a value of another kind than the type's), the row is
/// written to a copy of the table, which is made when it is first needed.
final class TableChecks {
  /// The table as declared.
  let table: Catalog.Table
  /// Its CHECKs in the order of their text.
  private(set) var checks: [CheckCondition] = []

  let memo: CheckMemo
  private let connection: Connection
  private let definition: String
  private let indices: [String: Int]
  private let generatedSources: [Int: [Int]]
  private let generated: [String: SQLExpression]
  /// Whether some CHECK or generated column may look into JSON.
  private(set) lazy var mayLookIntoJSON =
    checks.contains { JSONDemand.isPossible($0.expression.text) }
    || generated.values.contains { JSONDemand.isPossible($0.text) }
  /// The columns that generated ones come from.
  private let feeding: Set<Int>
  /// The scratch row, as values were given.
  private var given: [SQLiteValue]
  /// The same as the columns store them.
  private var row: [SQLiteValue]
  /// What the copy holds; nil where there is none yet.
  private var copied: [SQLiteValue]?
  private var setters: [Int: Statement] = [:]
  private var dependents: [Int: [CheckCondition]] = [:]
  private var shapes: [Int: String?] = [:]
  private var loneShapes: [Int: String] = [:]
  var candidateCache: [Int: [SQLiteValue]] = [:]

  init(
    _ table: Catalog.Table, declaration: TableDeclaration?, on connection: Connection,
    memo: CheckMemo
  ) {
    self.table = table
    self.connection = connection
    self.memo = memo
    let generated = TableChecks.generated(in: declaration)
    var indices: [String: Int] = [:]
    for (index, column) in table.columns.enumerated() { indices[foldedName(column.name)] = index }
    self.indices = indices
    self.generated = generated
    generatedSources = TableChecks.sources(of: generated, indices: indices)
    feeding = generatedSources.values.reduce(into: []) { $0.formUnion($1) }
    definition = TableChecks.definition(of: table, generated: generated)
    row = Array(repeating: .null, count: table.columns.count)
    given = row
    checks = (declaration?.checks ?? []).map { condition($0.expression) }
    for check in checks {
      for column in check.columns { dependents[column, default: []].append(check) }
    }
  }

  /// The index of a column by its name, in any ASCII case.
  func index(of column: String) -> Int? { indices[foldedName(column)] }

  /// A column with those that it is generated from.
  func sources(of column: Int) -> [Int] { generatedSources[column] ?? [column] }

  /// The expressions of columns that are generated from a column.
  func expressions(generatedFrom column: Int) -> [String] {
    guard feeding.contains(column) else { return [] }
    return table.columns.indices.compactMap { index in
      generatedSources[index]?.contains(column) ?? false
        ? generated[foldedName(table.columns[index].name)]?.text : nil
    }
  }

  /// Whether a generated column comes from a column.
  func isGeneratedFrom(_ column: Int) -> Bool { feeding.contains(column) }

  /// The CHECKs that mention a column, also through a generated one.
  func checks(on column: Int) -> [CheckCondition] { dependents[column] ?? [] }

  /// The CHECKs that mention a column and no other that could be written.
  func ownChecks(on column: Int) -> [CheckCondition] {
    checks(on: column).filter { others($0, than: column).isEmpty }
  }

  /// The columns of a condition that statements write, without one.
  func others(_ condition: CheckCondition, than column: Int) -> [Int] {
    condition.columns.filter { $0 != column && !table.columns[$0].isGenerated }
  }

  /// Another condition over the same row, such as the WHERE of an index.
  ///
  /// - Returns: nil for a text that isn't one expression, whatever SQL stands around it.
  func condition(_ text: String) -> CheckCondition? {
    let bytes = Array(text.utf8)
    guard TableChecks.isOnePiece(bytes) else { return nil }
    return SQLExpression(SQLTokenCursor(bytes)).map { condition($0) }
  }

  /// Whether a text closes only the parentheses that it opens, and ends no statement.
  private static func isOnePiece(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for token in SQLTokenizer.tokens(of: bytes) {
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .semicolon, .illegal, .unterminatedBlockComment: return false
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  private func condition(_ expression: SQLExpression) -> CheckCondition {
    var columns: Set<Int> = []
    for name in expression.names {
      guard let index = indices[foldedName(name.text)] else { continue }
      columns.formUnion(generatedSources[index] ?? [])
      columns.insert(index)
    }
    return CheckCondition(expression, columns: columns.sorted())
  }

  /// Whether a column can't be NULL: declared so, or part of a primary key.
  func isNotNull(_ column: Catalog.Column) -> Bool {
    column.isNotNull || column.primaryKeyOrdinal > 0
  }
}

// MARK: - The scratch row

extension TableChecks {
  /// Puts a value into the scratch row; false if STRICT refuses its type, or a generated column
  /// what comes of it.
  func set(_ value: SQLiteValue, in column: Int) throws(SQLiteError) -> Bool {
    let declared = table.columns[column]
    if declared.isGenerated || given[column] == value { return true }
    guard
      let stored = try memo.stored(
        value, as: declared.type, isStrict: table.isStrict, on: connection)
    else { return false }
    if feeding.contains(column), try !write(stored, in: column) { return false }
    given[column] = value
    row[column] = stored
    return true
  }

  /// What a condition yields for the scratch row.
  enum Truth { case `true`, `false`, null, unjudged }

  /// What a condition yields for the scratch row.
  ///
  /// One that fails to run, as `json_extract` does on what is no JSON, counts as false: the
  /// statement that would write such a row fails as well.
  func value(of condition: CheckCondition) throws(SQLiteError) -> Truth {
    guard let statement = try statement(for: condition) else { return .unjudged }
    defer { statement.reset() }
    do throws(SQLiteError) {
      guard try statement.step() else { return .unjudged }
      guard let isFalse = statement.integer(at: 0) else { return .null }
      return isFalse == 1 ? .false : .true
    } catch {
      return .false
    }
  }

  /// The SELECT that yields 1 where a condition is false, ready to run; nil where it doesn't
  /// compile.
  private func statement(for condition: CheckCondition) throws(SQLiteError) -> Statement? {
    if condition.columns.allSatisfy({ isCast(row[$0], $0) }),
      let statement = condition.overParameters(of: table, on: connection)
    {
      for (position, column) in condition.columns.enumerated() {
        try statement.bind(row[column], at: position + 1)
      }
      return statement
    }
    let copied = try copy()
    for column in condition.columns where copied[column] != row[column] {
      _ = try write(row[column], in: column)
    }
    return condition.overCopy(of: table, on: connection)
  }

  /// Whether a parameter that is cast to a column's type stands for the column with a value in it.
  private func isCast(_ value: SQLiteValue, _ column: Int) -> Bool {
    let declared = table.columns[column]
    guard !declared.isGenerated, sameName(declared.collation, "BINARY") else { return false }
    return switch (Affinity(declared.type), value) {
    case (_, .null), (.text, .text), (.integer, .integer), (.real, .real): true
    // Outside of STRICT, ANY is NUMERIC.
    case (.blob, .blob): table.isStrict || !sameName(declared.type, "ANY")
    default: false
    }
  }

  /// Whether the scratch row satisfies conditions as CHECKs.
  func judge(_ conditions: [CheckCondition]) throws(SQLiteError) -> CheckVerdict {
    var reason: String?
    for condition in conditions {
      switch try value(of: condition) {
      case .false: return .stopped
      case .true, .null: break
      case .unjudged: reason = condition.failure ?? "it doesn't run"
      }
    }
    return reason.map { .unjudged($0) } ?? .passes
  }

  /// The sample texts that pass CHECKs on one column of BINARY text, asked for all at once: a
  /// table of text stands for the column.
  func textsThatPass(
    _ conditions: [CheckCondition], in column: Int
  ) throws(SQLiteError) -> [SQLiteValue] {
    try memo.makeTexts(on: connection)
    let conjunction = conditions.map { "(\($0.expression.text)\n) IS NOT FALSE" }
    let source =
      "(SELECT v AS \(quoted(table.columns[column].name)) FROM \(CheckMemo.texts) ORDER BY n) AS "
      + quoted(table.name)
    var texts: [SQLiteValue] = []
    do throws(SQLiteError) {
      let statement = try connection.prepare(
        "SELECT \(quoted(table.columns[column].name)) FROM \(source) WHERE "
          + conjunction.joined(separator: " AND ") + " LIMIT 5")
      while try statement.step() { texts.append(statement.value(at: 0)) }
      return texts
    } catch {
      // One that fails on some text, or needs what only the table has, is asked one by one.
      var passing: [SQLiteValue] = []
      for text in ProbeValues.texts where passing.count < 5 {
        if try set(text, in: column), try judge(conditions) != .stopped { passing.append(text) }
      }
      return passing
    }
  }

  /// Writes a value to the copy; false if a generated column refuses what comes of it.
  private func write(_ value: SQLiteValue, in column: Int) throws(SQLiteError) -> Bool {
    _ = try copy()
    if table.columns[column].isGenerated { return true }
    let setter: Statement
    if let known = setters[column] {
      setter = known
    } else {
      setter = try connection.prepare(
        "UPDATE \(quoted(table.name)) SET \(quoted(table.columns[column].name)) = ?1")
      setters[column] = setter
    }
    defer { setter.reset() }
    try setter.bind(value, at: 1)
    do throws(SQLiteError) {
      _ = try setter.step()
      copied?[column] = value
      return true
    } catch {
      // A constraint of a generated column, or its expression, as `->` on what is no JSON.
      switch error.code {
      case .constraint, .error: return false
      default: throw error
      }
    }
  }

  /// What the copy's only row holds; makes the copy, with NULL everywhere, if there is none.
  private func copy() throws(SQLiteError) -> [SQLiteValue] {
    if let copied { return copied }
    let empty = [SQLiteValue](repeating: .null, count: table.columns.count)
    try connection.execute("DROP TABLE IF EXISTS \(quoted(table.name))")
    try connection.execute(definition)
    try connection.execute("INSERT INTO \(quoted(table.name)) DEFAULT VALUES")
    copied = empty
    return empty
  }
}

// MARK: - Copies

extension TableChecks {
  /// The CREATE TABLE of a copy of a table's columns.
  static func definition(of table: Catalog.Table, declaration: TableDeclaration?) -> String {
    definition(of: table, generated: generated(in: declaration))
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

  /// A type in a declaration. STRICT takes its own few only, bare; elsewhere it may be any words.
  static func typeText(_ type: String, isStrict: Bool) -> String {
    isStrict || type.isEmpty ? type : quoted(type)
  }

  private static func definition(
    of table: Catalog.Table, generated: [String: SQLExpression]
  ) -> String {
    var columns: [String] = []
    columns.reserveCapacity(table.columns.count)
    for column in table.columns {
      var definition = "\(quoted(column.name)) \(typeText(column.type, isStrict: table.isStrict))"
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

  /// What decides about values in a column, whatever its name and table: type, STRICT, collation,
  /// NOT NULL, CHECKs, and the same of the columns that its CHECKs tie it to. Nil where generated
  /// columns have a say.
  func shape(of column: Int) -> String? {
    if let known = shapes[column] { return known }
    var shape: String?
    if !checks(on: column).contains(where: { $0.columns.contains { table.columns[$0].isGenerated } }
    ) {
      var others: [Int] = []
      var parts = [shapeAlone(of: column)]
      for check in checks(on: column) where check.columns.count > 1 {
        parts.append(
          check.text { name in
            guard let index = index(of: name) else { return name }
            if index == column { return "\u{1E}" }
            if !others.contains(index) { others.append(index) }
            return "\u{1E}\(others.firstIndex(of: index) ?? 0)"
          })
      }
      shape = (parts + others.map { shapeAlone(of: $0) }).joined(separator: "\u{1D}")
    }
    shapes[column] = .some(shape)
    return shape
  }

  /// The same without other columns.
  private func shapeAlone(of column: Int) -> String {
    if let known = loneShapes[column] { return known }
    let declared = table.columns[column]
    let parts = [
      declared.type.uppercased(), declared.isGenerated ? "generated" : "",
      table.isStrict ? "STRICT" : "", foldedName(declared.collation),
      isNotNull(declared) ? "NOT NULL" : "",
    ]
    let own = ownChecks(on: column).map { check in
      check.text { index(of: $0) == column ? "\u{1E}" : $0 }
    }
    let shape = (parts + own).joined(separator: "\u{1F}")
    loneShapes[column] = shape
    return shape
  }
}
