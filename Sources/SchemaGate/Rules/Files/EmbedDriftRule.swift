extension Rule {
  /// Copies of governed files are byte-identical.
  static let embedDrift = Rule(
    id: "embed-drift",
    summary: "each embedded copy is byte-identical, with none missing or extra",
    rationale: """
      The copy is what ships. When it lags behind, everything that was checked here was not what \
      devices run.
      """,
    bad: [
      Example(
        files: [
          (
            "schema-gate.json",
            """
            { "embeds": [{ "from": "schema/schema.sql", "to": "App/schema.sql" }] }

            """
          ),
          (FileExample.schemaPath, FileExample.baseline),
          ("App/schema.sql", FileExample.baseline.replacing("notes", with: "note⚑")),
        ]),
      Example(
        files: [
          (
            "schema-gate.json",
            """
            { "embeds": [{ "from": "schema/schema.sql", "to": "App/schema.sql" }] }

            """
          ),
          (FileExample.schemaPath, FileExample.baseline.replacing("notes", with: "note")),
          ("App/schema.sql", FileExample.baseline.replacing("notes", with: "note⚑s")),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ], note: "here the original was edited, and the copy still has what was released"),
    ],
    good: [
      Example(
        files: [
          (
            "schema-gate.json",
            """
            { "embeds": [{ "from": "schema/schema.sql", "to": "App/schema.sql" }] }

            """
          ),
          (FileExample.schemaPath, FileExample.baseline),
          ("App/schema.sql", FileExample.baseline),
        ])
    ],
    check: .files { authority, findings in
      for state in authority.embeds {
        if !state.isPresent {
          findings.append(
            Finding(
              "there is no '\(state.embed.from)' to be embedded",
              at: authority.configuration.location(at: state.embed.offset),
              help: "correct 'from' in '\(Configuration.fileName)'"))
        }
        for file in state.files {
          switch (file.original, file.copy) {
          case (let original?, nil):
            findings.append(
              Finding(
                "'\(file.to)', the copy of '\(file.from)', is missing", at: .file(file.to),
                help: EmbedDrift.help(file, original, nil, authority)))
          case (nil, let copy?):
            findings.append(
              Finding(
                "'\(file.to)' is a copy of nothing: there is no '\(file.from)'",
                at: .file(file.to), help: EmbedDrift.helpWithoutOriginal(file, copy, authority)))
          case (let original?, let copy?) where original != copy:
            findings.append(
              EmbedDrift.finding(
                file, original, copy,
                help: EmbedDrift.help(file, original, copy, authority)))
          default: continue
          }
        }
      }
    })
}

/// Says how a copy differs, and which of the two is to follow the other.
private enum EmbedDrift {
  static let embedHelp = "bring the copies along: schema-gate embed"

  /// What to do about a copy that is missing or differs: never copy an edit over the recorded text,
  /// nor what is under a wrong name.
  static func help(
    _ file: EmbedState.File, _ original: [UInt8], _ copy: [UInt8]?, _ authority: Authority
  ) -> String {
    if let help = nameHelp(file, original, authority) { return help }
    guard authority.isRecorded(original, at: file.from) == false else { return embedHelp }
    if let copy, authority.isRecorded(copy, at: file.from) == true {
      return restoreHelp(file, authority)
    }
    guard authority.isLaunched else { return seedHelp }
    return "undo the edit of '\(file.from)'" + lockHelp(file, authority) + "; then \(embedHelp)"
  }

  /// What to do about a copy without an original: never remove what should be there.
  static func helpWithoutOriginal(
    _ file: EmbedState.File, _ copy: [UInt8], _ authority: Authority
  ) -> String {
    if let other = authority.pathOfRecordedText(for: file.from) {
      return renameHelp(other, to: file.from, authority)
    }
    return switch authority.isRecorded(copy, at: file.from) {
    case true?: restoreHelp(file, authority)
    case false?:
      "restore '\(file.from)' from version control"
        + lockHelp(file, authority, "it is meant to be gone") + "; then \(embedHelp)"
    case nil: embedHelp
    }
  }

  /// What to do first about a file whose name is not that of a version; nil where it is.
  private static func nameHelp(
    _ file: EmbedState.File, _ original: [UInt8], _ authority: Authority
  ) -> String? {
    if let entry = authority.recordedElsewhere(than: file.from) {
      let recorded = FilePath.join(authority.paths.migrations, entry.identity.lockName)
      if authority.ladderFiles.contains(where: { $0.source.path == recorded }) {
        return "give '\(file.from)' the next number, since \(entry.version) is "
          + "'\(entry.identity.lockName)'; then \(embedHelp)"
      }
      return SQLDigest.digest(of: original) == entry.digest
        ? renameHelp(file.from, to: recorded, authority)
        : "restore '\(recorded)', which is recorded for version \(entry.version)"
          + lockHelp(at: recorded, authority, "'\(FilePath.name(of: file.from))' is meant")
          + "; then \(embedHelp)"
    }
    let isMisnamed = authority.strayFiles.contains { $0.isMisnamed && $0.path == file.from }
    return isMisnamed ? "give '\(file.from)' a migration's name; then \(embedHelp)" : nil
  }

  private static func renameHelp(
    _ path: String, to recorded: String, _ authority: Authority
  ) -> String {
    "give '\(path)' its recorded name back: mv \(ShellWord.of(path)) \(ShellWord.of(recorded))"
      + lockHelp(at: recorded, authority, "the new name is meant")
  }

  /// How to take back the recorded text, which only the copy still has.
  static func restoreHelp(_ file: EmbedState.File, _ authority: Authority) -> String {
    let restoring =
      "take back the recorded text, which '\(file.to)' still has: "
      + "cp \(ShellWord.of(file.to)) \(ShellWord.of(file.from))"
    // Before launch, an edit is what is most often meant.
    return authority.isLaunched
      ? restoring + lockHelp(file, authority) : "\(seedHelp); or \(restoring)"
  }

  private static let seedHelp = "record the edit, which brings the copies along: schema-gate seed"

  private static func lockHelp(
    _ file: EmbedState.File, _ authority: Authority, _ meaning: String = "the edit is meant"
  ) -> String {
    lockHelp(at: file.from, authority, meaning)
  }

  private static func lockHelp(
    at path: String, _ authority: Authority, _ meaning: String
  ) -> String {
    authority.isFrozen(at: path)
      ? "" : "; or, " + authority.recordHelp("where \(meaning), record it")
  }

  static func finding(
    _ file: EmbedState.File, _ original: [UInt8], _ copy: [UInt8], help: String
  ) -> Finding {
    let text = SourceText(path: file.to, bytes: copy)
    let differing = zip(original, copy).enumerated().first { $0.element.0 != $0.element.1 }
    let offset = differing?.offset ?? min(original.count, copy.count)
    let isLineEnds = original.withoutCarriageReturns == copy.withoutCarriageReturns
    return Finding(
      isLineEnds
        ? "'\(file.to)' differs from '\(file.from)' only by its line ends"
        : "'\(file.to)' is no longer a copy of '\(file.from)'",
      at: .offset(offset, in: text),
      details: [
        "first difference at byte \(offset)"
          + (differing.map { ": \(hex($0.element.0)) there, \(hex($0.element.1)) here" }
            ?? "; \(original.count) bytes there, \(copy.count) here")
      ],
      help: help, related: [RelatedLocation("the original", at: .file(file.from))],
      facts: [
        Fact("expected", SHA256.digest(of: original).description),
        Fact("found", SHA256.digest(of: copy).description),
      ])
  }

  private static func hex(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
