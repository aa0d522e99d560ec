extension Rebuild {
  /// A CHECK of the rebuilt table that the old one did not have.
  struct NewCheck: Sendable {
    let expression: SQLExpression
    /// The columns, folded, that it names and that the old table had.
    let oldColumns: Set<String>
    /// Whether it has every literal of an old CHECK on one of these columns, as one that lets in
    /// more would.
    let keepsLiterals: Bool
    /// Whether it may stop a row that the old table took.
    let mayStop: Bool
  }

  /// Finds the CHECKs that are new and name columns that are not.
  ///
  /// Rows are asked about those that look wider than an old one: of the others nobody expects that
  /// they let in all old rows. One that keeps the old literals is wider unless a row shows that it
  /// isn't; one with other bounds only if one row shows that it is, and none that it isn't.
  mutating func compareChecks(_ probe: CheckProbe) throws(SQLiteError) {
    guard after.sql.mentions("check") else { return }
    let checks = probe.declaration(of: after.sql)?.checks.map(\.expression) ?? []
    let oldChecks = probe.declaration(of: before.sql)?.checks.map(\.expression) ?? []
    for check in checks {
      let columns = Set(check.names.map { foldedName($0.text) }.filter { isOld($0) })
      guard !columns.isEmpty,
        !oldChecks.contains(where: { $0.text == check.text || $0.canonical == check.canonical })
      else { continue }
      let old = oldChecks.filter { old in
        !columns.isDisjoint(with: old.names.map { foldedName($0.text) })
      }
      let literals = Rebuild.literals(in: check)
      let keepsLiterals = old.contains { Rebuild.literals(in: $0).isSubset(of: literals) }
      var mayStop = !keepsLiterals
      if isComparable(check) {
        if keepsLiterals {
          mayStop = try isStopped(by: check, before, probe)
        } else if let other = old.first(where: { Rebuild.form(of: $0) == Rebuild.form(of: check) }),
          try isStopped(by: other, after, probe)
        {
          mayStop = try isStopped(by: check, before, probe)
        }
      }
      newChecks.append(
        NewCheck(
          expression: check, oldColumns: columns, keepsLiterals: keepsLiterals, mayStop: mayStop))
    }
  }

  /// Whether the table had a column before.
  func isOld(_ column: String) -> Bool { before.column(named: column) != nil }

  /// The foreign keys on columns that had none.
  var newForeignKeys: [Catalog.ForeignKey] {
    let held = Set(before.foreignKeys.flatMap(\.columns).map(foldedName))
    return after.foreignKeys.filter { held.isDisjoint(with: $0.columns.map(foldedName)) }
  }

  /// Whether the columns of a CHECK hold and compare what they did.
  private func isComparable(_ check: SQLExpression) -> Bool {
    check.names.allSatisfy { name in
      guard let now = after.column(named: name.text) else { return true }
      guard let old = before.column(named: name.text) else { return false }
      return Affinity(old.type) == Affinity(now.type) && sameName(old.collation, now.collation)
        && old.isGenerated == now.isGenerated
    }
  }

  /// Whether a CHECK stops some row that a table takes.
  private func isStopped(
    by check: SQLExpression, _ table: Catalog.Table, _ probe: CheckProbe
  ) throws(SQLiteError) -> Bool {
    let checks = probe.checks(of: table)
    guard let stops = checks.condition("(\(check.text)\n) IS FALSE") else { return false }
    var request = RowRequest(requirements: [RowRequirement(condition: stops, isTrue: true)])
    request.isThorough = true
    request.tries = 300
    return try checks.row(request) != nil
  }

  /// What an expression says besides its literals.
  private static func form(of expression: SQLExpression) -> [String] {
    let cursor = SQLTokenCursor(Array(expression.canonical.utf8))
    return cursor.tokens.map { token in
      switch token.kind {
      case .string, .integer, .float: "?"
      default: token.text(in: cursor.bytes)
      }
    }
  }

  private static func literals(in expression: SQLExpression) -> Set<SQLiteValue> {
    Set(SQLLiterals.values(in: SQLTokenCursor(Array(expression.text.utf8))))
  }
}
