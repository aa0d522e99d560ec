/// Judges a column by what its family, or a word of the vocabulary, says of it.
struct FamilyJudge {
  /// What the column is, in a message: `boolean`, or `a merge register`.
  let role: String
  /// The type that it must have; nil for any.
  let type: String?
  /// Values that must pass.
  let accepts: [SQLiteValue]
  /// Values that must not.
  let rejects: [SQLiteValue]

  init(_ family: ColumnFamily) {
    role = family.name
    type = family.type
    accepts = family.accepts.compactMap { SQLiteValue($0) }
    rejects = family.rejects.compactMap { SQLiteValue($0) }
  }

  init(_ entry: VocabularyEntry) {
    role = entry.meaning
    type = entry.type
    accepts = entry.accepts.compactMap { SQLiteValue($0) }
    rejects = entry.rejects.compactMap { SQLiteValue($0) }
  }

  /// What is wrong with a column; nil where it is as it must be, or can't be judged here.
  ///
  /// - Parameters:
  ///   - subject: how the message names the column, such as `boolean 'tasks.pinned'`.
  ///   - remedy: the CHECK to add, where the family knows it.
  func finding(
    on member: FamilyIndex.Member, subject: String, remedy: String?, _ evidence: SchemaEvidence
  ) throws -> Finding? {
    let (table, column) = (member.table, member.column)
    // Looked up only for what is reported: it costs a scan of the file.
    var location: Location { evidence.locate(column: column.name, of: table.name) }
    if let type, !FamilyJudge.isType(column.type, type, inStrict: table.isStrict) {
      return Finding(
        "\(subject) is \(SQLWords.typeWords(column.type)), not \(type)", at: location,
        help: "declare it as \(SQLWords.name(column.name)) \(type)",
        facts: [Fact("expected", type), Fact("found", column.type)])
    }
    // What a generated column can hold is said by its expression, not by a CHECK.
    if column.isGenerated { return nil }
    let broken = try evidence.checkProbe.checks(of: table)
      .firstBreak(accepts: accepts, rejects: rejects, in: member.index)
    switch broken {
    case .lets(let value):
      return Finding(
        "\(subject) takes \(value.shown)", at: location,
        help: remedy.map { "add \($0)" } ?? "add a CHECK that stops \(value.shown)",
        facts: [Fact("takes", value.literal)])
    case .stops(let value):
      return Finding(
        "\(subject) refuses \(value.shown)", at: location,
        help: "let its CHECKs pass \(value.shown)\(remedy.map { ", as \($0) does" } ?? "")",
        facts: [Fact("refuses", value.literal)])
    case .unjudged(let reason):
      evidence.checkProbe.remark(
        "'\(table.name).\(column.name)' was not judged as \(role): \(reason)")
      return nil
    case nil:
      return nil
    }
  }

  /// Whether a declared type is the wanted one; outside of STRICT, whether it works as it does.
  static func isType(_ declared: String, _ wanted: String, inStrict isStrict: Bool) -> Bool {
    if SQLWords.type(declared) == SQLWords.type(wanted) { return true }
    return !isStrict && Affinity(wanted) == .text && Affinity(declared) == .text
  }
}

extension SQLiteValue {
  /// The value in a message; long text is cut.
  var shown: String {
    if case .text(let text) = self, text.utf8.count > 48 {
      return quotedText(String(text.prefix(24)) + "…")
    }
    return literal
  }
}
