extension Rule {
  /// SQL files hold text that everybody reads alike.
  static let sqlText = Rule(
    id: "sql-text",
    summary: "each SQL file is UTF-8 without characters that are read differently or not seen",
    rationale: """
      SQLite stops at a NUL, editors disagree on a lone carriage return, and a no-break space or an \
      invisible character is a part of a name to SQLite and nothing to the eye: what was reviewed \
      is not what runs.
      """,
    bad: [.schema("CREATE TABLE notes (id⚑\u{A0}INTEGER PRIMARY KEY) STRICT;\n")],
    good: [
      .schema(
        "CREATE TABLE notes (body TEXT DEFAULT 'two\u{A0}words') STRICT;\n",
        note: "literals are data")
    ],
    check: .texts { texts, findings in
      findings += texts.textFindings { $0 != .lossy && $0 != .unterminatedComment }
    })
}

extension LadderTexts {
  /// The faults of SQL files' texts as findings, by kind.
  func textFindings(_ isWanted: (LossyTextFault.Kind) -> Bool) -> [Finding] {
    faults.filter { isWanted($0.fault.kind) }.map { text, fault in
      Finding(
        fault.message, at: .offset(fault.offset, in: text),
        details: fault.count > 1 ? ["the first of \(fault.count) such places"] : [],
        help: fault.help)
    }
  }
}
