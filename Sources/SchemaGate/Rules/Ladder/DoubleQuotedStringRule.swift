extension Rule {
  /// Double quotes mean names.
  static let doubleQuotedString = Rule(
    id: "double-quoted-string",
    summary: "nothing in double quotes is meant as a string",
    rationale: """
      Where SQLite finds no column of a name in double quotes, it takes the name for a string, \
      unless that is switched off, as it is here. A misspelled column then compares with its own \
      name, in silence, and the schema depends on how the app's SQLite was built.
      """,
    bad: [
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, state TEXT) STRICT;",
        "UPDATE task SET state = ⚑\"open\" WHERE state IS NULL;"),
      .schema("CREATE TABLE task (id TEXT PRIMARY KEY, state TEXT DEFAULT ⚑\"open\") STRICT;"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY) STRICT;",
        "ALTER TABLE task ADD COLUMN state TEXT CHECK (state <> ⚑\"\");"),
      .ladder(
        "CREATE TABLE task (id TEXT PRIMARY KEY, state TEXT) STRICT;",
        """
        CREATE TRIGGER task_new AFTER INSERT ON task BEGIN
          UPDATE task SET state = ⚑"open" WHERE id = NEW.id;
        END;
        """),
    ],
    good: [
      .ladder(
        "CREATE TABLE \"task\" (\"id\" TEXT PRIMARY KEY, \"state\" TEXT DEFAULT 'open') STRICT;",
        "ALTER TABLE \"task\" ADD COLUMN \"rank\" TEXT CHECK (\"rank\" <> \"state\");")
    ],
    check: .version { version, findings in
      func report(_ name: String, at offset: Int) {
        findings.append(
          Finding(
            "'\(name)' in double quotes is no name of anything here, and would be taken for a string",
            at: version.location(at: offset),
            help: "write strings in single quotes: \(quotedText(name))",
            facts: [Fact("name", name)]))
      }
      if let error = version.failure, let name = doubleQuotedName(behind: error, in: version) {
        report(name.text, at: name.range.lowerBound)
      }
      for broken in version.breaks {
        if let name = version.doubleQuotedName(behind: broken) {
          report(name.text, at: name.range.lowerBound)
        }
      }
      for statement in version.statements {
        for name in version.stringsInDoubleQuotes(of: statement) {
          report(name.text, at: name.range.lowerBound)
        }
      }
    })

  /// The name in double quotes that an error is about, with its bytes in the program.
  static func doubleQuotedName(
    behind error: MigrationError, in version: ReplayedVersion
  ) -> SQLName? {
    let bytes = version.migration.program.bytes
    guard let failure = error.sqliteError, failure.message.hasPrefix("no such column: "),
      bytes.indices.contains(error.offset), bytes[error.offset] == UInt8(ascii: "\"")
    else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      var tokens = SQLTokenizer(buffer, offset: error.offset)
      return tokens.next().flatMap { token in
        token.name(in: bytes).map { SQLName(text: $0, range: token.range) }
      }
    }
  }
}

extension ReplayedVersion {
  /// The name in double quotes for which a view or trigger is broken as soon as it is made.
  func doubleQuotedName(behind broken: ClosureBreak) -> SQLName? {
    let sign = "no such column: "
    guard case .compilation(let message) = broken.reason, message.hasPrefix(sign),
      let statement = broken.cause, statement == broken.declaration?.range, broken.gone == nil
    else { return nil }
    let bytes = Array(migration.program.bytes[statement])
    for token in SQLTokenizer.tokens(of: bytes) where token.kind == .quotedName {
      guard bytes[token.range.lowerBound] == UInt8(ascii: "\""),
        let name = token.name(in: bytes), sameName(name, String(message.dropFirst(sign.count)))
      else { continue }
      let start = statement.lowerBound
      return SQLName(
        text: name, range: token.range.lowerBound + start..<token.range.upperBound + start)
    }
    return nil
  }

  /// The names in double quotes that SQLite takes for strings though it was told not to: the value
  /// of a DEFAULT, and what is in a CHECK of ADD COLUMN, which is read back like an old schema.
  fileprivate func stringsInDoubleQuotes(of statement: MigrationStatement) -> [SQLName] {
    let makesTable = statement.ownEffects.contains { $0.kind == .createTable }
    let altered = statement.ownEffects.first { $0.kind == .alterTable }
    guard makesTable || altered != nil,
      migration.program.bytes[statement.range].contains(UInt8(ascii: "\""))
    else { return [] }
    var cursor = statement.cursor(in: migration.program)
    var found: [SQLName] = []
    var check: Range<Int>?
    while let token = cursor.peek() {
      if let group = check, cursor.index >= group.upperBound { check = nil }
      if cursor.isAt("CHECK"), cursor.isAt(.leftParen, ahead: 1), altered != nil {
        var inside = cursor
        inside.advance()
        check = inside.takeGroup()
      }
      let isDefault = cursor.previous?.isKeyword("DEFAULT", in: cursor.bytes) ?? false
      if token.kind == .quotedName, cursor.bytes[token.range.lowerBound] == UInt8(ascii: "\""),
        let name = token.name(in: cursor.bytes),
        isDefault || check?.contains(cursor.index) ?? false && !isColumn(name, of: altered?.name)
      {
        let start = statement.range.lowerBound
        found.append(
          SQLName(
            text: name,
            range: token.range.lowerBound + start..<token.range.upperBound + start))
      }
      cursor.advance()
    }
    return found
  }

  private func isColumn(_ name: String, of table: String?) -> Bool {
    guard let table else { return false }
    return alteredTables[foldedName(table)]?.contains(foldedName(name)) ?? false
  }
}

extension SQLTokenCursor {
  /// The token before the next one.
  fileprivate var previous: SQLToken? { index > 0 ? tokens[index - 1] : nil }
}
