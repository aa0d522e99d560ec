extension ReplaySession {
  // MARK: - Giving rows

  /// Puts rows into new tables that later versions touch, directly or through what refers to them.
  /// Adding a column touches the table alone.
  mutating func seedRows(_ keys: [String], after index: Int) throws(SQLiteError) {
    guard index + 1 < versions.count, seedings < ReplaySession.maximumSeedings else { return }
    if let fixture = fixtures[versions[index].version] {
      try runFixture(fixture)
      return
    }
    for key in keys {
      let around = closure.graph.references(of: key).union(closure.graph.referrers(of: key))
      guard
        mentions.isMentioned(key, after: index) || mentions.isExtended(key, after: index)
          || around.contains(where: { mentions.isMentioned($0, after: index) })
      else { continue }
      try seeder.seed(key, objects: objects, connection: connection)
    }
    try noteDanglingRows(of: seeder.takeReferring())
  }

  private mutating func runFixture(_ text: SourceText) throws(SQLiteError) {
    let fixture = Migration(version: current.migration.version, name: "fixture", source: text)
    do throws(MigrationError) {
      var observer = RowsOnly(fixture: fixture)
      try ReplaySession.run(fixture, on: connection, observer: &observer)
    } catch {
      current.fixtureFailure = error
    }
  }

  /// Rows that refer to nothing from the start are not the doing of a later version.
  private mutating func noteDanglingRows(of tables: [String]) throws(SQLiteError) {
    for table in tables {
      do throws(SQLiteError) {
        let check = try connection.prepare("PRAGMA main.foreign_key_check(\(quoted(table)))")
        while try check.step() {
          dangling[danglingKey(table, check.text(at: 2) ?? ""), default: 0] += 1
        }
      } catch {
        // A key that SQLite can't resolve is reported by closure.
        guard case .error = error.code else { throw error }
      }
    }
  }

  private func danglingKey(_ table: String, _ parent: String) -> String {
    "\(foldedName(table)) \(foldedName(parent))"
  }

  // MARK: - Watching rows

  /// Counts the rows of tables before a statement first changes them.
  mutating func countRows(before statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline else { return }
    for effect in statement.effects {
      switch effect.kind {
      case .insert, .update, .delete, .dropTable: break
      // Of ALTER TABLE, only a new name may lead to another table in the old one's place.
      case .alterTable: guard renaming(statement) != nil else { continue }
      default: continue
      }
      let key = foldedName(effect.name)
      guard let original = names.original(key, in: objects), counts[original] == nil,
        objects.relation(original)?.kind == .table
      else { continue }
      let count = try count(effect.name)
      counts[original] = count
      latestCounts[original] = count
    }
  }

  /// Notes which statement made a table's rows fewer.
  mutating func compareRows(behind statement: MigrationStatement) throws(SQLiteError) {
    guard !current.isBaseline, statement.verb.changesData else { return }
    var seen: Set<String> = []
    for effect in statement.effects {
      guard [.insert, .update, .delete].contains(effect.kind) else { continue }
      let key = foldedName(effect.name)
      guard seen.insert(key).inserted else { continue }
      if effect.kind == .delete, !effect.isThroughTrigger {
        noteDeletion(from: key, by: statement)
      }
      guard let original = names.original(key, in: objects), let before = latestCounts[original]
      else {
        if effect.kind == .insert, !effect.isThroughTrigger { fillings[key] = statement.range }
        continue
      }
      let now = try count(effect.name)
      if now.rows < before.rows {
        losses[original] = (
          statement.range, effect.kind == .delete && !effect.isThroughTrigger
        )
      }
      for (column, number) in now.references where number < before.references[column] ?? 0 {
        nullings["\(original).\(column)"] = (
          statement.range, effect.kind != .insert && !effect.isThroughTrigger
        )
      }
      latestCounts[original] = now
    }
  }

  /// Notes a DELETE from a table that is older than the version.
  private mutating func noteDeletion(from key: String, by statement: MigrationStatement) {
    guard let original = names.original(key, in: objects), !key.hasPrefix("sqlite_"),
      let object = objects.relation(original), object.kind == .table
    else { return }
    current.deletions.append(Deletion(table: object.name, statement: statement.range))
  }

  /// Compares the rows of what is still there, after a version.
  mutating func recordLosses() throws(SQLiteError) {
    for (original, before) in counts.sorted(by: { $0.key < $1.key }) {
      guard before.rows > 0, let object = objects.relation(original), object.kind == .table else {
        continue
      }
      let after = try count(object.name)
      let replaced = snapshots[original]?.dropped ?? snapshots[original]?.setAside
      if after.rows < before.rows {
        let statement = losses[original]?.statement ?? filling(of: original) ?? replaced
        current.rowLosses.append(
          RowLoss(
            table: object.name, column: nil, before: before.rows, after: after.rows,
            statement: statement, isExplicit: losses[original]?.isExplicit ?? false))
        continue
      }
      for (column, number) in after.references.sorted(by: { $0.key < $1.key })
      where number < before.references[column] ?? 0 {
        let cause = nullings["\(original).\(column)"]
        current.rowLosses.append(
          RowLoss(
            table: object.name, column: column, before: before.references[column] ?? 0,
            after: number, statement: cause?.statement ?? filling(of: original) ?? replaced,
            isExplicit: cause?.isExplicit ?? false))
      }
    }
  }

  /// The last statement that filled the table that is now in another's place.
  private func filling(of original: String) -> Range<Int>? {
    if let own = fillings[original] { return own }
    for statement in current.statements.reversed() {
      guard case .rename(let new) = TableAlteration.read(statement, in: current.migration.program),
        foldedName(new) == original,
        let old = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name
      else { continue }
      return fillings[foldedName(old)]
    }
    return nil
  }

  private func count(_ table: String) throws(SQLiteError) -> RowCount {
    let keys = try CatalogReader(connection: connection).foreignKeys(of: table)
    let columns = keys.flatMap(\.columns)
    let terms = ["count(*)"] + columns.map { "count(\(quoted($0)))" }
    let query = try connection.prepare(
      "SELECT \(terms.joined(separator: ", ")) FROM main.\(quoted(table))")
    guard try query.step() else { return RowCount() }
    var count = RowCount(rows: Int(query.integer(at: 0) ?? 0))
    for (index, column) in columns.enumerated() {
      count.references[foldedName(column)] = Int(query.integer(at: index + 1) ?? 0)
    }
    return count
  }

  // MARK: - Failing for rows only

  /// Tries a version that failed once more on tables without rows, to tell a plain error from one
  /// that rows cause. The database without rows then takes the place of the other.
  ///
  /// - Returns: whether the version runs now.
  mutating func retryWithoutRows(
    _ index: Int, after error: MigrationError
  ) throws(SQLiteError) -> Bool {
    guard index > 0, error.sqliteError != nil, seeder.hasSeeded || !fixtures.isEmpty else {
      return false
    }
    let fresh = try ReplaySession.connect(assuming: configuration.assume)
    let full = connection
    do throws(MigrationError) {
      for version in versions[..<index] {
        var skipper = RefusalSkipper()
        try ReplaySession.run(version, on: fresh, observer: &skipper)
      }
      connection = fresh
      begin(index)
      try ReplaySession.run(current.migration, on: fresh, observer: &self)
    } catch {
      connection = full
      return false
    }
    seedings += 1
    seeder.startOver()
    dangling = [:]
    if let failure = dataFailure(error) { current.dataFailures.append(failure) }
    return true
  }

  /// What a failure that only rows cause means; nil where the replay's own rows are to blame.
  private func dataFailure(_ error: MigrationError) -> DataFailure? {
    guard let sqlite = error.sqliteError else { return nil }
    let bytes = current.migration.program.bytes
    let cursor = SQLTokenCursor(Array(bytes[error.statement]))
    func says(_ keyword: StaticString) -> Bool {
      cursor.tokens.contains { $0.isKeyword(keyword, in: cursor.bytes) }
    }
    var failsForAnyRow = true
    switch sqlite.code {
    case .constraint where !cursor.isAt("ALTER"):
      // Rows that a migration writes out may well meet rows that replay made up.
      if says("VALUES"), !says("SELECT") { return nil }
      failsForAnyRow = leavesOutColumn(named: sqlite.message, cursor)
    // Such as "malformed JSON": made-up text is none, and that of a device may be.
    case .error where !cursor.isAt("ALTER"): failsForAnyRow = false
    // A stored one fails for any row; the values of another are as good as those it is made of.
    case .error, .constraint:
      if sqlite.message.hasSuffix("constraint failed"),
        MigrationStatement.addedColumn(cursor)?.generated != nil
      {
        failsForAnyRow = false
      }
    default: break
    }
    return DataFailure(
      message: error.message, offset: error.offset, failsForAnyRow: failsForAnyRow)
  }

  /// Whether an INSERT leaves out the column that must not be NULL.
  private func leavesOutColumn(named message: String, _ start: SQLTokenCursor) -> Bool {
    guard message.hasPrefix("NOT NULL constraint failed: "),
      let column = message.split(separator: ".").last.map(String.init)
    else { return false }
    var cursor = start
    while !cursor.isAtEnd, !cursor.take("INTO") { cursor.advance() }
    _ = cursor.takeName()
    if cursor.take(.dot) { _ = cursor.takeName() }
    guard let list = cursor.takeGroup() else { return false }
    return !cursor.tokens[list].contains { token in
      token.name(in: cursor.bytes).map { sameName($0, column) } ?? false
    }
  }

  /// Notes a new column of a STRICT table whose default is of another type. Newer versions of SQLite
  /// refuse it where there are rows; older ones leave rows that no integrity check lets pass.
  mutating func noteMistypedDefault(_ statement: MigrationStatement) throws(SQLiteError) {
    guard statement.verb == .alter,
      let table = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name
    else { return }
    let cursor = statement.cursor(in: current.migration.program)
    let place = cursor.tokens.indices.dropLast().first {
      cursor.tokens[$0].isKeyword("DEFAULT", in: cursor.bytes)
        && [.string, .blob, .float, .leftParen].contains(cursor.tokens[$0 + 1].kind)
    }
    guard let place,
      !cursor.tokens.contains(where: { $0.isKeyword("TEXT", in: cursor.bytes) })
    else { return }
    let check = try connection.prepare("PRAGMA main.quick_check(\(quoted(table)))")
    while try check.step() {
      guard let message = check.text(at: 0), message.hasPrefix("non-") else { continue }
      current.dataFailures.append(
        DataFailure(
          message: message,
          offset: statement.range.lowerBound + cursor.tokens[place].range.lowerBound,
          failsForAnyRow: true))
      return
    }
  }

  /// Records rows that refer to nothing since this version: devices refuse to commit it.
  mutating func recordDanglingRows(
    _ found: [(table: String, parent: String, count: Int)]
  ) {
    for (table, parent, count) in found {
      let key = danglingKey(table, parent)
      guard count > dangling[key] ?? 0 else { continue }
      dangling[key] = count
      let isNew = isNewReference(from: table, to: parent)
      let touched = [foldedName(table), foldedName(parent)]
      let statement = current.statements.last { statement in
        statement.effects.contains { touched.contains(foldedName($0.name)) }
      }
      current.dataFailures.append(
        DataFailure(
          message: "rows of '\(table)' refer to rows of '\(parent)' that are not there",
          offset: statement?.range.lowerBound ?? 0,
          failsForAnyRow: !isNew && statement.map { !$0.verb.changesData } ?? false,
          references: isNew ? .new : .dangling))
    }
  }

  /// Whether a rebuild gave a table its foreign keys to a parent, on columns that had none.
  private func isNewReference(from table: String, to parent: String) -> Bool {
    guard let rebuild = current.rebuilds.first(where: { sameName($0.after.name, table) }) else {
      return false
    }
    return rebuild.after.foreignKeys.filter { sameName($0.parent, parent) }
      .allSatisfy(rebuild.newForeignKeys.contains)
  }
}

/// Goes past refused statements, as the first run did.
private struct RefusalSkipper: StatementObserver {
  mutating func didRefuse(_ error: MigrationError) {}
}

/// Stops rows for a version where they would change its schema: what is judged then would be
/// another ladder than the one that devices run.
private struct RowsOnly: StatementObserver {
  let fixture: Migration

  func willRun(_ statement: MigrationStatement) throws(MigrationError) {
    switch statement.verb {
    case .alter, .create, .drop:
      throw MigrationError(
        .refused(.notRows(statement.verb.rawValue)), in: fixture, statement: statement.range)
    default: return
    }
  }
}
