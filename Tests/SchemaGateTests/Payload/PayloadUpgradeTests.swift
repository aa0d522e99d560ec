import Testing

@testable import SchemaGate

@Suite struct PayloadUpgradeTests {
  private func contract(_ compact: String) throws -> PayloadContract {
    let bytes = Array(PayloadExample.laidOut(compact).utf8)
    let formed = PayloadContract.read(SourceText(path: "", bytes: bytes))
    #expect(formed.faults.isEmpty)
    return try #require(formed.value)
  }

  private func second() throws -> PayloadContract {
    try contract(
      PayloadExample.contract(
        2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
        evolution: PayloadExample.history, reserved: #"{"note":["lookup_key"]}"#))
  }

  @Test func anInsertGetsTheDefaultAndAnUpdateKeepsTheRow() throws {
    let contract = try second()
    let old: JSONValue = ["id": "a", "title": "t", "later": 1]
    let inserted = contract.upgrade(old, of: "note", from: 1, for: .insert)
    #expect(inserted == ["id": "a", "title": "t", "later": 1, "pinned": false])
    let updated = contract.upgrade(
      old, of: "note", from: 1, for: .update(existing: ["pinned": true]))
    #expect(updated[member: "pinned"]?.asBool == true)
    #expect(contract.upgrade(old, of: "note", from: 1, for: .update(existing: [:])) == old)
    #expect(contract.upgrade(old, of: "note", from: 2, for: .insert) == old)
    #expect(contract.upgrade(old, of: "habit", from: 1, for: .insert) == old)
    let own = old.setting(member: "pinned", to: true)
    #expect(contract.upgrade(own, of: "note", from: 1, for: .insert) == own)
  }

  @Test func whatIsNotKnownComesBackAndReservedSpellingsGo() throws {
    let contract = try second()
    let sent: JSONValue = [
      "id": "a", "later": ["deep": [1, 2]], "lookup_key": "x", "title": "t", "zeta": nil,
    ]
    let (known, shadow) = contract.parting(sent, of: "note")
    #expect(known == ["id": "a", "title": "t"])
    let restored = try #require(PayloadShadow(entity: "note", stored: shadow.stored))
    let out = contract.merging(restored, into: known.setting(member: "title", to: "u"))
    #expect(out == ["id": "a", "later": ["deep": [1, 2]], "title": "u", "zeta": nil])
    // An older client that learns a field later: what the row has wins.
    let stale = try #require(PayloadShadow(entity: "note", stored: ["pinned": true]))
    #expect(contract.merging(stale, into: ["pinned": false]) == ["pinned": false])
  }

  @Test func realPayloadsSurviveOlderClients() throws {
    let contract = try RealPayload.contract()
    let all = try RealPayload.fixtureValue()[member: "envelopes"]?.asArray ?? []
    #expect(all.count == contract.entities.count)
    for envelope in all {
      let entity = envelope[member: "entity_type"]?.asString ?? ""
      let payload = try #require(envelope[member: "payload"])
        .setting(member: "from_the_future", to: ["a": [1, nil]])
      let (known, shadow) = contract.parting(payload, of: entity)
      #expect(contract.merging(shadow, into: known).isEquivalent(to: payload))
      #expect(contract.failures(of: envelope).isEmpty)
    }
  }

  @Test func aDraftPassesOnceItsPlacesAreFilledIn() throws {
    let first = try contract(PayloadExample.contract())
    let fixture = PayloadExample.fixture(of: PayloadExample.contract())
    let envelopes = try JSONReader.read(Array(fixture.utf8))[member: "envelopes"]?.asArray
    var draft = try PayloadDraft(after: first, envelopes: envelopes ?? [])
    try draft.addField("pinned", to: "note", types: .boolean)
    try draft.addEntity("habit")
    try draft.addField("color", to: "habit", values: ["red", "blue"])
    #expect(throws: PayloadDraft.Obstacle.self) { try draft.addField("title", to: "note") }
    #expect(throws: PayloadDraft.Obstacle.self) { try draft.addField("x", to: "nothing") }
    #expect(throws: PayloadDraft.Obstacle.self) { try draft.addEntity("Habit") }
    let text = SourceText(path: "002.json", bytes: draft.contractBytes)
    let formed = PayloadContract.read(text)
    #expect(
      formed.faults.map(\.message) == [
        "meaning of field_evolution of 'note.pinned' must not be blank"
      ])
    let second = try #require(formed.value)
    #expect(CanonicalForm.fault(in: text) == nil)
    #expect(second.fixtureDigest == SHA256.digest(of: draft.fixtureBytes))
    let golden = GoldenFixture.read(
      SourceText(path: "f", bytes: draft.fixtureBytes), contract: second, zones: .builtIn)
    #expect(golden.faults.isEmpty, "\(golden.faults)")
    let changes = PayloadDiff.changes(from: first, to: second)
    #expect(!changes.contains { !$0.isAllowed })
    let places = try draft.places()
    #expect(places.count == 7, "\(places)")
    #expect(places.contains { $0.task == "what 'note.pinned' is for" && !$0.isInFixture })
  }
}
