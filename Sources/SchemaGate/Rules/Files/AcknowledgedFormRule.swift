extension Rule {
  /// Acknowledged digests are of known versions, and have a reason.
  static let acknowledgedForm = Rule(
    id: "acknowledged-form",
    summary: "each acknowledged digest is of a known version and has a reason",
    rationale: """
      An acknowledged digest lets an app open databases whose history differs from the ladder. That \
      is right for one bad release that is understood, and for nothing else.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.policyPath,
            """
            {
              "launched": false,
              "acknowledged": {
                ⚑"009": [
                  {
                    "sha256": "0ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4",
                    "reason": "1.2 shipped with a stray column"
                  }
                ]
              }
            }

            """
          ),
        ])
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.policyPath,
            """
            {
              "launched": false,
              "acknowledged": {
                "001": [
                  {
                    "sha256": "0ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4e0ea52b70ca4",
                    "reason": "1.2 shipped with a stray column"
                  }
                ]
              }
            }

            """
          ),
        ])
    ],
    check: .files { authority, findings in
      for fault in authority.policy.value?.acknowledgedFaults ?? [] {
        findings.append(
          Finding(
            fault.message, at: authority.policy.location(at: fault.offset),
            help: fault.help ?? "correct it, or remove it"))
      }
      let known = Set(authority.versions.map(\.version))
        .union(authority.lock.value?.entries.map(\.version) ?? [])
      for acknowledged in authority.policy.value?.acknowledged ?? []
      where !known.contains(acknowledged.version) {
        findings.append(
          Finding(
            "a digest is acknowledged for version \(acknowledged.version), which does not exist",
            at: authority.frozenLocation(at: acknowledged.offset),
            help: "correct the version, or remove it"))
      }
    })
}
