/// Runs the statements of a migration: the only code that does, so that replay proves what devices
/// run.
///
/// What runs is the normalized text, which is also what is hashed. SQLite splits it: each statement
/// ends where SQLite's compiler says that it does. Transactions are the caller's: it begins one
/// before, with `foreign_keys` off, and commits or rolls back after.
///
/// While a statement compiles, the connection's authorizer is the applier's own; it is taken away
/// at the end. Double quotes must mean names only on the connection
/// (``Connection/refuseDoubleQuotedStrings()``), so that a misspelled column is an error.
struct MigrationApplier {
  let connection: Connection

  /// Runs a migration from its first statement, or from an offset, to its end.
  ///
  /// - Parameters:
  ///   - migration: what to run.
  ///   - start: an offset in the program, where ``applyLeadingPragmas(of:)`` has left off.
  ///   - observer: is told of each statement, and can stop the program.
  /// - Throws: the first error, at its place in the file. Statements before it have run; the
  ///   caller rolls back.
  func apply<Observer: StatementObserver>(
    _ migration: Migration, from start: Int = 0, observer: inout Observer
  ) throws(MigrationError) {
    var statementGuard = StatementGuard()
    connection.setAuthorizer { statementGuard.decide($0) }
    defer { connection.removeAuthorizer() }
    var index = 0
    var offset = start
    // SQLite copies SQL that doesn't end with a NUL, for each statement anew.
    let bytes = migration.program.bytes + [0]
    try bytes.withUnsafeBufferPointer { (bytes) throws(MigrationError) in
      let program = UnsafeBufferPointer(rebasing: bytes.dropLast())
      while let (verb, first) = StatementVerb.read(in: program, from: offset) {
        // 1. Compile it, with the authorizer listening.
        statementGuard.begin(verb)
        let compiled: (statement: Statement?, length: Int)?
        do throws(SQLiteError) {
          compiled = try connection.prepareFirst(of: UnsafeBufferPointer(rebasing: bytes[first...]))
        } catch {
          guard statementGuard.refusal != nil else {
            let fault = first + (error.offset ?? 0)
            let end = endOfStatement(in: program, from: max(first, fault))
            let place = error.offset == nil ? missingName(error, in: program, first..<end) : fault
            throw MigrationError(
              .sqlite(error), in: migration, statement: first..<end, offset: place)
          }
          compiled = nil
        }
        statementGuard.end()
        // What was refused while it was compiled has no end that SQLite tells.
        offset = compiled.map { first + $0.length } ?? endOfStatement(in: program, from: first)
        // At a NUL, SQLite takes the text to end, and would be asked for what follows for ever.
        guard offset > first else {
          throw MigrationError(
            .sqlite(SQLiteError(code: .error, message: "a NUL, at which SQLite stops reading")),
            in: migration, statement: first..<endOfStatement(in: program, from: first),
            offset: first)
        }
        let statement = MigrationStatement(
          index: index, range: first..<offset, verb: verb, effects: statementGuard.effects)
        index += 1
        // 2. Refuse what may not run in a transaction that is not its own.
        let hasParameters = (compiled?.statement?.parameterCount ?? 0) > 0
        if let refusal = statementGuard.refusal ?? (hasParameters ? .parameter : nil) {
          try observer.didRefuse(
            MigrationError(.refused(refusal), in: migration, statement: statement.range))
          continue
        }
        // 3. Run it.
        guard let runnable = compiled?.statement else { continue }
        try observer.willRun(statement)
        try run(runnable, statement, of: migration)
        // Other statements leave the count of the last one that changed rows.
        try observer.didRun(statement, changes: verb.changesData ? connection.changes : 0)
      }
    }
  }

  /// Runs a migration, and stops at the first statement that may not run.
  func apply(_ migration: Migration, from start: Int = 0) throws(MigrationError) {
    var observer = NoObserver()
    try apply(migration, from: start, observer: &observer)
  }

  private func run(
    _ runnable: Statement, _ statement: MigrationStatement, of migration: Migration
  ) throws(MigrationError) {
    let wasInTransaction = connection.isInTransaction
    do throws(SQLiteError) {
      while try runnable.step() {}
    } catch {
      throw MigrationError(.sqlite(error), in: migration, statement: statement.range)
    }
    if wasInTransaction, !connection.isInTransaction {
      throw MigrationError(.transactionEnded, in: migration, statement: statement.range)
    }
  }

  /// The end of a statement that SQLite did not compile: its semicolon.
  private func endOfStatement(in program: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var tokenizer = SQLTokenizer(program, offset: start)
    while let token = tokenizer.next() {
      if token.kind == .semicolon { return token.range.upperBound }
    }
    return program.count
  }

  /// Where a statement has the name that SQLite misses, such as that of a table: SQLite tells the
  /// place of an unknown column, but not of an unknown table.
  private func missingName(
    _ error: SQLiteError, in program: UnsafeBufferPointer<UInt8>, _ statement: Range<Int>
  ) -> Int? {
    guard error.message.hasPrefix("no such "), let colon = error.message.firstIndex(of: ":") else {
      return nil
    }
    // "no such table: main.gone"
    let name = error.message[colon...].dropFirst(2).split(separator: ".").last.map(String.init)
    let bytes = Array(program[statement])
    guard let name else { return nil }
    return SQLTokenizer.tokens(of: bytes).first { token in
      token.name(in: bytes).map { sameName($0, name) } ?? false
    }.map { statement.lowerBound + $0.range.lowerBound }
  }
}

// MARK: - The baseline's PRAGMAs

extension MigrationApplier {
  /// What the PRAGMAs at the beginning of the baseline came to.
  struct LeadingPragmas: Hashable, Sendable {
    /// Where the first other statement begins.
    var end: Int
    /// Whether connections shall use foreign keys, if the baseline says; it is not set here,
    /// because they are off while migrations run.
    var foreignKeys: Bool?
  }

  /// Runs the PRAGMAs with which a baseline may begin: those that only work outside a transaction,
  /// and before the first table is made.
  ///
  /// - Throws: also for a PRAGMA that may not stand there.
  func applyLeadingPragmas(of baseline: Migration) throws(MigrationError) -> LeadingPragmas {
    var result = LeadingPragmas(end: 0)
    var refused = false
    var foreignKeys: String?
    connection.setAuthorizer { event in
      guard event.action == .pragma, let name = event.first else { return .allow }
      if sameName(name, "foreign_keys") {
        foreignKeys = event.second
        return .deny
      }
      refused = !PragmaPolicy.isAllowedBeforeBaseline(name, argument: event.second)
      return refused ? .deny : .allow
    }
    defer { connection.removeAuthorizer() }
    let bytes = baseline.program.bytes + [0]
    try bytes.withUnsafeBufferPointer { (bytes) throws(MigrationError) in
      let program = UnsafeBufferPointer(rebasing: bytes.dropLast())
      while let (verb, first) = StatementVerb.read(in: program, from: result.end), verb == .pragma {
        let end = endOfStatement(in: program, from: first)
        foreignKeys = nil
        refused = false
        do throws(SQLiteError) {
          let rest = UnsafeBufferPointer(rebasing: bytes[first...])
          if let statement = try connection.prepareFirst(of: rest).statement {
            while try statement.step() {}
          }
        } catch {
          if let foreignKeys {
            result.foreignKeys = isTrue(foreignKeys)
          } else if error.code == .auth, refused {
            // Left to stand: the transaction refuses it, at the same place.
            return
          } else if error.code != .auth {
            throw MigrationError(
              .sqlite(error), in: baseline, statement: first..<end,
              offset: first + (error.offset ?? 0))
          }
        }
        result.end = end
      }
    }
    return result
  }

  /// SQLite's reading of a Boolean PRAGMA argument.
  private func isTrue(_ argument: String) -> Bool {
    ["1", "on", "yes", "true"].contains(foldedName(argument)) || (Int(argument) ?? 0) != 0
  }
}
