/// What a payload is about to do to a row.
public enum PayloadWrite: Sendable {
  /// Make a row that is not there yet.
  case insert
  /// Change a row that is there, of which this is the payload.
  case update(existing: JSONValue)
}

extension PayloadContract {
  /// Fills in what an older client's payload lacks, by the declared evolution.
  ///
  /// A client of an older version never sends the fields that came after it. For an insert they get
  /// their `legacy_insert_default`; for an update the row keeps what it has. What the payload does
  /// have stays as it is, and so do keys that the contract does not know.
  ///
  /// - Parameters:
  ///   - payload: the payload of an upsert.
  ///   - entity: its entity.
  ///   - version: the payload version of the client that sent it.
  ///   - write: whether the row is there already.
  /// - Returns: the payload with new members at its end; unchanged for an unknown entity, and for
  ///   what is no object.
  public func upgrade(
    _ payload: JSONValue, of entity: String, from version: Int, for write: PayloadWrite
  ) -> JSONValue {
    guard let members = payload.asObject else { return payload }
    var names = Set(members.map(\.name))
    var upgraded = members
    for entry in evolution where entry.entity == entity && entry.introducedIn > version {
      guard !names.contains(entry.field) else { continue }
      let value: JSONValue?
      switch write {
      case .insert: value = entry.insertDefault
      case .update(let existing): value = existing[member: entry.field]
      }
      guard let value else { continue }
      names.insert(entry.field)
      upgraded.append(JSONMember(name: entry.field, value: value))
    }
    return upgraded.count == members.count ? payload : .object(upgraded)
  }

  /// What an envelope says that the contract does not allow; empty where it allows all of it.
  ///
  /// Compiles the contract each time: for more than a few envelopes, keep an
  /// ``EnvelopeValidator``.
  public func failures(
    of envelope: JSONValue, timeZones: TimeZoneNames = .builtIn
  ) -> [EnvelopeFailure] {
    EnvelopeValidator(self, timeZones: timeZones).failures(of: envelope)
  }
}
