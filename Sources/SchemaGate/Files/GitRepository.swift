/// The git repository around a folder, read through at most three processes however much is asked.
///
/// Objects come from one `cat-file --batch` that stays open; the index needs one `ls-files`, and a
/// revision nothing more, because its trees are objects as well. Ends with the value.
final class GitRepository {
  let command: GitCommand
  private var objects: ChildProcess?
  /// Files by their ids, which say all about them, so that revisions share what they have in common.
  private var blobs: [String: [UInt8]] = [:]
  private var buffer: [UInt8] = []
  private var position = 0

  /// Creates a reader for the repository around a folder; nothing is run yet.
  init(root: String) throws(FileError) {
    command = try GitCommand(root: root)
  }

  /// What git says about one object name.
  enum Answer {
    case object(type: String, id: String, bytes: [UInt8])
    case missing
    /// Larger than the limit; its bytes were skipped.
    case tooLarge
  }

  /// Asks for many objects, by id or by any name that git resolves.
  ///
  /// Names must not contain line feeds. Requests go out in portions that fit the socket's buffer
  /// before answers are read, so that neither side ever waits for the other to read.
  func answers(for names: [String], limit: Int) throws -> [Answer] {
    let process = try startedObjects()
    var result: [Answer] = []
    result.reserveCapacity(names.count)
    var next = 0
    while next < names.count {
      let first = next
      var request: [UInt8] = []
      while next < names.count, request.isEmpty || request.count < 1 << 14 {
        request += names[next].utf8
        request.append(UInt8(ascii: "\n"))
        next += 1
      }
      guard process.send(request) else { throw try failure(of: process) }
      for _ in first..<next { result.append(try readAnswer(process, limit: limit)) }
    }
    return result
  }

  /// Asks for one object.
  func answer(for name: String, limit: Int) throws -> Answer {
    try answers(for: [name], limit: limit).first ?? .missing
  }

  /// The bytes of a file by its id, asked for once.
  func blob(_ id: String, limit: Int) throws -> Answer {
    if let bytes = blobs[id] {
      return bytes.count <= limit ? .object(type: "blob", id: id, bytes: bytes) : .tooLarge
    }
    let answer = try answer(for: id, limit: limit)
    if case .object(_, _, let bytes) = answer { blobs[id] = bytes }
    return answer
  }

  /// Asks for files ahead; for what git lacks, or what is too large, each is asked for again.
  func fetch(_ ids: [String], limit: Int) throws {
    let wanted = Set(ids).filter { blobs[$0] == nil }.sorted()
    for (id, answer) in zip(wanted, try answers(for: wanted, limit: limit)) {
      if case .object(_, _, let bytes) = answer { blobs[id] = bytes }
    }
  }

  /// Starts the process that objects come from, so that it is there when it is needed.
  func prepare() throws { _ = try startedObjects() }

  /// The last commit that `HEAD` and a revision have in common; nil where there is none.
  func commonAncestor(_ revision: String) throws -> String? {
    let result = try command.run(
      ["merge-base", "--end-of-options", revision, "HEAD"], accepting: [1, 128])
    guard result.status == 0 else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func startedObjects() throws -> ChildProcess {
    if let objects { return objects }
    let started = try command.start(["cat-file", "--batch"])
    objects = started
    return started
  }

  private func readAnswer(_ process: ChildProcess, limit: Int) throws -> Answer {
    let line = String(decoding: try readLine(process), as: UTF8.self)
    if line.hasSuffix(" missing") { return .missing }
    let words = line.split(separator: " ")
    if line.hasSuffix(" ambiguous") || words.count == 2 { return .missing }
    guard words.count == 3, let size = Int(words[2]), size >= 0 else {
      throw GitError.unreadableAnswer("cat-file --batch")
    }
    if size > limit {
      try skip(size + 1, process)
      return .tooLarge
    }
    let bytes = try readBytes(size, process)
    try skip(1, process)
    return .object(type: String(words[1]), id: String(words[0]), bytes: bytes)
  }

  private func readLine(_ process: ChildProcess) throws -> [UInt8] {
    var line: [UInt8] = []
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        line += buffer[position..<end]
        position = end + 1
        return line
      }
      line += buffer[position...]
      try refill(process)
    }
  }

  private func readBytes(_ count: Int, _ process: ChildProcess) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      if position == buffer.count { try refill(process) }
      let end = min(buffer.count, position + count - bytes.count)
      bytes += buffer[position..<end]
      position = end
    }
    return bytes
  }

  private func skip(_ count: Int, _ process: ChildProcess) throws {
    var left = count
    while left > 0 {
      if position == buffer.count { try refill(process) }
      let step = min(left, buffer.count - position)
      position += step
      left -= step
    }
  }

  private func refill(_ process: ChildProcess) throws {
    buffer = try process.receive(1 << 16)
    position = 0
    if buffer.isEmpty { throw try failure(of: process) }
  }

  /// Why the process ended although more was asked.
  private func failure(of process: ChildProcess) throws -> GitError {
    objects = nil
    let (status, errors) = try process.wait()
    let said = String(decoding: errors, as: UTF8.self)
    // What a partial clone says of an object that it would have to fetch first.
    if said.contains("promisor remote") {
      return GitError.lacksObject("that is needed here")
    }
    return GitError.failed("cat-file --batch", status: status, errors: errors)
  }
}
