/// What changed from one payload contract to another, for programs.
package struct PayloadDiffReport: Sendable {
  /// What changed.
  package let changes: [PayloadChange]
  private let from: PayloadContract
  private let to: PayloadContract

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - changes: what changed from one contract to the other.
  ///   - from: the contract before.
  ///   - to: the contract after.
  package init(_ changes: [PayloadChange], from: PayloadContract, to: PayloadContract) {
    self.changes = changes
    self.from = from
    self.to = to
  }

  /// How many changes may not be.
  package var refused: Int { changes.count { !$0.isAllowed } }

  /// The changes as one JSON object, which is that of two schemas' differences as far as contracts
  /// have what it says; `schemas/payload-diff.schema.json` describes it, and members may be added.
  package var json: JSONValue {
    [
      "format": 1,
      "from": .string(from.text.path), "to": .string(to.text.path),
      "fromVersion": .integer(from.version), "toVersion": .integer(to.version),
      "equal": .bool(changes.isEmpty), "additive": .bool(refused == 0),
      "changes": .array(changes.map(PayloadDiffReport.value)),
    ]
  }

  private static func value(of change: PayloadChange) -> JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? nil }
    return [
      "kind": .string(change.topic.rawValue),
      "entity": .string(change.entity), "field": text(change.field),
      "allowed": .bool(change.isAllowed),
      "message": .string(change.message), "help": text(change.help),
    ]
  }
}
