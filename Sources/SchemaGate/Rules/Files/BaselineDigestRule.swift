extension Rule {
  /// The baseline is as it was recorded, and after launch as it was frozen.
  static let baselineDigest = Rule(
    id: "baseline-digest",
    summary: "the baseline has the digest that is recorded, or frozen",
    rationale: """
      A new device starts from the baseline, an old one started from it once. When it changes after \
      launch, the two have different schemas for good, and no migration can tell them apart.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline.replacing("body", with: "text")),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
          (FileExample.policyPath, FileExample.policy(launched: false)),
        ], note: "before launch, the edit is only not recorded yet"),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline.replacing("body", with: "text")),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ], note: "after launch, it must be undone"),
    ],
    good: [.schema(FileExample.baseline), .ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      let file = authority.baseline
      let frozen = authority.frozen.entry(.baseline)
      guard let expected = frozen ?? authority.lock.value?[.baseline],
        expected.digest != file.identity.digest
      else { return }
      let pair = DigestPair(
        frozen == nil ? "recorded" : "frozen", expected.digest, found: file.identity.digest)
      let place =
        frozen.map { authority.frozenLocation(at: $0.offset) }
        ?? authority.location(of: expected)
      findings.append(
        Finding(
          "\(file.source.path) is not the baseline that was "
            + (frozen == nil ? "recorded" : "frozen"),
          at: .file(file.source.path), details: pair.details,
          help: authority.isLaunched && !authority.policy.isMissing
            ? Authority.appendHelp : "record the edit: schema-gate seed",
          related: [
            RelatedLocation(frozen == nil ? "recorded here" : "frozen here", at: place)
          ],
          facts: pair.facts))
    })
}
