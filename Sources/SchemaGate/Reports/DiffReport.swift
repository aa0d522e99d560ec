/// What differs between two schemas, for people and for programs.
package struct DiffReport: Sendable {
  /// What differs.
  package let comparison: CatalogComparison
  private let from: String
  private let to: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - comparison: what differs.
  ///   - from: what the first schema is called, such as `version 001` or a path.
  ///   - to: what the second one is called.
  package init(_ comparison: CatalogComparison, from: String, to: String) {
    self.comparison = comparison
    self.from = from
    self.to = to
  }

  /// Whether all that the first schema accepts is accepted by the second.
  package var isAdditive: Bool { comparison.differences.allSatisfy(\.isAdditive) }

  // MARK: Text

  /// The differences by table: `+` for what the second schema adds, `-` for what it drops, `~` for
  /// what it changes.
  ///
  /// - Parameter isColored: whether signs get colors.
  package func text(isColored: Bool = false) -> String {
    var lines = ["--- \(from)", "+++ \(to)"]
    var table: String?
    for difference in comparison.differences {
      if difference.table != table {
        table = difference.table
        lines += ["", difference.table]
      }
      lines += self.lines(of: difference, isColored: isColored)
    }
    if !comparison.notes.isEmpty { lines.append("") }
    lines += comparison.notes.map { "note: \($0.changeMessage); it means the same" }
    lines += ["", verdict]
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of difference: SchemaDifference, isColored: Bool) -> [String] {
    let (sign, color) =
      switch difference.effect {
      case .added: ("+", "32")
      case .dropped: ("-", "31")
      default: ("~", "33")
      }
    let painted = isColored ? "\u{1B}[\(color)m\(sign)\u{1B}[0m" : sign
    var words = [difference.part.rawValue]
    switch difference.part {
    case .unique, .foreignKey, .check: words.append("(\(difference.name ?? ""))")
    default: if let name = difference.name { words.append(name) }
    }
    if let aspect = difference.aspect {
      let change = "\(short(difference.before)) → \(short(difference.after))"
      let effect = difference.effect == .changed ? "" : " (\(difference.effect.rawValue))"
      return ["  \(painted) \(words.joined(separator: " ")): \(aspect) \(change)\(effect)"]
    }
    if difference.part == .column || difference.part == .foreignKey,
      let text = difference.after ?? difference.before, !text.isEmpty
    {
      words.append(text.onOneLine)
    }
    let isSurprise = difference.effect == .added && !difference.isAdditive
    return ["  \(painted) \(words.joined(separator: " "))\(isSurprise ? " (not additive)" : "")"]
  }

  private func short(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "none" }
    return text.onOneLine
  }

  private var verdict: String {
    if comparison.isEqual { return "no difference" }
    let counts = SchemaDifference.Effect.allCases.compactMap { effect -> String? in
      let count = comparison.differences.count { $0.effect == effect }
      return count > 0 ? "\(count) \(effect.rawValue)" : nil
    }
    return "\(counts.joined(separator: ", ")): \(isAdditive ? "additive" : "not additive")"
  }

  // MARK: JSON

  /// The differences as one JSON object, which `schemas/diff.schema.json` describes; members may be
  /// added.
  package var json: JSONValue {
    [
      "format": 1,
      "from": .string(from), "to": .string(to),
      "equal": .bool(comparison.isEqual), "additive": .bool(isAdditive),
      "differences": .array(comparison.differences.map(DiffReport.value)),
      "notes": .array(comparison.notes.map(DiffReport.value)),
    ]
  }

  private static func value(of difference: SchemaDifference) -> JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? nil }
    return [
      "effect": .string(difference.effect.rawValue), "part": .string(difference.part.rawValue),
      "table": .string(difference.table), "name": text(difference.name),
      "aspect": text(difference.aspect), "before": text(difference.before),
      "after": text(difference.after), "additive": .bool(difference.isAdditive),
      "object": .string(difference.object), "message": .string(difference.changeMessage),
    ]
  }
}
