extension Rule {
  /// Contracts are numbered without a gap, by the numbers that they say.
  static let contractVersion = Rule(
    id: "contract-version",
    summary:
      "payload contracts are numbered from 001 without a gap, and before launch there is one",
    rationale: """
      A client says with a number which contract it follows. With a gap, or a file that says another \
      number than its name, a number means nothing. Before launch no client follows any contract, \
      so the first one is edited instead of followed by a second.
      """,
    bad: [
      .payload(
        PayloadExample.contract().replacing(
          #""payload_schema_version":1"#, with: #""payload_schema_version":⚑2"#)),
      .payload(PayloadExample.contract(), PayloadExample.contract(2), isLaunched: false),
    ],
    good: [
      .payload(PayloadExample.contract()),
      .payload(PayloadExample.contract(), PayloadExample.contract(2)),
    ],
    check: .payload { evidence, findings in
      for (index, contract) in evidence.contracts.enumerated() {
        let number = PayloadContract.padded(contract.version)
        let expected = index == 0 ? 1 : evidence.contracts[index - 1].version + 1
        if contract.version > expected {
          findings.append(
            Finding(
              "payload contract \(PayloadContract.padded(expected)) is missing before \(number)",
              at: .file(contract.text.path),
              help: "add it, or number this one \(PayloadContract.padded(expected))"))
        } else if contract.version > 1 && !evidence.isLaunched {
          findings.append(
            Finding(
              "payload contract \(number) exists before launch", at: .file(contract.text.path),
              help: "edit 001.json instead: no client follows it yet"))
        }
        guard let value = contract.formed.value, value.version != contract.version else {
          continue
        }
        findings.append(
          Finding(
            "payload_schema_version is \(value.version) in the contract of version \(number)",
            at: .offset(value.versionOffset, in: contract.text),
            help: "write it as \(contract.version), or rename the file",
            facts: [
              Fact("expected", "\(contract.version)"), Fact("found", "\(value.version)"),
            ]))
      }
    })
}
