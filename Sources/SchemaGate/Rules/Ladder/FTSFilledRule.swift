extension Rule {
  /// Full-text search also finds the rows that were there before it.
  static let ftsFilled = Rule(
    id: "fts-filled",
    summary: "a full-text index that a migration puts on rows is filled with them",
    rationale: """
      A full-text index over another table is empty when it is made, and its triggers tell it of \
      new rows alone. Search finds nothing of what people wrote before, and the 'delete' that a \
      trigger sends for a row that was never indexed damages the index.
      """,
    setting: .warning,
    bad: [
      .ladder(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;",
        """
        ⚑CREATE VIRTUAL TABLE note_search USING fts5(body, content=note, content_rowid=id);
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
          INSERT INTO note_search (rowid, body) VALUES (NEW.id, NEW.body);
        END;
        """),
      .ladder(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE VIRTUAL TABLE note_search USING fts5(body, content=note, content_rowid=id);
        """,
        """
        DROP TABLE note_search;
        ⚑CREATE VIRTUAL TABLE note_search USING fts5(
          body, content=note, content_rowid=id, tokenize=trigram);
        """, note: "another tokenizer, and an empty index"),
    ],
    good: [
      .ladder(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE TABLE letter (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        """,
        """
        CREATE VIRTUAL TABLE note_search USING fts5(body, content=note, content_rowid=id);
        INSERT INTO note_search (note_search) VALUES ('rebuild');
        CREATE VIRTUAL TABLE draft_search USING fts5(body, content=letter, content_rowid=id);
        INSERT INTO draft_search (rowid, body) SELECT id, body FROM letter;
        ALTER TABLE draft_search RENAME TO letter_search;
        CREATE TABLE page (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
        CREATE VIRTUAL TABLE page_search USING fts5(body, content=page, content_rowid=id);
        """, note: "what is made in the same version has no rows yet")
    ],
    check: .version { version, findings in
      for made in FullTextCreation.all(in: version) where !made.isFilled {
        guard let content = made.content, !content.isEmpty,
          !version.newTables.contains(foldedName(content))
            || version.rebuilds.contains(where: { sameName($0.after.name, content) })
        else { continue }
        findings.append(
          Finding(
            "'\(made.name)' is made on the rows of '\(content)', and stays empty",
            at: version.location(of: made.statement, object: made.name),
            help: "fill it behind: INSERT INTO \(made.name) (\(made.name)) VALUES ('rebuild')",
            facts: [Fact("index", made.name), Fact("content", content)]))
      }
    })
}

/// A full-text index that a migration makes.
struct FullTextCreation {
  /// What it is called after the version.
  let name: String
  /// The table that its content comes from: nil for none, empty for contentless.
  let content: String?
  /// Whether something is put into it behind, in the same version.
  let isFilled: Bool
  /// Whether one of its name was dropped in the same version.
  let isReplacement: Bool
  let statement: Range<Int>

  /// Those of a version; none for the baseline, which begins without rows.
  static func all(in version: ReplayedVersion) -> [FullTextCreation] {
    guard !version.isBaseline else { return [] }
    let statements = version.statements
    return statements.indices.compactMap { index in
      let statement = statements[index]
      guard let effect = statement.ownEffects.first(where: { $0.kind == .createVirtualTable }),
        let declaration = DeclarationReader.virtualTable(
          statement.text(in: version.migration.program)),
        ["fts5", "fts4", "fts3"].contains(foldedName(declaration.module.text))
      else { return nil }
      var name = effect.name
      var isFilled = false
      for later in statements[(index + 1)...] {
        if later.effects.contains(where: { $0.kind == .insert && sameName($0.name, name) }) {
          isFilled = true
        }
        let drops = later.ownEffects.contains {
          $0.kind == .dropVirtualTable && sameName($0.name, name)
        }
        if drops { return nil }
        guard
          later.ownEffects.contains(where: { $0.kind == .alterTable && sameName($0.name, name) }),
          case .rename(let new) = TableAlteration.read(later, in: version.migration.program)
        else { continue }
        name = new
      }
      let isReplacement = statements.contains { other in
        other.ownEffects.contains { $0.kind == .dropVirtualTable && sameName($0.name, name) }
      }
      return FullTextCreation(
        name: name, content: declaration.contentTable, isFilled: isFilled,
        isReplacement: isReplacement, statement: statement.range)
    }
  }
}
