extension Rule {
  /// Each SQL file of a version has a statement.
  static let emptyFile = Rule(
    id: "empty-file",
    summary: "each version has at least one statement",
    rationale: """
      A version without a statement is a file that was saved empty, or whose statements ended in a \
      comment. It is recorded on every device all the same, and can never be given its content.
      """,
    bad: [.ladder(FileExample.baseline, "-- to be written\n;\n")],
    good: [.ladder(FileExample.baseline, FileExample.pages)],
    check: .files { authority, findings in
      for version in authority.versions {
        let bytes = version.program.bytes
        let hasStatement = bytes.withUnsafeBufferPointer { buffer in
          SQLTokenizer(buffer).contains { !$0.isTrivia && buffer[$0.range.lowerBound] != 0x3B }
        }
        if !hasStatement {
          findings.append(
            Finding(
              "'\(version.source.path)' has no statement", at: .file(version.source.path),
              help: version.version.isBaseline
                ? "write the schema into it" : "write its statements, or remove the file"))
        }
      }
    })
}
