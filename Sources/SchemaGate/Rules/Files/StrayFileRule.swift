extension Rule {
  /// Only governed files are in the governed folders.
  static let strayFile = Rule(
    id: "stray-file",
    summary: "nothing but governed files is in the governed folders",
    rationale: """
      What is in these folders is taken for a part of the ladder, or of the contracts, by people \
      and by scripts that copy them into an app. A file that no rule looks at hides there.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("notes.txt"), "to do\n"),
        ]),
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("old/002_pages.sql"), FileExample.pages),
        ], note: "a folder inside"),
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("README.md"), "How to add a migration.\n"),
          (FileExample.path(".editorconfig"), "root = true\n"),
        ])
    ],
    check: .files { authority, findings in
      for stray in authority.strayFiles {
        guard case .foreign(let kind) = stray.fault else { continue }
        let isPayload = stray.path.hasPrefix(authority.paths.payloads + "/")
        let expected =
          isPayload
          ? "contracts NNN.json and fixtures/NNN.golden.json" : "migrations NNN_<name>.sql"
        let what = kind == .folder ? "the folder" : "the file"
        findings.append(
          Finding(
            "\(what) '\(stray.path)' does not belong here", at: .file(stray.path),
            details: [
              "this folder holds \(expected), and is free for dot files and README files"
            ],
            help: "move it out of the folder"))
      }
    })
}
