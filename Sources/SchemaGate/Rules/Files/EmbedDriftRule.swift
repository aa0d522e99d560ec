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
        ])
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
      let help = "bring the copies along: schema-gate embed"
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
          case (_?, nil):
            findings.append(
              Finding(
                "'\(file.to)', the copy of '\(file.from)', is missing", at: .file(file.to),
                help: help))
          case (nil, _?):
            findings.append(
              Finding(
                "'\(file.to)' is a copy of nothing: there is no '\(file.from)'",
                at: .file(file.to), help: help))
          case (let original?, let copy?) where original != copy:
            findings.append(EmbedDrift.finding(file, original, copy, help: help))
          default: continue
          }
        }
      }
    })
}

/// Says how a copy differs.
private enum EmbedDrift {
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
