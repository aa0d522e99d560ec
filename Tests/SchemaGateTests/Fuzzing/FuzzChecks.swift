@testable import SchemaGate

/// What must hold of the parsers for every input; each check returns what does not, or `nil`.
enum FuzzChecks {
  /// Tokens tile the input, none is empty, and each stays one token when it stands alone.
  static func tokenizer(_ bytes: [UInt8]) -> String? {
    var end = 0
    for token in SQLTokenizer.tokens(of: bytes) {
      if token.range.lowerBound != end || token.range.isEmpty {
        return "the token \(token) does not begin at \(end)"
      }
      end = token.range.upperBound
      let alone = SQLTokenizer.tokens(of: Array(bytes[token.range]))
      let isHalfComment = token.range.count == 1
      if !isHalfComment, alone.first?.range.count != token.range.count {
        return "the token \(token) is another one alone"
      }
    }
    return end == bytes.count ? nil : "the tokens end at \(end) of \(bytes.count)"
  }
}
