/// Moves a database with its sidecars to another name, so that no crash loses a byte and no new
/// database meets an old WAL or journal.
///
/// 1. Give every file its second name. Nothing is overwritten; a taken name means another name for
///    all.
/// 2. Flush the folder: from here on every file has two names, also after a power cut.
/// 3. Remove the old names, the main file first, each only while it still is the file that was
///    linked. A crash in between leaves sidecars without a main file: the WAL is then set aside,
///    and SQLite deletes the journal before a new database has its first page; both still have
///    their second name.
///
/// Where the file system has no links, files are renamed: the journal first, because beside a
/// missing main file SQLite would delete it, then the main file, then the rest, the folder being
/// flushed after each.
struct QuarantineMove {
  /// The main file's path, links followed.
  let source: String
  /// The main file's new path.
  let target: String

  /// What went wrong, and whether anything has moved.
  enum Failure: Error {
    /// The new name is taken; nothing has moved.
    case taken
    /// Nothing has moved.
    case untouched(FileError)
    /// Some old names are left; every file is there under one name at least.
    case partial(FileError)
  }

  /// Moves all files of the group that are there.
  ///
  /// - Parameter prepared: is called when every file has its new name, before any old one goes.
  func run(prepared: () throws(FileError) -> Void) throws(Failure) {
    let endings: [String]
    let isTaken: Bool
    do throws(FileError) {
      endings = try QuarantineMove.endings(of: source)
      // A backup of one file and a sidecar of another must never look like a pair.
      let taken = try QuarantineMove.endings(of: target)
      let note = try Syscalls.linkStatus(target + ".json")
      isTaken = !taken.isEmpty || note != nil
    } catch {
      throw .untouched(error)
    }
    if isTaken { throw .taken }
    let linked: [(ending: String, status: FileStatus)]
    do throws(FileError) {
      linked = try link(endings)
    } catch {
      if error.kind == .exists { throw .taken }
      guard error.meansNoHardLinks else { throw .untouched(error) }
      try rename(endings, prepared: prepared)
      return
    }
    do throws(FileError) {
      try prepared()
      // 2.
      try FolderSync.synchronizeParent(of: target)
    } catch {
      unlink(linked.map(\.ending), from: target)
      throw .untouched(error)
    }
    do throws(FileError) {
      // 3.
      for (ending, status) in linked {
        guard let present = try Syscalls.linkStatus(source + ending), present.isSameFile(as: status)
        else { continue }
        try Syscalls.remove(source + ending)
      }
      try FolderSync.synchronizeParent(of: source)
    } catch {
      throw .partial(error)
    }
  }

  /// Which files of a group are there.
  static func endings(of path: String) throws(FileError) -> [String] {
    var endings: [String] = []
    for ending in FileState.endings where try Syscalls.linkStatus(path + ending) != nil {
      endings.append(ending)
    }
    return endings
  }

  /// 1.
  private func link(
    _ endings: [String]
  ) throws(FileError) -> [(ending: String, status: FileStatus)] {
    var linked: [(ending: String, status: FileStatus)] = []
    do throws(FileError) {
      for ending in endings {
        do throws(FileError) {
          try Syscalls.link(source + ending, to: target + ending)
        } catch {
          // A sidecar that its owner has just removed has nothing to lose.
          if error.kind == .missing, !ending.isEmpty { continue }
          throw error
        }
        guard let status = try Syscalls.linkStatus(target + ending) else {
          throw FileError.missing(target + ending, operation: "link to")
        }
        linked.append((ending, status))
      }
    } catch {
      unlink(linked.map(\.ending), from: target)
      throw error
    }
    return linked
  }

  private func rename(
    _ endings: [String], prepared: () throws(FileError) -> Void
  ) throws(Failure) {
    let order = ["-journal", "", "-wal", "-shm"].filter(endings.contains)
    var isFirst = true
    do throws(FileError) {
      for ending in order {
        try Syscalls.renameWithoutReplacing(source + ending, to: target + ending)
        isFirst = false
        try FolderSync.synchronizeParent(of: target)
      }
      try prepared()
    } catch {
      if isFirst { throw error.kind == .exists ? .taken : .untouched(error) }
      throw .partial(error)
    }
  }

  /// Takes second names away again; the files keep their first ones.
  private func unlink(_ endings: [String], from path: String) {
    for ending in endings.reversed() {
      do throws(FileError) {
        try Syscalls.remove(path + ending)
      } catch {
        // A second name too many is untidy, and loses nothing.
        continue
      }
    }
  }
}
