/// A column whose default is an expression, or the current time.
struct ComputedDefault: Sendable {
  let column: String
  /// The default's SQL.
  let expression: String
}

/// A column that an INSERT leaves to its default.
struct LeftOutDefault: Sendable {
  let table: String
  let column: String
  /// The default's SQL.
  let expression: String
  let statement: Range<Int>
}

// SQLite compiles a default into the INSERT that leaves its column out without asking the
// authorizer about the functions in it.
extension ReplaySession {
  /// Notes which columns with computed defaults an INSERT leaves out.
  ///
  /// A table is asked about once, until something alters it.
  mutating func noteLeftOutDefaults(before statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline else { return }
    for effect in statement.ownEffects {
      switch effect.kind {
      case .createTable, .dropTable, .alterTable:
        computedDefaults[foldedName(effect.name)] = nil
      case .insert where statement.verb.changesData:
        let defaults = try computedDefaults(of: effect.name)
        guard !defaults.isEmpty else { continue }
        let written = statement.insertedColumns(in: current.migration.program)
        for one in defaults {
          guard let written, !written.contains(foldedName(one.column)) else { continue }
          current.leftOutDefaults.append(
            LeftOutDefault(
              table: effect.name, column: one.column, expression: one.expression,
              statement: statement.range))
        }
      default: break
      }
    }
  }

  private mutating func computedDefaults(
    of table: String
  ) throws(SQLiteError) -> [ComputedDefault] {
    let key = foldedName(table)
    if let known = computedDefaults[key] { return known }
    let info = try connection.prepare("PRAGMA main.table_xinfo(\(quoted(table)))")
    var found: [ComputedDefault] = []
    while try info.step() {
      guard let column = info.text(at: 1), let expression = info.text(at: 4),
        expression.utf8.contains(UInt8(ascii: "(")) || foldedName(expression).contains("current_")
      else { continue }
      found.append(ComputedDefault(column: column, expression: expression))
    }
    computedDefaults[key] = found
    return found
  }
}

extension MigrationStatement {
  /// The folded names of the columns that an INSERT gives values to: nil where it names none and
  /// so gives all of them one, empty for DEFAULT VALUES.
  fileprivate func insertedColumns(in program: NormalizedSQL) -> Set<String>? {
    var cursor = cursor(in: program)
    // What a WITH defines is in parentheses.
    while !cursor.isAtEnd, !cursor.isAt("INTO") {
      if cursor.takeGroup() == nil { cursor.advance() }
    }
    guard cursor.take("INTO"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { _ = cursor.takeName() }
    if cursor.take("AS") { _ = cursor.takeName() }
    if cursor.isAt("DEFAULT") { return [] }
    guard let list = cursor.takeGroup() else { return nil }
    return Set(
      cursor.tokens[list].compactMap { $0.name(in: cursor.bytes).map(foldedName) })
  }
}
