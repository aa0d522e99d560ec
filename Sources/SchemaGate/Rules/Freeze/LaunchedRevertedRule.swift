extension Rule {
  /// A launch is not taken back.
  static let launchedReverted = Rule(
    id: "launched-reverted",
    summary: "launched does not go back to false",
    rationale: """
      Databases that are out there do not come back. A policy that says otherwise lets the baseline \
      be edited, and the app would set its users' data aside as incompatible.
      """,
    bad: [
      Example(
        files: FileExample.released([("001_schema.sql", FileExample.baseline)]) + [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.policyPath, FileExample.policy(launched: false)),
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
      guard let before = comparison.before, before.policy?.isLaunched == true,
        comparison.now.policy.isMissing || comparison.now.policy.value?.isLaunched == false
      else { return }
      findings.append(
        Finding(
          comparison.now.policy.isMissing
            ? "the policy is gone, and at '\(comparison.revision)' it said launched"
            : "the policy does not say launched any more, and at '\(comparison.revision)' it did",
          at: .file(comparison.now.policy.path),
          help: before.policyPath == comparison.now.policy.path
            ? "restore it: git checkout \(comparison.revision) -- '\(before.policyPath)'"
            : "restore what it froze; to see it then: "
              + "git show \(comparison.revision):./\(before.policyPath)"))
    })
}
