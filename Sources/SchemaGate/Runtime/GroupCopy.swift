/// A copy of a database file and its sidecars, to try things on that may change them.
///
/// It lies in the same folder, since only there is room for it certain to be of the same kind, and
/// is readable by nobody but its owner. The shared memory file is not copied: SQLite builds it anew.
struct GroupCopy {
  /// The original, links followed.
  let original: FileState
  let options: OpenOptions
  /// The copy's path: always the same for one database, so that what a killed process has left is
  /// replaced by the next one. Its user holds the lock of the database.
  let path: String

  init(state: FileState, options: OpenOptions) {
    original = state
    self.options = options
    let folder = FilePath.parent(of: state.path) ?? "."
    path = FilePath.join(folder, ".\(FilePath.name(of: state.path)).schema-gate-copy")
  }

  /// The copy as a file to open.
  var state: FileState {
    var copy = original
    copy.path = path
    copy.content = .database
    return copy
  }

  /// Copies the files.
  ///
  /// - Parameter given: the original's path as messages show it.
  func make(for given: String) throws(OpenError) {
    let doing = "copying it, to see whether it heals"
    do {
      try make()
    } catch let error as FileError {
      throw OpenError(error, path: given, doing: doing)
    } catch let error as SQLiteError {
      throw OpenError.environment(error, path: given, doing: doing)
        ?? OpenError(
          .ioError, path: given, found: "\(doing): \(error.message)", expected: "",
          advice: "check the disk, and try again", underlying: error)
    } catch {
      throw OpenError(
        .ioError, path: given, found: "\(doing): \(error)", expected: "",
        advice: "check the disk, and try again", underlying: error)
    }
  }

  private func make() throws {
    let needed = Int64(original.size + original.walSize + original.journalSize)
    let folder = FilePath.parent(of: path) ?? "."
    if let free = FreeSpace.bytes(in: folder), free < needed {
      throw FileError(
        operation: "copy", path: original.path, errorNumber: FileError.noSpaceNumber,
        detail: "\(FreeSpace.text(needed)) needed, \(FreeSpace.text(free)) free")
    }
    remove()
    for ending in ["", "-wal", "-journal"]
    where try Syscalls.linkStatus(original.path + ending) != nil {
      // Through the VFS, so that no lock of this process on the original is dropped.
      let probe = try FileProbe(path: original.path + ending, vfs: options.vfs)
      try Syscalls.makePrivateFile(path + ending, mode: 0o600)
      var offset: Int64 = 0
      while true {
        let bytes = try probe.read(1 << 20, at: offset)
        if bytes.isEmpty { break }
        try Syscalls.append(bytes, to: path + ending)
        offset += Int64(bytes.count)
      }
    }
  }

  /// Removes the copy, as far as it is there.
  func remove() {
    for ending in FileState.endings {
      do throws(FileError) {
        try Syscalls.remove(path + ending)
      } catch {
        // It will be replaced by the next copy.
        options.tell(.warning, error.message)
      }
    }
  }
}
