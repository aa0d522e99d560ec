/// The checksums of the ladder: one entry for each version, the baseline included.
public struct Lock: Sendable {
  /// One recorded version.
  public struct Entry: Hashable, Sendable {
    /// The number, the name and the digest.
    public let identity: VersionIdentity

    /// The byte offset of its key in the file it was read from; 0 in one that was made.
    public let offset: Int

    /// Creates an entry.
    public init(_ identity: VersionIdentity, offset: Int = 0) {
      self.identity = identity
      self.offset = offset
    }

    /// The number.
    public var version: Version { identity.version }
    /// The digest.
    public var digest: SHA256Digest { identity.digest }
  }

  /// The entries in the order of their versions.
  public let entries: [Entry]

  /// Creates a lock from identities in any order; of a version that comes twice the last counts.
  public init(_ identities: [VersionIdentity]) {
    self.init(entries: identities.map { Entry($0) })
  }

  init(entries: [Entry]) {
    var byVersion: [Version: Entry] = [:]
    for entry in entries { byVersion[entry.version] = entry }
    self.entries = byVersion.values.sorted { $0.version < $1.version }
    self.byVersion = byVersion
  }

  private let byVersion: [Version: Entry]

  /// The entry of a version; nil where it is not recorded.
  public subscript(version: Version) -> Entry? { byVersion[version] }

  /// The lock as JSON.
  public var json: JSONValue { Lock.json(entries.map(\.identity)) }

  /// The lock as it is written: canonical JSON.
  public var canonicalBytes: [UInt8] { JSONWriter.canonical(json) }

  /// Identities as the lock and the policy write them.
  static func json(_ identities: [VersionIdentity]) -> JSONValue {
    .object(
      identities.map { identity in
        JSONMember(
          name: identity.version.padded,
          value: [
            "name": .string(identity.lockName), "sha256": .string(identity.digest.description),
          ])
      })
  }
}
