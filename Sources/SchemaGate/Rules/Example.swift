/// A small, whole input for a rule: shown on the rule's page, and run as its test.
///
/// Where a finding must begin, the text has the mark `⚑` right before it; the mark is taken out
/// before the input is used. A bad example without any mark fires without a place in a file.
public struct Example: Sendable {
  /// The mark that stands right before the place of a finding.
  public static let mark: Character = "⚑"

  /// The files by path. A missing lock and policy are made to fit, so that only what the example
  /// is about has to be written down.
  public let files: [(path: String, text: String)]

  /// What the example shows, where that isn't plain from its text.
  public let note: String?

  /// The line of the rule's file where the example stands, for messages of tests.
  public let line: UInt
  /// The file where the example stands.
  public let sourceFile: String

  init(
    files: [(path: String, text: String)], note: String? = nil, sourceFile: String = #filePath,
    line: UInt = #line
  ) {
    self.files = files
    self.note = note
    self.sourceFile = sourceFile
    self.line = line
  }

  /// A schema alone, before launch, with configuration where the rule needs some.
  static func schema(
    _ sql: String, configuration: String? = nil, note: String? = nil,
    sourceFile: String = #filePath, line: UInt = #line
  ) -> Example {
    let settings = configuration.map { [("schema-gate.json", $0)] } ?? []
    return Example(
      files: settings + [("schema/schema.sql", sql)], note: note, sourceFile: sourceFile,
      line: line)
  }

  /// A launched ladder: the baseline, then migrations 002, 003 … in order.
  static func ladder(
    _ baseline: String, _ migrations: String..., configuration: String? = nil,
    note: String? = nil, sourceFile: String = #filePath, line: UInt = #line
  ) -> Example {
    let settings = configuration.map { [("schema-gate.json", $0)] } ?? []
    let steps = migrations.enumerated().map { index, sql in
      ("schema/migrations/00\(index + 2)_step.sql", sql)
    }
    return Example(
      files: settings + [("schema/schema.sql", baseline)] + steps, note: note,
      sourceFile: sourceFile, line: line)
  }
}
