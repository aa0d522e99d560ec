import Foundation
import Testing

@testable import SchemaGate

/// This repository's own contract and fixture, and ways to change them.
enum RealPayload {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../schema/sync_payload").standardizedFileURL

  static func text(_ name: String) throws -> SourceText {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return SourceText(path: name, bytes: [UInt8](data))
  }

  static func contract() throws -> PayloadContract {
    let formed = PayloadContract.read(try text("001.json"))
    #expect(formed.faults.isEmpty)
    return try #require(formed.value)
  }

  static func contractValue() throws -> JSONValue { try JSONReader.read(text("001.json")) }

  static func fixtureValue() throws -> JSONValue {
    try JSONReader.read(text("fixtures/001.golden.json"))
  }
}

extension JSONValue {
  /// The value with what is at a path replaced; nil removes a member.
  func editing(_ path: [String], _ edit: (JSONValue?) -> JSONValue?) -> JSONValue {
    guard let name = path.first else { return edit(self) ?? .null }
    let member = self[member: name]
    if path.count == 1 {
      guard let value = edit(member) else { return removing(member: name) }
      return setting(member: name, to: value)
    }
    return setting(member: name, to: (member ?? [:]).editing(Array(path.dropFirst()), edit))
  }

  /// A list of names with one more, in order.
  func inserting(_ name: String) -> JSONValue {
    let names = (asArray ?? []).compactMap(\.asString) + [name]
    return .array(names.sorted { $0.precedesByBytes($1) }.map { .string($0) })
  }

  /// A list of names without one.
  func dropping(_ name: String) -> JSONValue {
    .array((asArray ?? []).filter { $0.asString != name })
  }
}
