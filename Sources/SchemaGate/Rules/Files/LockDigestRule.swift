extension Rule {
  /// Migrations are as the lock recorded them.
  static let lockDigest = Rule(
    id: "lock-digest",
    summary: "each migration has the digest that the lock records",
    rationale: """
      Devices that ran a migration recorded its digest. When its text changes, new devices get \
      another schema than old ones, and an app that compares digests refuses to open old databases.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.path("002_pages.sql"),
            FileExample.pages.replacing("id INTEGER", with: "id  INTEGER")
          ),
          (
            FileExample.lockPath,
            FileExample.lock([
              ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
            ])
          ),
        ], note: "a formatter doubled a space")
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), "-- The pages of a note.\n" + FileExample.pages),
          (
            FileExample.lockPath,
            FileExample.lock([
              ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
            ])
          ),
        ], note: "comments and blank lines are free")
    ],
    check: .files { authority, findings in
      guard let lock = authority.lock.value else { return }
      for file in authority.ladderFiles {
        guard let entry = lock[file.version], entry.identity.name == file.identity.name,
          entry.digest != file.identity.digest
        else { continue }
        let isFrozen = authority.frozen.entry(file.version) != nil
        let pair = DigestPair("recorded", entry.digest, found: file.identity.digest)
        findings.append(
          Finding(
            "'\(FilePath.name(of: file.source.path))' is not the migration that was recorded",
            at: .file(file.source.path), details: pair.details,
            help: isFrozen
              ? Authority.appendHelp
              : authority.recordHelp("undo the edit; or, as it is not released yet, record it"),
            related: [RelatedLocation("recorded here", at: authority.location(of: entry))],
            facts: pair.facts))
      }
    })
}
