extension Rule {
  /// Each contract names its fixture and the digest of its bytes.
  static let contractFixture = Rule(
    id: "contract-fixture",
    summary: "each payload contract names its golden fixture and the SHA-256 of its bytes",
    rationale: """
      The digest ties a contract to the examples that were reviewed with it. Without it, somebody \
      can make a failing test pass by editing the example, and nobody sees that the wire changed.
      """,
    bad: [
      .payload(
        PayloadExample.contract().replacing(
          #"256":""#, with: #"256":⚑"ff"#
        ).replacing("ff00", with: "ff")),
      .payload(
        PayloadExample.contract().replacing(
          #""fixtures/001.golden.json""#, with: #"⚑"fixtures/1.json""#)),
    ],
    good: [.payload(PayloadExample.contract())],
    check: .payload { evidence, findings in
      for contract in evidence.contracts {
        guard let value = contract.formed.value else { continue }
        let path = PayloadContract.fixturePath(of: contract.version)
        if value.fixturePath.name != path {
          findings.append(
            Finding(
              "golden_fixture is '\(JSONForm.cut(value.fixturePath.name))', not '\(path)'",
              at: value.location(at: value.fixturePath.offset), help: "write it as \"\(path)\""))
        }
        guard let fixture = evidence.fixtures.first(where: { $0.version == contract.version })
        else {
          findings.append(
            Finding(
              "there is no '\(path)' for payload contract \(value.padded)",
              at: value.location(at: value.fixturePath.offset),
              help: "add one reviewed envelope per entity there"))
          continue
        }
        guard let expected = value.fixtureDigest else { continue }
        let found = SHA256.digest(of: fixture.text.bytes)
        // Changed line ends are reported with the fixture itself.
        let plain = SHA256.digest(of: CanonicalForm.withLineFeeds(fixture.text.bytes))
        if found == expected || plain == expected { continue }
        findings.append(
          Finding(
            "'\(fixture.text.path)' is not the fixture that the contract was reviewed with",
            at: value.location(at: value.fixtureDigestOffset),
            details: ["recorded \(expected.short), now \(found.short)"],
            help: "undo the edit of the fixture; if it was meant and reviewed, record \(found)",
            facts: [
              Fact("expected", expected.description), Fact("found", found.description),
            ]))
      }
    })
}
