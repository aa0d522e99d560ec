/// Whether a file is JSON in its one canonical form.
enum CanonicalForm {
  /// The first place where a file departs from the canonical form of what it says; nil where it does
  /// not, and for what is no JSON, which has no canonical form.
  static func fault(in text: SourceText) -> FormFault? {
    guard let value = value(of: text) else { return nil }
    let canonical = JSONWriter.canonical(value)
    if canonical == text.bytes { return nil }
    if withLineFeeds(text.bytes) == canonical {
      return FormFault(
        "lines end with CRLF: a checkout changed the bytes, which are what is hashed",
        at: text.bytes.firstIndex(of: UInt8(ascii: "\r")) ?? 0,
        help: "keep git from changing them: put 'schema/** -text' into .gitattributes, then check "
          + "the file out again")
    }
    let offset = zip(canonical, text.bytes).enumerated().first { $1.0 != $1.1 }?.offset
    return FormFault(
      "is not canonical JSON from here on", at: offset ?? min(canonical.count, text.bytes.count),
      help: "indent by two spaces, sort members by their bytes, escape only what JSON demands, end "
        + "with one line feed")
  }

  /// The bytes with LF in place of CRLF.
  static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isPair =
        byte == UInt8(ascii: "\r") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "\n")
      if !isPair { result.append(byte) }
    }
    return result
  }

  private static func value(of text: SourceText) -> JSONValue? {
    do throws(JSONError) {
      return try JSONReader.read(text)
    } catch {
      return nil
    }
  }
}
