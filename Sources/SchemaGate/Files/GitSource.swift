/// The files of the git index, or of a git revision, below the repository's root.
///
/// Symbolic links are followed as a checkout would, within the root.
final class GitSource: FileSource {
  /// What a name in a folder stands for.
  struct Entry: Sendable {
    let mode: UInt32
    let id: String

    var isFolder: Bool { mode == 0o040000 }
    var isLink: Bool { mode == 0o120000 }
    var isFile: Bool { mode & 0o170000 == 0o100000 }
  }

  private let repository: GitRepository
  /// Folders by path; for a revision filled as they are asked for.
  private var folders: [String: [String: Entry]]
  private let isComplete: Bool
  private let objectLimit = 64 << 20

  private init(
    _ repository: GitRepository, folders: [String: [String: Entry]], isComplete: Bool
  ) {
    self.repository = repository
    self.folders = folders
    self.isComplete = isComplete
  }

  /// What is about to be committed, `GIT_INDEX_FILE` honoured.
  static func index(of repository: GitRepository) throws -> GitSource {
    // Both processes take a while to start.
    try repository.prepare()
    let listing = try repository.command.run(["ls-files", "-s", "-z"]).output
    var folders: [String: [String: Entry]] = ["": [:]]
    var start = 0
    while let end = listing[start...].firstIndex(of: 0) {
      guard let (path, entry, stage) = parse(listing[start..<end]) else {
        throw GitError.unreadableAnswer("ls-files -s -z")
      }
      if stage != UInt8(ascii: "0") { throw GitError.conflict(path) }
      add(path, entry, to: &folders)
      start = end + 1
    }
    return GitSource(repository, folders: folders, isComplete: true)
  }

  /// Reads `<mode> <id> <stage>TAB<path>`.
  private static func parse(_ record: ArraySlice<UInt8>) -> (String, Entry, stage: UInt8)? {
    let space = UInt8(ascii: " ")
    guard let modeEnd = record.firstIndex(of: space),
      let idEnd = record[(modeEnd + 1)...].firstIndex(of: space),
      idEnd + 2 < record.endIndex, record[idEnd + 2] == UInt8(ascii: "\t"),
      let mode = UInt32(String(decoding: record[..<modeEnd], as: UTF8.self), radix: 8)
    else { return nil }
    let id = String(decoding: record[(modeEnd + 1)..<idEnd], as: UTF8.self)
    let path = String(decoding: record[(idEnd + 3)...], as: UTF8.self)
    return (path, Entry(mode: mode, id: id), record[idEnd + 1])
  }

  private static func add(
    _ path: String, _ entry: Entry, to folders: inout [String: [String: Entry]]
  ) {
    var entry = entry
    var path = path
    while true {
      let folder = FilePath.parent(of: path) ?? ""
      let isNew = folders[folder] == nil
      folders[folder, default: [:]][FilePath.name(of: path)] = entry
      if folder.isEmpty || !isNew { return }
      path = folder
      entry = Entry(mode: 0o040000, id: "")
    }
  }

  /// The files of a revision; nil where the repository has no commit yet and `HEAD` is asked for.
  static func revision(_ name: String, of repository: GitRepository) throws -> GitSource? {
    if name.isEmpty || name.utf8.contains(where: { $0 < 0x20 }) {
      throw GitError.unknownRevision(name)
    }
    // "<id>:./" is the folder that git was started in, as it was in that commit.
    let answers = try repository.answers(
      for: ["\(name)^{commit}", "\(name)^{commit}:./"], limit: 64 << 20)
    guard case .object(_, let commit, let bytes)? = answers.first, let folder = answers.last else {
      if try isUnborn(name, repository) { return nil }
      throw try missing(name, repository)
    }
    switch folder {
    case .object(_, _, let tree):
      return GitSource(
        repository, folders: ["": parse(tree, idLength: commit.utf8.count / 2)], isComplete: false)
    case .tooLarge: throw GitError.unreadableAnswer("cat-file --batch")
    case .missing:
      // The folder did not exist then, unless the commit's own tree is what is missing.
      let root = String(
        decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }.dropFirst(5), as: UTF8.self)
      if case .missing = try repository.answer(for: root, limit: 64 << 20) {
        throw try missing(name, repository)
      }
      return GitSource(repository, folders: ["": [:]], isComplete: false)
    }
  }

  private static func isUnborn(_ name: String, _ repository: GitRepository) throws -> Bool {
    guard name == "HEAD" || name == "@" else { return false }
    let head = try repository.command.run(["rev-parse", "--verify", "-q", "HEAD"], accepting: [1])
    return head.status == 1
  }

  private static func missing(_ name: String, _ repository: GitRepository) throws -> GitError {
    let answer = try repository.command.run(["rev-parse", "--is-shallow-repository"]).output
    return answer.starts(with: "true".utf8) ? .shallow(name) : .unknownRevision(name)
  }

  /// Reads a tree object: `<octal mode> <name>NUL<raw id>`, again and again.
  private static func parse(_ tree: [UInt8], idLength: Int) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    var rest = tree[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let end = rest[space...].firstIndex(of: 0), end + idLength < rest.endIndex
    {
      let mode = UInt32(String(decoding: rest[..<space], as: UTF8.self), radix: 8) ?? 0
      let name = String(decoding: rest[(space + 1)..<end], as: UTF8.self)
      let id = rest[(end + 1)...(end + idLength)].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      entries[name] = Entry(mode: mode, id: id)
      rest = rest[(end + idLength + 1)...]
    }
    return entries
  }

  // MARK: Reading

  func read(_ path: String, limit: Int) throws -> [UInt8]? {
    guard let (place, entry) = try resolve(path) else { return nil }
    if entry.isFolder { throw FileError.isFolder(path) }
    guard entry.isFile else {
      throw GitError(
        "'\(place)' is a submodule, not a file", advice: "keep governed files in this repository")
    }
    return try blob(entry.id, path: path, limit: limit)
  }

  func list(_ folder: String) throws -> [FolderEntry]? {
    guard let (place, entry) = try resolve(folder) else { return nil }
    guard entry.isFolder else { throw FileError.notFolder(folder) }
    guard let entries = try self.folder(place) else { return nil }
    return try entries.map { name, entry in
      var kind: FileKind = entry.isFolder ? .folder : entry.isFile ? .file : .other
      if entry.isLink {
        let target = try resolve(FilePath.join(place, name))?.entry
        kind = target.map { $0.isFolder ? .folder : .file } ?? .symbolicLink
      }
      return FolderEntry(name: name, kind: kind)
    }.sorted()
  }

  func prefetch(_ files: [String], in folders: [String], limit: Int) throws {
    var entries = try files.compactMap { try resolve($0)?.entry }
    for path in folders {
      guard let (place, entry) = try resolve(path), entry.isFolder else { continue }
      entries += try (folder(place) ?? [:]).values
    }
    try repository.fetch(entries.filter(\.isFile).map(\.id), limit: limit)
  }

  private func blob(_ id: String, path: String, limit: Int) throws -> [UInt8] {
    switch try repository.blob(id, limit: limit) {
    case .object(_, _, let bytes): return bytes
    case .tooLarge: throw FileError.tooLarge(path, limit: limit)
    case .missing: throw GitError.lacksObject(id)
    }
  }

  private func folder(_ path: String) throws -> [String: Entry]? {
    if let known = folders[path] { return known }
    if isComplete { return nil }
    guard let parent = FilePath.parent(of: path) ?? (path.isEmpty ? nil : ""),
      let entry = try folder(parent)?[FilePath.name(of: path)], entry.isFolder
    else { return nil }
    guard
      case .object(_, let id, let tree) = try repository.answer(for: entry.id, limit: objectLimit)
    else { throw GitError.lacksObject(entry.id) }
    let entries = GitSource.parse(tree, idLength: id.utf8.count / 2)
    folders[path] = entries
    return entries
  }

  /// The entry that a path leads to, with the path that it has there; nil where nothing is.
  private func resolve(_ path: String) throws -> (place: String, entry: Entry)? {
    let top = Entry(mode: 0o040000, id: "")
    var parts = path.split(separator: "/").reversed().map(String.init)
    var place = ""
    var entry = top
    var links = 0
    while let part = parts.popLast() {
      guard entry.isFolder, let next = try folder(place)?[part] else { return nil }
      if next.isLink {
        links += 1
        if links > 40 { throw FileError.linkLoop(path) }
        let text = String(
          decoding: try blob(next.id, path: path, limit: 1 << 16), as: UTF8.self)
        guard let target = FilePath.normalized(FilePath.join(place, text)) else { return nil }
        parts += target.split(separator: "/").reversed().map(String.init)
        place = ""
        entry = top
      } else {
        place = FilePath.join(place, part)
        entry = next
      }
    }
    return (place, entry)
  }
}
