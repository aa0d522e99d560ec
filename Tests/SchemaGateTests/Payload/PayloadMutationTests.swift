import Foundation
import Testing

@testable import SchemaGate

/// Systematic changes of the real contract and its fixture: each is caught once, by the rule that
/// should, and additions that may be are not.
@Suite struct PayloadMutationTests {
  static let collisions: Set<String> = [
    "calendar_event", "habit", "habit_reminder_policy", "memory", "tag", "task",
  ]

  /// All changes take a while; without this, every fifth is tried.
  static let isFull = ProcessInfo.processInfo.environment["SCHEMA_GATE_FULL"] != nil

  /// A changed second contract, and the refused changes that it must show.
  struct Mutation {
    let name: String
    let contract: JSONValue
    let expected: [String]
  }

  private func mutations(
    of entity: PayloadEntity, _ next: JSONValue
  ) -> [Mutation] {
    let path = ["entities", entity.name]
    let upsert = path + ["operations", "upsert"]
    var list: [Mutation] = []
    func add(_ what: String, _ expected: [String], _ edit: (inout JSONValue) -> Void) {
      var value = next
      edit(&value)
      list.append(Mutation(name: "\(entity.name): \(what)", contract: value, expected: expected))
    }
    for member in entity.members where member.name != "version" {
      let subject = "\(entity.name).\(member.name)"
      let field = path + ["fields", member.name]
      add("without \(member.name)", ["stable \(subject)"]) { value in
        value = value.editing(field) { _ in nil }
        for keys in [
          upsert + ["required_keys"], upsert + ["optional_keys"], path + ["synthetic_keys"],
        ] {
          value = value.editing(keys) { $0?.dropping(member.name) }
        }
        value = value.editing(path + ["operations", "delete", "shapes"]) { shapes in
          .array(
            (shapes?.asArray ?? []).map { shape in
              shape.editing(["required_keys"]) { $0?.dropping(member.name) }
                .editing(["optional_keys"]) { $0?.dropping(member.name) }
            })
        }
      }
      add("null in \(member.name)", ["stable \(subject)"]) { value in
        value = value.editing(field + ["types"]) { types in
          member.field.types.contains(.null)
            ? types?.dropping("null") : types?.inserting("null")
        }
      }
      if member.field.format != nil {
        add("no format of \(member.name)", ["stable \(subject)"]) { value in
          value = value.editing(field + ["format"]) { _ in nil }
        }
      }
      if let values = member.field.values, let first = values.first, values.count > 1 {
        add("one more value of \(member.name)", ["stable \(subject)"]) { value in
          value = value.editing(field + ["enum"]) { $0?.inserting("zz") }
        }
        add("one value less of \(member.name)", ["stable \(subject)"]) { value in
          value = value.editing(field + ["enum"]) { $0?.dropping(first) }
        }
      }
      let isRequired = entity.upsert.requires(member.name)
      if isRequired || entity.upsert.permits(member.name) {
        add("\(member.name) changes lists", ["stable \(subject)"]) { value in
          let (from, to) =
            isRequired ? ("required_keys", "optional_keys") : ("optional_keys", "required_keys")
          value = value.editing(upsert + [from]) { $0?.dropping(member.name) }
            .editing(upsert + [to]) { $0?.inserting(member.name) }
        }
        add("\(member.name) changes its class", ["stable \(subject)"]) { value in
          value = value.editing(path + ["synthetic_keys"]) { keys in
            entity.isSynthetic(member.name)
              ? keys?.dropping(member.name) : keys?.inserting(member.name)
          }
        }
      }
    }
    add("gone", ["stable \(entity.name)"]) { value in
      value = value.editing(["entities", entity.name]) { _ in nil }
        .editing(["shadow_reserved_keys", entity.name]) { _ in nil }
    }
    for (index, shape) in entity.deletes.enumerated() {
      add("without the shape \(shape.name)", ["stable \(entity.name)"]) { value in
        value = value.editing(path + ["operations", "delete", "shapes"]) { shapes in
          .array((shapes?.asArray ?? []).enumerated().filter { $0.offset != index }.map(\.element))
        }
      }
      add("another marker of \(shape.name)", ["stable \(entity.name)"]) { value in
        value = value.editing(path + ["operations", "delete", "shapes"]) { shapes in
          .array(
            (shapes?.asArray ?? []).map {
              $0.editing(["marker_key"]) { $0 == nil ? "version" : nil }
            })
        }
      }
    }
    let subject = "\(entity.name).zz_new"
    let refused = Self.collisions.contains(entity.name)
    func grow(_ value: inout JSONValue, key: String = "optional_keys", entry: JSONValue?) {
      value = value.editing(path + ["fields", "zz_new"]) { _ in ["types": ["boolean"]] }
        .editing(upsert + [key]) { $0?.inserting("zz_new") }
      value = value.editing(["field_evolution", subject]) { _ in entry }
    }
    let entry: JSONValue = [
      "introduced_in": 2, "legacy_insert_default": false, "legacy_update": "preserve",
      "meaning": "Whether it is new.",
    ]
    let collision = "collision \(subject)"
    add("a new field", refused ? [collision] : []) { grow(&$0, entry: entry) }
    add("no history", [refused ? collision : "history \(subject)"]) { grow(&$0, entry: nil) }
    add("a new required field", [refused ? collision : "addition \(subject)"]) {
      grow(&$0, key: "required_keys", entry: entry)
    }
    add("a wrong default", [refused ? collision : "history \(subject)"]) {
      grow(&$0, entry: entry.setting(member: "legacy_insert_default", to: nil))
    }
    add("a wrong version", [refused ? collision : "history \(subject)"]) {
      grow(&$0, entry: entry.setting(member: "introduced_in", to: 1))
    }
    if let old = entity.members.first {
      add("history of an old field", ["history \(entity.name).\(old.name)"]) { value in
        value = value.editing(["field_evolution", "\(entity.name).\(old.name)"]) { _ in entry }
      }
    }
    return list
  }

  @Test func eachChangeOfTheContractIsCaughtOnce() throws {
    let earlier = try RealPayload.contract()
    let next = try RealPayload.contractValue()
      .setting(member: "payload_schema_version", to: 2)
      .setting(member: "golden_fixture", to: .string(PayloadContract.fixturePath(of: 2)))
    var count = 0
    for entity in earlier.entities {
      for mutation in mutations(of: entity, next) {
        count += 1
        if !Self.isFull && count % 5 != 0 { continue }
        let text = SourceText(path: "002.json", bytes: JSONWriter.canonical(mutation.contract))
        let formed = PayloadContract.read(text)
        let faults = formed.faults.map(\.message)
        // A key that only its own operation's lists name may be unused once it changed lists.
        #expect(faults.isEmpty, "\(mutation.name): \(faults)")
        guard let later = formed.value else { continue }
        let refused = PayloadDiff.changes(
          from: earlier, to: later, collisionEntities: Self.collisions
        ).filter { !$0.isAllowed }
        let found = refused.map { "\($0.topic.rawValue) \($0.subject)" }
        #expect(found == mutation.expected, "\(mutation.name): \(refused.map(\.message))")
      }
    }
    #expect(count > 800)
  }

  @Test func aReservedSpellingIsKept() throws {
    let earlier = try RealPayload.contract()
    let next = try RealPayload.contractValue().setting(member: "payload_schema_version", to: 2)
    for reserved in earlier.reserved {
      for key in reserved.keys {
        let dropped = next.editing(["shadow_reserved_keys", reserved.entity.name]) {
          $0?.dropping(key.name)
        }
        let later = try #require(
          PayloadContract.read(SourceText(path: "", bytes: JSONWriter.canonical(dropped))).value)
        let refused = PayloadDiff.changes(from: earlier, to: later).filter { !$0.isAllowed }
        #expect(refused.map(\.topic) == [.reserved])
      }
    }
  }

  @Test func eachChangeOfTheFixtureIsCaught() throws {
    let contract = try RealPayload.contract()
    let fixture = try RealPayload.fixtureValue()
    let envelopes = try #require(fixture[member: "envelopes"]?.asArray)
    var count = 0
    func faults(_ envelopes: [JSONValue]) -> [FormFault] {
      count += 1
      let bytes = JSONWriter.canonical(fixture.setting(member: "envelopes", to: .array(envelopes)))
      return GoldenFixture.read(
        SourceText(path: "f", bytes: bytes), contract: contract, zones: .builtIn
      ).faults
    }
    #expect(faults(envelopes).isEmpty)
    for (index, envelope) in envelopes.enumerated() {
      func changed(_ edit: (JSONValue) -> JSONValue) -> [FormFault] {
        var all = envelopes
        all[index] = edit(envelope)
        return faults(all)
      }
      let name = envelope[member: "entity_type"]?.asString ?? ""
      let entity = try #require(contract.entity(name))
      for member in envelope[member: "payload"]?.asObject ?? [] {
        let without = changed { $0.editing(["payload", member.name]) { _ in nil } }
        #expect(without.count == 1, "\(name) without \(member.name): \(without.map(\.message))")
        let types = entity.field(member.name)?.types ?? []
        let wrong: JSONValue = types.contains(.boolean) ? "no" : true
        let mistyped = changed { $0.editing(["payload", member.name]) { _ in wrong } }
        #expect(mistyped.count == 1, "\(name).\(member.name): \(mistyped.map(\.message))")
        // JSON in a string may end with white space.
        if let text = member.value.asString, let format = entity.field(member.name)?.format,
          !format.rawValue.hasPrefix("json")
        {
          let bent = changed { $0.editing(["payload", member.name]) { _ in .string(text + " ") } }
          #expect(bent.count >= 1, "\(name).\(member.name) with a blank at its end")
        }
      }
      for member in EnvelopeMember.allCases {
        let without = changed { $0.removing(member: member.rawValue) }
        #expect(!without.isEmpty, "\(name) without \(member.rawValue)")
      }
      #expect(changed { $0.setting(member: "operation", to: "delete") }.count == 2)
      #expect(changed { $0.setting(member: "extra", to: 1) }.count == 1)
      #expect(
        changed { $0.setting(member: "version", to: .string(PayloadSample.hlc)) }.count == 1)
      #expect(
        faults(envelopes.enumerated().filter { $0.offset != index }.map(\.element)).count == 1)
      if index > 0 {
        var swapped = envelopes
        swapped.swapAt(index - 1, index)
        #expect(faults(swapped).count == 1)
      }
    }
    #expect(count > 500)
  }
}
