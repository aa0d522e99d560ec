extension Rule {
  /// What is synced is in the newest contract and in the schema, and means the same in both.
  static let payloadParity = Rule(
    id: "payload-parity",
    summary: "each synced column is a key of the newest contract, and each key a fitting column",
    rationale: """
      A column that no payload carries stays on the device where it was typed, and nobody notices \
      until the person looks at another one. A key whose column has another type, or does not allow \
      what the contract allows, makes a payload that is right fail to be stored. Silent where \
      "entities" in schema-gate.json names no tables.
      """,
    bad: [
      .payload(
        PayloadExample.contract(),
        others: [
          (Configuration.fileName, entities),
          ("schema/schema.sql", table.replacing("  title", with: "  ⚑colour TEXT,\n  title")),
        ], note: "a column that was added without a payload version"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""pinned":⚑{"types":["boolean"]},"#, optional: #""pinned""#)),
        others: [
          (Configuration.fileName, entities),
          (
            "schema/schema.sql",
            table.replacing("  title", with: "  pinned INTEGER NOT NULL DEFAULT 0,\n  title")
          ),
        ], note: "a boolean whose column takes any number"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""kind":⚑{"enum":["draft","note"],"types":["string"]},"#,
            optional: #""kind""#)),
        others: [
          (Configuration.fileName, entities),
          (
            "schema/schema.sql",
            table.replacing(
              "  title", with: "  kind TEXT CHECK (kind IN ('note', 'memo')),\n  title")
          ),
        ], note: "values that differ"),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""size":⚑{"maximum":100,"minimum":1,"types":["integer"]},"#
              + #""tag":⚑{"types":["null","string"]},"#,
            optional: #""size","tag""#)),
        others: [
          (Configuration.fileName, entities),
          (
            "schema/schema.sql",
            table.replacing(
              "  title",
              with: "  size INTEGER CHECK (size BETWEEN 1 AND 99),\n"
                + "  tag TEXT CHECK (tag IS NOT NULL),\n  title")
          ),
        ], note: "a number and a NULL that the CHECKs stop"),
    ],
    good: [
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""kind":{"enum":["draft","note"],"types":["null","string"]},"#
              + PayloadExample.pinned
              + #""size":{"maximum":99,"minimum":1,"types":["integer"]},"#
              + #""tags":{"items":{"types":["string"]},"types":["array"]},"#,
            optional: #""kind","pinned","size","tags""#, synthetic: #""tags""#)),
        others: [
          (
            Configuration.fileName,
            entities.replacing("\"local\": []", with: "\"local\": [\"lookup_key\"]")
          ),
          (
            "schema/schema.sql",
            table.replacing(
              "  title",
              with: """
                  kind TEXT CHECK (kind IN ('note', 'draft')),
                  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
                  size INTEGER CHECK (size BETWEEN 1 AND 100),
                  lookup_key TEXT NOT NULL,
                  title
                """)
          ),
        ]),
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""removed_at":{"format":"rfc3339-utc","types":["string"]},"#,
            shapes:
              #"{"name":"tombstone","optional_keys":[],"required_keys":["removed_at","version"]}"#)),
        others: [
          (Configuration.fileName, entities),
          (
            "schema/schema.sql",
            table.replacing("  title", with: "  removed_at TEXT,\n  title")
          ),
        ], note: "what a delete fills travels, too"),
    ],
    check: .parity { payloads, schema, findings in
      guard let contract = payloads.newest, let tables = try payloads.parityTables(schema) else {
        return
      }
      findings += PayloadParity.findings(contract, tables)
    })

  private static let table = PayloadExample.schema
  private static let entities = """
    {"entities": {"note": {"table": "notes", "local": []}}}

    """
}
