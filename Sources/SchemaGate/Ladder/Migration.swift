/// One version of the ladder with its SQL.
public struct Migration: Sendable {
  /// The number.
  public let version: Version

  private let name: String
  /// Hashed when it is first asked for: running a version takes no digest.
  private let digest: Promise<SHA256Digest>

  /// The number, the name and the digest.
  public var identity: VersionIdentity {
    VersionIdentity(version: version, name: name, digest: digest.value())
  }

  /// The file as it was read.
  public let source: SourceText

  /// What runs: the normalized text, which is also what is hashed.
  let program: NormalizedSQL

  /// Creates a version from its file, and normalizes it.
  ///
  /// - Parameters:
  ///   - version: the number.
  ///   - name: the name without number and ending; ignored for the baseline.
  ///   - source: the file.
  public init(version: Version, name: String, source: SourceText) {
    self.source = source
    let program = SQLNormalizer.normalize(source.bytes)
    self.program = program
    self.version = version
    self.name = version.isBaseline ? VersionIdentity.baselineName : name
    digest = Promise { SQLDigest.digest(of: program) }
  }

  /// Creates the baseline from `schema.sql`.
  public static func baseline(_ source: SourceText) -> Migration {
    Migration(version: .baseline, name: VersionIdentity.baselineName, source: source)
  }
}
