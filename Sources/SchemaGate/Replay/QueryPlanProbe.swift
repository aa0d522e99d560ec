/// Asks SQLite how it would run queries (https://sqlite.org/eqp.html).
struct QueryPlanProbe {
  private let connection: Connection

  /// Creates a probe on the replayed database, which is only read.
  init(_ connection: Connection) { self.connection = connection }

  /// One step of a plan.
  struct Step: Hashable, Sendable {
    /// SQLite's words, such as `SEARCH tasks USING INDEX tasks_by_list (list_id=?)`.
    let text: String
    /// How deep it is below the plan's root.
    let depth: Int

    /// Whether rows are sorted in a temporary B-tree.
    var isSort: Bool {
      text.hasPrefix("USE TEMP B-TREE FOR") && text.hasSuffix("ORDER BY")
    }

    /// What is scanned from end to end, with the index that is used for it; nil for other steps.
    var scan: (table: String, index: String?)? {
      guard text.hasPrefix("SCAN ") else { return nil }
      var rest = text.dropFirst("SCAN ".count)
      // Older than 3.36 said `SCAN TABLE t`; virtual tables and constant rows are no scans.
      if rest.hasPrefix("TABLE ") { rest = rest.dropFirst("TABLE ".count) }
      if rest.hasPrefix("CONSTANT ROW") || rest.contains(" VIRTUAL TABLE INDEX ") { return nil }
      for words in [" USING COVERING INDEX ", " USING INDEX "] {
        guard let range = rest.firstRange(of: words) else { continue }
        return (String(rest[..<range.lowerBound]), String(rest[range.upperBound...]))
      }
      return (String(rest), nil)
    }
  }

  /// The plan of a query, which may hold parameters.
  func plan(of query: String) throws(SQLiteError) -> [Step] {
    let statement = try connection.prepare("EXPLAIN QUERY PLAN \(query)")
    var depths: [Int64: Int] = [:]
    var steps: [Step] = []
    while try statement.step() {
      let depth = depths[statement.integer(at: 1) ?? 0].map { $0 + 1 } ?? 0
      depths[statement.integer(at: 0) ?? 0] = depth
      steps.append(Step(text: statement.text(at: 3) ?? "", depth: depth))
    }
    return steps
  }
}
