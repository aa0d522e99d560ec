extension Rule {
  static let sortKey = Rule(
    id: "sort-key",
    summary: "each declared ordering is served by an index",
    rationale: """
      A list that is sorted in memory reads and sorts every row to show fifty. It is fast with the \
      test data and slow for whoever uses the app the most. Orderings that screens rely on are \
      declared in schema-gate.json, and SQLite is asked for its plan.
      """,
    bad: [
      .schema(
        """
        ⚑CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY, status TEXT NOT NULL, due_date TEXT, position INTEGER
        ) STRICT;
        CREATE INDEX task_status ON task (status);
        """, configuration: taskOrder),
      .schema(
        "CREATE TABLE task (id TEXT NOT NULL PRIMARY KEY) STRICT;\n",
        configuration: """
          {"sortKeys": [⚑{"name": "no query", "sql": "DROP TABLE task"}]}
          """),
    ],
    good: [
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY, status TEXT NOT NULL, due_date TEXT, position INTEGER
        ) STRICT;
        CREATE INDEX task_due ON task (status, due_date, id);
        """, configuration: taskOrder),
      .schema(
        """
        CREATE TABLE task (
          id TEXT NOT NULL PRIMARY KEY, status TEXT NOT NULL, due_date TEXT, position INTEGER
        ) STRICT;
        CREATE INDEX task_open ON task (due_date, id) WHERE status = 'open';
        """,
        configuration: """
          {"sortKeys": [{"name": "open, by date", "table": "task", "where": "status = 'open'",
            "orderBy": ["due_date", "id"]}]}
          """, note: "All of a partial index is read, and it holds no other rows."),
    ],
    check: .plans { evidence, findings in
      for key in evidence.configuration.sortKeys {
        if let finding = try SortKeyJudge(key, evidence).finding() { findings.append(finding) }
      }
    })

  private static let taskOrder = """
    {"sortKeys": [{"name": "by date", "table": "task", "where": "status = ?",
      "orderBy": ["due_date", "id"]}]}
    """
}

extension SortKey {
  /// The query that an ordering stands for: the first rows of its list.
  static func query(
    _ table: Catalog.Table, _ condition: String?, _ orderBy: [String]
  ) -> String {
    let columns = table.primaryKey.isEmpty ? "rowid" : SQLWords.names(table.primaryKey.map(\.name))
    return "SELECT \(columns) FROM \(SQLWords.name(table.name))"
      + (condition.map { " WHERE \($0)" } ?? "")
      + " ORDER BY \(orderBy.joined(separator: ", ")) LIMIT 50"
  }
}

/// Judges one declared ordering.
private struct SortKeyJudge {
  let key: SortKey
  let evidence: PlanEvidence

  init(_ key: SortKey, _ evidence: PlanEvidence) {
    self.key = key
    self.evidence = evidence
  }

  func finding() throws -> Finding? {
    let declared = evidence.configuration.location(at: key.offset)
    let related = [RelatedLocation("the ordering is declared here", at: declared)]
    let table: Catalog.Table?
    let query: String
    let condition: String?
    switch key.form {
    case .terms(let name, let restriction, let orderBy):
      guard let found = evidence.catalog.table(named: name) else {
        return Finding(
          "ordering '\(key.name)' names the table '\(name)', which is not there", at: declared,
          help: evidence.catalog.help(onTable: name, orElse: "drop the ordering"))
      }
      table = found
      condition = restriction
      query = SortKey.query(found, restriction, orderBy)
    case .query(let sql):
      table = nil
      query = sql
      condition = SortKeyJudge.holdsWhere(sql) ? "" : nil
    }
    let steps: [QueryPlanProbe.Step]
    do throws(SQLiteError) {
      steps = try evidence.probe.plan(of: query)
    } catch {
      if evidence.configuration.assume.isMeant(by: error.message) {
        evidence.remark("ordering '\(key.name)' was not judged: \(error.message)")
        return nil
      }
      return Finding(
        "ordering '\(key.name)' doesn't compile: \(error.message)", at: declared,
        details: [query], help: "spell its terms as a query on this schema would")
    }
    let fault = try fault(in: steps, condition, table)
    guard let fault else { return nil }
    var location = table.map { evidence.locate(table: $0.name) } ?? declared
    location.object = table?.name ?? key.name
    return Finding(
      "ordering '\(key.name)' \(fault)", at: location,
      details: [query] + steps.map { String(repeating: "  ", count: $0.depth + 1) + $0.text },
      help: remedy(table), related: related,
      facts: [Fact("ordering", key.name), Fact("plan", steps.map(\.text).joined(separator: "; "))])
  }

  private static func holdsWhere(_ sql: String) -> Bool {
    let cursor = SQLTokenCursor(Array(sql.utf8))
    return cursor.tokens.contains { $0.isKeyword("WHERE", in: cursor.bytes) }
  }

  /// What is wrong with a plan; nil if an index serves it.
  private func fault(
    in steps: [QueryPlanProbe.Step], _ condition: String?, _ table: Catalog.Table?
  ) throws -> String? {
    if steps.contains(where: \.isTemporary) { return "is sorted in a temporary B-tree" }
    guard let condition else { return nil }
    for step in steps {
      guard let scan = step.scan, let scanned = table ?? self.table(scan) else { continue }
      if let index = scan.index, try covers(index, of: scanned, condition) { continue }
      return "reads all of '\(scanned.name)'"
    }
    return nil
  }

  /// The table that a step scans, also under another name; nil for what is no table.
  private func table(_ scan: (table: String, index: String?)) -> Catalog.Table? {
    if let index = scan.index,
      let owner = evidence.catalog.tables.first(where: { table in
        table.indexes.contains { sameName($0.name, index) }
      })
    {
      return owner
    }
    if let table = evidence.catalog.table(named: scan.table) { return table }
    guard case .query(let sql) = key.form else { return nil }
    let cursor = SQLTokenCursor(Array(sql.utf8))
    for (position, token) in cursor.tokens.enumerated() where position > 0 {
      guard let name = token.name(in: cursor.bytes), sameName(name, scan.table) else { continue }
      var before = position - 1
      if before > 0, cursor.tokens[before].isKeyword("AS", in: cursor.bytes) { before -= 1 }
      if let named = cursor.tokens[before].name(in: cursor.bytes),
        let table = evidence.catalog.table(named: named)
      {
        return table
      }
    }
    return nil
  }

  /// Whether an index holds no other rows than those that the condition wants.
  private func covers(
    _ name: String, of table: Catalog.Table, _ condition: String
  ) throws -> Bool {
    guard let index = table.indexes.first(where: { sameName($0.name, name) }), index.isPartial,
      let held = index.sql.flatMap(DeclarationReader.index)?.condition
    else { return false }
    // A whole query has conditions of joins among its own; being partial must do.
    if condition.isEmpty { return true }
    do throws(SQLiteError) {
      return try TrialTable(table).implies(held.text, condition)
    } catch {
      return held.canonical == CanonicalSQL.expression(SQLTokenCursor(Array(condition.utf8)))
    }
  }

  // MARK: - The index that would serve

  private func remedy(_ table: Catalog.Table?) -> String {
    guard let table, case .terms(_, let condition, let orderBy) = key.form else {
      return "add an index on the columns that it compares with =, then on those of its ORDER BY"
    }
    let rewritten = orderBy.flatMap(SortKeyJudge.withoutNulls)
    let isRewritten = rewritten != orderBy
    let parts = condition.map(Conjunct.split) ?? []
    let query = SortKey.query(table, condition, rewritten)
    let name = SortKeyJudge.indexName(table.name, key.name)
    for (terms, restriction) in SortKeyJudge.candidates(parts, rewritten) {
      let sql =
        "CREATE INDEX \(SQLWords.name(name)) ON \(SQLWords.name(table.name)) "
        + "(\(terms.joined(separator: ", ")))"
        + (restriction.isEmpty ? "" : " WHERE \(restriction.joined(separator: " AND "))")
      do {
        guard let steps = try TrialTable(table).plan(of: query, with: sql, named: name),
          steps.contains(where: { $0.text.contains(name) }),
          try fault(in: steps, served: name, restriction, condition, table) == nil
        else { continue }
        return
          (isRewritten
          ? "declare NULLS LAST as '… IS NULL' before the term, since no index serves it, and add "
          : "add ") + sql
      } catch {
        break
      }
    }
    return "add an index on the columns that it compares with =, then on "
      + orderBy.joined(separator: ", ")
  }

  private func fault(
    in steps: [QueryPlanProbe.Step], served name: String, _ restriction: [String],
    _ condition: String?, _ table: Catalog.Table
  ) throws -> String? {
    if steps.contains(where: \.isTemporary) { return "sorts" }
    guard let condition else { return nil }
    for step in steps {
      guard let scan = step.scan else { continue }
      guard let index = scan.index, sameName(index, name), !restriction.isEmpty,
        try TrialTable(table).implies(restriction.joined(separator: " AND "), condition)
      else { return "scans" }
    }
    return nil
  }

  /// Terms and conditions of indexes to try, the narrowest first.
  private static func candidates(
    _ parts: [Conjunct], _ orderBy: [String]
  ) -> [(terms: [String], restriction: [String])] {
    let bound = parts.filter { $0.column != nil && $0.hasParameter }.compactMap(\.column)
    let equal = parts.compactMap(\.column)
    let fixed = parts.filter { !$0.hasParameter }.map(\.text)
    let rest = parts.filter { $0.column == nil && !$0.hasParameter }.map(\.text)
    let order = { (columns: [String]) in
      orderBy.filter { term in !columns.contains { sameName($0, term) } }
    }
    var candidates: [(terms: [String], restriction: [String])] = []
    for (columns, restriction) in [(bound, fixed), (equal, rest), (equal, [])] {
      let terms = columns + order(columns)
      if !terms.isEmpty { candidates.append((terms, restriction)) }
    }
    return candidates
  }

  /// `x NULLS LAST` as `x IS NULL, x`: the same order, and one that an index can have.
  private static func withoutNulls(_ term: String) -> [String] {
    let cursor = SQLTokenCursor(Array(term.utf8))
    let count = cursor.tokens.count
    guard count > 2, cursor.tokens[count - 2].isKeyword("NULLS", in: cursor.bytes) else {
      return [term]
    }
    let isLast = cursor.tokens[count - 1].isKeyword("LAST", in: cursor.bytes)
    var end = count - 2
    let isDescending = cursor.tokens[end - 1].isKeyword("DESC", in: cursor.bytes)
    if isDescending || cursor.tokens[end - 1].isKeyword("ASC", in: cursor.bytes) { end -= 1 }
    guard let range = cursor.byteRange(0..<end) else { return [term] }
    let text = String(decoding: cursor.bytes[range], as: UTF8.self)
    let order = isDescending ? " DESC" : ""
    // Without NULLS, they come first when ascending.
    if isLast == isDescending { return [text + order] }
    return ["\(text) IS NULL\(isLast ? "" : " DESC")", text + order]
  }

  private static func indexName(_ table: String, _ key: String) -> String {
    let words = foldedName(key).split { !SQLTokenizer.isNameByte($0.asciiValue ?? 0) }
    return ([table] + words.map(String.init)).joined(separator: "_")
  }
}

/// A part of a condition between its outermost ANDs.
private struct Conjunct {
  let text: String
  /// The column that is compared with `=` to one value.
  let column: String?
  let hasParameter: Bool

  static func split(_ condition: String) -> [Conjunct] {
    var cursor = SQLTokenCursor(Array(condition.utf8))
    var parts: [Conjunct] = []
    var start = 0
    var pendingBetween = false
    while !cursor.isAtEnd {
      if cursor.takeGroup() != nil { continue }
      if cursor.isAt("OR") { return [Conjunct(cursor.part(0..<cursor.end))] }
      if cursor.isAt("BETWEEN") { pendingBetween = true }
      if cursor.isAt("AND") {
        if pendingBetween {
          pendingBetween = false
        } else {
          parts.append(Conjunct(cursor.part(start..<cursor.index)))
          start = cursor.index + 1
        }
      }
      cursor.advance()
    }
    return parts + [Conjunct(cursor.part(start..<cursor.end))]
  }

  private init(_ cursor: SQLTokenCursor) {
    let tokens = Array(cursor.tokens[cursor.index..<cursor.end])
    text =
      cursor.byteRange(cursor.index..<cursor.end)
      .map { String(decoding: cursor.bytes[$0], as: UTF8.self) } ?? ""
    hasParameter = tokens.contains { $0.kind == .variable }
    if tokens.count == 3, tokens[1].isSpelt("=", in: cursor.bytes),
      tokens[0].kind == .word || tokens[0].kind == .quotedName
    {
      column = tokens[0].text(in: cursor.bytes)
    } else {
      column = nil
    }
  }
}
