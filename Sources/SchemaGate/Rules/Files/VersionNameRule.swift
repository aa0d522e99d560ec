extension Rule {
  /// Every SQL file of the ladder has a migration's name.
  static let versionName = Rule(
    id: "version-name",
    summary: "each SQL file in the migrations folder is named NNN_<name>.sql",
    rationale: """
      A file whose name is not understood would be skipped, so its statements would never reach a \
      device though they were reviewed and merged. Digits of other scripts, time stamps and signs \
      look like numbers and are none here.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("2_pages.sql"), FileExample.pages),
        ]),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("001_pages.sql"), FileExample.pages),
        ]),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("20260101120000_pages.sql"), FileExample.pages),
        ]),
    ],
    good: [.ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      for stray in authority.strayFiles {
        guard case .badName(let reason, let help, _) = stray.fault else { continue }
        findings.append(
          Finding(
            "'\(FilePath.name(of: stray.path))' is no migration: \(reason)",
            at: .file(stray.path), help: help))
      }
    })
}
