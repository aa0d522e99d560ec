/// Reads the waivers that stand in SQL files as comments.
///
/// `-- schema-gate: allow <rule>: <reason>` on a line of its own waives the rule for the statement
/// below it; inside a statement, for the next line that has more than comments. Comments are not
/// hashed, so a waiver can be put into a frozen file.
struct InlineWaivers {
  private(set) var waivers: [Waiver] = []
  /// Comments that begin like a waiver and can't be read as one.
  private(set) var faults: [Finding] = []

  private static let marker = Array("schema-gate:".utf8)

  /// Reads a file's waivers; one scan for the marker where there are none.
  init(in text: SourceText) {
    guard text.bytes.contains(sequence: InlineWaivers.marker) else { return }
    let tokens = SQLTokenizer.tokens(of: text.bytes)
    let statements = StatementSplitter(text.bytes)
    for (index, token) in tokens.enumerated() where token.kind == .lineComment {
      guard let words = InlineWaivers.words(of: token, in: text.bytes) else { continue }
      let place = Location.offset(token.range.lowerBound, in: text)
      guard let (rule, reason) = InlineWaivers.parse(words) else {
        faults.append(
          Finding(
            "the comment begins like a waiver and isn't one", at: place, details: [words],
            help: "write `-- schema-gate: allow <rule>: <reason>`"))
        continue
      }
      guard let next = tokens[(index + 1)...].first(where: { !$0.isTrivia }) else {
        faults.append(
          Finding(
            "the waiver for '\(rule)' has no statement below it", at: place,
            help: "move it to the line above the statement that it is for, or remove it"))
        continue
      }
      let line = text.position(at: next.range.lowerBound).line
      var last = line
      if let statement = statements.statement(at: next.range.lowerBound)?.range,
        statement.lowerBound > token.range.lowerBound
      {
        last = text.position(at: statement.upperBound - 1).line
      }
      waivers.append(
        Waiver(
          rule: RuleID(rule), scope: .lines(line...max(line, last), path: text.path),
          reason: reason, location: place))
    }
  }

  /// The text after the marker, where a comment begins with it.
  private static func words(of token: SQLToken, in bytes: [UInt8]) -> String? {
    let comment = bytes[token.range].dropFirst(2).drop { $0 == UInt8(ascii: " ") }
    guard comment.starts(with: marker) else { return nil }
    return trimmed(String(decoding: comment.dropFirst(marker.count), as: UTF8.self))
  }

  private static func parse(_ words: String) -> (rule: String, reason: String)? {
    let prefix = "allow "
    guard words.hasPrefix(prefix), let colon = words.firstIndex(of: ":") else { return nil }
    let rule = trimmed(String(words[words.index(words.startIndex, offsetBy: prefix.count)..<colon]))
    let reason = trimmed(String(words[words.index(after: colon)...]))
    let isName = rule.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return rule.isEmpty || reason.isEmpty || !isName ? nil : (rule, reason)
  }

  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}

extension Array where Element == UInt8 {
  /// Whether a run of bytes occurs anywhere.
  fileprivate func contains(sequence needle: [UInt8]) -> Bool {
    guard let first = needle.first, count >= needle.count else { return false }
    return withUnsafeBufferPointer { bytes in
      for start in 0...(bytes.count - needle.count) where bytes[start] == first {
        if bytes[start..<(start + needle.count)].elementsEqual(needle) { return true }
      }
      return false
    }
  }
}
