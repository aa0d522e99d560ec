/// The name of a rule, such as `fk-index`: kebab-case, stable for ever, never reused.
public struct RuleID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name as configuration, waivers and reports spell it.
  public let name: String

  /// Creates an id from its spelling.
  public init(_ name: String) { self.name = name }

  /// The name.
  public var description: String { name }

  /// The order of the names.
  public static func < (left: RuleID, right: RuleID) -> Bool { left.name < right.name }
}

extension RuleID: ExpressibleByStringLiteral {
  /// Creates an id from a literal.
  public init(stringLiteral name: String) { self.init(name) }
}
