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
  private var blobs: [String: [UInt8]] = [:]
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
    let listing = try repository.command.run(["ls-files", "-s", "-z"]).output
    var folders: [String: [String: Entry]] = ["": [:]]
    for record in listing.split(separator: 0) {
      // <mode> <id> <stage>TAB<path>
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else {
        throw GitError.unreadableAnswer("ls-files -s -z")
      }
      let words = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      let path = String(decoding: record[(tab + 1)...], as: UTF8.self)
      guard words.count == 3, let mode = UInt32(words[0], radix: 8) else {
        throw GitError.unreadableAnswer("ls-files -s -z")
      }
      if words[2] != "0" { throw GitError.conflict(path) }
      add(path, Entry(mode: mode, id: words[1]), to: &folders)
    }
    return GitSource(repository, folders: folders, isComplete: true)
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
    guard
      case .object(_, let commit, let bytes) = try repository.answer(
        for: "\(name)^{commit}", limit: 64 << 20)
    else {
      if try isUnborn(name, repository) { return nil }
      throw try missing(name, repository)
    }
    // "<id>:./" is the folder that git was started in, as it was in that commit.
    switch try repository.answer(for: "\(commit):./", limit: 64 << 20) {
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

  func prefetch(_ paths: [String], limit: Int) throws {
    let entries = try paths.compactMap { try resolve($0)?.entry }
    let wanted = entries.filter { $0.isFile && blobs[$0.id] == nil }.map(\.id)
    for (id, answer) in zip(wanted, try repository.answers(for: wanted, limit: limit)) {
      if case .object(_, _, let bytes) = answer { blobs[id] = bytes }
    }
  }

  private func blob(_ id: String, path: String, limit: Int) throws -> [UInt8] {
    if let bytes = blobs[id], bytes.count <= limit { return bytes }
    switch try repository.answer(for: id, limit: limit) {
    case .object(_, _, let bytes):
      blobs[id] = bytes
      return bytes
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
