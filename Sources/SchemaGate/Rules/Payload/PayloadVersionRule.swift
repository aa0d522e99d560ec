extension Rule {
  /// The version that the source declares is that of the newest contract.
  static let payloadVersion = Rule(
    id: "payload-version",
    summary: "the payload version declared in source is that of the newest contract",
    rationale: """
      The app stamps what it sends with the declared number. When that differs from the newest \
      contract, other devices read its payloads by the wrong one. Silent where no place in source \
      is configured.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        others: [(Configuration.fileName, place), ("App.swift", "let payloadVersion = ⚑2\n")]),
      .payload(
        PayloadExample.contract(),
        others: [
          (Configuration.fileName, place),
          ("App.swift", "let payloadVersion = 1\nlet payloadVersion = ⚑1\n"),
        ], note: "two declarations"),
    ],
    good: [
      .payload(
        PayloadExample.contract(),
        others: [(Configuration.fileName, place), ("App.swift", "let payloadVersion = 1\n")])
    ],
    check: .payload { evidence, findings in
      guard let declaration = evidence.declaration, let newest = evidence.contracts.last else {
        return
      }
      let number = PayloadContract.padded(newest.version)
      guard let first = declaration.matches.first else {
        findings.append(
          Finding(
            declaration.isPresent
              ? "nothing in '\(declaration.path)' matches the pattern of payloadVersion"
              : "'\(declaration.path)', which should declare the payload version, is missing",
            at: declaration.configured, help: "correct the file or the pattern here"))
        return
      }
      for match in declaration.matches.dropFirst() {
        findings.append(
          Finding(
            "the payload version is declared a second time", at: match.location,
            help: "keep one declaration, or make the pattern match only that",
            related: [RelatedLocation("the first declaration", at: first.location)]))
      }
      if Int(first.text) == newest.version { return }
      findings.append(
        Finding(
          "the declared payload version is '\(first.text)', but the newest contract is \(number)",
          at: first.location, help: "declare \(newest.version), or add the contract",
          related: [RelatedLocation("the newest contract", at: .file(newest.text.path))],
          facts: [Fact("expected", "\(newest.version)"), Fact("found", first.text)]))
    })

  private static let place = """
    {"payloadVersion": {"file": "App.swift", "pattern": "payloadVersion = ([0-9]+)"}}

    """
}
