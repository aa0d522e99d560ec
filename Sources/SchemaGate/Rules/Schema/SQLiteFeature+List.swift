extension SQLiteFeature {
  /// What SQLite's releases brought to its SQL since 3.24, in their order.
  static let all: [SQLiteFeature] = (early + functions + later).sorted { $0.since < $1.since }

  /// A row of the table; one whose release is misspelt would be left out, which a test forbids.
  private static func row(
    _ since: String, _ name: String, _ use: Use, _ examples: String...
  ) -> SQLiteFeature? {
    SQLiteRelease(since).map {
      SQLiteFeature(name: name, since: $0, examples: examples, use: use)
    }
  }

  /// 3.24 to 3.35.
  private static let early: [SQLiteFeature] = [
    row(
      "3.24.0", "UPSERT", .tokens("ON CONFLICT (|DO"),
      "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING",
      "INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING"),
    row(
      "3.25.0", "window functions", .tokens(") OVER (|@"), "SELECT sum(a) OVER (ORDER BY a) FROM t",
      "SELECT sum(a) OVER w FROM t WINDOW w AS (ORDER BY a)"),
    row(
      "3.25.0", "ALTER TABLE RENAME COLUMN", .search(renamedColumn),
      "ALTER TABLE t RENAME COLUMN b TO c", "ALTER TABLE main.t RENAME b TO c"),
    row("3.27.0", "VACUUM INTO", .tokens("VACUUM ?@ INTO"), "VACUUM INTO '/tmp/copy.db'"),
    row(
      "3.27.0", "FTS5's remove_diacritics 2",
      .search { cursor in
        SQLCalls.fts5(cursor) { argument in
          let words = SQLCalls.tokenizer(argument)
          return zip(words, words.dropFirst()).contains { $0 == "remove_diacritics" && $1 == "2" }
        }
      }, "CREATE VIRTUAL TABLE v USING fts5 (x, tokenize = 'unicode61 remove_diacritics 2')"),
    row(
      "3.28.0", "EXCLUDE in a window's frame",
      .tokens("ROW|FOLLOWING EXCLUDE NO|CURRENT|GROUP|TIES"),
      "SELECT sum(a) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM t"
    ),
    row(
      "3.28.0", "GROUPS in a window's frame",
      .tokens("GROUPS BETWEEN|UNBOUNDED|CURRENT"),
      "SELECT sum(a) OVER (ORDER BY a GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t"),
    row(
      "3.30.0", "FILTER on aggregates", .tokens(") FILTER ( WHERE"),
      "SELECT count(*) FILTER (WHERE a > 1) FROM t"),
    row(
      "3.30.0", "NULLS FIRST and NULLS LAST", .tokens("~ NULLS FIRST|LAST"),
      "SELECT a FROM t ORDER BY a DESC NULLS LAST", "SELECT a FROM t ORDER BY a NULLS FIRST"),
    row(
      "3.31.0", "generated columns", .search(generatedColumn),
      "CREATE TABLE g (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1) STORED)",
      "ALTER TABLE t ADD COLUMN g AS (a + 1)"),
    row(
      "3.33.0", "UPDATE FROM", .search(updateFrom),
      "UPDATE t SET a = u.a FROM u WHERE u.b = t.b"),
    row(
      "3.33.0", "the name sqlite_schema", .tokens("SQLITE_SCHEMA|SQLITE_TEMP_SCHEMA"),
      "SELECT name FROM sqlite_schema"),
    row(
      "3.34.0", "FTS5's trigram tokenizer",
      .search { cursor in
        SQLCalls.fts5(cursor) { SQLCalls.tokenizer($0).first == "trigram" }
      }, "CREATE VIRTUAL TABLE v USING fts5 (x, tokenize = 'trigram')"),
    row(
      "3.35.0", "ALTER TABLE DROP COLUMN", .tokens("ALTER TABLE @ ?. ?@ DROP !CONSTRAINT"),
      "ALTER TABLE t DROP COLUMN b", "ALTER TABLE t DROP b"),
    row(
      "3.35.0", "the RETURNING clause", .tokens("~ RETURNING"),
      "INSERT INTO t (a) VALUES (1) RETURNING a", "DELETE FROM t RETURNING *"),
    row(
      "3.35.0", "MATERIALIZED in a WITH clause", .tokens("AS ?NOT MATERIALIZED ("),
      "WITH c AS MATERIALIZED (SELECT 1) SELECT * FROM c",
      "WITH c AS NOT MATERIALIZED (SELECT 1) SELECT * FROM c"),
    row(
      "3.35.0", "several ON CONFLICT clauses", .search(secondConflict),
      "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING ON CONFLICT DO UPDATE SET b = 2"),
  ].compactMap { $0 }

  /// Functions by the release that brought them.
  private static let functions: [SQLiteFeature] = [
    row("3.32.0", "iif()", .functions(["iif"]), "SELECT iif(a, 1, 2) FROM t"),
    row("3.34.0", "substring()", .functions(["substring"]), "SELECT substring('abc', 1, 2)"),
    row(
      "3.35.0", "mathematical functions",
      .functions([
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos",
        "cosh", "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow",
        "power", "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
      ]), "SELECT floor(a) FROM t"),
    row("3.35.0", "sign()", .functions(["sign"]), "SELECT sign(a) FROM t"),
    row("3.38.0", "unixepoch()", .functions(["unixepoch"]), "SELECT unixepoch('2026-01-02')"),
    row("3.38.0", "format()", .functions(["format"]), "SELECT format('%d', a) FROM t"),
    row(
      "3.38.0", "JSON functions that are always built in",
      .functions([
        "json", "json_array", "json_array_length", "json_each", "json_extract",
        "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch",
        "json_quote", "json_remove", "json_replace", "json_set", "json_tree", "json_type",
        "json_valid",
      ]), "SELECT json_valid(b) FROM t", "SELECT value FROM json_each('[1]')"),
    row("3.41.0", "unhex()", .functions(["unhex"]), "SELECT unhex('00')"),
    row(
      "3.42.0", "json_error_position()", .functions(["json_error_position"]),
      "SELECT json_error_position(b) FROM t"),
    row("3.43.0", "timediff()", .functions(["timediff"]), "SELECT timediff('now', b) FROM t"),
    row("3.43.0", "octet_length()", .functions(["octet_length"]), "SELECT octet_length(b) FROM t"),
    row(
      "3.44.0", "concat(), concat_ws() and string_agg()",
      .functions(["concat", "concat_ws", "string_agg"]), "SELECT concat(a, b) FROM t"),
    row(
      "3.45.0", "JSONB functions",
      .functions([
        "jsonb", "jsonb_array", "jsonb_extract", "jsonb_group_array", "jsonb_group_object",
        "jsonb_insert", "jsonb_object", "jsonb_patch", "jsonb_remove", "jsonb_replace",
        "jsonb_set",
      ]), "SELECT jsonb('{}')"),
    row("3.46.0", "json_pretty()", .functions(["json_pretty"]), "SELECT json_pretty('{}')"),
    row("3.48.0", "if()", .functions(["if"]), "SELECT if(a, 1, 2) FROM t"),
    row(
      "3.50.0", "unistr() and unistr_quote()", .functions(["unistr", "unistr_quote"]),
      "SELECT unistr('\\0041')"),
    row(
      "3.51.0", "jsonb_each() and jsonb_tree()", .functions(["jsonb_each", "jsonb_tree"]),
      "SELECT value FROM jsonb_each('[1]')"),
  ].compactMap { $0 }

  /// What else came after 3.35.
  private static let later: [SQLiteFeature] = [
    row(
      "3.37.0", "STRICT tables", .search(strictOption), "CREATE TABLE s (a INTEGER) STRICT",
      "CREATE TABLE s (a INTEGER PRIMARY KEY) WITHOUT ROWID, STRICT"),
    row(
      "3.38.0", "the operators -> and ->>", .tokens("->|->>"), "SELECT b -> '$.x' FROM t",
      "SELECT b ->> 'x' FROM t"),
    row(
      "3.38.0", "the 'auto' modifier of dates",
      .calls(SQLCalls.dates, SQLCalls.argument("auto")), "SELECT date(a, 'auto') FROM t"
    ),
    row(
      "3.39.0", "RIGHT and FULL JOIN", .tokens("RIGHT|FULL ?OUTER JOIN"),
      "SELECT * FROM t RIGHT JOIN u ON t.a = u.a", "SELECT * FROM t FULL OUTER JOIN u USING (a)"),
    row(
      "3.39.0", "IS DISTINCT FROM", .tokens("IS ?NOT DISTINCT FROM"),
      "SELECT a IS DISTINCT FROM b FROM t", "SELECT a IS NOT DISTINCT FROM b FROM t"),
    row(
      "3.42.0", "the 'subsec' modifier of dates",
      .calls(SQLCalls.dates, SQLCalls.argument("subsec", "subsecond")),
      "SELECT datetime('now', 'subsec')"),
    row(
      "3.43.0", "FTS5's contentless_delete",
      .search { cursor in SQLCalls.fts5(cursor) { $0.key == "contentless_delete" } },
      "CREATE VIRTUAL TABLE v USING fts5 (x, content = '', contentless_delete = 1)"),
    row(
      "3.44.0", "ORDER BY in an aggregate's arguments", .search(orderedAggregate),
      "SELECT group_concat(a, ',' ORDER BY b) FROM t"),
    row(
      "3.44.0", "strftime's %e, %F, %I, %k, %l, %p, %P, %R, %T and %u",
      .calls(["strftime"], SQLCalls.format("eFIklpPRTu")), "SELECT strftime('%F', 'now')"),
    row(
      "3.46.0", "strftime's %G, %g, %U and %V",
      .calls(["strftime"], SQLCalls.format("GgUV")), "SELECT strftime('%G-%V', 'now')"),
    row(
      "3.46.0", "the 'ceiling' and 'floor' modifiers of dates",
      .calls(SQLCalls.dates, SQLCalls.argument("ceiling", "floor")),
      "SELECT date('2026-01-31', '+1 month', 'floor')"),
    row("3.46.0", "digits with _ between them", .search(separatedDigits), "SELECT 1_000"),
    row(
      "3.47.0", "an expression in RAISE", .calls(["raise"], computedRaise),
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT RAISE(ABORT, 'bad ' || NEW.a); END"),
    row(
      "3.48.0", "iif() of two values",
      .calls(["iif"], { _, arguments in arguments.count == 2 }), "SELECT iif(a, 1) FROM t"),
    row(
      "3.53.0", "ALTER TABLE on constraints",
      .search(alteredCheck),
      "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)", "ALTER TABLE t DROP CONSTRAINT c"),
    row(
      "3.53.0", "ALTER TABLE ALTER COLUMN",
      .tokens("ALTER TABLE @ ?. ?@ ALTER ?COLUMN @ SET|DROP NOT"),
      "ALTER TABLE t ALTER COLUMN b SET NOT NULL"),
  ].compactMap { $0 }
}

// MARK: - Uses that one row of tokens doesn't show

extension SQLiteFeature {
  @Sendable private static func renamedColumn(_ start: SQLTokenCursor) -> Int? {
    var cursor = start
    guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { cursor.advance() }
    let index = cursor.index
    return cursor.take("RENAME") && !cursor.isAt("TO") ? index : nil
  }

  @Sendable private static func generatedColumn(_ start: SQLTokenCursor) -> Int? {
    var cursor = start
    if cursor.isAt("ALTER") {
      guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
      if cursor.take(.dot) { cursor.advance() }
      guard cursor.take("ADD") else { return nil }
      while !cursor.isAtEnd {
        if cursor.isAt("AS"), cursor.isAt(.leftParen, ahead: 1) { return cursor.index }
        if cursor.takeGroup() == nil { cursor.advance() }
      }
      return nil
    }
    guard cursor.isAt("CREATE"), case .table(let table) = DeclarationReader.read(cursor) else {
      return nil
    }
    for (_, constraint) in table.allConstraints {
      guard case .generated = constraint.kind else { continue }
      return (start.index..<start.end).first {
        start.tokens[$0].range.lowerBound >= constraint.range.lowerBound
      }
    }
    return nil
  }

  @Sendable private static func strictOption(_ start: SQLTokenCursor) -> Int? {
    guard start.isAt("CREATE"), case .table(let table) = DeclarationReader.read(start),
      table.isStrict, let body = table.body
    else { return nil }
    return (start.index..<start.end).first {
      start.tokens[$0].range.lowerBound >= body.upperBound
        && start.tokens[$0].isKeyword("STRICT", in: start.bytes)
    }
  }

  /// FROM after SET, in the same parentheses, also in a trigger's body.
  @Sendable private static func updateFrom(_ start: SQLTokenCursor) -> Int? {
    var cursor = start
    var isInUpdate = false
    while let token = cursor.peek() {
      if token.kind == .semicolon { isInUpdate = false }
      if cursor.isAt("SET"), !cursor.isAt("NULL", ahead: 1), !cursor.isAt("DEFAULT", ahead: 1) {
        isInUpdate = true
      }
      if cursor.isAt("WHERE") || cursor.isAt("SELECT") { isInUpdate = false }
      if isInUpdate, cursor.isAt("FROM"),
        !cursor.tokens[cursor.index - 1].isKeyword("DISTINCT", in: cursor.bytes)
      {
        return cursor.index
      }
      if cursor.takeGroup() == nil { cursor.advance() }
    }
    return nil
  }

  @Sendable private static func secondConflict(_ start: SQLTokenCursor) -> Int? {
    var cursor = start
    var count = 0
    while let token = cursor.peek() {
      if token.kind == .semicolon { count = 0 }
      if cursor.isAt("ON"), cursor.isAt("CONFLICT", ahead: 1),
        cursor.isAt(.leftParen, ahead: 2) || cursor.isAt("DO", ahead: 2)
      {
        count += 1
        if count == 2 { return cursor.index }
      }
      cursor.advance()
    }
    return nil
  }

  /// Other constraints can't be added in any release.
  @Sendable private static func alteredCheck(_ start: SQLTokenCursor) -> Int? {
    var cursor = start
    guard cursor.take("ALTER", "TABLE"), cursor.takeName() != nil else { return nil }
    if cursor.take(.dot) { cursor.advance() }
    let index = cursor.index
    if cursor.take("DROP") { return cursor.isAt("CONSTRAINT") ? index : nil }
    guard cursor.take("ADD") else { return nil }
    if cursor.take("CONSTRAINT") { cursor.advance() }
    return cursor.isAt("CHECK") ? index : nil
  }

  /// Whether a name stands where a list of columns may follow it, not a call.
  private static func isListed(_ index: Int, _ start: SQLTokenCursor) -> Bool {
    guard index > start.index else { return false }
    let before = start.tokens[index - 1]
    let words: [StaticString] = [
      "INTO", "TABLE", "VIEW", "EXISTS", "REFERENCES", "TRIGGER", "INDEX",
    ]
    return words.contains { before.isKeyword($0, in: start.bytes) }
      || before.isKeyword("ON", in: start.bytes) && start.isAt("CREATE")
  }

  @Sendable private static func orderedAggregate(_ start: SQLTokenCursor) -> Int? {
    var calls: [Bool] = []
    for index in start.index..<start.end {
      switch start.tokens[index].kind {
      case .leftParen:
        let before = index > start.index ? start.tokens[index - 1] : nil
        let isWord = before.map { $0.kind == .word || $0.kind == .quotedName } ?? false
        let isKeyword =
          before.map { token in
            SQLKeyword.isReserved(token, in: start.bytes)
              || token.isKeyword("OVER", in: start.bytes)
              || token.isKeyword("MATERIALIZED", in: start.bytes)
          } ?? true
        let next = index + 1 < start.end ? start.tokens[index + 1] : nil
        let isQuery =
          next.map { token in
            token.isKeyword("SELECT", in: start.bytes) || token.isKeyword("WITH", in: start.bytes)
          } ?? false
        calls.append(isWord && !isKeyword && !isQuery && !isListed(index - 1, start))
      case .rightParen:
        _ = calls.popLast()
      default:
        if calls.last == true, start.tokens[index].isKeyword("ORDER", in: start.bytes),
          index + 1 < start.end, start.tokens[index + 1].isKeyword("BY", in: start.bytes)
        {
          return index
        }
      }
    }
    return nil
  }

  @Sendable private static func separatedDigits(_ start: SQLTokenCursor) -> Int? {
    (start.index..<start.end).first { index in
      let token = start.tokens[index]
      let bytes = start.bytes[token.range]
      guard token.kind == .illegal, bytes.first.map(SQLTokenizer.isDigit) == true else {
        return false
      }
      return bytes.contains(UInt8(ascii: "_"))
        && bytes.allSatisfy { SQLTokenizer.isHexDigit($0) || "_xX.eE".utf8.contains($0) }
    }
  }

  @Sendable private static func computedRaise(
    _ cursor: SQLTokenCursor, _ arguments: [Range<Int>]
  ) -> Bool {
    guard arguments.count == 2 else { return false }
    let message = arguments[1]
    return message.count != 1 || cursor.tokens[message.lowerBound].name(in: cursor.bytes) == nil
  }
}
