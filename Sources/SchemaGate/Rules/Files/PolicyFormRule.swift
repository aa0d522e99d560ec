extension Rule {
  /// The policy is there, and well formed.
  static let policyForm = Rule(
    id: "policy-form",
    summary: "the policy exists and is well formed",
    rationale: """
      The policy says whether databases are out there and what may not change any more. Misread, \
      it would let a released migration be edited.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.policyPath, "{ \"launched\": ⚑\"yes\" }\n"),
        ]),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.policyPath, "{ \"launched\": false, ⚑\"frozen_basline\": {} }\n"),
        ], note: "a slip like this would thaw everything"),
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.policyPath,
            "{ \"launched\": false, \"note\": \"\", \"owner\": \"sync team\" }\n"
          ),
        ], note: "members of others are kept")
    ],
    check: .files { authority, findings in
      if authority.policy.isMissing {
        findings.append(
          Finding(
            "there is no policy '\(authority.policy.path)'", at: .file(authority.policy.path),
            help: "restore it from version control, or begin: schema-gate init"))
      }
      for var finding in authority.policy.faultFindings {
        finding.help =
          authority.policy.isInConflict
          ? conflictHelp(authority)
          : finding.help ?? "correct it; its form: schema-gate explain policy-form"
        findings.append(finding)
      }
    })

  /// Two sides that froze the same number cannot both be out there.
  private static func conflictHelp(_ authority: Authority) -> String {
    let path = ShellWord.of(authority.policy.path)
    // The hook guards what HEAD froze, so HEAD must be the side whose policy is kept.
    return
      "keep what both froze; where they froze different migrations under one number, abort, and "
      + "rebase onto the side that is released, or merge from there; keep its policy: git checkout "
      + "--ours \(path); then: schema-gate renumber --onto HEAD"
  }
}
