extension Rule {
  /// Every frozen payload contract is still there, byte by byte.
  static let frozenContract = Rule(
    id: "frozen-contract",
    summary: "each frozen payload contract is still there, byte by byte",
    rationale: """
      Devices in the field write payloads by the contract that they were built with, and go on doing \
      so. A contract that changes after its release describes payloads that nobody sends.
      """,
    bad: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          ("schema/sync_payload/001.json", "{ \"contract_format\": 3 }\n"),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)],
              contracts: [("001", "{}\n")])
          ),
        ])
    ],
    good: [
      Example(
        files: [
          (FileExample.schemaPath, FileExample.baseline),
          ("schema/sync_payload/001.json", "{}\n"),
          (
            FileExample.policyPath,
            FileExample.policy(
              launched: true, frozen: [("001_schema.sql", FileExample.baseline)],
              contracts: [("001", "{}\n")])
          ),
        ])
    ],
    check: .files { authority, findings in
      for frozen in authority.frozen.contracts {
        let place = RelatedLocation(
          "frozen here", at: authority.frozenLocation(at: frozen.offset))
        guard let file = authority.payloads?.contract(frozen.version) else {
          findings.append(
            Finding(
              "payload contract \(frozen.version) is frozen, and missing",
              at: .file(
                FilePath.join(authority.paths.payloads, "\(frozen.version.padded).json")),
              details: ["frozen \(frozen.digest.short), now nothing"],
              help: "restore it from version control", related: [place],
              facts: [Fact("expected", frozen.digest.description)]))
          continue
        }
        let digest = SHA256.digest(of: file.text.bytes)
        if digest == frozen.digest { continue }
        let isLineEnds = SHA256.digest(of: file.text.bytes.withoutCarriageReturns) == frozen.digest
        let pair = DigestPair("frozen", frozen.digest, found: digest)
        findings.append(
          Finding(
            isLineEnds
              ? "'\(file.text.path)' has CRLF line ends, which a checkout put there"
              : "'\(file.text.path)' is not the contract that was frozen",
            at: .file(file.text.path), details: pair.details,
            help: isLineEnds
              ? "tell git to leave it alone, and check it out again: "
                + "echo '\(authority.paths.folder)/** -text' >> .gitattributes"
              : "undo the edit, and put the change into a new contract: schema-gate payload new",
            related: [place], facts: pair.facts))
      }
    })
}
