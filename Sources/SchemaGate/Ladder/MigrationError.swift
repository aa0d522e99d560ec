/// Why a migration could not be applied, and where.
struct MigrationError: Error, Sendable {
  enum Reason: Sendable {
    /// SQLite failed; the message is its own.
    case sqlite(SQLiteError)
    /// The statement may not run in a migration.
    case refused(Refusal)
    /// The statement ended the transaction that it ran in, as `RAISE(ROLLBACK)` does.
    case transactionEnded
    /// The caller wanted no more.
    case cancelled
  }

  /// The migration.
  let identity: VersionIdentity
  /// The path of its file.
  let path: String
  /// The place in its file.
  let position: SourcePosition
  /// The offset in its program that the position stands for.
  let offset: Int
  /// The statement's bytes in the program; nil if it could not be compiled that far.
  let statement: Range<Int>
  /// What happened.
  let reason: Reason

  init(_ reason: Reason, in migration: Migration, statement: Range<Int>, offset: Int? = nil) {
    identity = migration.identity
    path = migration.source.path
    self.statement = statement
    self.offset = offset ?? statement.lowerBound
    position = migration.position(at: self.offset)
    self.reason = reason
  }

  /// What happened, in words: SQLite's own where it failed.
  var message: String {
    switch reason {
    case .sqlite(let error): error.message
    case .refused(let refusal): refusal.message
    case .transactionEnded: "the statement ended the migration's transaction"
    case .cancelled: "the migration was cancelled"
    }
  }

  /// SQLite's error, if that is the reason.
  var sqliteError: SQLiteError? {
    if case .sqlite(let error) = reason { error } else { nil }
  }
}

extension MigrationError: CustomStringConvertible {
  /// The place and the message.
  var description: String { "\(path):\(position.line):\(position.column): \(message)" }
}

extension Migration {
  /// The place in the file of an offset in the program.
  func position(at offset: Int) -> SourcePosition {
    source.position(at: program.originalOffset(of: offset))
  }
}
