/// What the versions that a database has recorded mean for a ladder.
enum History: Hashable, Sendable {
  /// Exactly the ladder, to its end.
  case current
  /// The ladder up to a version.
  case older(Version)
  /// A version above the ladder's newest.
  case newer(recorded: Int64)
  /// A version under another name or digest than the ladder's, and not acknowledged.
  case mismatch(version: Version, found: String, expected: String)
  /// A gap, a duplicate, or no baseline; what exactly, in words.
  case broken(String)

  /// Judges recorded versions.
  ///
  /// A version above the ladder's comes first: then the app is the older one, and nothing that it
  /// finds strange is the file's fault.
  /// - Parameter rows: what is recorded, in ascending order.
  static func judge(_ rows: [Bookkeeping.Row], against ladder: Ladder) -> History {
    guard let last = rows.last else { return .broken("no version is recorded") }
    if last.version > Int64(ladder.newest.number) { return .newer(recorded: last.version) }
    for (index, row) in rows.enumerated() {
      let expected = Int64(index + 1)
      if row.version != expected {
        if index > 0, row.version == rows[index - 1].version {
          return .broken("version \(row.version) is recorded twice")
        }
        return .broken(
          row.version < expected
            ? "version \(row.version) is recorded, which no ladder has"
            : index == 0
              ? "the baseline is not recorded, but version \(row.version) is"
              : "version \(expected) is not recorded, but version \(row.version) is")
      }
      guard let version = Version(index + 1), let step = ladder[version] else {
        return .newer(recorded: row.version)
      }
      if let digest = SHA256Digest(hex: row.checksum) {
        if digest == step.identity.digest, row.name == step.identity.name { continue }
        // A release that shipped another digest may also have had another name for it.
        if ladder.acknowledged[version, default: []].contains(where: { $0.digest == digest }) {
          continue
        }
      }
      if row.checksum == step.identity.digest.description {
        return .mismatch(
          version: version, found: "'\(row.name)'", expected: "'\(step.identity.name)'")
      }
      return .mismatch(
        version: version, found: "'\(row.name)' (\(shortened(row.checksum)))",
        expected: "'\(step.identity.name)' (\(step.identity.digest.short))")
    }
    guard let version = Version(rows.count) else { return .newer(recorded: last.version) }
    return version == ladder.newest ? .current : .older(version)
  }

  /// The versions that are recorded under an acknowledged digest instead of the ladder's own.
  static func acknowledged(in rows: [Bookkeeping.Row], of ladder: Ladder) -> [Version] {
    if ladder.acknowledged.isEmpty { return [] }
    return rows.compactMap { row in
      guard let number = Int(exactly: row.version), let version = Version(number),
        let step = ladder[version], row.checksum != step.identity.digest.description
      else { return nil }
      return version
    }
  }

  /// A recorded digest as messages show it; it may be anything.
  private static func shortened(_ checksum: String) -> String {
    checksum.unicodeScalars.count > 12
      ? String(String.UnicodeScalarView(checksum.unicodeScalars.prefix(12))) + "…" : checksum
  }
}
