import Foundation
import TestSupport

@testable import SchemaGate

/// A small schema with a parent, its children, and a view.
enum Sample {
  static let baseline = """
    PRAGMA foreign_keys = ON;
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT;
    CREATE TABLE book (
      id INTEGER PRIMARY KEY,
      shelf INTEGER NOT NULL REFERENCES shelf (id) ON DELETE CASCADE,
      title TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX book_shelf ON book (shelf);
    """

  static let addPages = "ALTER TABLE book ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;"

  /// The rebuild of a parent, as SQLite's pages describe it.
  static let rebuildShelf = """
    CREATE TABLE shelf_new (id INTEGER PRIMARY KEY, label TEXT NOT NULL, colour TEXT) STRICT;
    INSERT INTO shelf_new (id, label) SELECT id, label FROM shelf;
    DROP TABLE shelf;
    ALTER TABLE shelf_new RENAME TO shelf;
    """

  static let rows = """
    INSERT INTO shelf (id, label) VALUES (1, 'a'), (2, 'b');
    INSERT INTO book (id, shelf, title) VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'z');
    """
}

/// A ladder from SQL.
func ladder(
  _ baseline: String = Sample.baseline, _ migrations: [String] = [], regime: Regime = .launched,
  acknowledged: [Version: [AcknowledgedDigest]] = [:]
) -> Ladder {
  Ladder(
    baseline: .baseline(SourceText(path: "schema.sql", bytes: Array(baseline.utf8))),
    migrations: migrations.enumerated().map { index, sql in
      let version = Version(index + 2) ?? .baseline
      return Migration(
        version: version, name: "step",
        source: SourceText(
          path: "migrations/\(version.padded)_step.sql", bytes: Array(sql.utf8)))
    }, regime: regime, acknowledged: acknowledged)
}

/// A version's number as a version.
func version(_ number: Int) -> Version { Version(number) ?? .baseline }

extension Connection {
  /// Runs several statements.
  func run(_ sql: String) throws {
    let splitter = StatementSplitter(Array(sql.utf8))
    for statement in splitter.statements {
      try execute(String(decoding: splitter.bytes[statement.range], as: UTF8.self))
    }
  }

  /// All rows, columns joined by `|`.
  func lines(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    var lines: [String] = []
    while try statement.step() {
      lines.append(
        (0..<statement.columnCount).map { statement.text(at: $0) ?? "NULL" }
          .joined(separator: "|"))
    }
    return lines
  }
}

/// Runs SQL on a file, and closes it.
func run(_ sql: String, on path: String) throws {
  let connection = try Connection(path: path, mode: .create)
  try connection.run(sql)
  try connection.close()
}

/// Asks a file one thing.
func lines(_ sql: String, in path: String) throws -> [String] {
  let connection = try Connection(path: path, mode: .readWrite)
  connection.setBusyTimeout(milliseconds: 10_000)
  let lines = try connection.lines(sql)
  try connection.close()
  return lines
}

/// The versions that a file has recorded.
func history(of path: String) throws -> [String] {
  try lines("SELECT version FROM schema_migrations ORDER BY version", in: path)
}

extension TemporaryFolder {
  /// A path in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Every regular file with its bytes.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: self.path(name))
      if attributes[.type] as? FileAttributeType == .typeRegular {
        contents[name] = try read(name)
      }
    }
    return contents
  }
}

/// What opening came to, in a word.
func outcome(_ ladder: Ladder, _ path: String, _ options: OpenOptions = OpenOptions()) -> String {
  do throws(OpenError) {
    switch try DatabaseOpener(ladder: ladder, options: options).open(path) {
    case .created: return "created"
    case .current: return "current"
    case .migrated(let from, let to): return "migrated \(from.number) \(to.number)"
    case .recovered(let recovery): return "recovered \(recovery.reason)"
    }
  } catch {
    return "refused \(error.kind)"
  }
}

/// The error that opening throws; nil where it does not.
func refusal(
  _ ladder: Ladder, _ path: String, _ options: OpenOptions = OpenOptions()
) -> OpenError? {
  do throws(OpenError) {
    try DatabaseOpener(ladder: ladder, options: options).open(path)
    return nil
  } catch {
    return error
  }
}

/// Whether the long sweeps run too.
let isFullRun = ProcessInfo.processInfo.environment["SCHEMA_GATE_FULL"] == "1"
