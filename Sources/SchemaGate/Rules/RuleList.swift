/// Every rule, in the order of the documentation: a new rule is one file and one line here.
public enum RuleList {
  /// All rules.
  public static let all: [Rule] = []

  /// The rule of an id, also of one that it had before.
  public static func rule(_ id: RuleID) -> Rule? {
    all.first { $0.id == id } ?? all.first { $0.formerIDs.contains(id) }
  }
}
