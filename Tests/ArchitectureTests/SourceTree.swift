import Foundation

/// The project's sources as text.
struct SourceTree {
  struct File {
    /// The path below `Sources`, such as `SchemaGate/Text/SourceText.swift`.
    let path: String
    let text: String

    /// The folder below `Sources/SchemaGate`, or nil outside of it.
    var folder: String? {
      let parts = path.split(separator: "/")
      return parts.count > 2 && parts[0] == "SchemaGate" ? String(parts[1]) : nil
    }

    /// The lines without comments; strings stay.
    var code: [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard let comment = line.range(of: "//") else { return line }
        return line[..<comment.lowerBound]
      }
    }

    /// The modules that the file imports.
    var imports: Set<String> {
      Set(
        code.compactMap { line in
          let words = line.split(separator: " ")
          guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
            words[..<at].allSatisfy({ $0.hasPrefix("@") || ["public", "package"].contains($0) })
          else { return nil }
          return String(words[words.count - 1])
        })
    }

    /// The types that the file declares at its top level.
    var types: Set<String> {
      var found: Set<String> = []
      for line in code where !line.hasPrefix(" ") {
        let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        if let at = words.firstIndex(where: SourceTree.declaring.contains), at + 1 < words.count,
          words[..<at].allSatisfy(SourceTree.modifiers.contains)
        {
          found.insert(String(words[at + 1]))
        }
      }
      return found
    }

    /// Every identifier in the code.
    var words: Set<String> {
      Set(
        code.flatMap { line in
          line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map(String.init)
        })
    }
  }

  private static let declaring: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]
  private static let modifiers: Set<Substring> = ["public", "package", "final", "indirect"]

  let files: [File]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads every Swift file below a folder of the project.
  init(_ folder: String) throws {
    let top = SourceTree.root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
    files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      File(
        path: path,
        text: try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8))
    }
  }
}
