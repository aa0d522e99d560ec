/// A word as a shell takes it, for commands that messages propose.
///
/// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
package enum ShellWord {
  /// The text as one word, in single quotes where a shell would read it otherwise.
  package static func of(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "+"),
        UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: "="), 0x80...0xFF:
        true
      default: false
      }
    }
    if isPlain && !text.isEmpty { return text }
    return
      "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
