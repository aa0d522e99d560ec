import Foundation
import Testing

@Suite struct FolderTests {
  /// Which folders of the library a folder may name types of; each may name its own.
  static let allowed: [String: Set<String>] = [
    "Text": [],
    "Digest": ["Text"],
    "SQLite": ["Text"],
    "Files": ["Text"],
    "Threads": [],
    "Diagnostics": ["Text"],
    "Ladder": ["Text", "Digest", "SQLite", "Files", "Threads"],
    "Payload": ["Text", "Digest", "Diagnostics"],
    "Authority": ["Text", "Digest", "Ladder", "Payload", "Diagnostics", "Files", "Threads"],
    "Replay": ["Text", "Digest", "SQLite", "Threads", "Ladder", "Authority", "Diagnostics"],
    "Rules": [
      "Text", "Digest", "SQLite", "Threads", "Ladder", "Authority", "Payload", "Replay",
      "Diagnostics",
    ],
    "Reports": [
      "Text", "Digest", "SQLite", "Ladder", "Authority", "Payload", "Replay", "Rules",
      "Diagnostics",
    ],
    "Edits": [
      "Text", "Digest", "SQLite", "Ladder", "Authority", "Payload", "Replay", "Rules",
      "Diagnostics", "Files",
    ],
    "Runtime": ["Text", "Digest", "SQLite", "Files", "Threads", "Ladder"],
  ]

  /// Modules that only one folder may import.
  static let soleImporters: [String: Set<String>] = [
    "CSQLite": ["SQLite"], "CCrypto": ["Digest"], "CryptoKit": ["Digest"],
    "Glibc": ["Files", "Threads"], "Darwin": ["Files", "Threads"], "Musl": ["Files", "Threads"],
  ]

  @Test func eachSystemModuleIsImportedByOneFolderAndFoundationByNone() throws {
    for file in try SourceTree("Sources").files {
      for module in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path) imports \(module)")
        if let owners = Self.soleImporters[module] {
          #expect(owners.contains(file.folder ?? ""), "\(file.path) imports \(module)")
        }
      }
    }
  }

  @Test func foldersNameOnlyTheFoldersThatTheyMayKnow() throws {
    let files = try SourceTree("Sources").files
    var owners: [String: String] = [:]
    for file in files {
      guard let folder = file.folder else { continue }
      for type in file.types { owners[type] = folder }
    }
    for file in files {
      guard let folder = file.folder else { continue }
      let allowed = try #require(Self.allowed[folder], "folder '\(folder)' has no row in the table")
      let crossings = file.words.filter { word in
        guard let owner = owners[word] else { return false }
        return owner != folder && !allowed.contains(owner)
      }
      #expect(
        crossings.isEmpty,
        "\(file.path) names \(crossings.sorted().map { "\($0) of \(owners[$0] ?? "")" })")
    }
  }

  @Test func filesStaySmall() throws {
    for folder in ["Sources", "Tests"] {
      for file in try SourceTree(folder).files {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(lines <= 600, "\(folder)/\(file.path) has \(lines) lines")
      }
    }
  }

  @Test func aRuleIsOneFileOfItsName() throws {
    let files = try SourceTree("Sources/SchemaGate/Rules").files
      .filter { $0.path.contains("/") && $0.path.hasSuffix("Rule.swift") }
    for file in files {
      let name = file.path.split(separator: "/").last?.dropLast("Rule.swift".count) ?? ""
      let declared = file.code.filter { $0.contains("= Rule(") }
      #expect(declared.count == 1, "\(file.path) declares \(declared.count) rules")
      // `FKIndexRule.swift` holds `fkIndex`, whose id is `fk-index`.
      let constant = declared.first?.split(separator: " ").first { $0.hasSuffix(":") || $0 == name }
      let spelled =
        (constant ?? declared.first?.split(separator: " ").drop { $0 != "let" }.dropFirst().first
        ?? "")
        .filter { $0 != ":" }
      #expect(spelled.lowercased() == name.lowercased(), "\(file.path) declares '\(spelled)'")
      let id =
        file.code.first { $0.contains("id: \"") }?.split(separator: "\"").dropFirst().first ?? ""
      #expect(
        id.filter { $0 != "-" } == name.lowercased(), "\(file.path) has the id '\(id)'")
    }
  }
}
