extension ReplaySession {
  /// The folded names of tables and views that a version changed, or that go through one that it
  /// changed.
  func affectedKeys() -> Set<String> {
    var changed: Set<String> = []
    var written: Set<String> = []
    for statement in current.statements {
      for effect in statement.ownEffects {
        switch effect.kind {
        case .call, .changeCounters: continue
        case .insert, .update, .delete:
          // Rows that refer to others may refer to nothing now.
          let key = foldedName(effect.name)
          written.formUnion(closure.graph.referrers(of: key).union([key]))
          continue
        case .alterTable:
          let alteration = TableAlteration.read(statement, in: current.migration.program)
          if case .rename(let new) = alteration { changed.insert(foldedName(new)) }
          changed.insert(foldedName(effect.name))
        default: changed.insert(foldedName(effect.table ?? effect.name))
        }
      }
    }
    var affected = changed.union(closure.brokenKeys)
    affected.formUnion(written.filter { objects.relation($0)?.mayHaveForeignKeys ?? false })
    for key in changed { affected.formUnion(closure.graph.referrers(of: key)) }
    return affected
  }

  /// Looks at some tables and views after a version, and records what it broke.
  mutating func examine(_ keys: Set<String>) throws(SQLiteError) {
    let outcome = try closure.examine(keys, objects: objects, connection: connection)
    current.breaks += outcome.breaks.map { found in
      var found = found
      (found.cause, found.gone) = cause(of: found)
      if let declaration = found.declaration {
        current.declarations[declaration] = location(of: declaration)
      }
      return found
    }
    recordDanglingRows(outcome.danglingRows)
  }

  /// Looks at everything once more, after the last version: what was overlooked on the way would
  /// show here, and is laid at the last version's door.
  mutating func examineEverything() throws(SQLiteError) {
    guard let last = replayed.popLast() else { return }
    current = last
    try examine(Set(objects.all.map { foldedName($0.name) }))
    replayed.append(current)
  }

  private func location(of statement: StatementReference) -> Location {
    let migration = versions[statement.version]
    return Location(
      path: migration.source.path, position: migration.position(at: statement.range.lowerBound),
      version: migration.version.number)
  }

  // MARK: - Who did it

  /// The statement that broke an object: the one that took away what SQLite misses, else the last
  /// one that changed something that the object goes through, else the object's own.
  private func cause(of found: ClosureBreak) -> (statement: Range<Int>?, gone: String?) {
    let missing = foldedName(missingName(of: found.reason, found.subject) ?? "")
    let program = current.migration.program
    var taking: (statement: Range<Int>, gone: String)?
    var touching: Range<Int>?
    let key = foldedName(table(of: found.subject))
    let around = closure.graph.references(of: key).union([key])
    for statement in current.statements.reversed() {
      for effect in statement.ownEffects {
        let name = foldedName(effect.name)
        switch effect.kind {
        case .dropTable, .dropVirtualTable, .dropView:
          if name == missing, taking == nil { taking = (statement.range, effect.name) }
        case .alterTable:
          let alteration = TableAlteration.read(statement, in: program)
          switch alteration {
          case .dropColumn(let column), .renameColumn(let column, _):
            if foldedName(column) == missing, taking == nil {
              taking = (statement.range, "\(effect.name).\(column)")
            }
          case .rename:
            if name == missing, taking == nil { taking = (statement.range, effect.name) }
          default: break
          }
          if around.contains(name), touching == nil { touching = statement.range }
          continue
        case .insert, .update, .delete, .call, .changeCounters: continue
        default: break
        }
        if around.contains(foldedName(effect.table ?? effect.name)), touching == nil {
          touching = statement.range
        }
      }
    }
    if let taking { return taking }
    if let own = found.declaration, own.version == replayed.count { return (own.range, nil) }
    return (touching ?? current.statements.last?.range, nil)
  }

  private func table(of subject: ClosureBreak.Subject) -> String {
    switch subject {
    case .view(let name), .table(let name), .virtualTable(let name): name
    case .trigger(_, let table), .foreignKey(let table, _, _, _): table
    }
  }

  /// The last part of the name that SQLite misses.
  private func missingName(
    of reason: ClosureBreak.Reason, _ subject: ClosureBreak.Subject
  ) -> String? {
    switch reason {
    case .updateOf(let column): return column
    case .missingParent, .missingParentKey:
      if case .foreignKey(_, _, let parent, _) = subject { return parent }
      return nil
    case .compilation(let message):
      // "no such table: main.gone", "no such column: NEW.gone", "table t has no column named gone"
      let end = message.split(separator: " ").last.map(String.init) ?? ""
      return end.split(separator: ".").last.map(String.init)
    }
  }
}
