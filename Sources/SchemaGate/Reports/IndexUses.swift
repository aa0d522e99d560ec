/// What indexes are there for beside foreign keys and uniqueness: what the configuration declares.
extension PlanEvidence {
  /// By index, the declared orderings that run through it, and the natural keys that it keeps.
  ///
  /// Costs a query plan for each declared ordering.
  func indexUses() throws(SQLiteError) -> [String: [String]] {
    var uses: [String: [String]] = [:]
    for key in configuration.sortKeys {
      guard let query = query(of: key) else { continue }
      let steps: [QueryPlanProbe.Step]
      do throws(SQLiteError) {
        steps = try probe.plan(of: query)
      } catch {
        // The rule about orderings says why it doesn't compile.
        continue
      }
      // An ordering that is sorted elsewhere isn't served, whatever finds its rows.
      if steps.contains(where: \.isTemporary) { continue }
      for index in Set(steps.compactMap(\.index)).sorted() {
        uses[index, default: []].append("sort key '\(key.name)'")
      }
    }
    for key in configuration.naturalKeys {
      let wanted = Set(key.columns.map(foldedName))
      for index in catalog.table(named: key.table)?.indexes ?? []
      where index.isUnique && Set(index.terms.map { foldedName($0.column ?? "") }) == wanted {
        uses[index.name, default: []].append("natural key")
      }
    }
    return uses
  }

  private func query(of key: SortKey) -> String? {
    switch key.form {
    case .query(let sql): return sql
    case .terms(let name, let condition, let orderBy):
      guard let table = catalog.table(named: name) else { return nil }
      return SortKey.query(table, condition, orderBy)
    }
  }
}

extension QueryPlanProbe.Step {
  /// The index that the step goes through; nil for a table's own order.
  var index: String? {
    for words in [" USING COVERING INDEX ", " USING INDEX "] {
      guard let range = text.firstRange(of: words) else { continue }
      // Constraints follow in parentheses, and a name may hold parentheses itself.
      let rest = String(text[range.upperBound...])
      guard rest.hasSuffix(")"), let end = rest.ranges(of: " (").last else { return rest }
      return String(rest[..<end.lowerBound])
    }
    return nil
  }
}
