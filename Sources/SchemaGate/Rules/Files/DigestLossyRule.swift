extension Rule {
  /// The digest of each SQL file vouches for its program.
  static let digestLossy = Rule(
    id: "digest-lossy",
    summary: "the digest of each SQL file vouches for its program",
    rationale: """
      Comments vanish from the digest without leaving a space, and brackets and backquotes shield \
      nothing from that. Two different programs can then share one digest, and what was reviewed is \
      not what runs.
      """,
    bad: [
      .schema(
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, ⚑body/* what was written */TEXT) STRICT;\n")
    ],
    good: [
      .schema(
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, body /* what was written */ TEXT) STRICT;\n")
    ],
    check: .texts { texts, findings in
      findings += texts.textFindings { $0 == .lossy }
    })
}
