/// Whether devices already hold databases of this schema.
public enum Regime: String, Hashable, Sendable, CaseIterable {
  /// No database in the world must survive: the baseline is edited freely.
  case preLaunch = "pre-launch"

  /// Databases are out there: what was released never changes, and changes are appended.
  case launched
}
