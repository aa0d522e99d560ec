/// What one version does to the counters of AUTOINCREMENT, by its own words.
struct CounterWatch {
  /// A row of `sqlite_sequence`.
  struct Counter {
    let table: String
    let value: Int64
  }

  /// The counters before the version first wrote any; nil as long as it has not.
  var before: [Counter]?
  /// What tables were called at that moment.
  var namesBefore = TableNames()
  /// The counters before the statement that is running, if it writes some.
  var latest: [Counter] = []
  /// The last statement that set a counter back, by the folded name of the table before the version.
  var causes: [String: Range<Int>] = [:]
}

// `sqlite_sequence` is an ordinary table to everyone: https://sqlite.org/autoinc.html. Only
// statements that write it cost anything here, and names are looked at only where one fell.
extension ReplaySession {
  /// How far ahead devices may be: no table has had so many rows.
  private static let lead: Int64 = 1 << 40

  /// Lets the counters of all tables that are there run far ahead, before a version that speaks of
  /// counters: a number that it writes out shows as a fall then, unless it is compared with what is
  /// there. How far one counter is behind another stays.
  mutating func raiseCounters(before index: Int) throws(SQLiteError) {
    guard mentions.isMentioned("sqlite_sequence", after: index - 1), !current.isBaseline,
      !objects.tablesWithCounters.isEmpty, current.migration.program.mentions("sequence")
    else { return }
    _ = try startMissingCounters(beside: try allCounters())
    try connection.execute("UPDATE main.sqlite_sequence SET seq = seq + \(ReplaySession.lead)")
  }

  /// Notes the counters before a statement that writes some.
  mutating func noteCounters(before statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline, writesCounters(statement) else { return }
    var all = try allCounters()
    if counters.before == nil {
      if try startMissingCounters(beside: all) { all = try allCounters() }
      counters.before = all
      counters.namesBefore = names
    }
    counters.latest = all
  }

  /// Notes whether a statement set counters back.
  mutating func compareCounters(behind statement: MigrationStatement) throws(SQLiteError) {
    guard counters.before != nil, writesCounters(statement) else { return }
    let (old, new) = (counters.latest, try allCounters())
    if old.count == new.count, zip(old, new).allSatisfy({ $0.table == $1.table }) {
      for (old, new) in zip(old, new) where new.value < old.value {
        noteFall(of: old.table, statement)
      }
      return
    }
    // Of several rows for one table, SQLite takes the first.
    let values = Dictionary(new.map { ($0.table, $0.value) }) { first, _ in first }
    for counter in old where values[counter.table] ?? 0 < counter.value {
      noteFall(of: counter.table, statement)
    }
  }

  /// Compares the counters of the tables that are still there, after a version; those that a
  /// rebuild lost are noted with it.
  mutating func recordCounterLosses() throws(SQLiteError) {
    for (original, cause) in counters.causes.sorted(by: { $0.key < $1.key }) {
      guard let object = objects.relation(names.current(original)), object.kind == .table,
        object.mayHaveCounter,
        let before = counters.before?.first(where: {
          counters.namesBefore.original(foldedName($0.table), in: objects) == original
            || foldedName($0.table) == original
        })
      else { continue }
      if let rebuild = current.rebuilds.first(where: { foldedName($0.before.name) == original }) {
        guard rebuild.after.isAutoincrement else { continue }
        if let sequence = rebuild.sequence, sequence.after < sequence.before { continue }
      }
      let after = try sequence(of: object.name) ?? 0
      guard after < before.value else { continue }
      current.counterLosses.append(CounterLoss(table: object.name, statement: cause))
    }
  }

  private func writesCounters(_ statement: MigrationStatement) -> Bool {
    statement.verb.changesData && statement.effects.contains { $0.kind == .changeCounters }
  }

  private func allCounters() throws(SQLiteError) -> [CounterWatch.Counter] {
    let query = try connection.prepare("SELECT name, seq FROM main.sqlite_sequence")
    var all: [CounterWatch.Counter] = []
    while try query.step() {
      guard let table = query.text(at: 0) else { continue }
      all.append(CounterWatch.Counter(table: table, value: query.integer(at: 1) ?? 0))
    }
    return all
  }

  /// Gives a counter to tables that have none, because no row came into them here: on devices
  /// there are some, and some of them deleted.
  ///
  /// - Returns: whether there were such tables.
  private func startMissingCounters(
    beside known: [CounterWatch.Counter]
  ) throws(SQLiteError) -> Bool {
    let tables = objects.tablesWithCounters
    guard tables.count > known.count else { return false }
    let counted = Set(known.map { foldedName($0.table) })
    var hasStarted = false
    for object in tables {
      let original = foldedName(object.name)
      let name = names.current(original)
      guard !counted.contains(name), names.original(name, in: objects) == original,
        let table = try CatalogReader(connection: connection).table(
          object, indexes: [], named: name), table.isAutoincrement
      else { continue }
      try connection.execute(
        "INSERT INTO main.sqlite_sequence (name, seq) VALUES (\(quotedText(table.name)), 1000)")
      hasStarted = true
    }
    return hasStarted
  }

  private mutating func noteFall(of table: String, _ statement: MigrationStatement) {
    guard let original = names.original(foldedName(table), in: objects) else { return }
    counters.causes[original] = statement.range
  }
}
