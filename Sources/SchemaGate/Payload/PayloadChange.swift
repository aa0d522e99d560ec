/// One difference between two contracts, and whether the way to a next version may bring it.
public struct PayloadChange: Hashable, Sendable {
  /// What it is about; each is held by a rule of its own.
  public enum Topic: String, Sendable, CaseIterable {
    /// What was promised stays as it was.
    case stable
    /// What is new can be left out.
    case addition
    /// How fields came to be.
    case history
    /// Spellings that may never be used.
    case reserved
    /// Entities that may not evolve yet.
    case collision
  }

  /// What it is about.
  public let topic: Topic
  /// Whether it may be.
  public let isAllowed: Bool
  /// The entity.
  public let entity: String
  /// The field or key of the entity; nil for what is about the entity as a whole.
  public let field: String?
  /// What changed.
  public let message: String
  /// What to do about it, where it may not be.
  public let help: String?
  /// The byte offset in the later contract.
  let offset: Int
  /// The byte offset in the earlier contract, where there is something.
  let earlierOffset: Int?

  /// The entity, or `entity.field`.
  public var subject: String { field.map { "\(entity).\($0)" } ?? entity }
}

/// Compares two contracts.
public enum PayloadDiff {
  /// What changed from one contract to a later one, in the order of the later file.
  ///
  /// - Parameters:
  ///   - earlier: the contract before.
  ///   - later: the contract after.
  ///   - collisionEntities: entities that may gain no field yet.
  ///   - timeZones: which words are names of time zones.
  public static func changes(
    from earlier: PayloadContract, to later: PayloadContract,
    collisionEntities: Set<String> = [], timeZones: TimeZoneNames = .builtIn
  ) -> [PayloadChange] {
    var step = PayloadStep(
      earlier: earlier, later: later, collisions: collisionEntities,
      checker: EnvelopeChecker(PayloadProgram(later), zones: timeZones))
    step.compare()
    return step.changes.sorted {
      ($0.offset, $0.subject, $0.message) < ($1.offset, $1.subject, $1.message)
    }
  }
}
