/// Why a statement may not run in a migration.
enum Refusal: Hashable, Sendable {
  /// BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT, RELEASE, ATTACH, DETACH or VACUUM, in upper case.
  case statement(String)
  /// A PRAGMA that has no effect in a transaction, or that must not change there.
  case pragma(String)
  /// An object of another schema than `main`, such as a temporary table.
  case foreignSchema(schema: String, object: String)
  /// A parameter such as `?1`, to which nobody binds a value.
  case parameter
  /// The table in which applied versions are recorded.
  case bookkeeping
  /// CREATE, ALTER or DROP where only rows are given.
  case notRows(String)

  /// The words of the refusal: lower-case start, no period.
  var message: String {
    switch self {
    case .statement(let keyword):
      "\(keyword) may not be used in a migration, which runs in one transaction"
    case .pragma(let name):
      "PRAGMA \(name) has no place in a migration, which runs in one transaction"
    case .foreignSchema(let schema, let object):
      "'\(object)' belongs to the schema '\(schema)'; a migration may only touch 'main'"
    case .parameter:
      "a parameter has no value in a migration, and would be NULL"
    case .bookkeeping:
      "a migration may not touch '\(Refusal.bookkeepingTable)', where applied versions are recorded"
    case .notRows(let keyword):
      "\(keyword) changes the schema, where only rows may be given"
    }
  }

  /// The name of the table in which applied versions are recorded.
  static let bookkeepingTable = "schema_migrations"
}
