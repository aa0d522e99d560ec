import CSQLite

/// What SQLite asks before it compiles a part of a statement.
///
/// The names point into SQLite's memory and are read only when asked for, because most events are
/// of no interest and a ladder causes hundreds of thousands. An event is valid only inside the
/// handler that got it. Codes and arguments: https://sqlite.org/c3ref/c_alter_table.html.
package struct AuthorizerEvent {
  package let action: AuthorizerAction
  let firstPointer: UnsafePointer<CChar>?
  let secondPointer: UnsafePointer<CChar>?
  let databasePointer: UnsafePointer<CChar>?
  let triggerPointer: UnsafePointer<CChar>?

  /// The action's first argument, most often a table.
  package var first: String? { firstPointer.map { String(cString: $0) } }
  /// The action's second argument, such as a column.
  package var second: String? { secondPointer.map { String(cString: $0) } }
  /// The schema: `main`, `temp`, or an attached one.
  package var database: String? { databasePointer.map { String(cString: $0) } }
  /// The innermost trigger or view that causes the access, if one does.
  package var trigger: String? { triggerPointer.map { String(cString: $0) } }
}

/// What a handler answers.
package enum AuthorizerDecision {
  case allow, deny
}

/// The kinds of actions that SQLite asks about.
package struct AuthorizerAction: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let alterTable = AuthorizerAction(rawValue: SQLITE_ALTER_TABLE)
  package static let analyze = AuthorizerAction(rawValue: SQLITE_ANALYZE)
  package static let attach = AuthorizerAction(rawValue: SQLITE_ATTACH)
  package static let createIndex = AuthorizerAction(rawValue: SQLITE_CREATE_INDEX)
  package static let createTable = AuthorizerAction(rawValue: SQLITE_CREATE_TABLE)
  package static let createTempIndex = AuthorizerAction(rawValue: SQLITE_CREATE_TEMP_INDEX)
  package static let createTempTable = AuthorizerAction(rawValue: SQLITE_CREATE_TEMP_TABLE)
  package static let createTempTrigger = AuthorizerAction(rawValue: SQLITE_CREATE_TEMP_TRIGGER)
  package static let createTempView = AuthorizerAction(rawValue: SQLITE_CREATE_TEMP_VIEW)
  package static let createTrigger = AuthorizerAction(rawValue: SQLITE_CREATE_TRIGGER)
  package static let createView = AuthorizerAction(rawValue: SQLITE_CREATE_VIEW)
  package static let createVirtualTable = AuthorizerAction(rawValue: SQLITE_CREATE_VTABLE)
  package static let delete = AuthorizerAction(rawValue: SQLITE_DELETE)
  package static let detach = AuthorizerAction(rawValue: SQLITE_DETACH)
  package static let dropIndex = AuthorizerAction(rawValue: SQLITE_DROP_INDEX)
  package static let dropTable = AuthorizerAction(rawValue: SQLITE_DROP_TABLE)
  package static let dropTempIndex = AuthorizerAction(rawValue: SQLITE_DROP_TEMP_INDEX)
  package static let dropTempTable = AuthorizerAction(rawValue: SQLITE_DROP_TEMP_TABLE)
  package static let dropTempTrigger = AuthorizerAction(rawValue: SQLITE_DROP_TEMP_TRIGGER)
  package static let dropTempView = AuthorizerAction(rawValue: SQLITE_DROP_TEMP_VIEW)
  package static let dropTrigger = AuthorizerAction(rawValue: SQLITE_DROP_TRIGGER)
  package static let dropView = AuthorizerAction(rawValue: SQLITE_DROP_VIEW)
  package static let dropVirtualTable = AuthorizerAction(rawValue: SQLITE_DROP_VTABLE)
  package static let function = AuthorizerAction(rawValue: SQLITE_FUNCTION)
  package static let insert = AuthorizerAction(rawValue: SQLITE_INSERT)
  package static let pragma = AuthorizerAction(rawValue: SQLITE_PRAGMA)
  package static let read = AuthorizerAction(rawValue: SQLITE_READ)
  package static let recursive = AuthorizerAction(rawValue: SQLITE_RECURSIVE)
  package static let reindex = AuthorizerAction(rawValue: SQLITE_REINDEX)
  package static let savepoint = AuthorizerAction(rawValue: SQLITE_SAVEPOINT)
  package static let select = AuthorizerAction(rawValue: SQLITE_SELECT)
  package static let transaction = AuthorizerAction(rawValue: SQLITE_TRANSACTION)
  package static let update = AuthorizerAction(rawValue: SQLITE_UPDATE)
}

/// Holds a handler where SQLite's C callback can find it.
final class AuthorizerBox {
  let handler: (AuthorizerEvent) -> AuthorizerDecision
  init(_ handler: @escaping (AuthorizerEvent) -> AuthorizerDecision) { self.handler = handler }
}

/// SQLite's callback: hands the event to the handler in the box.
let authorizerTrampoline:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Int32 = { context, action, first, second, database, trigger in
    guard let context else { return SQLITE_DENY }
    let box = Unmanaged<AuthorizerBox>.fromOpaque(context).takeUnretainedValue()
    let event = AuthorizerEvent(
      action: AuthorizerAction(rawValue: action), firstPointer: first, secondPointer: second,
      databasePointer: database, triggerPointer: trigger)
    return box.handler(event) == .allow ? SQLITE_OK : SQLITE_DENY
  }
