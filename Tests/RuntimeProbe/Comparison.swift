import CSQLite
import SchemaGate

/// Opening and applying beside the same through SQLite's C interface, as ratios of medians.
///
///     runtime-probe compare <folder with schema.sql> <scratch database>
struct Comparison {
  let ladder: Ladder
  let path: String

  func run() throws {
    let opener = DatabaseOpener(ladder: ladder)
    let rounds = ladder.versions.count > 200 ? 5 : 15
    let apply = try medians(rounds) { () throws in
      try remove()
      return time { applyBare() }
    } _: { () throws in
      try remove()
      return try time { try opener.open(path) }
    }
    print("apply \(ladder.versions.count) versions: bare \(apply.0), opener \(apply.1)", apply.2)
    let open = try medians(rounds * 20) {
      time { openBare() }
    } _: { () throws in
      try time { try opener.open(path) }
    }
    print("open current: bare \(open.0), opener \(open.1)", open.2)
  }

  private func medians(
    _ rounds: Int, _ bare: () throws -> Duration, _ ours: () throws -> Duration
  ) rethrows -> (Duration, Duration, String) {
    var left: [Duration] = []
    var right: [Duration] = []
    for _ in 0..<rounds {
      left.append(try bare())
      right.append(try ours())
    }
    let (one, other) = (left.sorted()[rounds / 2], right.sorted()[rounds / 2])
    return (one, other, "ratio \(Double(Int(other / one * 1000)) / 1000)")
  }

  private func time(_ body: () throws -> Void) rethrows -> Duration {
    let start = ContinuousClock.now
    try body()
    return ContinuousClock.now - start
  }

  private func remove() throws {
    for ending in ["", "-wal", "-shm", "-journal"] { try Syscalls.remove(path + ending) }
  }

  private func openBare() {
    var handle: OpaquePointer?
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    var statement: OpaquePointer?
    let sql = "SELECT version, name, checksum, applied_at FROM schema_migrations ORDER BY version"
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    while sqlite3_step(statement) == SQLITE_ROW {
      _ = sqlite3_column_int64(statement, 0)
      for column: Int32 in 1...3 { _ = sqlite3_column_text(statement, column) }
    }
    sqlite3_finalize(statement)
    sqlite3_close(handle)
  }

  private func applyBare() {
    var handle: OpaquePointer?
    sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    for migration in ladder.versions {
      let identity = migration.identity
      sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
      let text = String(decoding: migration.source.bytes, as: UTF8.self)
      sqlite3_exec(handle, text, nil, nil, nil)
      if identity.version.isBaseline {
        let sql = """
          CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL,
          checksum TEXT NOT NULL, applied_at TEXT NOT NULL
          DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))) STRICT
          """
        sqlite3_exec(handle, sql, nil, nil, nil)
      }
      let row = """
        INSERT INTO schema_migrations (version, name, checksum)
        VALUES (\(identity.version.number), '\(identity.name)', '\(identity.digest)')
        """
      sqlite3_exec(handle, row, nil, nil, nil)
      sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    }
    sqlite3_close(handle)
  }
}
