extension Rule {
  static let explicitOnDelete = Rule(
    id: "explicit-on-delete",
    summary: "each foreign key says what happens ON DELETE",
    rationale: """
      A foreign key without ON DELETE means NO ACTION: deleting the parent fails on the device of \
      whoever has children, and nobody decided that it should. Whether parts go with their owner, \
      lose it, or keep it from going is a decision, and belongs in the text.
      """,
    bad: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL ⚑REFERENCES shelf (id)
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """),
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL,
          ⚑FOREIGN KEY (shelf_id) REFERENCES shelf (id) ON DELETE NO ACTION
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """, configuration: #"{"onDelete": ["CASCADE", "RESTRICT"]}"#,
        note: "An action that the configuration doesn't allow."),
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book (
          id TEXT NOT NULL PRIMARY KEY,
          shelf_id TEXT NOT NULL REFERENCES shelf (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_shelf ON book (shelf_id);
        """)
    ],
    check: .schema { evidence, findings in
      let allowed = evidence.configuration.onDelete
      let choice = allowed ?? ["CASCADE", "SET NULL", "RESTRICT"]
      for table in evidence.catalog.ordinaryTables where !table.foreignKeys.isEmpty {
        let written = evidence.checkProbe.declaration(of: table.sql)?.foreignKeys ?? []
        for (position, key) in table.foreignKeys.enumerated() {
          // Where the text isn't understood, SQLite's own word is all there is.
          let action =
            written.count == table.foreignKeys.count
            ? written[position].onDelete : key.onDelete == "NO ACTION" ? nil : key.onDelete
          if let action, allowed?.contains(action) ?? true { continue }
          let object = SchemaEvidence.object(of: key, in: table)
          let columns =
            key.parentColumns.isEmpty ? "" : " (\(SQLWords.names(key.parentColumns)))"
          let help =
            "choose among \(choice.joined(separator: ", ")), as in REFERENCES "
            + "\(SQLWords.name(key.parent))\(columns) ON DELETE \(choice.first ?? "CASCADE")"
          let expected = Fact("expected", choice.joined(separator: ", "))
          if let action {
            findings.append(
              Finding(
                "foreign key '\(object)' to '\(key.parent)' says ON DELETE \(action), not "
                  + "\(choice.joined(separator: " or "))",
                at: evidence.locate(foreignKey: position, of: table), help: help,
                facts: [expected, Fact("found", action)]))
          } else {
            findings.append(
              Finding(
                "foreign key '\(object)' to '\(key.parent)' doesn't say ON DELETE",
                at: evidence.locate(foreignKey: position, of: table), help: help,
                facts: [expected]))
          }
        }
      }
    })
}
