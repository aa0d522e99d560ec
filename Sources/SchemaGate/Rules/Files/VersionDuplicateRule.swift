extension Rule {
  /// A number belongs to one migration.
  static let versionDuplicate = Rule(
    id: "version-duplicate",
    summary: "no two migrations have the same number or differ only by letter case",
    rationale: """
      Two branches took the same number, and each was right alone. Merged, a runner takes one of \
      the two files and never runs the other; which one depends on the file system.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.path("002_pages.sql"), FileExample.pages),
          (FileExample.path("002_tags.sql"), FileExample.tags),
        ])
    ],
    good: [.ladder(FileExample.baseline, FileExample.pages, FileExample.tags)],
    check: .files { authority, findings in
      var groups: [String: [String]] = [:]
      for file in authority.ladderFiles {
        groups[file.version.padded, default: []].append(file.source.path)
      }
      for stray in authority.strayFiles {
        switch stray.fault {
        case .badName(_, _, let number):
          let key =
            number.flatMap { Version($0)?.padded } ?? FilePath.name(of: stray.path).lowercased()
          groups[key, default: []].append(stray.path)
        case .foreign: continue
        }
      }
      for (key, paths) in groups.sorted(by: { $0.key < $1.key }) where paths.count > 1 {
        let sorted = paths.sorted()
        let names = sorted.map { "'\(FilePath.name(of: $0))'" }.joined(separator: " and ")
        let isCase = Set(sorted.map { $0.lowercased() }).count == 1
        findings.append(
          Finding(
            isCase
              ? "the names \(names) differ only by letter case"
              : "\(names) have the same number \(key)", at: .file(sorted[0]),
            help: isCase
              ? "keep one of them"
              : "give one the next number; after a merge: schema-gate renumber --onto <revision>",
            related: sorted.dropFirst().map { RelatedLocation("has the same", at: .file($0)) },
            facts: sorted.map { Fact("file", $0) }))
      }
    })
}
