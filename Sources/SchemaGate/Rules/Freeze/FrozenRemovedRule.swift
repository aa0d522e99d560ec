extension Rule {
  /// What was frozen at the other revision is frozen now, identically.
  static let frozenRemoved = Rule(
    id: "frozen-removed",
    summary: "what was frozen at the other revision is frozen now, identically",
    rationale: """
      Whoever edits a released migration can edit the frozen set as well, and every check of the \
      files alone is content. The revision that was released cannot be edited.
      """,
    bad: [
      Example(
        files: FileExample.released([("001_schema.sql", FileExample.baseline)]) + [
          (FileExample.schemaPath, FileExample.tags),
          (
            FileExample.policyPath,
            FileExample.mark(
              "\"001\"",
              in: FileExample.policy(
                launched: true, frozen: [("001_schema.sql", FileExample.tags)]))
          ),
        ])
    ],
    good: [
      Example(
        files: FileExample.released([("001_schema.sql", FileExample.baseline)]) + [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)])
          ),
        ])
    ],
    check: .against { comparison, findings in
      // A policy that is not readable, or says pre-launch, is reported for that alone.
      guard let before = comparison.before, let policy = comparison.now.policy.value,
        policy.isLaunched
      else { return }
      let path = comparison.now.policy.path
      let pathThen = before.policyPath
      for entry in before.frozen.entries {
        let now = policy.frozen.entry(entry.version)
        if now?.identity == entry.identity { continue }
        findings.append(
          FrozenRemoved.finding(
            "'\(entry.identity.lockName)'", entry.digest, now?.digest,
            isRenamed: now.map { $0.identity.name != entry.identity.name } ?? false,
            at: now.map { comparison.now.frozenLocation(at: $0.offset) } ?? .file(path),
            comparison.revision, pathThen))
      }
      for contract in before.frozen.contracts {
        let now = policy.frozen.contract(contract.version)
        if now?.digest == contract.digest { continue }
        findings.append(
          FrozenRemoved.finding(
            "payload contract \(contract.version)", contract.digest, now?.digest,
            isRenamed: false,
            at: now.map { comparison.now.frozenLocation(at: $0.offset) } ?? .file(path),
            comparison.revision, pathThen))
      }
    })
}

private enum FrozenRemoved {
  static func finding(
    _ what: String, _ frozen: SHA256Digest, _ now: SHA256Digest?, isRenamed: Bool,
    at place: Location, _ revision: String, _ path: String
  ) -> Finding {
    let change =
      now == nil ? "not any more" : isRenamed ? "now under another name" : "now with another digest"
    return Finding(
      "\(what) was frozen at '\(revision)', and is \(change)", at: place,
      details: ["frozen \(frozen.short), now \(now?.short ?? "nothing")"],
      help: "restore the frozen set, and append what should change; to see it then: "
        + "git show \(revision):./\(path)",
      facts: [Fact("expected", frozen.description)] + (now.map { [Fact("found", "\($0)")] } ?? []))
  }
}
