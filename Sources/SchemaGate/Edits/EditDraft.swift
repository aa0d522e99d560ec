/// The working tree with changes that are not made yet: what later parts of an edit see.
struct EditDraft: FileSource {
  /// The files as they are.
  let base: any FileSource

  private var changes: [String: [UInt8]?] = [:]
  private var order: [String] = []

  /// What is done, one line each.
  var summary: [String] = []

  /// What is left as it is although somebody may expect otherwise, one line each.
  var remarks: [String] = []

  init(_ base: any FileSource) { self.base = base }

  /// Plans to give a file this content.
  mutating func write(_ path: String, _ bytes: [UInt8]) { set(path, bytes) }

  /// Plans to remove a file.
  mutating func remove(_ path: String) { set(path, nil) }

  private mutating func set(_ path: String, _ bytes: [UInt8]?) {
    if changes.updateValue(bytes, forKey: path) == nil { order.append(path) }
  }

  /// The changes that change anything, in the order in which they were planned.
  func plan() throws -> EditPlan {
    var list: [FileChange] = []
    for path in order {
      guard let change = changes[path], try base.read(path, limit: Syscalls.sqlLimit) != change
      else { continue }
      list.append(FileChange(path: path, bytes: change))
    }
    return EditPlan(changes: list, summary: list.isEmpty ? [] : summary, remarks: remarks)
  }

  func read(_ path: String, limit: Int) throws -> [UInt8]? {
    if let change = changes[path] { return change }
    return try base.read(path, limit: limit)
  }

  func list(_ folder: String) throws -> [FolderEntry]? {
    let present = try base.list(folder)
    var entries: [String: FolderEntry] = [:]
    for entry in present ?? [] { entries[entry.name] = entry }
    for (path, bytes) in changes where (FilePath.parent(of: path) ?? "") == folder {
      let name = FilePath.name(of: path)
      entries[name] = bytes == nil ? nil : FolderEntry(name: name, kind: .file)
    }
    return present == nil && entries.isEmpty ? nil : entries.values.sorted()
  }
}
