/// One version of the ladder with its SQL.
public struct Migration: Sendable {
  /// The number, the name and the digest.
  public let identity: VersionIdentity

  /// The file as it was read.
  public let source: SourceText

  /// What runs: the normalized text, which is also what is hashed.
  let program: NormalizedSQL

  /// Creates a version from its file; normalizes and hashes it.
  ///
  /// - Parameters:
  ///   - version: the number.
  ///   - name: the name without number and ending; ignored for the baseline.
  ///   - source: the file.
  public init(version: Version, name: String, source: SourceText) {
    self.source = source
    program = SQLNormalizer.normalize(source.bytes)
    identity = VersionIdentity(
      version: version, name: version.isBaseline ? VersionIdentity.baselineName : name,
      digest: SQLDigest.digest(of: program))
  }

  /// The number.
  public var version: Version { identity.version }

  /// Creates the baseline from `schema.sql`.
  public static func baseline(_ source: SourceText) -> Migration {
    Migration(version: .baseline, name: VersionIdentity.baselineName, source: source)
  }
}
