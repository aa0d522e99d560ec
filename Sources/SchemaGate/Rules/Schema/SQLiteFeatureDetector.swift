/// Finds the features in statements that are newer than a release.
struct SQLiteFeatureDetector {
  private var functions: [String: SQLiteFeature] = [:]
  private var calls: [String: [(feature: SQLiteFeature, test: SQLCalls.Test)]] = [:]
  private var longestFunction = 0
  private var patterns: [(feature: SQLiteFeature, pattern: TokenPattern)] = []
  /// The patterns that a token can begin, by its first byte in lower case.
  private var patternsByByte = [[Int]](repeating: [], count: 256)
  private var searches: [(feature: SQLiteFeature, search: @Sendable (SQLTokenCursor) -> Int?)] = []

  /// - Parameters:
  ///   - release: the release whose own features are no finding.
  ///   - assuming: functions that the app registers itself, in any ASCII case.
  init(newerThan release: SQLiteRelease, assuming: Set<String> = []) {
    let own = Set(assuming.map(foldedName))
    for feature in SQLiteFeature.all where feature.since > release {
      switch feature.use {
      case .functions(let names):
        for name in names where !own.contains(name) {
          functions[name] = feature
          longestFunction = max(longestFunction, name.utf8.count)
        }
      case .calls(let names, let test):
        for name in names where !own.contains(name) {
          calls[name, default: []].append((feature, test))
          longestFunction = max(longestFunction, name.utf8.count)
        }
      case .tokens(let pattern):
        for byte in pattern.firstBytes ?? Set(0...255) {
          patternsByByte[Int(byte)].append(patterns.count)
        }
        patterns.append((feature, pattern))
      case .search(let search): searches.append((feature, search))
      }
    }
  }

  /// Each newer feature that a statement uses, once, at its first use, in the order of the text.
  func uses(in cursor: SQLTokenCursor) -> [(feature: SQLiteFeature, offset: Int)] {
    var found: [String: (feature: SQLiteFeature, index: Int)] = [:]
    func add(_ feature: SQLiteFeature, at index: Int) {
      if let known = found[feature.name], known.index <= index { return }
      found[feature.name] = (feature, index)
    }
    let indexTable = SQLCalls.tableOfIndex(cursor)
    for index in cursor.index..<cursor.end {
      let token = cursor.tokens[index]
      if token.range.count <= longestFunction + 2, index != indexTable,
        token.kind == .word || token.kind == .quotedName, index + 1 < cursor.end,
        cursor.tokens[index + 1].kind == .leftParen, let name = token.name(in: cursor.bytes)
      {
        let folded = foldedName(name)
        if let feature = functions[folded], SQLCalls.isCall(cursor, at: index) {
          add(feature, at: index)
        }
        for (feature, test) in calls[folded] ?? [] where SQLCalls.isCall(cursor, at: index) {
          var probe = cursor.part(index + 1..<cursor.end)
          if let group = probe.takeGroup(), test(cursor, cursor.commaSeparated(group)) {
            add(feature, at: index)
          }
        }
      }
      for pattern in patternsByByte[Int(cursor.bytes[token.range.lowerBound] | 0x20)] {
        if patterns[pattern].pattern.matches(cursor, at: index) {
          add(patterns[pattern].feature, at: index)
        }
      }
    }
    for (feature, search) in searches {
      if let index = search(cursor) { add(feature, at: index) }
    }
    return found.values.sorted { ($0.index, $0.feature.name) < ($1.index, $1.feature.name) }
      .map { ($0.feature, cursor.tokens[$0.index].range.lowerBound) }
  }
}

/// Tells calls of functions from names that a parenthesis follows for other reasons.
enum SQLCalls {
  /// Whether the token is the name of a function that is called.
  static func isCall(_ cursor: SQLTokenCursor, at index: Int) -> Bool {
    let token = cursor.tokens[index]
    guard token.kind == .word || token.kind == .quotedName, index + 1 < cursor.end,
      cursor.tokens[index + 1].kind == .leftParen
    else { return false }
    guard index > cursor.index else { return false }
    let before = cursor.tokens[index - 1]
    if before.kind == .dot { return false }
    // The name of a table, a view or a type, with its columns or its length.
    for keyword: StaticString in ["TABLE", "INTO", "REFERENCES", "VIEW", "AS", "EXISTS"]
    where before.isKeyword(keyword, in: cursor.bytes) {
      return false
    }
    // `WITH name (columns) AS (…)`
    var probe = cursor.part(index + 1..<cursor.end)
    if probe.takeGroup() != nil, probe.isAt("AS"),
      probe.isAt(.leftParen, ahead: 1) || probe.isAt("MATERIALIZED", ahead: 1)
        || probe.isAt("NOT", ahead: 1)
    {
      return false
    }
    return true
  }

  /// The token that names the table in CREATE INDEX, which a parenthesis follows.
  static func tableOfIndex(_ cursor: SQLTokenCursor) -> Int? {
    var probe = cursor
    guard probe.take("CREATE") else { return nil }
    _ = probe.take("UNIQUE")
    guard probe.take("INDEX") else { return nil }
    while !probe.isAtEnd {
      if probe.take("ON") { return probe.index }
      probe.advance()
    }
    return nil
  }

  /// A test of a call's arguments.
  typealias Test = @Sendable (SQLTokenCursor, [Range<Int>]) -> Bool

  /// The date functions.
  static let dates = ["date", "time", "datetime", "julianday", "unixepoch", "strftime"]

  /// Whether one of some texts is an argument, in any ASCII case.
  static func argument(_ texts: String...) -> Test {
    { cursor, arguments in
      arguments.contains { argument in
        argument.count == 1 && cursor.tokens[argument.lowerBound].kind == .string
          && texts.contains(
            foldedName(cursor.tokens[argument.lowerBound].name(in: cursor.bytes) ?? ""))
      }
    }
  }

  /// Whether the first argument is a format that has one of some letters after `%`.
  static func format(_ letters: String) -> Test {
    { cursor, arguments in
      guard let format = arguments.first, format.count == 1,
        let text = cursor.tokens[format.lowerBound].name(in: cursor.bytes)
      else { return false }
      let bytes = Array(text.utf8)
      var index = 0
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "%") {
          if letters.utf8.contains(bytes[index + 1]) { return true }
          index += 1
        }
        index += 1
      }
      return false
    }
  }

  /// The first argument of an FTS5 table for which a test holds.
  static func fts5(
    _ cursor: SQLTokenCursor, having holds: (VirtualTableDeclaration.Argument) -> Bool
  ) -> Int? {
    guard cursor.isAt("CREATE"), cursor.isAt("VIRTUAL", ahead: 1),
      case .virtualTable(let table) = DeclarationReader.read(cursor),
      sameName(table.module.text, "fts5"), let argument = table.arguments.first(where: holds)
    else { return nil }
    return (cursor.index..<cursor.end).first {
      cursor.tokens[$0].range.lowerBound >= argument.range.lowerBound
    }
  }

  /// The words of an FTS5 tokenizer.
  static func tokenizer(_ argument: VirtualTableDeclaration.Argument) -> [String] {
    guard argument.key == "tokenize" else { return [] }
    return foldedName(argument.value ?? "").split(separator: " ").map { word in
      word.filter { $0 != "'" && $0 != "\"" }
    }
  }
}
