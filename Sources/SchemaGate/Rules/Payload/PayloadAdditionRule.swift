extension Rule {
  /// What is new can be left out.
  static let payloadAddition = Rule(
    id: "payload-addition",
    summary: "a new field of an existing entity is optional, and new keys are new fields",
    rationale: """
      Clients with the earlier contract go on sending payloads without what is new. When a newer \
      one requires it, it refuses everything that they write.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(field: PayloadExample.pinned, required: #"⚑"pinned","#),
          evolution: PayloadExample.history)),
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(
            shapes:
              #"{"name":"tombstone","optional_keys":[⚑"title"],"required_keys":["version"]}"#)),
        note: "an old field that a delete may suddenly have"),
    ],
    good: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history))
    ],
    check: .payload { evidence, findings in findings += evidence.findings(about: .addition) })
}
