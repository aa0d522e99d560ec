/// The version of SchemaGate, in the one place where it is written down.
public enum SchemaGateVersion {
  /// The version, as in `1.4.0`.
  public static let current = "1.0.0-dev"

  /// The version of the SQLite library in use, such as `3.40.1`.
  public static var sqlite: String { Connection.libraryVersion }
}
