extension Rule {
  /// Every recorded version has its file.
  static let missingMigration = Rule(
    id: "missing-migration",
    summary: "each entry of the lock has its file, under its name",
    rationale: """
      A recorded migration whose file is gone or renamed cannot run: new devices miss its changes, \
      and devices that ran it have a history that the ladder no longer explains.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.lockPath,
            FileExample.mark(
              "\"002\"",
              in: FileExample.lock([
                ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
              ]))
          ),
        ])
    ],
    good: [.ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      let misspelled = Set(
        authority.strayFiles.compactMap { stray -> Int? in
          if case .badName(_, _, let number) = stray.fault { return number }
          return nil
        })
      let byVersion = Dictionary(grouping: authority.ladderFiles, by: \.version)
      for entry in authority.lock.value?.entries ?? [] where !entry.version.isBaseline {
        let files = byVersion[entry.version, default: []]
        if files.contains(where: { $0.identity.name == entry.identity.name }) { continue }
        if files.isEmpty && misspelled.contains(entry.version.number) { continue }
        let isFrozen = authority.frozen.entry(entry.version) != nil
        let other = files.first.map { FilePath.name(of: $0.source.path) }
        let name = entry.identity.lockName
        findings.append(
          Finding(
            other.map { "the lock records version \(entry.version) as '\(name)', not '\($0)'" }
              ?? "the recorded migration '\(name)' is missing",
            at: authority.location(of: entry),
            help: isFrozen
              ? other.map {
                "it was released, so give it its name back: rename '\($0)' to '\(name)'"
              }
                ?? "restore its file: it was released"
              : authority.source == .index && other == nil
                ? "stage it with the lock: git add "
                  + ShellWord.of(FilePath.join(authority.paths.migrations, name))
                : authority.recordHelp("restore its file, or record what is there"),
            related: files.map { RelatedLocation("has that number", at: .file($0.source.path)) },
            facts: [Fact("expected", name)] + (other.map { [Fact("found", $0)] } ?? [])))
      }
    })
}
