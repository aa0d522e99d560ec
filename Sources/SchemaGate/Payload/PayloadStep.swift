/// The step from one contract to the next, taken apart into changes, each of them once.
struct PayloadStep {
  let earlier: PayloadContract
  let later: PayloadContract
  let collisions: Set<String>
  var checker: EnvelopeChecker
  private(set) var changes: [PayloadChange] = []

  init(
    earlier: PayloadContract, later: PayloadContract, collisions: Set<String>,
    checker: EnvelopeChecker
  ) {
    self.earlier = earlier
    self.later = later
    self.collisions = collisions
    self.checker = checker
  }

  mutating func compare() {
    for before in earlier.entities {
      guard let now = later.entity(before.name) else {
        refuse(
          .stable, PayloadSubject(before.name), "the entity is gone", at: later.entitiesOffset,
          was: before.offset,
          help: "put it back: clients of version \(earlier.version) still send and expect it")
        continue
      }
      compareFields(before, now)
      compareUpsert(before, now)
      compareDeletes(before, now)
      compareSynthetic(before, now)
    }
    for now in later.entities where earlier.entity(now.name) == nil {
      allow(.addition, PayloadSubject(now.name), "the entity is new", at: now.offset)
    }
    compareReserved()
    compareHistory()
  }

  // MARK: Fields

  private mutating func compareFields(_ before: PayloadEntity, _ now: PayloadEntity) {
    for member in before.members {
      let subject = PayloadSubject(now.name, member.name)
      guard let current = now.member(member.name) else {
        refuse(
          .stable, subject, "the field is gone", at: now.offset, was: member.offset,
          help: "put it back: clients of version \(earlier.version) still send and expect it")
        continue
      }
      if let difference = current.field.difference(from: member.field) {
        refuse(
          .stable, subject, "the field's specification has changed: \(difference)",
          at: current.offset, was: member.offset,
          help: "undo the change; what needs other values becomes a new field")
      }
    }
    for member in now.members where before.member(member.name) == nil {
      addField(member, now)
    }
  }

  private mutating func addField(_ member: PayloadMember, _ now: PayloadEntity) {
    let subject = PayloadSubject(now.name, member.name)
    // Reserved by the later contract itself: that is no matter of the step.
    if later.reservedKeys(of: now.name).contains(member.name) { return }
    if let place = reservation(member.name, of: now.name, in: earlier) {
      refuse(
        .reserved, subject,
        "a spelling that version \(earlier.version) reserves has become a field",
        at: member.offset, was: place,
        help: "choose another name: older clients strip this one from what they pass on")
      return
    }
    if collisions.contains(now.name) {
      refuse(
        .collision, subject, "a field is new in an entity that may gain none yet",
        at: member.offset,
        help: "remove it until the entity has an adapter, and leaves collisionEntities")
      return
    }
    // Reported at the key.
    if now.upsert.requires(member.name) { return }
    allow(.addition, subject, "the field is new, and optional", at: member.offset)
    checkHistory(of: member, subject)
  }

  // MARK: Keys

  private mutating func compareUpsert(_ before: PayloadEntity, _ now: PayloadEntity) {
    compareKept(before.upsert, now.upsert, now, of: "upsert")
    for key in now.upsert.required where !before.upsert.keys.contains(named: key.name) {
      let subject = PayloadSubject(now.name, key.name)
      if before.member(key.name) != nil {
        refuse(
          .stable, subject, "upsert requires a key that it did not have", at: key.offset,
          help: "remove it from the required keys")
      } else if !isRefusedAlready(key.name, of: now.name) {
        refuse(
          .addition, subject, "a new field is required", at: key.offset,
          help: "move it to optional_keys: clients of version \(earlier.version) never send it")
      }
    }
    refuseOldOptional(before.upsert, now.upsert, before, now, of: "upsert")
  }

  private mutating func compareDeletes(_ before: PayloadEntity, _ now: PayloadEntity) {
    for shape in before.deletes {
      guard let current = now.deletes.first(where: { $0.name == shape.name }) else {
        refuse(
          .stable, PayloadSubject(now.name), "the delete shape '\(shape.name)' is gone",
          at: now.deletesOffset,
          was: shape.offset, help: "put it back: older clients still send it")
        continue
      }
      let what = "the delete shape '\(shape.name)'"
      if current.marker?.name != shape.marker?.name {
        let was = shape.marker.map { "'\($0.name)'" } ?? "none"
        let isNow = current.marker.map { "'\($0.name)'" } ?? "none"
        refuse(
          .stable, PayloadSubject(now.name), "the marker of \(what) was \(was), and is \(isNow)",
          at: current.marker?.offset ?? current.offset, was: shape.marker?.offset ?? shape.offset,
          help: "put it back as it was")
      }
      compareKept(shape, current, now, of: what)
      for key in current.required where !shape.keys.contains(named: key.name) {
        if isRefusedAlready(key.name, of: now.name) { continue }
        refuse(
          .stable, PayloadSubject(now.name, key.name),
          "\(what) requires a key that it did not have",
          at: key.offset, help: "remove it: older clients delete without it")
      }
      refuseOldOptional(shape, current, before, now, of: what)
    }
    for shape in now.deletes where !before.deletes.contains(where: { $0.name == shape.name }) {
      allow(
        .addition, PayloadSubject(now.name), "the delete shape '\(shape.name)' is new",
        at: shape.offset)
    }
  }

  /// Keys that an operation had must stay what they were.
  private mutating func compareKept(
    _ before: PayloadShape, _ current: PayloadShape, _ now: PayloadEntity, of what: String
  ) {
    // Keys of fields that are gone are reported with them.
    for key in before.required where now.member(key.name) != nil && !current.requires(key.name) {
      let optional = current.optional.first { $0.name == key.name }
      refuse(
        .stable, PayloadSubject(now.name, key.name),
        optional == nil
          ? "\(what) has lost a required key" : "\(what) no longer requires the key",
        at: optional?.offset ?? current.requiredOffset, was: key.offset,
        help: "put it back into required_keys: older clients rely on it")
    }
    for key in before.optional where now.member(key.name) != nil && !current.permits(key.name) {
      let required = current.required.first { $0.name == key.name }
      refuse(
        .stable, PayloadSubject(now.name, key.name),
        required == nil
          ? "\(what) has lost an optional key" : "\(what) requires a key that was optional",
        at: required?.offset ?? current.optionalOffset, was: key.offset,
        help: "put it back into optional_keys: older clients send it, or leave it out")
    }
  }

  /// Only new fields may become optional keys.
  private mutating func refuseOldOptional(
    _ before: PayloadShape, _ current: PayloadShape, _ old: PayloadEntity, _ now: PayloadEntity,
    of what: String
  ) {
    for key in current.optional
    where !before.keys.contains(named: key.name) && old.member(key.name) != nil {
      refuse(
        .addition, PayloadSubject(now.name, key.name),
        "\(what) has a new optional key that is no new field", at: key.offset,
        help: "remove it: older clients know the field, and not here")
    }
  }

  private mutating func compareSynthetic(_ before: PayloadEntity, _ now: PayloadEntity) {
    for key in before.synthetic
    where now.upsert.keys.contains(named: key.name) && !now.isSynthetic(key.name) {
      refuse(
        .stable, PayloadSubject(now.name, key.name), "the key is no longer synthetic",
        at: now.syntheticOffset, was: key.offset, help: "put it back into synthetic_keys")
    }
    for key in now.synthetic
    where before.upsert.keys.contains(named: key.name) && !before.isSynthetic(key.name) {
      refuse(
        .stable, PayloadSubject(now.name, key.name), "the key has become synthetic", at: key.offset,
        help: "remove it from synthetic_keys")
    }
  }

  // MARK: Reserved spellings

  private mutating func compareReserved() {
    for before in earlier.reserved {
      guard let entity = later.entity(before.entity.name) else { continue }
      let now = later.reserved.first { $0.entity.name == before.entity.name }
      for key in before.keys
      where now?.keys.contains(named: key.name) != true && entity.member(key.name) == nil {
        refuse(
          .reserved, PayloadSubject(entity.name, key.name), "the spelling is no longer reserved",
          at: now?.entity.offset ?? later.reservedOffset, was: key.offset,
          help: "put it back into shadow_reserved_keys")
      }
    }
    for now in later.reserved {
      let before = earlier.reservedKeys(of: now.entity.name)
      for key in now.keys where !before.contains(key.name) {
        allow(
          .reserved, PayloadSubject(now.entity.name, key.name),
          "the spelling is reserved from now on",
          at: key.offset)
      }
    }
  }

  private func reservation(
    _ name: String, of entity: String, in contract: PayloadContract
  ) -> Int? {
    contract.reserved.first { $0.entity.name == entity }?.keys.first { $0.name == name }?.offset
  }

  /// Whether a new field is refused for its name or its entity, so that its keys need no word.
  private func isRefusedAlready(_ name: String, of entity: String) -> Bool {
    collisions.contains(entity) || later.reservedKeys(of: entity).contains(name)
      || earlier.reservedKeys(of: entity).contains(name)
  }

  // MARK: History

  private mutating func checkHistory(
    of member: PayloadMember, _ subject: PayloadSubject
  ) {
    guard let entry = later.evolution.first(where: { $0.name == subject.name }) else {
      refuse(
        .history, subject, "a new field has no entry in field_evolution", at: member.offset,
        help: "add '\(subject.name)' there, with introduced_in \(later.version)")
      return
    }
    if entry.introducedIn <= earlier.version || entry.introducedIn > later.version {
      refuse(
        .history, subject,
        "introduced_in is \(entry.introducedIn), but the field is new in version \(later.version)",
        at: entry.introducedOffset, help: "write it as \(later.version)")
    }
    for (offset, message) in defaultFaults(of: entry) {
      refuse(
        .history, subject, "legacy_insert_default is not valid for the field: \(message)",
        at: offset, help: "give what an insert by a client of version \(earlier.version) means")
    }
  }

  /// What is wrong with a default, recursively.
  private mutating func defaultFaults(of entry: FieldEvolution) -> [(Int, String)] {
    guard let entity = later.entities.firstIndex(where: { $0.name == entry.entity }),
      let field = later.entities[entity].members.firstIndex(where: { $0.name == entry.field })
    else { return [] }
    checker.faults.removeAll()
    return later.text.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, offset: entry.insertDefault.offset)
      do throws(JSONError) {
        try checker.checkValue(&scanner, ofField: field, of: entity)
      } catch {
        return [(error.offset, error.message)]
      }
      return checker.faults.map {
        ($0.offset, checker.failure($0, line: 1, in: bytes).description)
      }
    }
  }

  private mutating func compareHistory() {
    for before in earlier.evolution {
      guard let now = later.evolution.first(where: { $0.name == before.name }) else {
        // The entry of a field that is gone went with it.
        if later.entity(before.entity)?.member(before.field) != nil {
          refuse(
            .history, PayloadSubject(before.entity, before.field),
            "the entry in field_evolution is gone",
            at: later.evolutionOffset, was: before.offset, help: "put it back as it was")
        }
        continue
      }
      let difference =
        now.introducedIn != before.introducedIn
        ? "introduced_in was \(before.introducedIn)"
        : !now.insertDefault.isEquivalent(to: before.insertDefault)
          ? "legacy_insert_default was another"
          : now.meaning != before.meaning ? "meaning was another" : nil
      if let difference {
        refuse(
          .history, PayloadSubject(before.entity, before.field),
          "the entry in field_evolution has changed: \(difference)",
          at: now.offset, was: before.offset, help: "put it back as it was")
      }
    }
    for now in later.evolution where !earlier.evolution.contains(where: { $0.name == now.name }) {
      guard let before = earlier.entity(now.entity) else {
        refuse(
          .history, PayloadSubject(now.entity, now.field),
          "the entity itself is new, so its fields have no history",
          at: now.offset, help: "remove the entry")
        continue
      }
      if before.member(now.field) != nil {
        refuse(
          .history, PayloadSubject(now.entity, now.field),
          "the field is not new: version \(earlier.version) has it, and without this entry",
          at: now.offset, help: "remove the entry")
      }
    }
  }

  // MARK: -

  private mutating func refuse(
    _ topic: PayloadChange.Topic, _ subject: PayloadSubject, _ message: String, at offset: Int,
    was earlierOffset: Int? = nil, help: String
  ) {
    changes.append(
      PayloadChange(
        topic: topic, isAllowed: false, entity: subject.entity, field: subject.field,
        message: message, help: help,
        offset: offset, earlierOffset: earlierOffset))
  }

  private mutating func allow(
    _ topic: PayloadChange.Topic, _ subject: PayloadSubject, _ message: String, at offset: Int
  ) {
    changes.append(
      PayloadChange(
        topic: topic, isAllowed: true, entity: subject.entity, field: subject.field,
        message: message, help: nil,
        offset: offset, earlierOffset: nil))
  }
}

/// What a change is about.
private struct PayloadSubject {
  var entity: String
  var field: String?

  init(_ entity: String, _ field: String? = nil) {
    self.entity = entity
    self.field = field
  }

  /// As `field_evolution` names it.
  var name: String { field.map { "\(entity).\($0)" } ?? entity }
}

extension [PayloadKey] {
  /// Whether one of the keys has a name.
  func contains(named name: String) -> Bool { contains { $0.name == name } }
}
