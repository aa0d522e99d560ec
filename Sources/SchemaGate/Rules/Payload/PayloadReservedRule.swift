extension Rule {
  /// A reserved spelling stays reserved, and never becomes a field.
  static let payloadReserved = Rule(
    id: "payload-reserved",
    summary: "a reserved spelling stays reserved, and never becomes a field",
    rationale: """
      Clients strip reserved spellings from what they keep for others. A field of such a name would \
      reach newer clients only until an older one passes the object on, and then be gone.
      """,
    bad: [
      .payload(
        PayloadExample.contract(reserved: #"{"note":["pinned"]}"#),
        PayloadExample.contract(
          2,
          entities: PayloadExample.note(
            field: "⚑" + PayloadExample.pinned, optional: #""pinned""#),
          evolution: PayloadExample.history, reserved: #"{"note":[]}"#)),
      .payload(
        PayloadExample.contract(reserved: #"{"note":["lookup_key"]}"#),
        PayloadExample.contract(2, reserved: #"{⚑"note":[]}"#), note: "no longer reserved"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: "⚑" + PayloadExample.pinned, optional: #""pinned""#),
          reserved: #"{"note":["pinned"]}"#)),
    ],
    good: [
      .payload(
        PayloadExample.contract(reserved: #"{"note":["lookup_key"]}"#),
        PayloadExample.contract(2, reserved: #"{"note":["lookup_key","search_key"]}"#))
    ],
    check: .payload { evidence, findings in
      for contract in evidence.contracts.compactMap(\.formed.value) {
        for reserved in contract.reserved {
          let entity = contract.entity(reserved.entity.name)
          for key in reserved.keys {
            guard let member = entity?.member(key.name) else { continue }
            let subject = "\(reserved.entity.name).\(key.name)"
            findings.append(
              Finding(
                "'\(subject)' is a field and a reserved spelling at once",
                at: contract.location(at: member.offset, object: subject),
                help: "choose another name for the field",
                related: [
                  RelatedLocation("reserved here", at: contract.location(at: key.offset))
                ]))
          }
        }
      }
      findings += evidence.findings(about: .reserved)
    })
}
