/// Everything under governance, read from one source and parsed: the input of every judgement.
///
/// What has a wrong form is kept as faults beside the files, for the rules to report.
public struct Authority: Sendable {
  /// Where it was read from.
  public let source: AuthoritySource

  /// The configuration, or the defaults.
  public let configuration: Configuration

  /// Version 1: `schema.sql`.
  public let baseline: Migration

  /// The checksums.
  let lock: GovernedFile<Lock>

  /// The regime and the frozen set.
  let policy: GovernedFile<Policy>

  /// The migrations whose names are well formed, by version; two may have the same.
  let ladderFiles: [Migration]

  /// What else is in the governed folders, and does not belong there.
  let strayFiles: [StrayFile]

  /// The payload contracts; nil where there is no folder for them.
  let payloads: PayloadFiles?

  /// The place in source that declares the payload version, where one is configured.
  let payloadVersion: DeclaredPayloadVersion?

  /// Rows for versions: `fixtures/NNN.sql`.
  let fixtures: [Version: SourceText]

  /// The schema that the ladder must arrive at.
  let expected: SourceText?

  /// The embeds with both sides' files.
  let embeds: [EmbedState]

  /// What is not governed because it is not there, one line each.
  public let notices: [String]

  /// The governed paths.
  var paths: GovernedPaths { configuration.paths }

  /// The regime; launched where the policy cannot tell, which is the careful side.
  public var regime: Regime { policy.value?.regime ?? .launched }

  /// Whether databases of the schema are out there.
  public var isLaunched: Bool { regime == .launched }

  /// What is frozen.
  var frozen: FrozenSet { policy.value?.frozen ?? FrozenSet() }

  /// The versions from the baseline up to the first gap, each once: what can be replayed.
  public let ladder: Ladder

  /// Every SQL file of a version: the baseline, then the migrations, also those that come twice.
  var versions: [Migration] { [baseline] + ladderFiles }

  /// The payload contracts' files by the numbers in their names, in their order.
  package var payloadTexts: [(version: Int, text: SourceText)] {
    (payloads?.contracts ?? []).map { ($0.version.number, $0.text) }
  }

  /// The text of a governed file by its path, for positions in messages.
  func text(at path: String) -> SourceText? {
    if path == baseline.source.path { return baseline.source }
    if path == lock.path { return lock.text }
    if path == policy.path { return policy.text }
    if path == configuration.text.path { return configuration.text }
    return ladderFiles.first { $0.source.path == path }?.source
  }
}

/// A governed file that is parsed: its text, and what was made of it.
struct GovernedFile<Value: Sendable>: Sendable {
  /// Where it is, or should be.
  let path: String

  /// The file; nil where it is missing.
  let text: SourceText?

  /// What was made of it.
  let formed: Formed<Value>

  init(path: String, text: SourceText?, read: (SourceText) -> Formed<Value>) {
    self.path = path
    self.text = text
    formed = text.map(read) ?? Formed(nil)
  }

  /// The value; nil where the file is missing or malformed.
  var value: Value? { formed.value }

  /// Whether there is no such file.
  var isMissing: Bool { text == nil }

  /// Whether a merge left both sides in it.
  var isInConflict: Bool { value == nil && text?.conflictMark != nil }

  /// The faults of its form as findings.
  var faultFindings: [Finding] {
    guard let text else { return [] }
    // What a merge left is no JSON, and saying where it stops being so would not help.
    if value == nil, let offset = text.conflictMark {
      return [
        Finding(
          "'\(path)' has an unresolved merge conflict", at: .offset(offset, in: text))
      ]
    }
    return formed.faults.map { fault in
      Finding(fault.message, at: .offset(fault.offset, in: text), help: fault.help)
    }
  }

  /// The place of a byte offset in the file.
  func location(at offset: Int) -> Location {
    text.map { .offset(offset, in: $0) } ?? .file(path)
  }
}

extension SourceText {
  /// Where git put the first mark of a merge conflict, at the beginning of a line.
  fileprivate var conflictMark: Int? {
    let mark = Array("<<<<<<< ".utf8)
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: mark) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }
}

/// A file or folder in a governed folder that is none of the governed ones.
struct StrayFile: Hashable, Sendable {
  /// What is wrong with it.
  enum Fault: Hashable, Sendable {
    /// An SQL file whose name is no migration's.
    case badName(reason: String, help: String, number: Int?)
    /// Something that does not belong there.
    case foreign(FileKind)
  }

  let path: String
  let fault: Fault

  /// Whether it is an SQL file whose name is no migration's.
  var isMisnamed: Bool { if case .badName = fault { true } else { false } }
}

/// The files of the payload contracts, as bytes: what they say is judged elsewhere.
struct PayloadFiles: Sendable {
  /// A contract or a fixture.
  struct File: Sendable {
    let version: Version
    let text: SourceText
  }

  /// `NNN.json`, by version.
  let contracts: [File]

  /// `fixtures/NNN.golden.json`, by version.
  let fixtures: [File]

  /// The contract of a version.
  func contract(_ version: Version) -> File? { contracts.first { $0.version == version } }

  /// The fixture of a version.
  func fixture(_ version: Version) -> File? { fixtures.first { $0.version == version } }
}

/// What the source file of the payload version says.
struct DeclaredPayloadVersion: Sendable {
  let place: PayloadVersionPlace
  /// The source file; nil where it is missing.
  let text: SourceText?

  /// What the pattern's group matches, with byte offsets in the source file; one is right.
  var matches: [Placed<String>] { text.map { place.matches(in: $0) } ?? [] }
}

/// An embed with the files of both sides.
struct EmbedState: Sendable {
  /// One file that is, or should be, on both sides.
  struct File: Sendable {
    let from: String
    let to: String
    /// The governed bytes; nil where there is no such file, so that the copy is extra.
    let original: [UInt8]?
    /// The copy's bytes; nil where it is missing.
    let copy: [UInt8]?
  }

  let embed: Embed
  /// Whether `from` is there at all.
  let isPresent: Bool
  /// Folders in `from`, of which nothing is copied.
  var subfolders: [String] = []
  let files: [File]

  /// What is not copied although the folder that holds it is.
  var notices: [String] {
    subfolders.map {
      "'\($0)' is not embedded with '\(embed.from)', of which only the files are: give it an embed "
        + "of its own"
    }
  }
}
