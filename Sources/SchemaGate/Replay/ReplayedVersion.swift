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
}
