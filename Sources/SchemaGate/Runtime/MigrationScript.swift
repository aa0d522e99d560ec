/// A part of the ladder as one SQL script, bookkeeping included, for engines that only take SQL.
package enum MigrationScript {
  /// Returns the statements that bring a database from one version to another.
  ///
  /// Each version is one transaction with its bookkeeping row, as the opener applies it, and its
  /// text is what is hashed. What the opener does around that (compare foreign keys, look at pages,
  /// wait for locks) is left to whoever runs it; the script must stop at the first error.
  ///
  /// - Parameters:
  ///   - ladder: the ladder.
  ///   - from: the version that the database is at; nil for a new one.
  ///   - to: the version to arrive at.
  package static func sql(
    of ladder: Ladder, from: Version?, to: Version
  ) throws -> String {
    let pragmas = try MigrationApplier(connection: Connection())
      .applyLeadingPragmas(of: ladder.baseline)
    let steps = ladder.versions.filter {
      $0.version.number > (from?.number ?? 0) && $0.version <= to
    }
    var parts = [
      """
      -- From \(from.map { "version \($0)" } ?? "a new database") to version \(to).
      -- Stop at the first error: sqlite3 -bail.
      PRAGMA foreign_keys = OFF;
      """
    ]
    for step in steps {
      let bytes = step.program.bytes
      var lines = ["-- \(step.identity.lockName) \(step.identity.digest)"]
      var body = bytes[...]
      if step.version.isBaseline {
        lines += statements(in: bytes[..<pragmas.end])
        body = bytes[pragmas.end...]
      }
      lines.append("BEGIN IMMEDIATE;")
      lines += statements(in: body)
      if step.version.isBaseline { lines.append("\(Bookkeeping.creation);") }
      lines += ["\(Bookkeeping.recording(step.identity));", "COMMIT;"]
      parts.append(lines.joined(separator: "\n"))
    }
    parts.append("PRAGMA foreign_key_check;")
    if pragmas.foreignKeys ?? true { parts[parts.count - 1] += "\nPRAGMA foreign_keys = ON;" }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A stretch of a program without white space at its ends, each statement with its semicolon.
  private static func statements(in bytes: ArraySlice<UInt8>) -> [String] {
    let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    var rest = bytes.drop { blank.contains($0) }
    while let last = rest.last, blank.contains(last) { rest.removeLast() }
    if rest.isEmpty { return [] }
    let text = String(decoding: rest, as: UTF8.self)
    return [rest.last == UInt8(ascii: ";") ? text : "\(text);"]
  }
}
