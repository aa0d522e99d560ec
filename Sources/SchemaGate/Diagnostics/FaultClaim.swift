/// What a finding reports that another rule's finding may report too, so that one fault becomes one
/// finding whichever of the rules are on.
struct FaultClaim: Hashable, Sendable {
  /// The faults, by names that all rules that see them agree on.
  var faults: Set<String>
  /// Who is to report them: the one with the highest rank.
  var rank: Int
  /// Whether the finding is about nothing but these faults.
  var isWhole = true

  /// The name of a broken foreign key.
  static func foreignKey(table: String, columns: [String], parent: String) -> String {
    ([table] + columns + [parent]).map(foldedName).joined(separator: "\u{1F}")
  }

  /// Leaves each fault to the most severe of those that report it, and among these to the highest
  /// rank.
  static func settled(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var best: [String: Weight] = [:]
    for diagnostic in diagnostics {
      guard let claim = diagnostic.finding.claim else { continue }
      let weight = Weight(severity: diagnostic.severity, rank: claim.rank)
      for fault in claim.faults { best[fault] = max(best[fault] ?? weight, weight) }
    }
    guard !best.isEmpty else { return diagnostics }
    return diagnostics.filter { diagnostic in
      guard let claim = diagnostic.finding.claim, claim.isWhole else { return true }
      let weight = Weight(severity: diagnostic.severity, rank: claim.rank)
      return claim.faults.contains { fault in best[fault].map { $0 <= weight } ?? true }
    }
  }

  private struct Weight: Comparable {
    let severity: Severity
    let rank: Int

    static func < (left: Weight, right: Weight) -> Bool {
      (left.severity, left.rank) < (right.severity, right.rank)
    }
  }
}
