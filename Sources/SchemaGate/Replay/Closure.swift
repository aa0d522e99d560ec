/// Proves that nothing refers to something that is gone, by having SQLite compile it.
///
/// Compiling INSERT, UPDATE and DELETE of a table compiles its triggers, their WHEN clauses and
/// every name in their bodies, also those of the triggers that these fire; compiling a SELECT of a
/// view resolves all of it. A virtual table notices only when it is stepped. Meanwhile the
/// authorizer tells what each table or view goes through, so that after a version only what it can
/// have affected is looked at again.
struct Closure {
  private(set) var graph = ReferenceGraph()
  /// What is broken already, with the key of the table or view that showed it: reported once, and
  /// looked at again after every version, because it may be mended.
  private var known: [String: Set<ClosureBreak.Subject>] = [:]

  /// What the tables and views that were looked at showed.
  struct Outcome {
    /// What is newly broken.
    var breaks: [ClosureBreak] = []
    /// Rows whose foreign keys refer to no row, by table: its name and how many.
    var danglingRows: [(table: String, parent: String, count: Int)] = []
  }

  /// The tables and views with something broken, which later versions may mend.
  var brokenKeys: Set<String> { Set(known.keys) }

  /// Looks at some tables and views.
  ///
  /// - Parameters:
  ///   - keys: folded names; unknown ones are forgotten.
  ///   - objects: the schema as it is now.
  /// - Throws: what SQLite says where it cannot be asked at all.
  mutating func examine(
    _ keys: Set<String>, objects: SchemaObjects, connection: Connection
  ) throws(SQLiteError) -> Outcome {
    var outcome = Outcome()
    var collector = ReferenceCollector()
    connection.setAuthorizer {
      collector.note($0)
      return .allow
    }
    defer { connection.removeAuthorizer() }
    let affected = keys.compactMap { objects.relation($0) }.filter { $0.kind != .index }
      .sorted { $0.rowID < $1.rowID }
    for key in keys where objects.relation(key) == nil {
      graph.set([], of: key)
      known[key] = nil
    }
    var failedWrites: [SchemaObjects.Object] = []
    var all: [String: [ClosureBreak]] = [:]
    for object in affected {
      let key = foldedName(object.name)
      let before = graph.references(of: key)
      collector.reset()
      var found: [ClosureBreak] = []
      if let message = compileReads(object, connection) {
        let subject: ClosureBreak.Subject =
          object.kind == .view ? .view(object.name) : .virtualTable(object.name)
        found.append(
          ClosureBreak(
            subject: subject, reason: .compilation(message), declaration: object.declaration))
      }
      let triggers = objects.triggers(on: key)
      if !triggers.isEmpty {
        let columns = try writableColumns(of: object.name, connection)
        found += missingUpdateColumns(triggers, columns)
        // A broken view can't be written through either; once is enough.
        if found.isEmpty || object.kind != .view,
          !compileWrites(object, triggers, columns.filter(\.isWritable).map(\.name), connection)
        {
          failedWrites.append(object)
        }
      }
      // SQLite resolves the functions of a default only in an INSERT that leaves its column out.
      if object.kind == .table, object.mayComputeDefaults,
        !triggers.contains(where: { $0.event == .insert }),
        let message = connection.failure(
          of: "INSERT INTO main.\(quoted(object.name)) DEFAULT VALUES")
      {
        found.append(
          ClosureBreak(
            subject: .table(object.name), reason: .compilation(message),
            declaration: object.declaration))
      }
      if object.mayHaveForeignKeys {
        let (breaks, parents) = try foreignKeys(of: object, objects, connection, &outcome)
        found += breaks
        for parent in parents { collector.insert(parent) }
      }
      // A compilation that failed did not get to the end: what it went through before still counts.
      let isWhole = found.isEmpty && failedWrites.last?.rowID != object.rowID
      graph.set(
        (isWhole ? collector.found : collector.found.union(before)).subtracting([key]), of: key)
      if !found.isEmpty { all[key, default: []] += found }
    }
    connection.removeAuthorizer()
    if !failedWrites.isEmpty {
      let culprits = try culprits(failedWrites, objects: objects, connection: connection)
      for (key, breaks) in culprits where !breaks.isEmpty { all[key, default: []] += breaks }
    }
    for object in affected {
      let key = foldedName(object.name)
      let before = known[key] ?? []
      let breaks = all[key] ?? []
      outcome.breaks += breaks.filter { !before.contains($0.subject) }
      known[key] = breaks.isEmpty ? nil : Set(breaks.map(\.subject))
    }
    outcome.breaks = grouped(outcome.breaks)
    return outcome
  }
}

// MARK: - Compiling

extension Closure {
  /// Reads a view or virtual table; returns SQLite's message where that fails.
  private func compileReads(_ object: SchemaObjects.Object, _ connection: Connection) -> String? {
    let query = "SELECT * FROM main.\(quoted(object.name))"
    switch object.kind {
    case .view: return connection.failure(of: query)
    case .virtualTable: return connection.failure(of: query, stepping: true)
    default: return nil
    }
  }

  /// Compiles what fires the triggers of a table or view; returns whether all of it compiles.
  private func compileWrites(
    _ object: SchemaObjects.Object, _ triggers: [SchemaObjects.Object], _ columns: [String],
    _ connection: Connection
  ) -> Bool {
    var seen: Set<String> = []
    return triggers.allSatisfy { trigger in
      let sql = statement(firing: trigger, on: object.name, columns: columns)
      return !seen.insert(sql).inserted || connection.failure(of: sql) == nil
    }
  }

  /// A statement that fires a trigger.
  func statement(
    firing trigger: SchemaObjects.Object, on table: String, columns: [String]
  ) -> String {
    let target = "main.\(quoted(table))"
    switch trigger.event {
    case .insert: return "INSERT INTO \(target) DEFAULT VALUES"
    case .update where !columns.isEmpty:
      let terms = columns.map { "\(quoted($0)) = \(quoted($0))" }
      return "UPDATE \(target) SET \(terms.joined(separator: ", "))"
    default: return "DELETE FROM \(target)"
    }
  }

  /// The columns of a table or view; none for a view that does not compile.
  func writableColumns(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> [(name: String, isWritable: Bool)] {
    let info: Statement
    do { info = try connection.prepare("PRAGMA main.table_xinfo(\(quoted(table)))") } catch {
      guard case .error = error.code else { throw error }
      return []
    }
    var columns: [(name: String, isWritable: Bool)] = []
    while try info.step() {
      columns.append((info.text(at: 1) ?? "", (info.integer(at: 6) ?? 0) == 0))
    }
    return columns
  }

  /// UPDATE OF a column that is gone is never compiled, and never fires.
  private func missingUpdateColumns(
    _ triggers: [SchemaObjects.Object], _ columns: [(name: String, isWritable: Bool)]
  ) -> [ClosureBreak] {
    guard !columns.isEmpty else { return [] }
    return triggers.compactMap { trigger in
      guard case .update(let listed) = trigger.event,
        let missing = listed.first(where: { name in
          !columns.contains { sameName($0.name, name) } && !RowIDName.isOne(name)
        })
      else { return nil }
      return ClosureBreak(
        subject: .trigger(trigger.name, table: trigger.table), reason: .updateOf(column: missing),
        declaration: trigger.declaration)
    }
  }

  /// One finding for what goes through one broken view, not one for each that does.
  private func grouped(_ breaks: [ClosureBreak]) -> [ClosureBreak] {
    var brokenViews: [String: Int] = [:]
    for (index, one) in breaks.enumerated() {
      if case .view(let name) = one.subject { brokenViews[foldedName(name)] = index }
    }
    guard !brokenViews.isEmpty, breaks.count > 1 else { return breaks }
    var result = breaks
    var followers: Set<Int> = []
    for (index, one) in breaks.enumerated() {
      guard case .compilation(let message) = one.reason else { continue }
      let key: String
      switch one.subject {
      case .view(let name), .trigger(_, let name): key = foldedName(name)
      default: continue
      }
      // The root is a broken view that goes through no other broken one, and fails alike.
      let root = graph.references(of: key).compactMap { brokenViews[$0] }.filter { root in
        root != index && breaks[root].reason == .compilation(message)
          && graph.references(of: foldedName(name(of: breaks[root]))).isDisjoint(
            with: brokenViews.keys)
      }.min()
      if let root {
        result[root].followers.append(one.subject)
        followers.insert(index)
      }
    }
    return result.enumerated().filter { !followers.contains($0.offset) }.map(\.element)
  }

  private func name(of one: ClosureBreak) -> String {
    if case .view(let name) = one.subject { name } else { "" }
  }
}

/// The names by which the rowid is known without being declared.
enum RowIDName {
  static func isOne(_ name: String) -> Bool {
    ["rowid", "oid", "_rowid_"].contains(foldedName(name))
  }
}

extension Connection {
  /// SQLite's message where a statement does not compile, or, asked for, does not run.
  func failure(of sql: String, stepping: Bool = false) -> String? {
    do throws(SQLiteError) {
      let statement = try prepare(sql)
      if stepping { while try statement.step() {} }
      return nil
    } catch {
      return error.message
    }
  }
}
