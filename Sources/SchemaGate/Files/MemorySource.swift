/// Files that are held in memory, such as a ladder that was compiled into an app.
public struct MemorySource: FileSource, Sendable {
  private var files: [String: [UInt8]]

  /// Creates a source from files by path.
  public init(_ files: [String: [UInt8]]) { self.files = files }

  /// Creates a source from texts by path.
  public init(texts: [String: String]) {
    files = texts.mapValues { Array($0.utf8) }
  }

  /// Reads a file.
  public func read(_ path: String, limit: Int) throws -> [UInt8]? {
    guard let bytes = files[path] else { return nil }
    if bytes.count > limit { throw FileError.tooLarge(path, limit: limit) }
    return bytes
  }

  /// Lists a folder: whatever has a path below it.
  public func list(_ folder: String) throws -> [FolderEntry]? {
    let start = folder.isEmpty ? "" : folder + "/"
    var kinds: [String: FileKind] = [:]
    for path in files.keys where path.hasPrefix(start) {
      let parts = path.dropFirst(start.count).split(separator: "/", maxSplits: 1)
      guard let name = parts.first else { continue }
      kinds[String(name)] = parts.count == 1 ? .file : .folder
    }
    if kinds.isEmpty && !folder.isEmpty { return nil }
    return kinds.map { FolderEntry(name: $0.key, kind: $0.value) }.sorted()
  }
}
