extension Rule {
  /// Each golden fixture has one whole envelope per entity, as its contract says.
  static let goldenFixture = Rule(
    id: "golden-fixture",
    summary: "each golden fixture has one complete upsert per entity that its contract allows",
    rationale: """
      The fixture is what a person reads to see that the contract means what it should, and what \
      other clients test against. An entity or a key that it leaves out was reviewed by nobody.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        fixtures: [
          1: PayloadExample.fixture(of: PayloadExample.contract())
            .replacing("\"title\": \"text\"", with: "\"title\": ⚑17")
        ]),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#)),
        fixtures: [
          1: PayloadExample.fixture(of: PayloadExample.contract())
            .replacing("\"payload\": {", with: "\"payload\": ⚑{")
        ], note: "a key that may be left out, but not here"),
    ],
    good: [.payload(PayloadExample.contract())],
    check: .payload { evidence, findings in
      for fixture in evidence.fixtures {
        let contract = evidence.contracts.first { $0.version == fixture.version }
        let number = PayloadContract.padded(fixture.version)
        if contract == nil {
          findings.append(
            Finding(
              "there is no payload contract \(number) for this fixture",
              at: .file(fixture.text.path), help: "add the contract, or remove the fixture"))
          continue
        }
        if let value = fixture.formed.value, value.version != fixture.version {
          findings.append(
            Finding(
              "payload_schema_version is \(value.version) in the fixture of version \(number)",
              at: .offset(value.versionOffset, in: fixture.text),
              help: "write it as \(fixture.version)"))
        }
        findings += fixture.formed.faults.map { fault in
          Finding(
            fault.message, at: .offset(fault.offset, in: fixture.text),
            help: fault.help ?? "correct the envelope, or the contract where that is wrong")
        }
      }
    })
}
