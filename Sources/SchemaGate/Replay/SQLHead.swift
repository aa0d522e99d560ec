/// What the first tokens of the texts in `sqlite_schema` tell, without reading the rest.
enum SQLHead {
  /// Whether a table's text is CREATE VIRTUAL TABLE; SQLite writes these words itself.
  static func isVirtualTable(_ sql: String) -> Bool {
    sql.utf8.starts(with: "CREATE VIRTUAL TABLE".utf8)
  }

  /// Whether a text has the word REFERENCES in it, anywhere.
  static func mentionsReferences(_ sql: String) -> Bool { sql.mentions("references") }

  /// Whether a text has the word AUTOINCREMENT in it, anywhere.
  static func mentionsAutoincrement(_ sql: String) -> Bool { sql.mentions("autoincrement") }

  /// Whether a text has a DEFAULT in parentheses in it, anywhere.
  static func mentionsComputedDefault(_ sql: String) -> Bool {
    sql.mentions("default", before: UInt8(ascii: "("))
  }

  /// What fires a trigger, by its text.
  static func event(ofTrigger sql: String) -> TriggerEvent {
    let bytes = Array(sql.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      var tokens = SQLTokenizer(buffer)
      var columns: [String]?
      // The name may be any word, but is always followed by one of these or by its dot.
      var previous: SQLToken?
      while let token = tokens.next() {
        if token.isTrivia || token.kind == .comma { continue }
        defer { previous = token }
        let isName = previous?.kind == .dot || previous?.isKeyword("TRIGGER", in: buffer) ?? true
        if columns != nil {
          if token.isKeyword("ON", in: buffer) { break }
          if token.isKeyword("OF", in: buffer), columns?.isEmpty ?? true,
            previous?.isKeyword("UPDATE", in: buffer) ?? false
          {
            continue
          }
          if let name = token.name(in: bytes) { columns?.append(name) }
        } else if isName {
          continue
        } else if token.isKeyword("UPDATE", in: buffer) {
          columns = []
        } else if token.isKeyword("INSERT", in: buffer) {
          return .insert
        } else if token.isKeyword("DELETE", in: buffer) {
          return .delete
        }
      }
      return .update(of: columns ?? [])
    }
  }
}

/// What fires a trigger.
enum TriggerEvent: Hashable, Sendable {
  case insert, delete
  /// The columns of UPDATE OF; empty for all.
  case update(of: [String])
}

/// What an ALTER TABLE does, read from its tokens: the authorizer tells only which table.
enum TableAlteration: Hashable {
  case rename(to: String)
  case renameColumn(String, to: String)
  case addColumn(String)
  case dropColumn(String)

  /// Reads a statement; nil for anything else.
  static func read(_ statement: MigrationStatement, in program: NormalizedSQL) -> TableAlteration? {
    var cursor = statement.cursor(in: program)
    guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { _ = cursor.takeName() }
    if cursor.take("RENAME", "TO") { return cursor.takeName().map { .rename(to: $0.text) } }
    if cursor.take("RENAME") {
      _ = cursor.take("COLUMN")
      guard let old = cursor.takeName(), cursor.take("TO"), let new = cursor.takeName() else {
        return nil
      }
      return .renameColumn(old.text, to: new.text)
    }
    if cursor.take("ADD") {
      _ = cursor.take("COLUMN")
      return cursor.takeName().map { .addColumn($0.text) }
    }
    guard cursor.take("DROP") else { return nil }
    _ = cursor.take("COLUMN")
    return cursor.takeName().map { .dropColumn($0.text) }
  }
}

extension MigrationStatement {
  /// A cursor over the statement's tokens; its offsets count from the statement's beginning.
  func cursor(in program: NormalizedSQL) -> SQLTokenCursor {
    SQLTokenCursor(Array(program.bytes[range]))
  }
}
