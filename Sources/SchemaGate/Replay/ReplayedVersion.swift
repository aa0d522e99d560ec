/// One version of the ladder as replay saw it: facts only, for rules to judge.
struct ReplayedVersion: Sendable {
  /// The version's file and program.
  let migration: Migration
  /// The statements that ran, in order.
  var statements: [MigrationStatement] = []
  /// The statements that may not run, and were left out.
  var refusals: [MigrationError] = []
  /// What ended the version, and with it the replay.
  var failure: MigrationError?
  /// What survives the version and refers to something that does not.
  var breaks: [ClosureBreak] = []
  /// Where the statements that declare broken objects stand, by the objects' declarations.
  var declarations: [StatementReference: Location] = [:]
  /// The columns, by folded name, that each altered table has after the version.
  var alteredTables: [String: Set<String>] = [:]
  /// The tables and views that the version made, by their folded names, last and on the way.
  var newTables: Set<String> = []
  /// Tables that it made anew under their old names.
  var rebuilds: [Rebuild] = []
  /// Views that it made anew, and that lost triggers.
  var rebuiltViews: [RebuiltView] = []
  /// Tables that it took away.
  var droppedTables: [DroppedTable] = []
  /// Generated columns that it dropped: `table.column`, folded.
  var generatedColumns: Set<String> = []
  /// Unique indexes on tables that may hold rows.
  var newUniqueIndexes: [NewUniqueIndex] = []
  /// Full-text indexes on content without a rowid of its own.
  var implicitRowIDs: [ImplicitRowID] = []
  /// Columns that an INSERT leaves to a default that is computed.
  var leftOutDefaults: [LeftOutDefault] = []
  /// Counters of AUTOINCREMENT that its own statements set back.
  var counterLosses: [CounterLoss] = []
  /// Rows and references that it lost in tables that are still there.
  var rowLosses: [RowLoss] = []
  /// Statements that delete rows which older versions may have put there.
  var deletions: [Deletion] = []
  /// What goes wrong only once tables have rows.
  var dataFailures: [DataFailure] = []
  /// What is wrong with the file of rows for this version.
  var fixtureFailure: MigrationError?

  init(migration: Migration) { self.migration = migration }

  /// Whether this is `schema.sql`.
  var isBaseline: Bool { migration.version.isBaseline }

  /// The place in the file of an offset in the program.
  func location(at offset: Int, object: String? = nil) -> Location {
    Location(
      path: migration.source.path, position: migration.position(at: offset), object: object,
      version: migration.version.number)
  }

  /// The place of an error.
  func location(of error: MigrationError) -> Location { location(at: error.offset) }

  /// The place of a statement; the file without one.
  func location(of statement: Range<Int>?, object: String? = nil) -> Location {
    guard let statement else {
      return Location(
        path: migration.source.path, object: object, version: migration.version.number)
    }
    return location(at: statement.lowerBound, object: object)
  }

  /// The columns that ALTER TABLE took away from tables that older versions may have filled.
  var droppedColumns: [(table: String, column: String, statement: Range<Int>)] {
    statements.compactMap { statement in
      guard statement.verb == .alter,
        let table = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name,
        !newTables.contains(foldedName(table)),
        case .dropColumn(let column) = TableAlteration.read(statement, in: migration.program),
        !generatedColumns.contains("\(foldedName(table)).\(foldedName(column))")
      else { return nil }
      return (table, column, statement.range)
    }
  }

  /// The folded names in statements that put rows into tables: what they name is not lost.
  var wordsInCopies: Set<String> {
    var words: Set<String> = []
    for statement in statements where statement.verb.changesData {
      let cursor = statement.cursor(in: migration.program)
      for token in cursor.tokens where token.kind == .word || token.kind == .quotedName {
        if let name = token.name(in: cursor.bytes) { words.insert(foldedName(name)) }
      }
    }
    return words
  }
}
