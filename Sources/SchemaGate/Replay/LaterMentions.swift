/// Which versions name which tables, so that only what they touch needs rows.
///
/// A name is any word or quoted name; that some are columns does no harm. Left out is what can't
/// touch a table's rows: the parent in a REFERENCES, and the words of an `IN ('a', 'b')`.
struct LaterMentions {
  /// The last version that has a name, folded.
  private var last: [String: Int] = [:]
  /// The last version that adds a column to a table, by the table's folded name.
  private var lastAddition: [String: Int] = [:]

  init(_ versions: [Migration]) {
    for (index, migration) in versions.enumerated().dropFirst() {
      let bytes = migration.program.bytes
      var context = Context()
      bytes.withUnsafeBufferPointer { buffer in
        for token in SQLTokenizer(buffer) where !token.isTrivia {
          let names = context.take(token, in: bytes)
          for name in names.mentioned { last[name] = index }
          for name in names.extended { lastAddition[name] = index }
        }
      }
    }
  }

  /// Whether a version after another one names something, other than to add a column to it.
  func isMentioned(_ key: String, after version: Int) -> Bool { (last[key] ?? -1) > version }

  /// Whether a version after another one adds a column to a table.
  func isExtended(_ key: String, after version: Int) -> Bool {
    (lastAddition[key] ?? -1) > version
  }
}

/// What stands before a token, as far as that decides about it.
private struct Context {
  private enum State {
    case plain, alter, alterTable, references, inOperator
    /// Between the parentheses of IN, as long as there are only literals.
    case values
  }

  private var state = State.plain
  /// The names behind ALTER TABLE.
  private var altered: [String] = []
  private var isBehindDot = false

  /// Goes past a token, and tells what is known to be named now.
  mutating func take(
    _ token: SQLToken, in bytes: [UInt8]
  ) -> (mentioned: [String], extended: [String]) {
    switch state {
    case .alterTable:
      if token.kind == .dot {
        isBehindDot = true
        return ([], [])
      }
      if altered.isEmpty || isBehindDot, let name = name(of: token, in: bytes) {
        altered.append(name)
        isBehindDot = false
        return ([], [])
      }
      defer { (state, altered, isBehindDot) = (.plain, [], false) }
      if token.isKeyword("ADD", in: bytes) { return ([], altered) }
      return (altered + [name(of: token, in: bytes)].compactMap(\.self), [])
    case .references:
      state = .plain
      return ([], [])
    case .values:
      if [.string, .comma].contains(token.kind) { return ([], []) }
    case .inOperator:
      if token.kind == .leftParen {
        state = .values
        return ([], [])
      }
    case .alter:
      if token.isKeyword("TABLE", in: bytes) {
        state = .alterTable
        return ([], [])
      }
    case .plain: break
    }
    state =
      switch token.kind {
      case .word where token.isKeyword("ALTER", in: bytes): .alter
      case .word where token.isKeyword("REFERENCES", in: bytes): .references
      case .word where token.isKeyword("IN", in: bytes): .inOperator
      default: .plain
      }
    return ([name(of: token, in: bytes)].compactMap(\.self), [])
  }

  private func name(of token: SQLToken, in bytes: [UInt8]) -> String? {
    switch token.kind {
    case .word, .quotedName, .string: token.name(in: bytes).map(foldedName)
    default: nil
    }
  }
}
