/// The digest's text written down plainly, byte by byte and line by line: what the fast one is held
/// against.
enum ReferenceNormalizer {
  /// A byte and its offset in the original.
  typealias Kept = (byte: UInt8, offset: Int)

  static func normalize(_ original: [UInt8]) -> [Kept] {
    var bytes: [Kept] = original.enumerated().map { ($0.element, $0.offset) }
    // 1. One byte order mark.
    if original.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // 2. CRLF becomes LF.
    var unix: [Kept] = []
    for (index, kept) in bytes.enumerated() {
      let isFollowed = index + 1 < bytes.count && bytes[index + 1].byte == 0x0A
      if kept.byte != 0x0D || !isFollowed { unix.append(kept) }
    }
    // 3. Comments, line by line.
    var result: [Kept] = []
    var line: [Kept] = []
    var index = 0
    func has(_ text: String, at place: Int) -> Bool {
      unix.count - place >= text.utf8.count
        && zip(text.utf8, unix[place...]).allSatisfy { $0 == $1.byte }
    }
    while index < unix.count {
      let kept = unix[index]
      if kept.byte == UInt8(ascii: "'") || kept.byte == UInt8(ascii: "\"") {
        repeat {
          line.append(unix[index])
          index += 1
        } while index < unix.count && unix[index].byte != kept.byte
        if index < unix.count { line.append(unix[index]) }
        index += 1
      } else if has("--", at: index) {
        while let last = line.last, isBlank(last) { line.removeLast() }
        while index < unix.count, unix[index].byte != 0x0A { index += 1 }
      } else if has("/*", at: index) {
        while let last = line.last, isBlank(last) { line.removeLast() }
        index += 2
        while index < unix.count, !has("*/", at: index) { index += 1 }
        index += 2
      } else if kept.byte == 0x0A {
        if !line.allSatisfy(isBlank) { result += line + [kept] }
        line = []
        index += 1
      } else {
        line.append(kept)
        index += 1
      }
    }
    result += line
    // 4. White space at both ends.
    while let last = result.last, isBlank(last) { result.removeLast() }
    return Array(result.drop(while: isBlank))
  }

  private static func isBlank(_ kept: Kept) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C].contains(kept.byte)
  }
}
