extension Rule {
  /// The lock still has every frozen entry.
  static let frozenEntry = Rule(
    id: "frozen-entry",
    summary: "each frozen entry of the lock is still there, identically",
    rationale: """
      The lock alone proves little, because it is written anew by a command. The frozen copy of its \
      entries is what was released: devices have recorded exactly these names and digests.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.tags),
          (
            FileExample.lockPath,
            FileExample.mark(
              "\"002\"",
              in: FileExample.lock([
                ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.tags),
              ]))
          ),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true,
              frozen: [
                ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
              ])
          ),
        ], note: "the edit was recorded in the lock, which does not help")
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
          (
            FileExample.lockPath,
            FileExample.lock([
              ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
            ])
          ),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ], note: "what was appended after the release is free")
    ],
    check: .files { authority, findings in
      guard let lock = authority.lock.value else { return }
      for frozen in authority.frozen.entries {
        let place = authority.frozenLocation(at: frozen.offset)
        let name = frozen.identity.lockName
        guard let entry = lock[frozen.version] else {
          findings.append(
            Finding(
              "the lock lacks '\(name)', which is frozen", at: .file(authority.lock.path),
              details: ["frozen \(frozen.digest.short), now nothing"],
              help: "restore its file and its entry from version control",
              related: [RelatedLocation("frozen here", at: place)],
              facts: [Fact("expected", "\(name) \(frozen.digest)")]))
          continue
        }
        let isRenamed = entry.identity.name != frozen.identity.name
        if !isRenamed && entry.digest == frozen.digest { continue }
        let pair = DigestPair("frozen", frozen.digest, found: entry.digest)
        let wording =
          isRenamed
          ? "'\(name)' is frozen, and the lock has '\(entry.identity.lockName)' in its place"
          : "the entry of '\(name)' is not the one that was frozen"
        findings.append(
          Finding(
            wording, at: authority.location(of: entry),
            details: entry.digest == frozen.digest ? [] : pair.details,
            help: isRenamed ? "give the file and its entry the frozen name" : Authority.appendHelp,
            related: [RelatedLocation("frozen here", at: place)],
            facts: [
              Fact("expected", "\(name) \(frozen.digest)"),
              Fact("found", "\(entry.identity.lockName) \(entry.digest)"),
            ]))
      }
    })
}
