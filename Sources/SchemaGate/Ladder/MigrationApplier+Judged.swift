extension MigrationApplier {
  /// Runs statements that were judged on another connection, such as one in memory.
  ///
  /// No handler of this connection is touched, so it may be somebody else's. What the statements
  /// do is what compiling them there told.
  /// - Parameters:
  ///   - statements: all statements of the program, in order.
  ///   - observer: is told of each statement, and can stop the program.
  func applyJudged<Observer: StatementObserver>(
    _ migration: Migration, statements: [MigrationStatement], observer: inout Observer
  ) throws(MigrationError) {
    let wasInTransaction = connection.isInTransaction
    for statement in statements {
      let text = Array(migration.program.bytes[statement.range]) + [0]
      try observer.willRun(statement)
      do throws(SQLiteError) {
        let compiled = try text.withUnsafeBufferPointer { (text) throws(SQLiteError) in
          try connection.prepareFirst(of: text).statement
        }
        if let compiled { while try compiled.step() {} }
      } catch {
        let offset = statement.range.lowerBound + (error.offset ?? 0)
        throw MigrationError(
          .sqlite(error), in: migration, statement: statement.range, offset: offset)
      }
      if wasInTransaction, !connection.isInTransaction {
        throw MigrationError(.transactionEnded, in: migration, statement: statement.range)
      }
      try observer.didRun(statement, changes: connection.changes)
    }
  }
}

/// Keeps the statements of a migration, with what they do.
struct StatementRecorder: StatementObserver {
  private(set) var statements: [MigrationStatement] = []

  mutating func willRun(_ statement: MigrationStatement) throws(MigrationError) {
    statements.append(statement)
  }
}
