/// What newer clients put into a payload that this version does not know.
///
/// A client that knows less must not lose what another one wrote: it keeps the unknown members
/// beside the row, and puts them back whenever it sends the row on. Spellings that the contract
/// reserves are the exception; they are dropped on both ways, as every version drops them.
public struct PayloadShadow: Equatable, Sendable {
  /// The entity.
  public let entity: String

  /// The unknown members, in the order of the payload.
  public let members: [JSONMember]

  /// Restores a shadow that was stored.
  ///
  /// - Returns: nil for a stored value that is no object.
  public init?(entity: String, stored: JSONValue) {
    guard let members = stored.asObject else { return nil }
    self.init(entity: entity, members: members)
  }

  init(entity: String, members: [JSONMember]) {
    self.entity = entity
    self.members = members
  }

  /// Whether there is nothing to keep.
  public var isEmpty: Bool { members.isEmpty }

  /// The members as one object, to be stored.
  public var stored: JSONValue { .object(members) }

  /// Whether both hold the same members of the same entity, in whatever order.
  public static func == (left: PayloadShadow, right: PayloadShadow) -> Bool {
    left.entity == right.entity && left.stored.isEquivalent(to: right.stored)
  }
}

extension PayloadContract {
  /// Parts a payload into what this version knows and what it must keep for others.
  ///
  /// - Returns: the known members in their order, and the shadow; an entity that the contract does
  ///   not know, and what is no object, is known as a whole.
  public func parting(
    _ payload: JSONValue, of entity: String
  ) -> (known: JSONValue, shadow: PayloadShadow) {
    guard let members = payload.asObject, let described = self.entity(entity) else {
      return (payload, PayloadShadow(entity: entity, members: []))
    }
    let names = Set(described.fieldNames)
    let reserved = Set(reservedKeys(of: entity))
    let unknown = members.filter { !names.contains($0.name) && !reserved.contains($0.name) }
    let known = members.filter { names.contains($0.name) }
    return (
      known.count == members.count ? payload : .object(known),
      PayloadShadow(entity: entity, members: unknown)
    )
  }

  /// Puts what was kept back into a payload that is about to be sent.
  ///
  /// What the payload has wins over what was kept: after an update of the app a field may be known
  /// that was not when the shadow was made. Members come out in the order of their bytes.
  public func merging(_ shadow: PayloadShadow, into payload: JSONValue) -> JSONValue {
    guard let members = payload.asObject else { return payload }
    let names = Set(members.map(\.name))
    let reserved = Set(reservedKeys(of: shadow.entity))
    let kept = shadow.members.filter { !names.contains($0.name) && !reserved.contains($0.name) }
    let sent = members.filter { !reserved.contains($0.name) }
    return .object((sent + kept).sortedByName())
  }
}
