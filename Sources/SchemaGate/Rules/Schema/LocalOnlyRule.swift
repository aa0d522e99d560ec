extension Rule {
  static let localOnly = Rule(
    id: "local-only",
    summary: "no column and no payload key has a name that the configuration forbids",
    rationale: """
      Some things must never be stored, whatever feature asks for them: what somebody told an \
      assistant, what it thought, vectors made from private text. A forbidden pattern in \
      schema-gate.json stops the column at review, not after the first backup that holds it.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE note (
          id TEXT NOT NULL PRIMARY KEY,
          ⚑ai_prompt TEXT
        ) STRICT;
        """, configuration: forbiddenPrompt),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #"⚑"prompt":{"types":["string"]},"#, optional: #""prompt""#)),
        others: [(Configuration.fileName, forbiddenPrompt)]),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #"""
              "parts":{"items":{"additional_properties":false,"properties":{\#
              ⚑"last_prompt":{"types":["string"]}},"required_properties":[],"types":["object"]},\#
              "types":["array"]},
              """#, optional: #""parts""#)),
        others: [(Configuration.fileName, forbiddenPrompt)], note: "inside of an array's objects"),
    ],
    good: [
      .schema(
        """
        CREATE TABLE note (
          id TEXT NOT NULL PRIMARY KEY,
          body TEXT
        ) STRICT;
        """, configuration: forbiddenPrompt)
    ],
    check: .schemaAndPayload(columns, keys))

  private static func columns(_ evidence: SchemaEvidence, _ findings: inout [Finding]) {
    let matcher = ForbiddenNames(evidence.configuration.forbiddenColumns)
    if matcher.isEmpty { return }
    for table in evidence.catalog.tables where table.kind != .shadow {
      for column in table.columns where column.storage != .hidden {
        guard let forbidden = matcher.first(matching: column.name) else { continue }
        findings.append(
          Finding(
            "column '\(table.name).\(column.name)' has a forbidden name: '\(forbidden.pattern)'",
            at: evidence.locate(column: column.name, of: table.name),
            details: ["the reason given: \(forbidden.reason)"],
            help: "leave the column out, or give it a name that says what else it is",
            related: [
              RelatedLocation(
                "the pattern is declared here",
                at: evidence.configuration.location(at: forbidden.offset))
            ],
            facts: [Fact("pattern", forbidden.pattern.text)]))
      }
    }
  }

  private static func keys(_ evidence: PayloadEvidence, _ findings: inout [Finding]) {
    guard let contract = evidence.newest else { return }
    for entity in contract.entities {
      for (path, member) in nested(entity.members, in: entity.name) {
        guard let forbidden = evidence.forbidden.first(where: { $0.matches(member.name) })
        else { continue }
        let subject = "\(path).\(member.name)"
        findings.append(
          Finding(
            "payload key '\(subject)' has a forbidden name: '\(forbidden.pattern)'",
            at: contract.location(at: member.offset, object: subject),
            details: ["the reason given: \(forbidden.reason)"],
            help: "leave the key out, or give it a name that says what else it is",
            related: [
              RelatedLocation("the pattern is declared here", at: forbidden.location)
            ], facts: [Fact("pattern", forbidden.pattern)]))
      }
    }
  }

  /// Members with what they are members of, those of objects and of arrays' elements included.
  private static func nested(
    _ members: [PayloadMember], in path: String
  ) -> [(path: String, member: PayloadMember)] {
    var found: [(path: String, member: PayloadMember)] = []
    for member in members {
      found.append((path, member))
      // Fields nest as deep as the reader lets JSON nest.
      var field: PayloadField? = member.field
      while let current = field {
        if let properties = current.properties {
          found += nested(properties, in: "\(path).\(member.name)")
        }
        field = current.items
      }
    }
    return found
  }

  private static let forbiddenPrompt = """
    {"forbiddenColumns": [{"pattern": "*prompt*", "reason": "prompts are private"}]}
    """
}

/// The forbidden names of a configuration, for columns and for keys of payloads.
struct ForbiddenNames {
  private let patterns: [ForbiddenColumn]

  init(_ patterns: [ForbiddenColumn]) { self.patterns = patterns }

  /// Whether nothing is forbidden.
  var isEmpty: Bool { patterns.isEmpty }

  /// The first pattern that a name matches.
  func first(matching name: String) -> ForbiddenColumn? {
    let bytes = Array(foldedName(name).utf8)
    return patterns.first { $0.pattern.matches(folded: bytes) }
  }
}
