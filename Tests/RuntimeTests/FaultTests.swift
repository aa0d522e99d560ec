import CSQLite
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SchemaGate

/// What the VFS below does next.
struct FaultPlan: Sendable {
  /// The call that fails, counted over all kinds; 0 for none.
  var failing = 0
  /// Whether every later call fails too.
  var isPersistent = false
  /// The code that failing calls return.
  var code = SQLITE_IOERR
  /// How many calls there were.
  var calls = 0

  /// Counts a call; the code to return, or OK.
  mutating func next() -> Int32 {
    calls += 1
    let fails = failing > 0 && (isPersistent ? calls >= failing : calls == failing)
    return fails ? code : SQLITE_OK
  }
}

/// A VFS over the default one, whose n-th call fails.
enum FaultyVFS {
  static let name = "schema-gate-faults"
  static let plan = Mutex(FaultPlan())
  static let offset = 16

  /// Registers it once.
  static let isRegistered: Bool = {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: base.pointee)
    let name = strdup(FaultyVFS.name)
    vfs.pointee.zName = UnsafePointer(name)
    vfs.pointee.pNext = nil
    vfs.pointee.szOsFile = Int32(offset) + base.pointee.szOsFile
    vfs.pointee.xOpen = { _, name, file, flags, out in
      guard let file, let base = sqlite3_vfs_find(nil), let open = base.pointee.xOpen else {
        return SQLITE_ERROR
      }
      file.pointee.pMethods = nil
      let fault = FaultyVFS.plan.withLock { $0.next() }
      if fault != SQLITE_OK { return fault == SQLITE_IOERR ? SQLITE_CANTOPEN : fault }
      let inner = FaultyVFS.inner(file)
      let code = open(base, name, inner, flags, out)
      if inner.pointee.pMethods != nil { file.pointee.pMethods = UnsafePointer(FaultyVFS.methods) }
      return code
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  static func inner(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<
    sqlite3_file
  > {
    (UnsafeMutableRawPointer(file) + offset).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The inner file with its methods, unless this call is to fail.
  static func call(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
  ) -> Int32 {
    let fault = plan.withLock { $0.next() }
    if fault != SQLITE_OK { return fault }
    return pass(file, body)
  }

  static func pass(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
  ) -> Int32 {
    guard let file, let methods = inner(file).pointee.pMethods else { return SQLITE_IOERR }
    return body(inner(file), methods.pointee)
  }

  nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 2
    methods.pointee.xClose = { FaultyVFS.pass($0) { $1.xClose($0) } }
    methods.pointee.xRead = { file, buffer, count, offset in
      FaultyVFS.call(file) { $1.xRead($0, buffer, count, offset) }
    }
    methods.pointee.xWrite = { file, buffer, count, offset in
      FaultyVFS.call(file) { $1.xWrite($0, buffer, count, offset) }
    }
    methods.pointee.xTruncate = { file, size in FaultyVFS.call(file) { $1.xTruncate($0, size) } }
    methods.pointee.xSync = { file, flags in FaultyVFS.call(file) { $1.xSync($0, flags) } }
    methods.pointee.xFileSize = { file, size in FaultyVFS.call(file) { $1.xFileSize($0, size) } }
    methods.pointee.xLock = { file, lock in FaultyVFS.call(file) { $1.xLock($0, lock) } }
    methods.pointee.xUnlock = { file, lock in FaultyVFS.pass(file) { $1.xUnlock($0, lock) } }
    methods.pointee.xCheckReservedLock = { file, out in
      FaultyVFS.pass(file) { $1.xCheckReservedLock($0, out) }
    }
    methods.pointee.xFileControl = { file, op, argument in
      FaultyVFS.pass(file) { $1.xFileControl($0, op, argument) }
    }
    methods.pointee.xSectorSize = { file in FaultyVFS.pass(file) { $1.xSectorSize($0) } }
    methods.pointee.xDeviceCharacteristics = { file in
      FaultyVFS.pass(file) { $1.xDeviceCharacteristics($0) }
    }
    methods.pointee.xShmMap = { file, page, size, extends, out in
      FaultyVFS.call(file) { $1.xShmMap($0, page, size, extends, out) }
    }
    methods.pointee.xShmLock = { file, offset, count, flags in
      FaultyVFS.pass(file) { $1.xShmLock($0, offset, count, flags) }
    }
    methods.pointee.xShmBarrier = { file in
      _ = FaultyVFS.pass(file) {
        $1.xShmBarrier($0)
        return SQLITE_OK
      }
    }
    methods.pointee.xShmUnmap = { file, deletes in
      FaultyVFS.pass(file) { $1.xShmUnmap($0, deletes) }
    }
    return methods
  }()
}

/// Every call of the VFS fails once, and for good: whatever then happens, no byte is lost, and the
/// next open finishes.
@Suite(.serialized) struct FaultTests {
  struct Sweep: Sendable, CustomTestStringConvertible {
    var isWAL: Bool
    var isPersistent: Bool
    var code: Int32
    var testDescription: String {
      "\(isWAL ? "WAL" : "journal"), \(isPersistent ? "for good" : "once"), code \(code)"
    }
  }

  static let sweeps: [Sweep] = [SQLITE_IOERR, SQLITE_FULL, outOfMemory].flatMap {
    code in
    [false, true].flatMap { wal in
      [false, true].map { Sweep(isWAL: wal, isPersistent: $0, code: code) }
    }
  }

  static let outOfMemory = SQLITE_IOERR | 12 << 8

  static let steps = ladder(Sample.baseline, [Sample.addPages, Sample.rebuildShelf])

  @Test(arguments: sweeps) func aFailingCallLosesNothing(sweep: Sweep) throws {
    #expect(FaultyVFS.isRegistered)
    let folder = try TemporaryFolder()
    let path = try MigrationTests.old(folder)
    if sweep.isWAL { try run("PRAGMA journal_mode = WAL;", on: path) }
    let start = try folder.read("x.db")
    var options = OpenOptions()
    options.vfs = FaultyVFS.name
    options.busyTimeout = .zero
    var call = 0
    var finished = false
    while !finished {
      call += isFullRun ? 1 : 1 + call / 6
      for name in try folder.names() where name != "x.db" {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try folder.write(start, to: "x.db")
      FaultyVFS.plan.withLock {
        $0 = FaultPlan(failing: call, isPersistent: sweep.isPersistent, code: sweep.code)
      }
      let result = outcome(Self.steps, path, options)
      let calls = FaultyVFS.plan.withLock { plan in
        defer { plan = FaultPlan() }
        return plan.calls
      }
      finished = calls < call
      let names = try folder.names()
      #expect(!names.contains { $0.contains("incompatible") }, "call \(call): \(result), \(names)")
      let environment = [
        "disk-full", "io-error", "out-of-memory", "permission", "read-only", "busy",
      ]
      #expect(
        result.hasPrefix("migrated") || environment.contains { result == "refused \($0)" },
        "call \(call): \(result)")
      let second = outcome(Self.steps, path)
      #expect(
        second == "current" || second.hasPrefix("migrated"), "call \(call): \(result), \(second)")
      #expect(try lines("SELECT count(*) FROM book", in: path) == ["3"], "call \(call)")
      #expect(try lines("PRAGMA integrity_check", in: path) == ["ok"], "call \(call)")
      #expect(call < 5000)
    }
  }

  @Test(arguments: [false, true]) func aFailingCreationIsFinishedByTheNextOpen(isPersistent: Bool)
    throws
  {
    #expect(FaultyVFS.isRegistered)
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let steps = ladder("PRAGMA journal_mode = WAL;" + Sample.baseline, [Sample.addPages])
    var options = OpenOptions()
    options.vfs = FaultyVFS.name
    options.busyTimeout = .zero
    var call = 0
    var finished = false
    while !finished {
      call += isFullRun ? 1 : 1 + call / 6
      for name in try folder.names() {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      FaultyVFS.plan.withLock { $0 = FaultPlan(failing: call, isPersistent: isPersistent) }
      let result = outcome(steps, path, options)
      let calls = FaultyVFS.plan.withLock { plan in
        defer { plan = FaultPlan() }
        return plan.calls
      }
      finished = calls < call
      let second = outcome(steps, path)
      #expect(
        ["created", "current", "migrated 1 2"].contains(second),
        "call \(call): \(result), \(second)")
      #expect(try history(of: path) == ["1", "2"], "call \(call)")
      #expect(!(try folder.names().contains { $0.contains("incompatible") }), "call \(call)")
    }
  }
}
