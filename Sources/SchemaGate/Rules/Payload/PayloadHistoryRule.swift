extension Rule {
  /// Each new field of an existing entity says how it came to be, once and for good.
  static let payloadHistory = Rule(
    id: "payload-history",
    summary: "each new field brings one history entry with a valid default, which never changes",
    rationale: """
      What does it mean when an older client inserts a row without the new field? If the contract \
      does not say, each client guesses, and two devices show two truths. The answer may not change \
      later, since rows were made by it.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(
            field: "⚑" + PayloadExample.pinned, optional: #""pinned""#)),
        note: "no entry"),
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history.replacing("false", with: "⚑0")),
        note: "a default that the field does not allow"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: "{⚑"
            + PayloadExample.history.dropFirst().replacing(
              #""introduced_in":2"#, with: #""introduced_in":1"#)),
        note: "the first contract has no history"),
    ],
    good: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history))
    ],
    check: .payload { evidence, findings in
      if let first = evidence.contracts.first, first.version == 1, let value = first.formed.value {
        for entry in value.evolution {
          findings.append(
            Finding(
              "'\(entry.name)' has a history in the first contract",
              at: value.location(at: entry.offset, object: entry.name),
              help: "remove the entry: nothing came before 001"))
        }
      }
      findings += evidence.findings(about: .history)
    })
}
