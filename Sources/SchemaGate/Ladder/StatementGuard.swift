/// Listens to SQLite's authorizer while one statement is compiled: collects what the statement
/// does, and notices what it may not do.
///
/// Nothing but a PRAGMA acts while it is compiled (https://sqlite.org/pragma.html), so only a
/// PRAGMA is denied here; any other statement that may not run is compiled, which tells where it
/// ends, and is then not stepped. What SQLite and its modules do while a statement runs is not
/// listened to: FTS5, for one, creates tables and asks for PRAGMAs of its own.
struct StatementGuard {
  /// What the statement does.
  private(set) var effects: [StatementEffect] = []
  /// Why it may not run.
  private(set) var refusal: Refusal?

  private var verb = StatementVerb.other
  private var isCompiling = false
  /// The last table that was read, by the address of its name: reads come in runs.
  private var lastRead: UnsafePointer<CChar>?

  /// Begins to listen to the compilation of a statement.
  mutating func begin(_ verb: StatementVerb) {
    self.verb = verb
    effects = []
    refusal = nil
    lastRead = nil
    isCompiling = true
    switch verb {
    case .begin, .commit, .end, .rollback, .savepoint, .release, .attach, .detach, .vacuum:
      // VACUUM asks the authorizer nothing while it is compiled.
      refusal = .statement(verb.rawValue)
    default: break
    }
  }

  /// Stops listening.
  mutating func end() { isCompiling = false }

  /// Takes an event; the answer is SQLite's to follow.
  mutating func decide(_ event: AuthorizerEvent) -> AuthorizerDecision {
    guard isCompiling else { return .allow }
    switch event.action {
    case .read:
      if event.firstPointer != lastRead {
        lastRead = event.firstPointer
        if isBookkeeping(event.firstPointer) { refuse(.bookkeeping) }
      }
    case .insert: change(.insert, event)
    case .update: change(.update, event)
    case .delete: change(.delete, event)
    case .function:
      // ALTER TABLE and others call functions of their own.
      if verb.changesData, let name = event.second {
        add(.call, name, through: event.triggerPointer != nil)
      }
    case .pragma:
      // A module that is loaded for a statement may ask for PRAGMAs of its own.
      guard verb == .pragma, let name = event.first else { return .allow }
      guard PragmaPolicy.isAllowedInMigration(name, argument: event.second) else {
        refuse(.pragma(foldedName(name)))
        return .deny
      }
    case .createTable: create(.createTable, event)
    case .createVirtualTable: create(.createVirtualTable, event)
    case .createView: create(.createView, event)
    case .createIndex: create(.createIndex, event, table: event.second)
    case .createTrigger: create(.createTrigger, event, table: event.second)
    case .dropTable: create(.dropTable, event)
    case .dropVirtualTable: create(.dropVirtualTable, event)
    case .dropView: create(.dropView, event)
    case .dropIndex: create(.dropIndex, event, table: event.second)
    case .dropTrigger: create(.dropTrigger, event, table: event.second)
    case .alterTable:
      // Here the schema comes first, and the table second.
      if let schema = event.first, !sameName(schema, "main") {
        refuse(.foreignSchema(schema: schema, object: event.second ?? ""))
      } else if let table = event.second {
        if isBookkeeping(event.secondPointer) { refuse(.bookkeeping) }
        add(.alterTable, table)
      }
    case .createTempTable, .createTempView, .createTempTrigger, .createTempIndex, .dropTempTable,
      .dropTempView, .dropTempTrigger, .dropTempIndex:
      refuse(.foreignSchema(schema: "temp", object: event.first ?? ""))
    case .attach, .detach, .transaction, .savepoint:
      // The first tokens have said so already; this is the second lock on the same door.
      refuse(.statement(event.first ?? verb.rawValue))
    default: break
    }
    return .allow
  }

  private mutating func refuse(_ reason: Refusal) {
    if refusal == nil { refusal = reason }
  }

  private mutating func add(
    _ kind: StatementEffect.Kind, _ name: String, table: String? = nil,
    through trigger: Bool = false
  ) {
    let effect = StatementEffect(kind: kind, name: name, table: table, isThroughTrigger: trigger)
    // UPDATE asks once for each column.
    if effects.last != effect { effects.append(effect) }
  }

  /// A change of rows; those of SQLite's own tables are part of DDL, but for the counters of
  /// AUTOINCREMENT, which anyone may write.
  private mutating func change(_ kind: StatementEffect.Kind, _ event: AuthorizerEvent) {
    guard let name = event.first else { return }
    guard !isReserved(event.firstPointer) else {
      if verb.changesData, sameName(name, "sqlite_sequence") {
        add(.changeCounters, name, through: event.triggerPointer != nil)
      }
      return
    }
    if isBookkeeping(event.firstPointer) { refuse(.bookkeeping) }
    if let schema = event.database, schema != "main" {
      refuse(.foreignSchema(schema: schema, object: name))
    }
    add(kind, name, through: event.triggerPointer != nil)
  }

  private mutating func create(
    _ kind: StatementEffect.Kind, _ event: AuthorizerEvent, table: String? = nil
  ) {
    guard let name = event.first else { return }
    if let schema = event.database, schema != "main" {
      refuse(.foreignSchema(schema: schema, object: name))
      return
    }
    if isBookkeeping(event.firstPointer) || table.map(isBookkeeping) ?? false {
      refuse(.bookkeeping)
    }
    add(kind, name, table: table)
  }

  private func isBookkeeping(_ name: String) -> Bool {
    sameName(name, Refusal.bookkeepingTable)
  }

  private func isBookkeeping(_ name: UnsafePointer<CChar>?) -> Bool {
    guard let name, name[0] | 0x20 == CChar(UInt8(ascii: "s")) else { return false }
    return isBookkeeping(String(cString: name))
  }

  private func isReserved(_ name: UnsafePointer<CChar>?) -> Bool {
    guard let name, name[0] | 0x20 == CChar(UInt8(ascii: "s")) else { return false }
    return foldedName(String(cString: name)).hasPrefix("sqlite_")
  }
}

/// Which PRAGMAs may stand in governed SQL.
enum PragmaPolicy {
  /// What a migration may set: it works inside a transaction and is kept in the file, or ends with
  /// the transaction.
  private static let settable: Set<String> = ["application_id", "defer_foreign_keys"]

  /// What takes an argument, and only answers or tidies.
  private static let askable: Set<String> = [
    "analysis_limit", "foreign_key_check", "foreign_key_list", "index_info", "index_list",
    "index_xinfo", "integrity_check", "optimize", "quick_check", "table_info", "table_list",
    "table_xinfo",
  ]

  /// What acts even without an argument, outside of what a transaction can undo.
  private static let acting: Set<String> = [
    "incremental_vacuum", "shrink_memory", "wal_checkpoint",
  ]

  /// Whether a PRAGMA may run in a migration.
  static func isAllowedInMigration(_ name: String, argument: String?) -> Bool {
    let name = foldedName(name)
    if settable.contains(name) || askable.contains(name) { return true }
    return argument == nil && !acting.contains(name)
  }

  /// Whether a PRAGMA may stand before the first other statement of the baseline, where it runs
  /// outside the transaction.
  static func isAllowedBeforeBaseline(_ name: String, argument: String?) -> Bool {
    leading.contains(foldedName(name)) || isAllowedInMigration(name, argument: argument)
  }

  private static let leading: Set<String> = [
    "application_id", "auto_vacuum", "encoding", "foreign_keys", "journal_mode", "page_size",
    "user_version",
  ]
}
