import Foundation
import TestSupport
import Testing

@testable import SchemaGate

/// Several processes, killed ones, and users without rights: the probe is a process of its own.
@Suite struct ProcessTests {
  /// The built probe, beside the tests.
  static let probe: String = {
    let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    let binary = folder ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: binary).deletingLastPathComponent()
      .appendingPathComponent("runtime-probe").path
  }()

  /// A folder with a ladder, for the probe.
  static func schema(
    _ folder: TemporaryFolder, _ migrations: [String], baseline: String = Sample.baseline
  ) throws -> String {
    let steps = ladder(baseline, migrations)
    try folder.write(baseline, to: "schema/schema.sql")
    for (index, sql) in migrations.enumerated() {
      try folder.write(sql, to: "schema/migrations/\(version(index + 2).padded)_step.sql")
    }
    try folder.write(steps.lock.canonicalBytes, to: "schema/migrations/checksums.lock")
    return folder.path("schema")
  }

  struct Ended: Sendable {
    var status: Int32
    var output: String
  }

  /// Runs the probe as often as asked for, all at once.
  static func run(
    _ count: Int = 1, _ arguments: [String], before words: [String] = []
  ) throws -> [Ended] {
    let command = words + [probe] + arguments
    let children = try (0..<count).map { _ in
      try ChildProcess(command[0], Array(command.dropFirst()))
    }
    return try children.map { child in
      var output: [UInt8] = []
      while true {
        let part = try child.receive(1 << 16)
        if part.isEmpty { break }
        output += part
      }
      return Ended(status: try child.wait().status, output: String(decoding: output, as: UTF8.self))
    }
  }

  @Test(arguments: ["nothing", "old", "old in WAL mode", "rubbish", "current"])
  func eightProcessesAtOnceAllSucceed(start: String) throws {
    let folder = try TemporaryFolder()
    let schema = try Self.schema(
      folder, [Sample.addPages, Sample.rebuildShelf],
      baseline: "PRAGMA journal_mode = \(start.contains("WAL") ? "WAL" : "DELETE");\n"
        + Sample.baseline)
    for round in 0..<(isFullRun ? 50 : start == "rubbish" ? 20 : 3) {
      let path = folder.path("\(round).db")
      switch start {
      case "nothing": break
      case "rubbish": try folder.write("rubbish", to: "\(round).db")
      default:
        try DatabaseOpener(
          ladder: ladder(try String(contentsOfFile: schema + "/schema.sql", encoding: .utf8))
        )
        .open(path)
        try RuntimeTests.run(Sample.rows, on: path)
        if start == "current" { _ = try Self.run(1, [schema, path]) }
      }
      let ended = try Self.run(8, [schema, path, "patient"])
      #expect(ended.allSatisfy { $0.status == 0 }, "\(ended.map(\.output))")
      #expect(try history(of: path) == ["1", "2", "3"])
      #expect(try lines("PRAGMA integrity_check", in: path) == ["ok"])
      let words = ended.map { $0.output.split(separator: " ").first ?? "" }
      switch start {
      case "nothing", "rubbish":
        let first = start == "nothing" ? "created" : "recovered"
        // Where another process overtakes between moving and creating, that one has created.
        #expect(words.filter { $0 == first || $0 == "created" }.count == 1, "\(words)")
      case "current": #expect(words.allSatisfy { $0 == "current" })
      default: #expect(words.filter { $0 == "migrated" }.count >= 1, "\(words)")
      }
      let rest = try folder.names().filter { $0.hasPrefix("\(round).db") }
      #expect(rest.count == (start == "rubbish" ? 3 : 1), "\(rest)")
    }
  }

  @Test(arguments: [false, true]) func aKilledMigrationIsFinishedByTheNext(isWAL: Bool) throws {
    let folder = try TemporaryFolder()
    let rebuild = """
      CREATE TABLE book_new (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelf (id), title TEXT) STRICT;
      INSERT INTO book_new (id, shelf, title) SELECT id, shelf, title FROM book;
      DROP TABLE book; ALTER TABLE book_new RENAME TO book; CREATE INDEX book_title ON book (title);
      """
    let schema = try Self.schema(folder, [Sample.addPages, rebuild])
    let path = folder.path("x.db")
    try DatabaseOpener(ladder: ladder()).open(path)
    try RuntimeTests.run(
      """
      \(isWAL ? "PRAGMA journal_mode = WAL;" : "") INSERT INTO shelf VALUES (1, 'a');
      INSERT INTO book (shelf, title) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      LIMIT 30000) SELECT 1, hex(randomblob(20)) FROM n;
      """, on: path)
    let start = try folder.read("x.db")
    for round in 0..<(isFullRun ? 100 : 8) {
      for name in try folder.names() where name.hasPrefix("x.db") {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try folder.write(start, to: "x.db")
      do {
        // Killed when it goes out of scope.
        let child = try ChildProcess(Self.probe, [schema, path])
        usleep(UInt32.random(in: 1000...250_000))
        _ = child
      }
      #expect(try lines("SELECT count(*) FROM book", in: path) == ["30000"], "round \(round)")
      #expect(
        try lines("SELECT count(*) FROM sqlite_schema WHERE name = 'book_new'", in: path) == ["0"])
      let ended = try Self.run(1, [schema, path])
      #expect(ended[0].status == 0, "round \(round): \(ended[0].output)")
      #expect(try history(of: path) == ["1", "2", "3"])
      #expect(try lines("SELECT count(*) FROM book", in: path) == ["30000"])
      // A journal that was killed before its header was written is not hot. SQLite leaves it until
      // the next write, and a database that is current already is not written to.
      let names = try folder.names().filter { $0 != "x.db-journal" }
      #expect(names == ["schema", "x.db"], "round \(round): \(names)")
      if try folder.names().contains("x.db-journal") {
        #expect(try folder.read("x.db-journal").first ?? 0 == 0, "round \(round)")
      }
    }
  }

  @Test func aKilledQuarantineLosesNoByte() throws {
    let folder = try TemporaryFolder()
    let schema = try Self.schema(folder, [Sample.addPages])
    for round in 0..<(isFullRun ? 200 : 15) {
      for name in try folder.names() where name.hasPrefix("x.db") || name.hasPrefix(".x.db") {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try folder.write("rubbish main", to: "x.db")
      try folder.write("rubbish wal", to: "x.db-wal")
      do {
        let child = try ChildProcess(Self.probe, [schema, folder.path("x.db")])
        usleep(UInt32.random(in: 1000...60_000))
        _ = child
      }
      let ended = try Self.run(1, [schema, folder.path("x.db")])
      #expect(ended[0].status == 0, "round \(round): \(ended[0].output)")
      #expect(try history(of: folder.path("x.db")) == ["1", "2"])
      let contents = try folder.contents().values
      #expect(contents.contains(Array("rubbish main".utf8)), "round \(round)")
      #expect(contents.contains(Array("rubbish wal".utf8)), "round \(round)")
    }
  }

  /// Tools that take rights away are Linux's, and need root to begin with.
  static let canDropRights =
    getuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/setpriv")

  @Test(.enabled(if: canDropRights)) func withoutRightsTheFileIsUntouched() throws {
    let folder = try TemporaryFolder()
    let schema = try Self.schema(folder, [Sample.addPages])
    let old = ladder()
    let current = ladder(Sample.baseline, [Sample.addPages])
    // What it is, made by, the file's mode, the folder's mode, and how it ends.
    let cases: [(String, Ladder?, Bool, mode_t, mode_t, String)] = [
      ("old file", old, false, 0o444, 0o777, "refused read-only"),
      ("old folder", old, false, 0o666, 0o555, "refused read-only"),
      ("old WAL", old, true, 0o444, 0o555, "refused read-only"),
      ("unreadable", old, false, 0o000, 0o777, "refused permission"),
      ("current", current, false, 0o444, 0o555, "current"),
      ("rubbish", nil, false, 0o444, 0o555, "refused permission"),
    ]
    chmod(folder.path, 0o755)
    for (name, maker, isWAL, fileMode, folderMode, expected) in cases {
      let path = folder.path("\(name)/x.db")
      try folder.write("rubbish", to: "\(name)/x.db")
      if let maker {
        try FileManager.default.removeItem(atPath: path)
        try DatabaseOpener(ladder: maker).open(path)
        if isWAL { try RuntimeTests.run("PRAGMA journal_mode = WAL;", on: path) }
      }
      let before = try folder.read("\(name)/x.db")
      chmod(path, fileMode)
      chmod(folder.path(name), folderMode)
      let ended = try Self.run(
        1, [schema, path],
        before: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
      #expect(ended[0].output.hasPrefix(expected), "\(name): \(ended[0].output)")
      #expect(ended[0].status == (expected == "current" ? 0 : 3), "\(name)")
      #expect(try folder.read("\(name)/x.db") == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(name)) == ["x.db"])
      chmod(folder.path(name), 0o755)
    }
  }

  @Test(.enabled(if: canDropRights)) func aFullDiskLeavesTheFileAsItWas() throws {
    let folder = try TemporaryFolder()
    let rebuild = """
      CREATE TABLE b (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelf (id), title TEXT) STRICT;
      INSERT INTO b (id, shelf, title) SELECT id, shelf, title FROM book;
      DROP TABLE book; ALTER TABLE b RENAME TO book;
      """
    let schema = try Self.schema(folder, [rebuild])
    try DatabaseOpener(ladder: ladder()).open(folder.path("x.db"))
    try RuntimeTests.run(
      """
      INSERT INTO shelf VALUES (1, 'a');
      INSERT INTO book (shelf, title) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      LIMIT 9000) SELECT 1, hex(randomblob(40)) FROM n;
      """, on: folder.path("x.db"))
    try folder.write("", to: "disk/here")
    let script = """
      mount -t tmpfs -o size=1500k tmpfs "$1/disk" && cp "$1/x.db" "$1/disk/x.db" || exit 9
      for option in snapshot ""; do
        "$2" "$3" "$1/disk/x.db" $option; echo "status $?"
        cmp "$1/x.db" "$1/disk/x.db" && ls "$1/disk"
      done
      mount -o remount,size=20m "$1/disk"; "$2" "$3" "$1/disk/x.db" snapshot; ls "$1/disk"
      """
    let result = try ChildProcess.run(
      "unshare", ["-m", "sh", "-c", script, "sh", folder.path, Self.probe, schema])
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(
      output.split(separator: "\n").filter { $0 == "refused disk-full" }.count == 2, "\(output)")
    #expect(output.split(separator: "\n").filter { $0 == "status 3" }.count == 2)
    #expect(output.contains("free in"))
    #expect(output.hasSuffix("migrated 001 002\nx.db\nx.db.before-1.db\n"), "\(output)")
    #expect(!output.contains("differ"))
  }
}
