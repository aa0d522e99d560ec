extension Rule {
  /// Contracts and fixtures are canonical JSON.
  static let contractCanonical = Rule(
    id: "contract-canonical",
    summary: "payload contracts and their fixtures are canonical JSON",
    rationale: """
      Contracts and fixtures are recorded by the digest of their bytes. With one way to write each, \
      a changed digest means a changed contract, and a diff shows nothing but what changed.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        fixtures: [
          1: PayloadExample.fixture(of: PayloadExample.contract())
            .replacing("  \"payload_schema", with: "  ⚑  \"payload_schema")
        ], note: "indented further than its depth")
    ],
    good: [.payload(PayloadExample.contract())],
    check: .payload { evidence, findings in
      for text in evidence.contracts.map(\.text) + evidence.fixtures.map(\.text) {
        guard let fault = CanonicalForm.fault(in: text) else { continue }
        findings.append(
          Finding(fault.message, at: .offset(fault.offset, in: text), help: fault.help))
      }
    })
}
