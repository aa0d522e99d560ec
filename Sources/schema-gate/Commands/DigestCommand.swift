import SchemaGate

extension Command {
  static let digest = Command(
    name: "digest",
    summary: "Print the digest of SQL files, as locks and databases have it",
    section: .tools,
    operands: Operands("<file>…", atLeast: 1, kind: .file),
    discussion: [
      """
      The digest is SHA-256 over the text without comments, blank lines, carriage returns before \
      line feeds and a byte order mark. It is printed also for a file that 'check' would refuse. \
      '-' is standard input.
      """
    ],
    examples: [
      Example("schema-gate digest schema/schema.sql", "what the lock has under \"001\""),
      Example("schema-gate digest schema/migrations/*.sql", "that of each migration"),
    ],
    run: { session, arguments in
      try eachFile(of: arguments, session) { path in
        let stream = try ByteStream(path)
        let digest = try SQLDigest.digest { buffer throws(FileError) in
          try stream.read(into: buffer)
        }
        session.terminal.print("\(digest)  \(path)")
      }
    })

  static let normalize = Command(
    name: "normalize",
    summary: "Print SQL as it is hashed and run",
    section: .tools,
    operands: Operands("<file>…", atLeast: 1, kind: .file),
    discussion: [
      """
      What is printed is byte for byte what the digest is made of, so it ends without a line feed \
      unless it goes to a terminal. Several files come one after the other, with a line feed in \
      between. '-' is standard input.
      """
    ],
    examples: [
      Example("schema-gate normalize schema/schema.sql | sha256sum", "the digest in two steps"),
      Example(
        "diff <(schema-gate normalize a.sql) <(schema-gate normalize b.sql)",
        "why two files have different digests"),
    ],
    run: { session, arguments in
      var isFirst = true
      let status = try eachFile(of: arguments, session) { path in
        let stream = try ByteStream(path)
        let sql = NormalizedSQL(of: try stream.readAll(limit: Syscalls.sqlLimit))
        if !isFirst { session.terminal.write([UInt8(ascii: "\n")]) }
        isFirst = false
        session.terminal.write(sql.bytes)
      }
      if session.terminal.outputIsTerminal { session.terminal.print("") }
      return status
    })

  /// Does something for each file; one that cannot be read does not keep the others from it.
  private static func eachFile(
    of arguments: Arguments, _ session: Session, do work: (String) throws -> Void
  ) throws -> ExitStatus {
    var status = ExitStatus.clean
    for path in arguments.operands {
      do {
        try work(path)
      } catch {
        status = Failure.report(error, on: session.terminal)
      }
    }
    return status
  }
}
