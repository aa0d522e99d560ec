extension Rule {
  /// Each contract has exactly the members that its format names.
  static let contractForm = Rule(
    id: "contract-form",
    summary: "each payload contract has exactly the form that its format describes",
    rationale: """
      A contract is read by every later check and by other programs. A member that one reader \
      ignores and another obeys, a key that two lists disagree about, or a name that is there twice \
      lets two sides believe in two contracts.
      """,
    bad: [
      .payload(
        PayloadExample.contract(entities: PayloadExample.note(optional: #"⚑"colour""#)),
        note: "a key without an entry in fields"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""pinned":⚑{"types":["boolean","object"]},"#, optional: #""pinned""#)
        ).replacing(#"["boolean","object"]"#, with: #"["boolean"],"requires":[]"#)
          .replacing("⚑", with: "").replacing(#""requires""#, with: #"⚑"requires""#),
        note: "a member that no specification has"),
      .payload(
        PayloadExample.contract().replacing(
          #"["id","title","version"]"#, with: #"["id","version",⚑"title"]"#),
        note: "a list that is not sorted"),
    ],
    good: [
      .payload(PayloadExample.contract()),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(field: PayloadExample.pinned, optional: #""pinned""#))),
    ],
    check: .payload { evidence, findings in
      for contract in evidence.contracts {
        findings += contract.formed.faults.map { fault in
          Finding(
            fault.message, at: .offset(fault.offset, in: contract.text),
            help: fault.help ?? "write it as contract format \(PayloadContract.format) has it")
        }
      }
    })
}
