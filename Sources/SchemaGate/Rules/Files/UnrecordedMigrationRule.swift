extension Rule {
  /// Every version is recorded in the lock.
  static let unrecordedMigration = Rule(
    id: "unrecorded-migration",
    summary: "each version has an entry in the lock",
    rationale: """
      A migration that the lock does not know can change after review without anybody noticing, \
      and an app that verifies its ladder against the lock refuses to open.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ])
    ],
    good: [.ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      guard let lock = authority.lock.value else { return }
      // Before launch there must be no migration at all, which another rule says.
      let versions = authority.isLaunched ? authority.ladder.versions : [authority.baseline]
      for version in versions where lock[version.version] == nil {
        findings.append(
          Finding(
            "'\(version.source.path)' is not recorded in '\(authority.lock.path)'",
            at: .file(version.source.path), help: authority.recordHelp,
            facts: [Fact("found", version.identity.digest.description)]))
      }
    })
}
