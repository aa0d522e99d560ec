/// Small governed files for the examples of the rules about files, with their true digests.
enum FileExample {
  static let baseline = "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT) STRICT;\n"
  static let pages = "CREATE TABLE pages (id INTEGER PRIMARY KEY) STRICT;\n"
  static let tags = "CREATE TABLE tags (id INTEGER PRIMARY KEY) STRICT;\n"

  static let schemaPath = "schema/schema.sql"
  static let lockPath = "schema/migrations/checksums.lock"
  static let policyPath = "schema/migration_policy.json"

  /// The path of a migration.
  static func path(_ name: String) -> String { "schema/migrations/\(name)" }

  /// A lock that records SQL under the names of its files.
  static func lock(_ entries: [(name: String, sql: String)]) -> String {
    String(decoding: JSONWriter.canonical(json(entries)), as: UTF8.self)
  }

  /// A policy, with frozen lock entries and frozen contracts.
  static func policy(
    launched: Bool, frozen: [(name: String, sql: String)] = [],
    contracts: [(version: String, text: String)] = []
  ) -> String {
    let hashes = contracts.map { version, text in
      JSONMember(
        name: version, value: .string(SHA256.digest(of: Array(text.utf8)).description))
    }
    let policy: JSONValue = [
      "launched": .bool(launched), "policy_doc": "docs/schema.md", "note": "",
      "frozen_baseline": [
        "checksums_lock": json(frozen), "sync_payload_contracts": .object(hashes),
      ],
    ]
    return String(decoding: JSONWriter.canonical(policy, memberOrder: .kept), as: UTF8.self)
  }

  /// The files of the other revision in an example of a comparison, launched with all frozen.
  static func released(
    _ entries: [(name: String, sql: String)]
  ) -> [(path: String, text: String)] {
    let files = entries.map { name, sql in
      (name.hasPrefix("001_") ? schemaPath : path(name), sql)
    }
    let records = [
      (lockPath, lock(entries)), (policyPath, policy(launched: true, frozen: entries)),
    ]
    return (files + records).map { (path: otherRevision + $0.0, text: $0.1) }
  }

  /// What the paths of the other revision's files begin with in an example.
  static let otherRevision = "@released/"

  private static func json(_ entries: [(name: String, sql: String)]) -> JSONValue {
    .object(
      entries.map { name, sql in
        let digest = SQLDigest.digest(of: Array(sql.utf8)).description
        return JSONMember(
          name: String(name.prefix { $0 != "_" }),
          value: ["name": .string(name), "sha256": .string(digest)])
      })
  }

  /// The text with a mark before the first place that reads so.
  static func mark(_ place: String, in text: String) -> String {
    guard let range = text.firstRange(of: place) else { return text }
    return text.replacingCharacters(in: range, with: "\(Example.mark)\(place)")
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
