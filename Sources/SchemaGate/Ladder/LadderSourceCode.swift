/// Writes a ladder as Swift source, so that an app carries it in its code and not as a resource that
/// can be lost or left out of a bundle.
///
/// The files go in as they are, comments included: what is hashed is made from them once, when the
/// app loads the ladder and verifies it again.
package struct LadderSourceCode {
  /// The name of the generated type.
  package let typeName: String
  private let files: [(path: String, text: String)]

  /// Reads a folder's ladder and verifies it against its lock.
  ///
  /// - Parameters:
  ///   - folder: a folder with `schema.sql` and `migrations/`, as an app carries it.
  ///   - typeName: the name of the generated type.
  /// - Throws: `LadderError` for a ladder that doesn't hold, `FileError` for what can't be read.
  package init(folder: String, typeName: String) throws {
    let source = FolderSource(folder)
    let layout = LadderLayout.bundle
    let ladder = try Ladder.load(from: source, layout: layout)
    self.typeName = typeName
    var files = ladder.versions.map { ($0.source.path, $0.source.bytes) }
    for path in [layout.lock, layout.policy] {
      if let bytes = try source.read(path, limit: Syscalls.jsonLimit) {
        files.append((path, bytes))
      }
    }
    self.files = files.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
  }

  /// Whether a type can have a name: letters, digits and `_`, and no word of the language.
  package static func canBeType(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "$") && SQLTokenizer.isNameByte($0) }
      && !keywords.contains(name)
  }

  /// The words that Swift keeps for itself where a type's name stands.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "_", "actor", "as", "associatedtype", "break", "case",
    "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The source: one enum with the files and a function that loads the ladder from them.
  package var text: String {
    var lines = [
      "// Generated from a schema folder by `schema-gate compile`. Don't edit.",
      "",
      "import SchemaGate",
      "",
      "/// A ladder that was verified when this was compiled, and is again when it is loaded.",
      "enum \(typeName) {",
      "  /// Loads the ladder.",
      "  static func load() throws(LadderError) -> Ladder { try Ladder.load(from: files) }",
      "",
      "  /// The ladder's files, byte for byte.",
      "  static let files = MemorySource(texts: [",
    ]
    for file in files {
      lines.append("    \(LadderSourceCode.literal(file.path)):")
      lines.append("\(LadderSourceCode.literal(file.text)),")
    }
    lines += ["  ])", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// A text as a raw literal that reads back to the same bytes.
  ///
  /// One `#` more than any run of them in the text keeps quotes and backslashes from meaning
  /// anything. Control characters are escaped: the compiler refuses some, and reads CRLF as LF.
  static func literal(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let hashes = String(repeating: "#", count: longest + 1)
    var body = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" || (scalar.value >= 0x20 && scalar.value != 0x7F) {
        body.unicodeScalars.append(scalar)
      } else {
        body += "\\\(hashes)u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\(hashes)\"\"\"\n\(body)\n\"\"\"\(hashes)"
  }
}
