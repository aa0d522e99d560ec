extension Rule {
  /// Each block comment is closed.
  static let unterminatedComment = Rule(
    id: "unterminated-comment",
    summary: "each block comment is closed",
    rationale: """
      SQLite takes an unclosed comment for one that goes to the end of the file, so statements \
      behind it are silently never run.
      """,
    bad: [.schema("CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;\n⚑/* the rest\n")],
    good: [.schema("CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;\n/* the rest */\n")],
    check: .texts { texts, findings in
      findings += texts.textFindings { $0 == .unterminatedComment }
    })
}
