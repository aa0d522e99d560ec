/// A report in SARIF 2.1.0, as services for code scanning read it.
///
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
enum SARIFReport {
  /// The report as a log with one run.
  static func value(of report: Report) -> JSONValue {
    let rules = Catalogue(report)
    let results = zip(report.diagnostics, report.fingerprints).map { diagnostic, fingerprint in
      result(
        diagnostic, ruleIndex: rules.index(of: diagnostic.rule), fingerprint: fingerprint,
        of: report)
    }
    return [
      "$schema":
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "SchemaGate",
              "semanticVersion": .string(SchemaGateVersion.current),
              "rules": .array(rules.descriptors),
            ]
          ],
          "invocations": [["executionSuccessful": true]],
          // Columns are counted in Unicode scalars, as everywhere here.
          "columnKind": "unicodeCodePoints",
          "originalUriBaseIds": [
            "ROOT": ["description": ["text": "The top of the repository."]]
          ],
          "results": .array(results),
        ]
      ],
    ]
  }

  /// The rules of a run in a fixed order, with those of diagnostics that no list knows behind.
  private struct Catalogue {
    let descriptors: [JSONValue]
    private let places: [RuleID: Int]

    init(_ report: Report) {
      var places: [RuleID: Int] = [:]
      var descriptors: [JSONValue] = []
      for rule in report.rules {
        places[rule.id] = descriptors.count
        descriptors.append(SARIFReport.descriptor(rule))
      }
      for diagnostic in report.diagnostics where places[diagnostic.rule] == nil {
        places[diagnostic.rule] = descriptors.count
        descriptors.append(["id": .string(diagnostic.rule.name)])
      }
      self.places = places
      self.descriptors = descriptors
    }

    func index(of rule: RuleID) -> Int { places[rule] ?? -1 }
  }

  private static func descriptor(_ rule: Rule) -> JSONValue {
    var descriptor: JSONValue = [
      "id": .string(rule.id.name),
      "name": .string(pascalCase(rule.id.name)),
      "shortDescription": ["text": .string(rule.summary)],
      "fullDescription": ["text": .string(rule.rationale)],
      "help": [
        "text": .string(RulePage.text(of: rule)), "markdown": .string(RulePage.markdown(of: rule)),
      ],
      "defaultConfiguration": [
        "enabled": .bool(rule.setting != .off),
        "level": .string((rule.setting.severity ?? .warning).rawValue),
      ],
    ]
    if !rule.formerIDs.isEmpty {
      let names = JSONValue.array(rule.formerIDs.map { .string($0.name) })
      descriptor = descriptor.setting(member: "deprecatedIds", to: names)
    }
    return descriptor
  }

  private static func result(
    _ diagnostic: Diagnostic, ruleIndex: Int, fingerprint: String, of report: Report
  ) -> JSONValue {
    let finding = diagnostic.finding
    var text = ([finding.message] + finding.details).joined(separator: "\n")
    if let help = finding.help { text += "\nhelp: \(help)" }
    var result: JSONValue = [
      "ruleId": .string(diagnostic.rule.name),
      "ruleIndex": .integer(ruleIndex),
      "level": .string(diagnostic.severity.rawValue),
      "message": ["text": .string(text)],
      "locations": [location(finding.location, of: report)],
      "partialFingerprints": ["schemaGate/v1": .string(fingerprint)],
    ]
    if !finding.related.isEmpty {
      let related = finding.related.enumerated().map { place, related in
        location(related.location, of: report)
          .setting(member: "id", to: .integer(place + 1))
          .setting(member: "message", to: ["text": .string(related.message)])
      }
      result = result.setting(member: "relatedLocations", to: .array(related))
    }
    if !finding.facts.isEmpty {
      let facts = finding.facts.map { fact -> JSONValue in
        ["name": .string(fact.name), "value": .string(fact.value)]
      }
      result = result.setting(member: "properties", to: ["facts": .array(facts)])
    }
    return result
  }

  private static func location(_ location: Location, of report: Report) -> JSONValue {
    var physical: JSONValue = [
      "artifactLocation": [
        "uri": .string(uri(report.repositoryPath(of: location))), "uriBaseId": "ROOT",
      ]
    ]
    // Services show what has a line; the whole file begins at its first one.
    let position = location.position ?? SourcePosition(line: 1, column: 1)
    physical = physical.setting(
      member: "region",
      to: ["startLine": .integer(position.line), "startColumn": .integer(position.column)])
    var value: JSONValue = ["physicalLocation": physical]
    if let object = location.object {
      let version = location.version.map { "version \($0)/" } ?? ""
      value = value.setting(
        member: "logicalLocations",
        to: [["name": .string(object), "fullyQualifiedName": .string(version + object)]])
    }
    return value
  }

  /// A relative path as a URI reference, by RFC 3986.
  static func uri(_ path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        uri += (byte < 0x10 ? "%0" : "%") + hex
      }
    }
    return uri
  }

  private static func pascalCase(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
