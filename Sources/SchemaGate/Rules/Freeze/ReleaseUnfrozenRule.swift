extension Rule {
  /// What is about to be released is frozen.
  static let releaseUnfrozen = Rule(
    id: "release-unfrozen",
    summary: "for a release, each lock entry and each payload contract is frozen",
    rationale: """
      From the moment of release a version is on devices. If it is frozen only later, it can be \
      edited in between, and devices differ from the ladder for ever.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
          (
            FileExample.lockPath,
            FileExample.mark(
              "\"002\"",
              in: FileExample.lock([
                ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
              ]))
          ),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ])
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ])
    ],
    check: .release { authority, findings in
      guard let policy = authority.policy.value else { return }
      let help = "freeze it: schema-gate arm"
      guard policy.isLaunched else {
        findings.append(
          Finding(
            "the policy does not say launched, so nothing is frozen for this release",
            at: .file(authority.policy.path), help: help))
        return
      }
      for entry in authority.lock.value?.entries ?? []
      where policy.frozen.entry(entry.version) == nil {
        findings.append(
          Finding(
            "'\(entry.identity.lockName)' is not frozen", at: authority.location(of: entry),
            help: help))
      }
      for contract in authority.payloads?.contracts ?? []
      where policy.frozen.contract(contract.version) == nil {
        findings.append(
          Finding(
            "payload contract \(contract.version) is not frozen", at: .file(contract.text.path),
            help: help))
      }
    })
}
