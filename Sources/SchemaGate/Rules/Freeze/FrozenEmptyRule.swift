extension Rule {
  /// A launched repository has something frozen.
  static let frozenEmpty = Rule(
    id: "frozen-empty",
    summary: "once launched, the baseline is frozen",
    rationale: """
      A policy that says launched and freezes nothing protects nothing: whoever edits the baseline \
      and the lock together passes every other check.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.policyPath, FileExample.policy(launched: true)),
        ])
    ],
    good: [.ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      guard let policy = authority.policy.value, policy.isLaunched,
        policy.frozen.entry(.baseline) == nil
      else { return }
      findings.append(
        Finding(
          policy.frozen.entries.isEmpty
            ? "the policy says launched, and nothing is frozen"
            : "the policy says launched, and the baseline is not frozen",
          at: .file(authority.policy.path),
          help: "restore the frozen set from version control; before a first release set "
            + "'launched' to false, then: schema-gate arm"))
    })
}
