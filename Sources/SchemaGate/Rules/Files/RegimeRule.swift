extension Rule {
  /// Before launch there is only a baseline.
  static let regime = Rule(
    id: "regime",
    summary: "before launch the ladder is empty, and payload version 001 is the only one",
    rationale: """
      Before launch no database must survive, so changes go into the baseline, where they can be \
      read. A migration that nobody needs stays in the ladder for ever, and is run by every device.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
          (FileExample.policyPath, FileExample.policy(launched: false)),
        ])
    ],
    good: [.schema(FileExample.baseline), .ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      guard authority.policy.value?.regime == .preLaunch else { return }
      let help = "put its change into the baseline and remove it, then: schema-gate seed"
      for file in authority.ladderFiles {
        findings.append(
          Finding(
            "migration '\(FilePath.name(of: file.source.path))' is there before launch",
            at: .file(file.source.path), help: help))
      }
      for contract in authority.payloads?.contracts ?? [] where !contract.version.isBaseline {
        findings.append(
          Finding(
            "payload contract \(contract.version) is there before launch",
            at: .file(contract.text.path),
            help: "put its change into 001 and remove it"))
      }
    })
}
