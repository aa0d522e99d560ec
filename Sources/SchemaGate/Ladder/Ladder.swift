/// The whole way from an empty file to the newest schema, with what is known about its releases.
public struct Ladder: Sendable {
  /// Version 1.
  public let baseline: Migration

  /// Versions 2 and up, without a gap.
  public let migrations: [Migration]

  /// Whether databases of it are out there.
  public let regime: Regime

  /// Digests under which versions may also be recorded, because a release shipped them so.
  public let acknowledged: [Version: [AcknowledgedDigest]]

  /// Creates a ladder from versions that are known to be contiguous.
  init(
    baseline: Migration, migrations: [Migration], regime: Regime,
    acknowledged: [Version: [AcknowledgedDigest]] = [:]
  ) {
    self.baseline = baseline
    self.migrations = migrations
    self.regime = regime
    self.acknowledged = acknowledged
  }

  /// All versions, the baseline first.
  public var versions: [Migration] { [baseline] + migrations }

  /// The newest version's number.
  public var newest: Version { migrations.last?.version ?? .baseline }

  /// The step that arrives at a version; nil past the newest.
  public subscript(version: Version) -> Migration? {
    if version.isBaseline { return baseline }
    let index = version.number - 2
    return migrations.indices.contains(index) ? migrations[index] : nil
  }

  /// The lock that records exactly this ladder.
  public var lock: Lock { Lock(versions.map(\.identity)) }

  /// Whether a version may be recorded under a digest: its own, or an acknowledged one.
  public func accepts(_ digest: SHA256Digest, for version: Version) -> Bool {
    self[version]?.identity.digest == digest
      || acknowledged[version, default: []].contains { $0.digest == digest }
  }
}

/// A digest under which a version was shipped by mistake, and why it is accepted.
public struct AcknowledgedDigest: Hashable, Sendable {
  /// The digest that databases may have recorded.
  public let digest: SHA256Digest

  /// Why it is accepted.
  public let reason: String

  /// Creates an acknowledgement.
  public init(digest: SHA256Digest, reason: String) {
    self.digest = digest
    self.reason = reason
  }
}
