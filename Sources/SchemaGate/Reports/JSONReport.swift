/// A report for programs, in a form that only grows; `schemas/report.schema.json` describes it.
enum JSONReport {
  /// The number that changes when the form would break a reader.
  static let formatVersion = 1

  /// The report as one object.
  static func value(of report: Report) -> JSONValue {
    let diagnostics = zip(report.diagnostics, report.fingerprints).map { diagnostic, fingerprint in
      value(of: diagnostic, fingerprint: fingerprint)
    }
    return [
      "format": .integer(formatVersion),
      "tool": [
        "name": "schema-gate", "version": .string(SchemaGateVersion.current),
        "sqlite": .string(SchemaGateVersion.sqlite),
      ],
      "verdict": .string(report.isPassed ? "passed" : "failed"),
      "strict": .bool(report.isStrict),
      "errors": .integer(report.count(of: .error)),
      "warnings": .integer(report.count(of: .warning)),
      "scope": strings(report.scope),
      "notes": strings(report.notes),
      "diagnostics": .array(diagnostics),
    ]
  }

  private static func value(of diagnostic: Diagnostic, fingerprint: String) -> JSONValue {
    let finding = diagnostic.finding
    return [
      "rule": .string(diagnostic.rule.name),
      "severity": .string(diagnostic.severity.rawValue),
      "message": .string(finding.message),
      "location": value(of: finding.location),
      "details": strings(finding.details),
      "help": finding.help.map { .string($0) } ?? nil,
      "related": .array(
        finding.related.map {
          ["message": .string($0.message), "location": value(of: $0.location)]
        }),
      "facts": .array(
        finding.facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "fingerprint": .string(fingerprint),
    ]
  }

  private static func value(of location: Location) -> JSONValue {
    [
      "path": location.path.map { .string($0) } ?? nil,
      "line": location.position.map { .integer($0.line) } ?? nil,
      "column": location.position.map { .integer($0.column) } ?? nil,
      "object": location.object.map { .string($0) } ?? nil,
      "version": location.version.map { .integer($0) } ?? nil,
    ]
  }

  private static func strings(_ strings: [String]) -> JSONValue {
    .array(strings.map { .string($0) })
  }
}
