import CSQLite

/// Looks at a database file through SQLite's VFS, without opening it as a database.
///
/// Opening a file as a database may change what is there: SQLite rolls a journal back, or deletes a WAL
/// beside a file that isn't a database. And a plain open and close of the file in this process would
/// drop the POSIX locks that other connections of the process hold on it
/// (https://sqlite.org/howtocorrupt.html#posix_close_bug); the VFS keeps count of them.
///
/// A class because it owns SQLite's file object.
final class FileProbe {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let name: UnsafePointer<CChar>
  private let path: String

  /// Opens a file to read its bytes.
  ///
  /// - Parameters:
  ///   - path: an absolute path of a regular file; a pipe would block.
  ///   - vfs: the name of the VFS; nil for the default one.
  /// - Throws: `SQLITE_CANTOPEN` where the file is missing or may not be read.
  init(path: String, vfs: String? = nil) throws(SQLiteError) {
    guard let system = sqlite3_vfs_find(vfs), let open = system.pointee.xOpen else {
      throw SQLiteError(code: .error, message: "no such vfs: \(vfs ?? "default")")
    }
    // The VFS expects the layout that SQLite gives to names: URI parameters follow the NUL.
    guard let name = sqlite3_create_filename(path, "", "", 0, nil) else {
      throw SQLiteError(code: .noMemory, message: "out of memory")
    }
    let size = max(Int(system.pointee.szOsFile), MemoryLayout<sqlite3_file>.size)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let file = raw.assumingMemoryBound(to: sqlite3_file.self)
    var flags: Int32 = 0
    // Sidecars are opened as main files too: as what they are, they would be looked at through the
    // mode of a main file, which may be missing.
    let code = open(system, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &flags)
    guard code == SQLITE_OK else {
      // Methods that are set mean that there is something to close even now.
      _ = file.pointee.pMethods?.pointee.xClose(file)
      raw.deallocate()
      sqlite3_free_filename(name)
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
    }
    self.file = file
    self.name = name
    self.path = path
  }

  deinit {
    // Nothing was written: a failing close loses nothing.
    _ = file.pointee.pMethods?.pointee.xClose(file)
    UnsafeMutableRawPointer(file).deallocate()
    sqlite3_free_filename(name)
  }

  /// The file's size in bytes.
  func size() throws(SQLiteError) -> Int64 {
    var size: sqlite3_int64 = 0
    guard let call = file.pointee.pMethods?.pointee.xFileSize else { return 0 }
    try check(call(file, &size))
    return size
  }

  /// Reads bytes; fewer than asked for where the file ends.
  ///
  /// - Parameters:
  ///   - count: how many bytes to read.
  ///   - offset: the byte to start at.
  func read(_ count: Int, at offset: Int64) throws(SQLiteError) -> [UInt8] {
    let available = Int(clamping: max(0, try size() - offset))
    let wanted = min(count, available)
    guard wanted > 0, let call = file.pointee.pMethods?.pointee.xRead else { return [] }
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      code = call(file, buffer.baseAddress, Int32(clamping: wanted), offset)
      filled = wanted
      // SQLite fills the rest with zeros where the file became shorter meanwhile.
      if code == ResultCode.shortRead.rawValue { code = SQLITE_OK }
      if code != SQLITE_OK { filled = 0 }
    }
    try check(code)
    return bytes
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK {
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
    }
  }
}

/// The first 100 bytes of a database file, as far as SQLite judges them before it reads any page.
///
/// Source: https://sqlite.org/fileformat2.html#the_database_header, and what `lockBtree` refuses.
struct DatabaseHeader: Hashable, Sendable {
  /// How many bytes the header takes.
  static let length = 100

  /// The size of a page in bytes.
  let pageSize: Int
  /// Whether the file is in WAL mode.
  let isWAL: Bool

  /// Reads a header; nil where SQLite would say that the file is not a database.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= DatabaseHeader.length else { return nil }
    guard bytes[0..<16].elementsEqual(DatabaseHeader.magic) else { return nil }
    // A later read version than WAL's is a format that this SQLite does not know.
    guard bytes[19] <= 2 else { return nil }
    guard bytes[21] == 64, bytes[22] == 32, bytes[23] == 32 else { return nil }
    // 65536 does not fit into two bytes and is written as 1.
    let size = Int(bytes[16]) << 8 | Int(bytes[17]) << 16
    guard size >= 512, size <= 65536, size & (size - 1) == 0 else { return nil }
    guard size - Int(bytes[20]) >= 480 else { return nil }
    pageSize = size
    isWAL = bytes[19] == 2
  }

  static let magic = Array("SQLite format 3\u{0}".utf8)
}
