/// One statement of a migration, with what SQLite says that it does.
struct MigrationStatement: Sendable {
  /// The place in the order of the program's statements, from 0.
  var index: Int
  /// The bytes in the program, from the first token to the semicolon.
  var range: Range<Int>
  /// What its first tokens say.
  var verb: StatementVerb
  /// What compiling it told, in order; nothing that SQLite or a module does on its behalf later.
  var effects: [StatementEffect]

  /// The effects that the statement has itself, not through triggers.
  var ownEffects: [StatementEffect] { effects.filter { !$0.isThroughTrigger } }

  /// The text of the statement.
  func text(in program: NormalizedSQL) -> String {
    String(decoding: program.bytes[range], as: UTF8.self)
  }
}

/// The keyword that a statement begins with; that behind EXPLAIN where it is one.
enum StatementVerb: String, Sendable {
  case alter = "ALTER"
  case analyze = "ANALYZE"
  case attach = "ATTACH"
  case begin = "BEGIN"
  case commit = "COMMIT"
  case create = "CREATE"
  case delete = "DELETE"
  case detach = "DETACH"
  case drop = "DROP"
  case end = "END"
  case insert = "INSERT"
  case pragma = "PRAGMA"
  case reindex = "REINDEX"
  case release = "RELEASE"
  case replace = "REPLACE"
  case rollback = "ROLLBACK"
  case savepoint = "SAVEPOINT"
  case select = "SELECT"
  case update = "UPDATE"
  case vacuum = "VACUUM"
  case values = "VALUES"
  case with = "WITH"
  /// Nothing that begins a statement.
  case other = ""

  /// Whether the statement changes rows.
  var changesData: Bool {
    switch self {
    case .insert, .replace, .update, .delete, .with: true
    default: false
    }
  }

  /// Reads the keyword of the statement that begins at an offset.
  ///
  /// - Returns: the verb, and the offset of the statement's first token; nil if only white space,
  ///   comments and semicolons are left.
  static func read(
    in bytes: UnsafeBufferPointer<UInt8>, from offset: Int
  ) -> (verb: StatementVerb, start: Int)? {
    var tokenizer = SQLTokenizer(bytes, offset: offset)
    var start: Int?
    while let token = tokenizer.next() {
      if token.isTrivia || token.kind == .semicolon && start == nil { continue }
      let first = start ?? token.range.lowerBound
      // EXPLAIN does not keep a PRAGMA from running: https://sqlite.org/pragma.html.
      if isExplain(token, in: bytes) {
        start = first
        continue
      }
      return (verb(of: token, in: bytes), first)
    }
    return start.map { (.other, $0) }
  }

  private static func isExplain(_ token: SQLToken, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    token.isKeyword("EXPLAIN", in: bytes) || token.isKeyword("QUERY", in: bytes)
      || token.isKeyword("PLAN", in: bytes)
  }

  private static func verb(
    of token: SQLToken, in bytes: UnsafeBufferPointer<UInt8>
  ) -> StatementVerb {
    guard token.kind == .word, token.range.count <= 9 else { return .other }
    let word = bytes[token.range].map { $0 &- UInt8(ascii: "a") < 26 ? $0 & ~0x20 : $0 }
    return StatementVerb(rawValue: String(decoding: word, as: UTF8.self)) ?? .other
  }
}

/// Something that a statement does to an object of the main schema.
struct StatementEffect: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case createTable, createVirtualTable, createIndex, createTrigger, createView
    case dropTable, dropVirtualTable, dropIndex, dropTrigger, dropView
    case alterTable
    case insert, update, delete
    /// A change of `sqlite_sequence`, where AUTOINCREMENT keeps its counters, by the migration's own
    /// words.
    case changeCounters
    /// A call of the named SQL function while rows are changed.
    case call
  }

  var kind: Kind
  /// The object's name; for changes of rows the table's, for a call the function's.
  var name: String
  /// The table of an index or trigger; for other effects nil.
  var table: String?
  /// Whether a trigger or view causes it.
  var isThroughTrigger: Bool
}

/// What is told about statements while they are applied.
///
/// Every function may throw to stop the program.
protocol StatementObserver {
  /// A statement is compiled and about to run.
  mutating func willRun(_ statement: MigrationStatement) throws(MigrationError)

  /// A statement ran to its end.
  ///
  /// - Parameter changes: the rows that it changed, those of triggers not counted.
  mutating func didRun(_ statement: MigrationStatement, changes: Int64) throws(MigrationError)

  /// A statement may not run in a migration. Throwing `error` stops the program, as by default;
  /// returning goes on with the next statement.
  mutating func didRefuse(_ error: MigrationError) throws(MigrationError)
}

extension StatementObserver {
  mutating func willRun(_ statement: MigrationStatement) throws(MigrationError) {}
  mutating func didRun(_ statement: MigrationStatement, changes: Int64) throws(MigrationError) {}
  mutating func didRefuse(_ error: MigrationError) throws(MigrationError) { throw error }
}

/// Watches nothing, and stops at the first refused statement.
struct NoObserver: StatementObserver {}
