/// A copy of a database as it was before migrations that drop or rewrite something.
///
/// It is written under a partial name, opened and checked, and only then gets its own:
/// `<file>.before-<version>.db`, one for each version that the database came from. A good one that
/// is there already is kept as it is.
struct Snapshot {
  let ladder: Ladder
  let options: OpenOptions
  /// The path for messages.
  let path: String
  let budget: BusyBudget

  /// Makes the copy, or finds a good one.
  ///
  /// - Parameters:
  ///   - file: the database's path, links followed.
  ///   - version: the version that it is at.
  ///   - rows: what it has recorded.
  ///   - connection: the connection that will migrate; it holds the write lock meanwhile, so that
  ///     nobody changes what is copied.
  /// - Returns: the copy's path; nil where another process was faster, and there is nothing left to
  ///   copy.
  /// - Throws: `diskFull` before anything is written, where there is too little room.
  func keep(
    _ file: String, from version: Version, rows: [Bookkeeping.Row], holding connection: Connection
  ) throws(OpenError) -> String? {
    do {
      try budget.retrying { () throws(SQLiteError) in try connection.execute("BEGIN IMMEDIATE") }
      defer { _ = connection.runs("ROLLBACK") }
      // Another process may have been faster; then it has made its own copy, if it was to.
      guard case .rows(let present) = try Bookkeeping(connection: connection).read(),
        present == rows
      else { return nil }
      var target = "\(file).before-\(version.number).db"
      var number = 1
      while try Syscalls.linkStatus(target) != nil {
        if try isGood(target, rows: rows) { return target }
        // Not what it should be, and not ours to remove.
        number += 1
        target = "\(file).before-\(version.number)-\(number).db"
      }
      try checkRoom(file, connection)
      let partial = target + ".partial"
      let mode = try Syscalls.status(file)?.mode ?? 0o600
      try Syscalls.makePrivateFile(partial, mode: mode)
      do {
        try copy(file, to: partial)
        guard try isGood(partial, rows: rows) else {
          throw OpenError(
            .ioError, path: path, found: "the copy at '\(partial)' is not what was copied",
            expected: "a whole copy", advice: "check the disk, and try again")
        }
        try Syscalls.synchronize(partial)
        try Syscalls.renameWithoutReplacing(partial, to: target)
      } catch {
        try Syscalls.remove(partial)
        throw error
      }
      try FolderSync.synchronizeParent(of: target)
      return target
    } catch let error as OpenError {
      throw error
    } catch let error as FileError {
      throw OpenError(error, path: path, doing: "copying it before migrating")
    } catch let error as SQLiteError {
      throw failure(error)
    } catch {
      throw OpenError(
        .ioError, path: path, found: "copying it before migrating: \(error)", expected: "",
        advice: "try again", underlying: error)
    }
  }

  private func failure(_ error: SQLiteError) -> OpenError {
    let doing = "copying it before migrating"
    return OpenError.environment(error, path: path, doing: doing)
      ?? OpenError(
        error.code.isDamage ? .corrupt : .ioError, path: path, found: "\(doing): \(error.message)",
        expected: "a whole copy", advice: "check the disk, and try again", underlying: error)
  }

  private func checkRoom(_ file: String, _ connection: Connection) throws {
    let pages = try connection.integer("PRAGMA main.page_count") ?? 0
    let size = try connection.integer("PRAGMA main.page_size") ?? 0
    let (needed, overflow) = pages.multipliedReportingOverflow(by: size)
    let folder = FilePath.parent(of: file) ?? "."
    guard !overflow, let free = FreeSpace.bytes(in: folder), free < needed else { return }
    throw OpenError(
      .diskFull, path: path,
      found: "\(FreeSpace.text(free)) free in '\(folder)'",
      expected: "\(FreeSpace.text(needed)) for the copy that is kept before migrating",
      advice: "free some space, or migrate without the copy")
  }

  private func copy(_ file: String, to partial: String) throws {
    let source = try Connection(path: file, mode: .readOnly, vfs: options.vfs)
    try options.prepare(source, path: path)
    budget.install(on: source)
    let destination = try Connection(path: partial, mode: .readWrite, vfs: options.vfs)
    try options.prepare(destination, path: path)
    let backup = try Backup(from: source, to: destination)
    while try budget.retrying({ () throws(SQLiteError) in try backup.step(pages: 2000) }) {
      if options.isCancelled() {
        throw OpenError(
          .cancelled, path: path, found: "cancelled by the caller", expected: "to copy it",
          advice: "open it again to go on")
      }
    }
    try backup.finish()
    // The copy stands alone: one that needed a WAL could not be read in a read-only place.
    _ = try destination.text("PRAGMA main.journal_mode = DELETE")
    try destination.close()
  }

  /// Whether a copy opens, is whole, and has recorded the same versions.
  private func isGood(_ copy: String, rows: [Bookkeeping.Row]) throws -> Bool {
    guard try Syscalls.status(copy)?.kind == .file else { return false }
    let probe = try FileProbe(path: copy, vfs: options.vfs)
    if options.hasPlainHeader {
      guard DatabaseHeader(try probe.read(DatabaseHeader.length, at: 0)) != nil else {
        return false
      }
    }
    let connection = try Connection(path: copy, mode: .readOnly, vfs: options.vfs)
    try options.prepare(connection, path: path)
    do throws(SQLiteError) {
      guard try Bookkeeping(connection: connection).read() == .rows(rows) else { return false }
      return try PageCheck.run(on: connection).damage == nil
    } catch {
      if error.code.isDamage { return false }
      throw error
    }
  }
}
