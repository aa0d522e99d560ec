extension Rule {
  /// No number means one migration here and another there.
  static let ladderCollision = Rule(
    id: "ladder-collision",
    summary: "no version is another migration on the other side",
    rationale: """
      Each of two branches gave the same number to its own migration, and each is right alone. Once \
      a device has run one of them under that number, it never runs the other.
      """,
    bad: [
      Example(
        files: FileExample.released([
          ("001_schema.sql", FileExample.baseline), ("002_tags.sql", FileExample.tags),
        ]) + [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
        ])
    ],
    good: [
      Example(
        files: FileExample.released([
          ("001_schema.sql", FileExample.baseline), ("002_tags.sql", FileExample.tags),
        ]) + [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_tags.sql"), FileExample.tags),
          (FileExample.path("003_pages.sql"), FileExample.pages),
        ])
    ],
    check: .against { comparison, findings in
      guard let before = comparison.before else { return }
      for file in comparison.now.ladderFiles {
        let theirs = before.names(of: file.version)
        if theirs.isEmpty || theirs.contains(file.identity.name) { continue }
        // A version that both sides come from was renamed or replaced by one of them, on purpose.
        if comparison.base?.names(of: file.version).isEmpty == false { continue }
        let names = theirs.sorted().map { "'\(VersionIdentity.lockName(file.version, $0))'" }
        findings.append(
          Finding(
            "version \(file.version) is '\(FilePath.name(of: file.source.path))' here and "
              + "\(names.joined(separator: ", ")) at '\(comparison.revision)'",
            at: .file(file.source.path),
            help: comparison.now.isLaunched && comparison.now.frozen.entry(file.version) != nil
              ? "yours is frozen and never moves: where theirs is not released, renumber it there "
                + "onto this side"
              : "move yours behind theirs: schema-gate renumber --onto \(comparison.revision)",
            facts: theirs.sorted().map { Fact("theirs", $0) }))
      }
    })
}
