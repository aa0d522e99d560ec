import CSQLite

/// Stands in for what an app registers with SQLite itself, so that SQL that names it compiles.
///
/// A function yields NULL, which every CHECK lets pass; a collation compares bytes; a module makes
/// tables with a column for each of its arguments, that are always empty.
extension Connection {
  /// Makes names of SQL functions known, with any number of arguments.
  func assume(functions: [String]) throws(SQLiteError) {
    // Deterministic, so that an index or a generated column may use it.
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for name in functions {
      let code = sqlite3_create_function_v2(
        handle, name, -1, flags, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil,
        nil)
      guard code == SQLITE_OK else { throw error(code: code, sql: nil) }
    }
  }

  /// Makes names of collations known.
  func assume(collations: [String]) throws(SQLiteError) {
    for name in collations {
      let code = sqlite3_create_collation_v2(
        handle, name, SQLITE_UTF8, nil,
        { _, leftCount, left, rightCount, right in
          let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
          let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
          if left.lexicographicallyPrecedes(right) { return -1 }
          return right.lexicographicallyPrecedes(left) ? 1 : 0
        }, nil)
      guard code == SQLITE_OK else { throw error(code: code, sql: nil) }
    }
  }

  /// Makes names of virtual-table modules known.
  func assume(modules: [String]) throws(SQLiteError) {
    for name in modules {
      // SQLite reads the module as long as the connection is open, and says when it no longer does.
      let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
      module.initialize(to: EmptyModule.module)
      let code = sqlite3_create_module_v2(
        handle, name, module, module,
        { $0?.assumingMemoryBound(to: sqlite3_module.self).deallocate() })
      // The destructor also runs where this fails: https://sqlite.org/c3ref/create_module.html.
      guard code == SQLITE_OK else { throw error(code: code, sql: nil) }
    }
  }
}

/// A virtual table without rows, of whatever columns its arguments name.
private enum EmptyModule {
  static var module: sqlite3_module {
    var module = sqlite3_module()
    module.iVersion = 1
    module.xCreate = { handle, _, count, arguments, table, _ in
      EmptyModule.connect(handle, count, arguments, table)
    }
    module.xConnect = { handle, _, count, arguments, table, _ in
      EmptyModule.connect(handle, count, arguments, table)
    }
    module.xBestIndex = { _, _ in SQLITE_OK }
    module.xDisconnect = { EmptyModule.free($0) }
    module.xDestroy = { EmptyModule.free($0) }
    module.xOpen = { _, cursor in
      guard
        let memory = sqlite3_malloc64(sqlite3_uint64(MemoryLayout<sqlite3_vtab_cursor>.stride))
      else { return SQLITE_NOMEM }
      let opened = memory.assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      opened.initialize(to: sqlite3_vtab_cursor())
      cursor?.pointee = opened
      return SQLITE_OK
    }
    module.xClose = { EmptyModule.free($0) }
    module.xFilter = { _, _, _, _, _ in SQLITE_OK }
    module.xNext = { _ in SQLITE_OK }
    module.xEof = { _ in 1 }
    module.xColumn = { _, context, _ in
      sqlite3_result_null(context)
      return SQLITE_OK
    }
    module.xRowid = { _, rowID in
      rowID?.pointee = 0
      return SQLITE_OK
    }
    module.xUpdate = { _, _, _, rowID in
      rowID?.pointee = 1
      return SQLITE_OK
    }
    module.xRename = { _, _ in SQLITE_OK }
    return module
  }

  private static func free(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
    sqlite3_free(pointer)
    return SQLITE_OK
  }

  private static func connect(
    _ handle: OpaquePointer?, _ count: Int32,
    _ arguments: UnsafePointer<UnsafePointer<CChar>?>?,
    _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    // Module, schema and table come first: https://sqlite.org/vtab.html#the_xcreate_method.
    let texts = (0..<Int(count)).compactMap { arguments?[$0].map { String(cString: $0) } }
    var columns: [String] = []
    for text in texts.dropFirst(3) {
      let bytes = Array(text.utf8)
      let tokens = SQLTokenizer.significantTokens(of: bytes)
      guard let name = tokens.first?.name(in: bytes),
        tokens.count < 2 || !tokens[1].isSpelt("=", in: bytes),
        !columns.contains(where: { sameName($0, name) })
      else { continue }
      columns.append(name)
    }
    var definitions = columns.isEmpty ? ["\"value\""] : columns.map(quoted)
    // Full-text tables are searched through a hidden column of their own name.
    if texts.count > 2, !columns.contains(where: { sameName($0, texts[2]) }) {
      definitions.append("\(quoted(texts[2])) HIDDEN")
    }
    let code = sqlite3_declare_vtab(
      handle, "CREATE TABLE x (\(definitions.joined(separator: ", ")))")
    guard code == SQLITE_OK else { return code }
    guard let memory = sqlite3_malloc64(sqlite3_uint64(MemoryLayout<sqlite3_vtab>.stride)) else {
      return SQLITE_NOMEM
    }
    let made = memory.assumingMemoryBound(to: sqlite3_vtab.self)
    made.initialize(to: sqlite3_vtab())
    table?.pointee = made
    return SQLITE_OK
  }
}
