/// Small, whole contracts with their fixtures for the examples of the rules about payloads.
///
/// A contract is written without white space, so that an example says what it is about in a line
/// or two; what is shown and judged is its canonical layout, with the marks where they were.
enum PayloadExample {
  static let schema = """
    CREATE TABLE notes (
      id TEXT NOT NULL PRIMARY KEY,
      title TEXT NOT NULL,
      version TEXT NOT NULL
    ) STRICT;

    """

  /// The entity `note` with the keys `id`, `title` and `version`.
  ///
  /// - Parameters:
  ///   - field: one more field, whose name sorts between `id` and `title`, and a comma.
  ///   - optional: optional keys of an upsert.
  ///   - required: required keys that sort between `id` and `title`, with commas.
  static func note(
    field: String = "", optional: String = "", required: String = "", synthetic: String = "",
    shapes: String = #"{"name":"tombstone","optional_keys":[],"required_keys":["version"]}"#
  ) -> String {
    #"""
    "note":{"fields":{"id":{"format":"uuid","types":["string"]},\#(field)\#
    "title":{"types":["string"]},"version":{"format":"hlc","types":["string"]}},\#
    "operations":{"delete":{"shapes":[\#(shapes)]},\#
    "upsert":{"optional_keys":[\#(optional)],"required_keys":["id",\#(required)"title","version"]}},\#
    "synthetic_keys":[\#(synthetic)]}
    """#
  }

  /// The field `pinned`, as `field` of ``note(field:optional:required:synthetic:shapes:)``.
  static let pinned = #""pinned":{"types":["boolean"]},"#

  /// The history of `note.pinned`.
  static let history = #"""
    {"note.pinned":{"introduced_in":2,"legacy_insert_default":false,"legacy_update":"preserve",\#
    "meaning":"The note stays on top."}}
    """#

  /// A contract without white space.
  static func contract(
    _ version: Int = 1, entities: String = note(), evolution: String = "{}",
    reserved: String = "{}"
  ) -> String {
    #"""
    {"contract_format":3,"entities":{\#(entities)},"field_evolution":\#(evolution),\#
    "golden_fixture":"\#(PayloadContract.fixturePath(of: version))",\#
    "golden_fixture_sha256":"\#(digestPlace)","payload_schema_version":\#(version),\#
    "shadow_reserved_keys":\#(reserved)}
    """#
  }

  /// Stands in a contract for the digest of its fixture.
  static let digestPlace = String(repeating: "0", count: 64)

  /// An authority with contracts `001`, `002` and so on, launched where there are several.
  ///
  /// - Parameters:
  ///   - contracts: the contracts, without white space.
  ///   - fixtures: fixtures by number, where they are not to be what their contract describes.
  ///   - others: further files.
  static func files(
    _ contracts: [String], fixtures: [Int: String] = [:], isLaunched: Bool? = nil,
    others: [(path: String, text: String)] = []
  ) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = [(FileExample.schemaPath, schema)]
    var frozen: [(version: String, text: String)] = []
    for (index, contract) in contracts.enumerated() {
      let number = PayloadContract.padded(index + 1)
      let fixture = fixtures[index + 1] ?? self.fixture(of: contract)
      let bytes = Array(fixture.filter { $0 != Example.mark }.utf8)
      let text = laidOut(
        contract.replacing(digestPlace, with: SHA256.digest(of: bytes).description))
      files.append(("schema/sync_payload/\(number).json", text))
      files.append(("schema/sync_payload/fixtures/\(number).golden.json", fixture))
      if index == 0 { frozen.append((number, text.filter { $0 != Example.mark })) }
    }
    if isLaunched ?? (contracts.count > 1) {
      files.append(
        (
          FileExample.policyPath,
          FileExample.policy(
            launched: true, frozen: [("001_schema.sql", schema)], contracts: frozen)
        ))
    }
    return files + others
  }

  /// The fixture that a contract describes; that of the smallest one where it cannot be read.
  static func fixture(of contract: String) -> String {
    let bytes = Array(contract.filter { $0 != Example.mark }.utf8)
    let text = SourceText(path: "", bytes: bytes)
    guard let value = ContractReader.read(text).value else { return fixture(of: self.contract()) }
    return String(
      decoding: GoldenFixture.canonicalBytes(
        version: value.version, envelopes: value.entities.map(PayloadSample.envelope)),
      as: UTF8.self)
  }

  /// The canonical layout of JSON whose members are in order, marks kept.
  ///
  /// What is no JSON stays as it is from the first token on that is none.
  static func laidOut(_ compact: String) -> String {
    let marked = Array(compact.utf8)
    let mark = Array(String(Example.mark).utf8)
    var plain: [UInt8] = []
    var marks: Set<Int> = []
    var index = 0
    while index < marked.count {
      if marked[index...].starts(with: mark) {
        marks.insert(plain.count)
        index += mark.count
      } else {
        plain.append(marked[index])
        index += 1
      }
    }
    return plain.withUnsafeBufferPointer { layOut($0, marks, mark) }
  }

  private static func layOut(
    _ bytes: UnsafeBufferPointer<UInt8>, _ marks: Set<Int>, _ mark: [UInt8]
  ) -> String {
    var output: [UInt8] = []
    var depth = 0
    var last = JSONScanner.Token.end
    func breakLine() { output += [0x0A] + [UInt8](repeating: 0x20, count: 2 * depth) }
    var scanner = JSONScanner(bytes)
    do throws(JSONError) {
      while true {
        let token = try scanner.next()
        if token == .end { break }
        let isClosing = token == .rightBrace || token == .rightBracket
        if isClosing { depth = max(0, depth - 1) }
        let wasOpening = last == .leftBrace || last == .leftBracket
        if isClosing ? !wasOpening : wasOpening || last == .comma { breakLine() }
        if marks.contains(scanner.tokenStart) { output += mark }
        output += scanner.tokenBytes
        if token == .colon { output.append(0x20) }
        if token == .leftBrace || token == .leftBracket { depth += 1 }
        last = token
      }
    } catch {
      let rest = bytes[scanner.tokenStart...]
      return String(
        decoding: output + (marks.contains(error.offset) ? mark : []) + rest, as: UTF8.self)
    }
    return String(decoding: output + [0x0A], as: UTF8.self)
  }
}

extension Example {
  /// Contracts `001`, `002` and so on, written without white space; launched where there are several.
  static func payload(
    _ contracts: String..., fixtures: [Int: String] = [:], isLaunched: Bool? = nil,
    others: [(path: String, text: String)] = [], note: String? = nil,
    sourceFile: String = #filePath, line: UInt = #line
  ) -> Example {
    Example(
      files: PayloadExample.files(
        contracts, fixtures: fixtures, isLaunched: isLaunched, others: others),
      note: note, sourceFile: sourceFile, line: line)
  }
}
