extension Rule {
  /// The lock is there, and has exactly the form of a lock.
  static let lockForm = Rule(
    id: "lock-form",
    summary: "the lock exists and is well formed",
    rationale: """
      The lock is what files and databases are compared with. A reader that takes the last of two \
      equal keys, or skips what it does not know, compares with something else than what people \
      see in the file.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.lockPath,
            """
            {
              "001": { "name": "001_schema.sql", "sha256": ⚑"0CA4" }
            }

            """
          ),
        ], note: "a digest is 64 lowercase hex digits"),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.lockPath,
            FileExample.mark(
              "\"002\"",
              in: FileExample.lock([
                ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
              ])
            ).replacing("\"002\"", with: "\"2\"")
          ),
        ], note: "keys are zero-padded"),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.lockPath,
            """
            {
            ⚑<<<<<<< HEAD
              "002": {
            =======
            >>>>>>> side

            """
          ),
        ], note: "a merge that was not finished"),
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
        ])
    ],
    check: .files { authority, findings in
      if authority.lock.isMissing {
        findings.append(
          Finding(
            "there is no lock '\(authority.lock.path)'", at: .file(authority.lock.path),
            help: authority.recordHelp(
              authority.isLaunched && !authority.policy.isMissing
                ? "restore it from version control, or write it anew" : "write it")))
      }
      for var finding in authority.lock.faultFindings {
        finding.help = finding.help ?? authority.recordHelp("correct it, or write it anew")
        findings.append(finding)
      }
    })
}
