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

  /// The normalized text, the way back to the original, and the digest of the original in pieces
  /// are what a plain second implementation says.
  static func normalizer(_ bytes: [UInt8], cuts: [Int]) -> String? {
    let expected = ReferenceNormalizer.normalize(bytes)
    let normalized = SQLNormalizer.normalize(bytes)
    if normalized.bytes != expected.map(\.byte) {
      return "normalized to \(String(decoding: normalized.bytes, as: UTF8.self).debugDescription)"
    }
    for (offset, kept) in expected.enumerated()
    where normalized.originalOffset(of: offset) != kept.offset {
      return
        "byte \(offset) comes from \(kept.offset), not \(normalized.originalOffset(of: offset))"
    }
    let end = normalized.originalOffset(of: expected.count)
    if end != expected.last.map({ $0.offset + 1 }) ?? 0 { return "the end maps to \(end)" }
    let digest = SHA256.digest(of: expected.map(\.byte))
    if SQLDigest.digest(of: bytes) != digest { return "another digest" }
    var offset = 0
    var turn = 0
    let streamed = SQLDigest.digest(chunkSize: 64) { buffer in
      let count = min(cuts[turn % cuts.count], bytes.count - offset, buffer.count)
      turn += 1
      _ = buffer.update(from: bytes[offset..<(offset + count)])
      offset += count
      return count
    }
    return streamed == digest ? nil : "another digest in pieces of \(cuts)"
  }
}
