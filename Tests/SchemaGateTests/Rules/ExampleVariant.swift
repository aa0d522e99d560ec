import Testing

@testable import SchemaGate

/// A way to spell an example otherwise without changing what it means.
enum ExampleVariant: String, CaseIterable, CustomTestStringConvertible {
  case asWritten, carriageReturns, quotedNames, otherCase, comments, textBefore

  var testDescription: String { rawValue }

  /// Whether examples of a rule mean the same in this spelling: digests and copies of files don't
  /// survive another wording.
  func applies(to rule: Rule) -> Bool {
    switch (self, rule.check) {
    case (.asWritten, _), (.carriageReturns, _), (.textBefore, _): true
    case (_, .files), (_, .release), (_, .against): false
    case (_, .texts): rule.id != Rule.digestLossy.id
    default: true
    }
  }

  /// Spells SQL otherwise; marks stay before the tokens that they stand before.
  ///
  /// - Parameter names: the names that the schema declares, folded; only these are quoted.
  func apply(to sql: String, names: Set<String>) -> String {
    switch self {
    case .asWritten: sql
    case .carriageReturns: sql.replacing("\n", with: "\r\n")
    case .textBefore: "-- Überschrift ✓ 漢字\n\n" + sql
    case .quotedNames:
      rewrite(sql) { token, text in
        guard token.kind == .word, names.contains(foldedName(text)) else { return text }
        return quoted(text)
      }
    case .otherCase:
      rewrite(sql) { token, text in
        guard token.kind == .word else { return text }
        return names.contains(foldedName(text)) ? text.uppercased() : text.lowercased()
      }
    case .comments:
      rewrite(sql) { token, text in token.kind == .space ? " /* é */ \(text)" : text }
    }
  }

  private func rewrite(_ sql: String, _ change: (SQLToken, String) -> String) -> String {
    // Between marks, so that a mark never becomes part of a token.
    sql.split(separator: Example.mark, omittingEmptySubsequences: false).map { part in
      let bytes = Array(part.utf8)
      return SQLTokenizer.tokens(of: bytes).map { change($0, $0.text(in: bytes)) }.joined()
    }.joined(separator: String(Example.mark))
  }
}

/// An example without its marks, and the places where the marks stood.
struct MarkedFiles {
  var files: [(path: String, text: String)] = []
  var marks: [Location] = []

  init(_ files: [(path: String, text: String)]) {
    for (path, marked) in files {
      var plain = ""
      var offsets: [Int] = []
      for (index, part) in marked.split(
        separator: Example.mark, omittingEmptySubsequences: false
      ).enumerated() {
        if index > 0 { offsets.append(plain.utf8.count) }
        plain += part
      }
      let source = SourceText(path: path, bytes: Array(plain.utf8))
      marks += offsets.map { .offset($0, in: source) }
      self.files.append((path, plain))
    }
  }
}
