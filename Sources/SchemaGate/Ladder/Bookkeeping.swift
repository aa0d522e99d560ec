/// The table in which a database records the versions that were applied to it.
///
/// `version` is the ladder's number, `name` the name without number and ending (`schema` for the
/// baseline), `checksum` the canonical digest, and `applied_at` the moment in UTC.
struct Bookkeeping {
  let connection: Connection

  /// The table's name, which no migration may touch.
  static let table = Refusal.bookkeepingTable

  /// The statement that makes the table. Shipped databases carry this text: it never changes.
  static let creation = """
    CREATE TABLE schema_migrations (
      version INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) STRICT
    """

  /// One recorded version, as it was read.
  struct Row: Hashable, Sendable {
    var version: Int64
    var name: String
    var checksum: String
    var appliedAt: String
  }

  /// What was found.
  enum Reading: Hashable, Sendable {
    /// There is no such table.
    case absent
    /// There is something of this name that isn't ours, such as another tool's table.
    case foreign
    /// The recorded versions, in ascending order.
    case rows([Row])
  }

  /// Reads what is recorded; one statement where the table is ours.
  ///
  /// - Throws: whatever SQLite says about the file itself.
  func read() throws(SQLiteError) -> Reading {
    let statement: Statement
    do throws(SQLiteError) {
      // A column that is missing is an error only where double quotes mean names; here there are
      // none.
      statement = try connection.prepare(
        "SELECT version, name, checksum, applied_at FROM main.schema_migrations ORDER BY version")
    } catch {
      // SQLITE_ERROR is also what a missing table or column gives, without a code of its own.
      guard error.code == .error, try isReadable() else { throw error }
      return connection.hasTable(named: Bookkeeping.table) ? .foreign : .absent
    }
    var rows: [Row] = []
    while try statement.step() {
      guard case .integer(let version) = statement.value(at: 0),
        case .text(let name) = statement.value(at: 1),
        case .text(let checksum) = statement.value(at: 2),
        case .text(let appliedAt) = statement.value(at: 3)
      else { return .foreign }
      rows.append(Row(version: version, name: name, checksum: checksum, appliedAt: appliedAt))
    }
    return .rows(rows)
  }

  /// Whether the schema can be read at all; throws what keeps it from being read.
  private func isReadable() throws(SQLiteError) -> Bool {
    _ = try connection.integer("SELECT count(*) FROM main.sqlite_schema")
    return true
  }

  /// Makes the table.
  func create() throws(SQLiteError) { try connection.execute(Bookkeeping.creation) }

  /// Records a version; call it in the transaction that applies the version.
  func record(_ identity: VersionIdentity) throws(SQLiteError) {
    let statement = try connection.prepare(
      "INSERT INTO main.schema_migrations (version, name, checksum) VALUES (?, ?, ?)")
    try statement.bind([
      .integer(Int64(identity.version.number)), .text(identity.name),
      .text(identity.digest.description),
    ])
    _ = try statement.step()
  }

  /// The statement that records a version, with its values written out.
  static func recording(_ identity: VersionIdentity) -> String {
    """
    INSERT INTO schema_migrations (version, name, checksum)
    VALUES (\(identity.version.number), \(quotedText(identity.name)), '\(identity.digest)')
    """
  }
}
