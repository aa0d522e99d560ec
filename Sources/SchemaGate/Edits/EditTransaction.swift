/// Changes several files together, so that a failure at any moment leaves nothing half-written.
///
/// Several files cannot be replaced in one step. So all that can fail for want of space or
/// permission is done first, beside the files:
///
/// 1. The root is locked against other edits, and what killed runs left is removed.
/// 2. Each new content is written to a temporary file beside its target, and flushed.
/// 3. The temporary files are renamed over their targets, in the order of the changes.
/// 4. Files that go are removed, last: until then their content is nowhere lost.
/// 5. The folders are flushed.
///
/// A failure before step 3 leaves every file as it was; one after leaves each file as it was or as
/// it will be. Plans are made from what is there, so making and applying one again mends the rest.
struct EditTransaction {
  /// The repository's root.
  let root: String

  /// A point between two steps, at which tests end the process.
  var onStep: (String) -> Void = { _ in }

  init(root: String) { self.root = root }

  func apply(_ changes: [FileChange]) throws(FileError) {
    if changes.isEmpty { return }
    // 1
    let lock = try FileLock(folder: root, patience: .seconds(10))
    for change in changes {
      try AtomicWrite.removeLeftovers(of: absolute(change.path))
    }
    onStep("locked")
    var prepared: [AtomicWrite] = []
    do throws(FileError) {
      // 2
      for change in changes {
        guard let bytes = change.bytes else { continue }
        let path = absolute(change.path)
        if let folder = FilePath.parent(of: path) { try Syscalls.makeFolders(folder) }
        prepared.append(try AtomicWrite(prepare: bytes, for: path))
        onStep("prepared \(change.path)")
      }
      // 3
      while let next = prepared.first {
        try next.rename()
        prepared.removeFirst()
        onStep("renamed \(next.target)")
      }
    } catch {
      for left in prepared { left.abandon() }
      throw error
    }
    // 4
    for change in changes where change.bytes == nil {
      try Syscalls.remove(absolute(change.path))
      onStep("removed \(change.path)")
    }
    // 5
    for folder in Set(changes.map { FilePath.parent(of: absolute($0.path)) ?? root }) {
      try FolderSync.synchronize(folder)
    }
    lock.release()
  }

  private func absolute(_ path: String) -> String { FilePath.join(root, path) }
}
