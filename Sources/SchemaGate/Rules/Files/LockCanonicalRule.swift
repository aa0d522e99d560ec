extension Rule {
  /// The lock is written in its one form.
  static let lockCanonical = Rule(
    id: "lock-canonical",
    summary: "the lock is written canonically",
    rationale: """
      A lock in another form is read all the same, but every tool that writes it anew changes lines \
      that nobody meant to change, and merges conflict for no reason.
      """,
    setting: .warning,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (
            FileExample.lockPath,
            FileExample.lock([("001_schema.sql", FileExample.baseline)]) + "\n"
          ),
        ], note: "a blank line at the end")
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          (FileExample.lockPath, FileExample.lock([("001_schema.sql", FileExample.baseline)])),
        ])
    ],
    check: .files { authority, findings in
      guard let lock = authority.lock.value, let text = authority.lock.text else { return }
      let canonical = lock.canonicalBytes
      if text.bytes == canonical || text.bytes == lock.bytesInVersionOrder { return }
      let isLineEnds = text.bytes.withoutCarriageReturns == canonical
      findings.append(
        Finding(
          isLineEnds
            ? "the lock has CRLF line ends, which a checkout put there"
            : "the lock is not in its canonical form", at: .file(text.path),
          details: isLineEnds ? [] : ["two-space indent, sorted keys, one newline at the end"],
          help: isLineEnds
            ? "tell git to leave it alone: echo '\(authority.paths.folder)/** -text' >> .gitattributes"
            : authority.recordHelp("write it canonically")))
    })
}

extension Lock {
  /// The lock with its keys by number: past 999 that differs from the order of their bytes.
  fileprivate var bytesInVersionOrder: [UInt8] {
    JSONWriter.canonical(json, memberOrder: .kept)
  }
}

extension [UInt8] {
  /// The bytes with every CRLF made an LF.
  var withoutCarriageReturns: [UInt8] {
    guard contains(UInt8(ascii: "\r")) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (index, byte) in enumerated() {
      if byte == UInt8(ascii: "\r"), index + 1 < count, self[index + 1] == UInt8(ascii: "\n") {
        continue
      }
      result.append(byte)
    }
    return result
  }
}
