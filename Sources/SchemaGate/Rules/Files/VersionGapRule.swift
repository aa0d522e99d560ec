extension Rule {
  /// Versions follow each other without a gap.
  static let versionGap = Rule(
    id: "version-gap",
    summary: "versions are contiguous from 001",
    rationale: """
      A gap is a migration that somebody has and others lack: it was deleted, or is still on \
      another branch. Devices that migrate meanwhile never run it.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("003_tags.sql"), FileExample.tags),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
        ])
    ],
    good: [
      .ladder(FileExample.baseline, FileExample.pages, FileExample.tags)
    ],
    check: .files { authority, findings in
      // A version is there if a file has its number, however it is spelled, or the lock has it.
      var places: [Int: Location] = [1: .file(authority.baseline.source.path)]
      for entry in authority.lock.value?.entries ?? [] {
        places[entry.version.number] = authority.location(of: entry)
      }
      for stray in authority.strayFiles {
        if case .badName(_, _, let number?) = stray.fault { places[number] = .file(stray.path) }
      }
      for file in authority.ladderFiles {
        places[file.version.number] = .file(file.source.path)
      }
      let numbers = places.keys.sorted()
      for (before, after) in zip(numbers, numbers.dropFirst())
      where after > before + 1 && before > 0 {
        guard let place = places[after], let first = Version(before + 1),
          let last = Version(after - 1), let low = Version(before), let high = Version(after)
        else { continue }
        let missing = first == last ? "\(first) is missing" : "\(first) to \(last) are missing"
        findings.append(
          Finding(
            "version \(high) follows \(low): \(missing)", at: place,
            help: "restore what is missing, or give it the number \(first)",
            facts: [Fact("expected", first.padded), Fact("found", high.padded)]))
      }
    })
}
