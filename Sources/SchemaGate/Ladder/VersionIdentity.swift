/// What makes a version that version: its number, its name and the digest of its SQL.
public struct VersionIdentity: Hashable, Sendable {
  /// The number.
  public let version: Version

  /// The name as databases record it: `schema` for the baseline.
  public let name: String

  /// The canonical digest of the SQL.
  public let digest: SHA256Digest

  /// Creates an identity.
  public init(version: Version, name: String, digest: SHA256Digest) {
    self.version = version
    self.name = name
    self.digest = digest
  }

  /// The name that the lock has, such as `001_schema.sql`; for migrations also the file's name.
  public var lockName: String { VersionIdentity.lockName(version, name) }

  /// The name that databases record for the baseline.
  public static let baselineName = "schema"

  /// The name that the lock has for a version.
  static func lockName(_ version: Version, _ name: String) -> String {
    "\(version.padded)_\(name).sql"
  }
}
