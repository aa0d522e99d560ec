extension Rule {
  /// Entities that may not evolve yet gain no fields.
  static let payloadCollision = Rule(
    id: "payload-collision",
    summary: "the entities in collisionEntities gain no fields",
    rationale: """
      Some entities are merged by code that takes every key for one that it knows. Until that code \
      has an adapter, a new field of such an entity is overwritten by each older device.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(
            field: "⚑" + PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history),
        others: [("schema-gate.json", "{\"collisionEntities\": [\"note\"]}\n")])
    ],
    good: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history),
        others: [("schema-gate.json", "{\"collisionEntities\": [\"habit\"]}\n")])
    ],
    check: .payload { evidence, findings in findings += evidence.findings(about: .collision) })
}
