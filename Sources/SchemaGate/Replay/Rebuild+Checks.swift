extension Rebuild {
  /// A CHECK of the rebuilt table that the old one did not have.
  struct NewCheck {
    let expression: SQLExpression
    /// The columns, folded, that it names and that the old table had.
    let oldColumns: Set<String>
    /// Whether it has every literal of an old CHECK on one of these columns, as one that lets in
    /// more would.
    let keepsLiterals: Bool
  }

  /// The CHECKs that are new and name columns that are not.
  ///
  /// - Parameter declaration: reads the text of a table.
  func newChecks(_ declaration: (String) -> TableDeclaration?) -> [NewCheck] {
    guard after.sql.mentions("check") else { return [] }
    let checks = declaration(after.sql)?.checks.map(\.expression) ?? []
    let oldChecks = declaration(before.sql)?.checks.map(\.expression) ?? []
    return checks.compactMap { check in
      let columns = Set(check.names.map { foldedName($0.text) }.filter { isOld($0) })
      guard !columns.isEmpty,
        !oldChecks.contains(where: { $0.text == check.text || $0.canonical == check.canonical })
      else { return nil }
      let old = oldChecks.filter { old in
        !columns.isDisjoint(with: old.names.map { foldedName($0.text) })
      }
      let literals = Rebuild.literals(in: check)
      return NewCheck(
        expression: check, oldColumns: columns,
        keepsLiterals: old.contains { Rebuild.literals(in: $0).isSubset(of: literals) })
    }
  }

  /// Whether the table had a column before.
  func isOld(_ column: String) -> Bool { before.column(named: column) != nil }

  /// Looks for rows that the old table's CHECKs let in and a new one stops, for those that look
  /// wider than before: of the others nobody expects that they let in all old rows.
  func findNarrowerChecks(_ probe: CheckProbe) throws(SQLiteError) -> [String] {
    var found: [String] = []
    for check in newChecks(probe.declaration) where check.keepsLiterals {
      let isComparable = check.expression.names.allSatisfy { name in
        guard let now = after.column(named: name.text) else { return true }
        guard let old = before.column(named: name.text) else { return false }
        return Affinity(old.type) == Affinity(now.type) && sameName(old.collation, now.collation)
          && old.isGenerated == now.isGenerated
      }
      let checks = probe.checks(of: before)
      guard isComparable,
        let stops = checks.condition("(\(check.expression.text)\n) IS FALSE")
      else { continue }
      var request = RowRequest(requirements: [RowRequirement(condition: stops, isTrue: true)])
      request.isThorough = true
      request.tries = 300
      if try checks.row(request) != nil { found.append(check.expression.text) }
    }
    return found
  }

  private static func literals(in expression: SQLExpression) -> Set<SQLiteValue> {
    Set(SQLLiterals.values(in: SQLTokenCursor(Array(expression.text.utf8))))
  }
}
