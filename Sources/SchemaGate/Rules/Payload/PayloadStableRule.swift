extension Rule {
  /// What a contract promised stays as it was in every later one.
  static let payloadStable = Rule(
    id: "payload-stable",
    summary: "entities, fields, their specifications and their keys never change or go",
    rationale: """
      Older clients stay in use for years, and sync with newer ones. A field that goes, changes its \
      type or takes one more enum value breaks them: they refuse the whole object, or the whole \
      list that it is in, and what it held is lost between two devices of one person.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(2).replacing(
          #""title":{"types":["string"]}"#, with: #"⚑"title":{"types":["null","string"]}"#),
        note: "a type that older clients do not expect"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""kind":{"enum":["draft","note"],"types":["string"]},"#,
            optional: #""kind""#)),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(
            field: #"⚑"kind":{"enum":["draft","note","video"],"types":["string"]},"#,
            optional: #""kind""#)), note: "one more enum value is no addition for readers"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#)),
        PayloadExample.contract(2, entities: "⚑" + PayloadExample.note()),
        note: "a field that is gone"),
    ],
    good: [
      .payload(PayloadExample.contract(), PayloadExample.contract(2)),
      .payload(
        PayloadExample.contract(),
        PayloadExample.contract(
          2, entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history)),
    ],
    check: .payload { evidence, findings in findings += evidence.findings(about: .stable) })
}
