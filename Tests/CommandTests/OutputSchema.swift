import Foundation
import SchemaGate

/// A schema of `schemas/`, and what an output breaks of it.
///
/// It reads the few words of JSON Schema that those files use, and takes no other. Readers must
/// accept members that they do not know; here each member must be described, so that none is added
/// to an output alone. `scripts/validate-reports` asks a validator of others.
struct OutputSchema {
  private let root: JSONValue

  init(_ name: String) throws {
    let file = ReadmeTests.root.appendingPathComponent("schemas/\(name).schema.json")
    root = try JSONReader.read(Array(Data(contentsOf: file)))
  }

  /// What is wrong with a value, each with its path; empty where nothing is.
  func faults(of value: JSONValue) -> [String] { faults(of: value, by: root, at: "$") }

  private func faults(of value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    var faults: [String] = []
    func demand(_ holds: Bool, _ message: String) {
      if !holds { faults.append("\(path): \(message)") }
    }
    for word in schema.asObject ?? [] {
      let operand = word.value
      switch word.name {
      case "$schema", "$defs", "title", "description": break
      case "$ref":
        let name = operand.asString?.split(separator: "/").last.map(String.init) ?? ""
        if let definition = root[member: "$defs"]?[member: name] {
          faults += self.faults(of: value, by: definition, at: path)
        } else {
          demand(false, "there is no definition '\(name)'")
        }
      case "type":
        let types = operand.asArray ?? [operand]
        demand(types.contains { isOf($0.asString ?? "", value) }, "is \(value.kindName)")
      case "const": demand(value == operand, "is another")
      case "enum": demand(operand.asArray?.contains(value) == true, "is none of the words")
      case "minimum":
        demand(value.isNull || (value.asInt ?? .min) >= operand.asInt ?? 0, "is too small")
      case "minLength":
        demand((value.asString ?? "").unicodeScalars.count >= operand.asInt ?? 0, "is too short")
      case "pattern":
        let range = value.asString?.range(of: operand.asString ?? "", options: .regularExpression)
        demand(range != nil, "does not match")
      case "required":
        for name in operand.asArray?.compactMap(\.asString) ?? [] {
          demand(value[member: name] != nil, "has no '\(name)'")
        }
      case "properties":
        for member in value.asObject ?? [] {
          if let property = operand[member: member.name] {
            faults += self.faults(of: member.value, by: property, at: "\(path).\(member.name)")
          } else {
            demand(false, "'\(member.name)' is not described")
          }
        }
      case "additionalProperties": demand(operand == false, "only 'false' is read here")
      case "items":
        for (index, element) in (value.asArray ?? []).enumerated() {
          faults += self.faults(of: element, by: operand, at: "\(path)[\(index)]")
        }
      default: demand(false, "the schema's word '\(word.name)' is not read here")
      }
    }
    return faults
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch type {
    case "object": value.asObject != nil
    case "array": value.asArray != nil
    case "string": value.asString != nil
    case "integer": value.asInt != nil
    case "boolean": value.asBool != nil
    case "null": value.isNull
    default: false
    }
  }
}
