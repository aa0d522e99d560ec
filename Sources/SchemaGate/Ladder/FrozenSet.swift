/// What was released and never changes: lock entries, and payload contracts by their bytes' hash.
public struct FrozenSet: Sendable {
  /// The frozen lock entries, with their places in the policy file.
  public let entries: [Lock.Entry]

  private let byVersion: [Version: Lock.Entry]

  /// A frozen payload contract.
  public struct Contract: Hashable, Sendable {
    /// The payload version.
    public let version: Version
    /// The SHA-256 of the contract file's bytes.
    public let digest: SHA256Digest
    /// The byte offset of its key in the policy file.
    public let offset: Int
  }

  /// The frozen payload contracts.
  public let contracts: [Contract]

  /// Creates a set from entries and contracts in any order.
  public init(entries: [Lock.Entry] = [], contracts: [Contract] = []) {
    self.entries = entries.sorted { $0.version < $1.version }
    byVersion = Dictionary(entries.map { ($0.version, $0) }) { $1 }
    self.contracts = contracts.sorted { $0.version < $1.version }
  }

  /// Whether nothing is frozen.
  public var isEmpty: Bool { entries.isEmpty && contracts.isEmpty }

  /// The frozen lock entry of a version.
  public func entry(_ version: Version) -> Lock.Entry? { byVersion[version] }

  /// The frozen contract of a payload version.
  public func contract(_ version: Version) -> Contract? {
    contracts.first { $0.version == version }
  }
}
