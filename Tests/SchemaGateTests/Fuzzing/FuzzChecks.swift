import Foundation

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

  /// What is read can be written and read again without change, in every form; what is refused is
  /// refused at a place inside the text; and Foundation is of the same opinion where it is strict.
  static func json(_ bytes: [UInt8]) -> String? {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      if error.offset < 0 || error.offset > bytes.count { return "\(error) is outside of the text" }
      // Foundation takes repeated names, a byte order mark, numbers that it cannot hold, and some
      // trailing commas.
      let isStricter = ["duplicate", "byte order mark", "too large", "trailing comma"]
        .contains { error.message.contains($0) }
      // It also guesses UTF-16 and UTF-32.
      let isUTF8 = bytes.prefix(4).allSatisfy { $0 != 0 && $0 < 0xFE }
      return isStricter || !isUTF8 || !isJSON(bytes) ? nil : "only Foundation reads it: \(error)"
    }
    if !isJSON(bytes) { return "Foundation does not read it" }
    let line = JSONWriter.singleLine(value, memberOrder: .kept)
    let canonical = JSONWriter.canonical(value)
    do throws(JSONError) {
      let again = try JSONReader.read(line)
      if again != value { return "another value after writing one line" }
      if JSONWriter.singleLine(again, memberOrder: .kept) != line { return "another line" }
      let sorted = try JSONReader.read(canonical)
      if !sorted.isEquivalent(to: value) { return "another value after the canonical form" }
      if JSONWriter.canonical(sorted) != canonical { return "another canonical form" }
    } catch {
      return "it does not read what it wrote: \(error)"
    }
    return nil
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  /// The check for lost tokens agrees with a comparison of whole token lists.
  static func lossy(_ bytes: [UInt8]) -> String? {
    let normalized = SQLNormalizer.normalize(bytes)
    let faults = LossyTextCheck.faults(in: bytes, normalized: normalized)
    let outside = faults.first { $0.offset < 0 || $0.offset > bytes.count }
    if let outside { return "\(outside) is outside of the text" }
    if bytes.contains(0) { return faults.contains { $0.kind == .nul } ? nil : "no NUL found" }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let plain = body.indices.filter {
      body[$0] != 0x0D || $0 + 1 == body.count || body[$0 + 1] != 0x0A
    }.map { body[$0] }
    let isLossy = significant(plain) != significant(normalized.bytes)
    return isLossy == faults.contains { $0.kind == .lossy } ? nil : "lossy should be \(isLossy)"
  }

  private struct Significant: Equatable {
    let kind: SQLToken.Kind
    let bytes: [UInt8]
  }

  private static func significant(_ bytes: [UInt8]) -> [Significant] {
    SQLTokenizer.tokens(of: bytes).filter { !$0.isTrivia }
      .map { Significant(kind: $0.kind, bytes: Array(bytes[$0.range])) }
  }
}
