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

    /// Whether rows go through a temporary B-tree, or an index made for this one run.
    var isTemporary: Bool {
      text.contains("TEMP B-TREE") || text.contains(" USING AUTOMATIC ")
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
  ///
  /// - Throws: also for a text that is no query, or more than one.
  func plan(of query: String) throws(SQLiteError) -> [Step] {
    let bytes = Array(query.utf8)
    let verb = bytes.withUnsafeBufferPointer { StatementVerb.read(in: $0, from: 0)?.verb }
    guard StatementSplitter(bytes).statements.count == 1, let verb,
      [.select, .values, .with].contains(verb)
    else { throw SQLiteError(code: .error, message: "it is not one query", sql: query) }
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

/// A copy of one table, without rows, on which other indexes can be tried.
struct TrialTable {
  private let connection: Connection
  private let table: Catalog.Table

  /// Makes the copy with the indexes that the table has.
  init(_ table: Catalog.Table) throws(SQLiteError) {
    self.table = table
    connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(table.sql)
    for index in table.indexes {
      if let sql = index.sql { try connection.execute(sql) }
    }
  }

  /// Whether the rows of a partial index all satisfy a condition, as far as SQLite can prove it:
  /// an index with that condition is then usable for rows that satisfy the other.
  func implies(_ condition: String, _ wanted: String) -> Bool {
    let name = "trial_index_of_implied_rows"
    do throws(SQLiteError) {
      try connection.execute(
        "CREATE INDEX \(name) ON \(quoted(table.name)) (\(quoted(table.columns[0].name))) "
          + "WHERE \(wanted)")
    } catch {
      // Such as a parameter, which no index can have.
      return false
    }
    let proven = connection.compiles(
      "SELECT 1 FROM \(quoted(table.name)) INDEXED BY \(name) WHERE \(condition)")
    drop(name)
    return proven
  }

  /// The plan of a query with one more index; nil where the index or the query doesn't compile.
  func plan(of query: String, with index: String, named name: String) -> [QueryPlanProbe.Step]? {
    do throws(SQLiteError) {
      try connection.execute(index)
    } catch {
      return nil
    }
    var steps: [QueryPlanProbe.Step]?
    do throws(SQLiteError) {
      steps = try QueryPlanProbe(connection).plan(of: query)
    } catch {
      steps = nil
    }
    drop(name)
    return steps
  }

  private func drop(_ name: String) {
    do throws(SQLiteError) {
      try connection.execute("DROP INDEX \(quoted(name))")
    } catch {
      // The next index of the name then fails, and isn't recommended.
    }
  }
}
