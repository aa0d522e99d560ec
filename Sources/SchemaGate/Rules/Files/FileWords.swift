// Words that several rules about files share, so that the same state always gets the same advice.

extension Authority {
  /// What to do about a version that is missing from the lock, or differs from it.
  var recordHelp: String {
    recordHelp(
      isLaunched ? "record the unreleased migrations" : "record the files as they are")
      + (source == .index ? "; then stage it: git add \(ShellWord.of(lock.path))" : "")
  }

  /// What to do about an edit of something that was released.
  static let appendHelp =
    "undo the edit, and put the change into a new migration: schema-gate new <name>"

  /// The place of a lock entry.
  func location(of entry: Lock.Entry) -> Location { lock.location(at: entry.offset) }

  /// The place of a frozen entry or contract in the policy.
  func frozenLocation(at offset: Int) -> Location { policy.location(at: offset) }
}

/// The two digests behind a finding, as one line of text and as data.
struct DigestPair {
  let details: [String]
  let facts: [Fact]

  /// - Parameters:
  ///   - word: what the expected one is: `recorded`, or `frozen`.
  ///   - expected: the digest that should be.
  ///   - found: the digest that is.
  init(_ word: String, _ expected: SHA256Digest, found: SHA256Digest) {
    details = ["\(word) \(expected.short), now \(found.short)"]
    facts = [Fact("expected", expected.description), Fact("found", found.description)]
  }
}
