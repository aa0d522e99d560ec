@testable import SchemaGate

/// A ladder run in memory, for rules on the final schema.
struct SchemaScene {
  let evidence: SchemaEvidence
  let plans: PlanEvidence

  init(_ files: [(path: String, text: String)]) throws {
    var configuration = Configuration()
    var steps: [Migration] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      let text = SourceText(path: file.path, bytes: Array(file.text.utf8))
      if file.path == Configuration.fileName {
        configuration = try Configuration.read(text, knownRules: RuleRunner.knownRules)
      } else if file.path.hasSuffix("schema.sql") {
        steps.insert(.baseline(text), at: 0)
      } else {
        let number = Int(file.path.split(separator: "/").last?.prefix(3) ?? "") ?? 0
        if let version = Version(number) {
          steps.append(Migration(version: version, name: "step", source: text))
        }
      }
    }
    steps.sort { $0.version < $1.version }
    let connection = try Connection()
    connection.refuseDoubleQuotedStrings()
    for step in steps {
      for statement in StatementSplitter(step.source.bytes).statements {
        try connection.execute(
          String(decoding: step.source.bytes[statement.range], as: UTF8.self))
      }
    }
    evidence = try SchemaEvidence(
      versions: steps, configuration: configuration,
      catalog: try CatalogReader(connection: connection).read())
    plans = PlanEvidence(evidence, connection)
  }

  /// A schema alone.
  init(_ sql: String, configuration: String? = nil) throws {
    let settings = configuration.map { [(path: Configuration.fileName, text: $0)] } ?? []
    try self.init(settings + [(path: "schema/schema.sql", text: sql)])
  }

  /// What a rule finds.
  func findings(_ rule: Rule) throws -> [Finding] {
    var findings: [Finding] = []
    switch rule.check {
    case .schema(let check), .columns(let check), .schemaAndPayload(let check, _):
      try check(evidence, &findings)
    case .texts(let check): try check(evidence.texts.value(), &findings)
    case .plans(let check): try check(plans, &findings)
    default: break
    }
    return findings
  }

  /// What a rule finds, as `object: message`.
  func words(_ rule: Rule) throws -> [String] {
    try findings(rule).map { "\($0.location.object ?? "?"): \($0.message)" }
  }
}
