/// A table that a version made anew under its old name.
struct Rebuild: Sendable {
  /// The table as it was.
  let before: Catalog.Table
  /// The table as it is after the version.
  let after: Catalog.Table
  /// Indexes that it had, that no statement dropped, and for which it has no equal.
  var lostIndexes: [String] = []
  /// Unique indexes that it had, and that have only their names and no UNIQUE any more.
  var plainIndexes: [String] = []
  /// Triggers that it had, and that no statement dropped.
  var lostTriggers: [String] = []
  /// What the old table is called now, where it is still there.
  var oldName: String?
  /// What referred to the table by its name, and now refers to the old one.
  var strays: [String] = []
  /// The highest id that AUTOINCREMENT had given out, and what it takes for that now.
  var sequence: (before: Int64, after: Int64)?
  /// The CHECKs that are new and name columns that are not.
  var newChecks: [NewCheck] = []
  /// The statement that took the old table away.
  let statement: Range<Int>
}

/// A view that a version made anew without triggers that it had.
struct RebuiltView: Sendable {
  let name: String
  /// Triggers that it had, and that no statement dropped.
  let lostTriggers: [String]
  /// The statement that took the old view away.
  let statement: Range<Int>
}

/// A table that a version took away for good.
struct DroppedTable: Sendable {
  let name: String
  let statement: Range<Int>
}

/// A unique index on a table that older versions may have filled.
struct NewUniqueIndex: Sendable {
  let name: String
  let table: String
  /// Its columns; an expression is left out.
  let columns: [String]
  let statement: Range<Int>
}

/// A full-text index whose rows are tied to rowids that may change.
struct ImplicitRowID: Sendable {
  let index: String
  /// The table whose rowid it is.
  let content: String
  /// The view through which the index reads it, where it does.
  let view: String?
  /// The trigger that hands it on, where no content says so.
  var trigger: String?
  /// What the index calls the rowid.
  let column: String
  /// What declares the index; where only its content was rebuilt, what took the old content away.
  let statement: Range<Int>?
}

/// A counter of AUTOINCREMENT that a version set back.
struct CounterLoss: Sendable {
  let table: String
  /// The statement that did it.
  let statement: Range<Int>
}

/// What is noted of a table or view while a version may be replacing it.
struct TableSnapshot {
  /// Nil for a view.
  var table: Catalog.Table?
  var triggers: [String]
  /// The highest id that AUTOINCREMENT has given out.
  var sequence: Int64?
  /// The statement that dropped it, once one has.
  var dropped: Range<Int>?
  /// The statement that gave it another name, once one has.
  var setAside: Range<Int>?
}

/// The names of one version's tables while its statements run.
struct TableNames {
  /// Names that mean something else than before the version, folded: the table's name before the
  /// version, or nil for a new one and for none.
  private var meanings: [String: String?] = [:]

  /// The name, folded, that a table had before the version; nil for a new one.
  func original(_ key: String, in objects: SchemaObjects) -> String? {
    if let meaning = meanings[key] { return meaning }
    return objects.relation(key) == nil ? nil : key
  }

  /// What the table that a name stood for before the version is called now, folded.
  func current(_ original: String) -> String {
    meanings.first { $0.value == original }?.key ?? original
  }

  mutating func create(_ key: String) { meanings[key] = .some(nil) }

  mutating func drop(_ key: String) { meanings[key] = .some(nil) }

  mutating func rename(_ key: String, to new: String, in objects: SchemaObjects) {
    let meaning = original(key, in: objects)
    meanings[key] = .some(nil)
    meanings[new] = .some(meaning)
  }
}
