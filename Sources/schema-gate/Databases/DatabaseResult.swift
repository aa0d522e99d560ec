import SchemaGate

/// What a command came to on one database: a line for people, members for programs.
struct DatabaseResult: Sendable {
  /// The path as it was given or found.
  let path: String
  /// One word, such as `current` or `needs-adoption`.
  let word: String
  /// What that means here; empty where the word says all.
  let message: String
  /// Single differences, files that were written, and the like, one line each.
  var details: [String] = []
  /// What to do next.
  var help: String?
  /// More for programs.
  var members: [JSONMember] = []
  /// What the process ends with, if this is the worst.
  var status = ExitStatus.clean

  init(
    _ path: String, _ word: String, _ message: String, details: [String] = [],
    help: String? = nil, members: [JSONMember] = [], status: ExitStatus = .clean
  ) {
    self.path = path
    self.word = word
    self.message = message
    self.details = details
    self.help = help
    self.members = members
    self.status = status
  }

  /// A refusal.
  init(_ error: OpenError, path: String) {
    let place = error.place.map { "\($0): " } ?? ""
    let expected = error.expected.isEmpty ? "" : "; expected \(error.expected)"
    self.init(
      path, error.kind.name, "\(place)\(error.found)\(expected)",
      details: error.details + (error.state == "the file is untouched" ? [] : [error.state]),
      help: error.advice.replacing("<file>", with: ShellWord.of(path)),
      status: DatabaseResult.status(of: error.kind))
  }

  private static func status(of kind: OpenError.Kind) -> ExitStatus {
    switch kind.category {
    case .refused: .findings
    case .environment: .couldNotRun
    case .busy: .busy
    }
  }

  /// The lines for people.
  var lines: [String] {
    let head = message.isEmpty ? "\(path): \(word)" : "\(path): \(word): \(message)"
    let lines = [head] + details.map { "    \($0)" } + (help.map { ["   = help: \($0)"] } ?? [])
    return lines.map { VisibleText.of($0, keepsLines: true) }
  }

  /// The object for programs.
  var json: JSONValue {
    var all = [
      JSONMember(name: "path", value: .string(path)),
      JSONMember(name: "result", value: .string(word)),
      JSONMember(name: "message", value: .string(message)),
    ]
    if !details.isEmpty {
      all.append(JSONMember(name: "details", value: .array(details.map { .string($0) })))
    }
    if let help { all.append(JSONMember(name: "help", value: .string(help))) }
    return .object(all + members)
  }
}

extension ExitStatus {
  /// The worse of two, for a run over many databases: what keeps the work from being done comes
  /// first, then what a person must look at, then what may be well when tried again.
  func worse(_ other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.usage, .couldNotRun, .findings, .busy, .clean]
    return order.first { $0 == self || $0 == other } ?? .clean
  }
}
