/// What one version does to the counters of AUTOINCREMENT, by its own words.
struct CounterWatch {
  /// The counters before the version first wrote any, by the folded names before it.
  var before: [String: Int64] = [:]
  /// The same, after the last statement so far that wrote some.
  var latest: [String: Int64] = [:]
  /// The last statement that set a counter back.
  var causes: [String: Range<Int>] = [:]
  /// Whether a statement has written any.
  var hasBegun = false
}

// `sqlite_sequence` is an ordinary table to everyone: https://sqlite.org/autoinc.html. Only
// statements that write it cost anything here.
extension ReplaySession {
  /// Notes the counters before a version first writes any.
  mutating func noteCounters(before statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline, !counters.hasBegun, writesCounters(statement) else { return }
    counters.hasBegun = true
    var known = try counterValues()
    for object in objects.all where object.kind == .table && object.mayHaveCounter {
      let original = foldedName(object.name)
      let name = names.current(original)
      guard known[original] == nil, names.original(name, in: objects) == original,
        let table = try CatalogReader(connection: connection).table(
          object, indexes: [], named: name), table.isAutoincrement
      else { continue }
      // No row came into it here; on devices there are some, and some of them deleted.
      try connection.execute(
        "INSERT INTO main.sqlite_sequence (name, seq) VALUES (\(quotedText(table.name)), 1000)")
      known[original] = 1000
    }
    counters.before = known
    counters.latest = known
  }

  /// Notes which statement set a counter back.
  mutating func compareCounters(behind statement: MigrationStatement) throws(SQLiteError) {
    guard counters.hasBegun, writesCounters(statement) else { return }
    let now = try counterValues()
    for (original, latest) in counters.latest {
      let value = now[original] ?? 0
      if value < latest { counters.causes[original] = statement.range }
      counters.latest[original] = value
    }
  }

  /// Compares the counters of the tables that are still there, after a version; those that a
  /// rebuild lost are noted with it.
  mutating func recordCounterLosses() throws(SQLiteError) {
    guard counters.hasBegun else { return }
    for (original, before) in counters.before.sorted(by: { $0.key < $1.key }) {
      guard let cause = counters.causes[original],
        let object = objects.relation(names.current(original)), object.kind == .table,
        object.mayHaveCounter
      else { continue }
      if let rebuild = current.rebuilds.first(where: { foldedName($0.before.name) == original }) {
        guard rebuild.after.isAutoincrement else { continue }
        if let sequence = rebuild.sequence, sequence.after < sequence.before { continue }
      }
      let after = try sequence(of: object.name) ?? 0
      guard after < before, !writes(after, in: cause) else { continue }
      current.counterLosses.append(CounterLoss(table: object.name, statement: cause))
    }
  }

  private func writesCounters(_ statement: MigrationStatement) -> Bool {
    statement.verb.changesData && statement.effects.contains { $0.kind == .changeCounters }
  }

  /// All counters, by the folded names that their tables had before the version.
  private func counterValues() throws(SQLiteError) -> [String: Int64] {
    let query = try connection.prepare("SELECT name, seq FROM main.sqlite_sequence")
    var values: [String: Int64] = [:]
    while try query.step() {
      guard let name = query.text(at: 0),
        let original = names.original(foldedName(name), in: objects), values[original] == nil
      else { continue }
      values[original] = query.integer(at: 1) ?? 0
    }
    return values
  }

  /// Whether a statement writes a number out that is meant to lie above what devices have: what
  /// they have is not known here, and the replay's own counters are high.
  private func writes(_ value: Int64, in statement: Range<Int>) -> Bool {
    guard value >= 1000 else { return false }
    let cursor = SQLTokenCursor(Array(current.migration.program.bytes[statement]))
    return cursor.tokens.contains {
      $0.kind == .integer && Int64($0.text(in: cursor.bytes)) == value
    }
  }
}
