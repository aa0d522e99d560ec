extension Rule {
  static let naturalKey = Rule(
    id: "natural-key",
    summary: "each natural key is unique over live rows, and only over those",
    rationale: """
      Two live tags of one name are a bug that no screen can show; and an archived list that keeps \
      its name for ever makes "create" fail for a reason that nobody sees. Two rows with one key \
      are tried: a unique index that is full, too wide, too narrow, or has a column in which NULLs \
      differ, looks right in the text and is not. A table that only joins two others has the pair \
      as its key.
      """,
    bad: [
      .schema(
        "CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT;\n",
        configuration: """
          {"naturalKeys": [⚑{"table": "shelf", "columns": ["label"], "live": "1); SELECT (1"}]}
          """, note: "The condition of live rows is one expression."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL, archived_at TEXT
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_label ON shelf (label);
        """, configuration: shelfKey, note: "An archived shelf keeps its label."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL, archived_at TEXT
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_label ON shelf (label, archived_at);
        """, configuration: shelfKey, note: "Two NULLs are never equal."),
      .schema(
        """
        CREATE TABLE book (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE tag (id TEXT NOT NULL PRIMARY KEY) STRICT;
        ⚑CREATE TABLE book_tag (
          id TEXT NOT NULL PRIMARY KEY,
          book_id TEXT NOT NULL REFERENCES book (id) ON DELETE CASCADE,
          tag_id TEXT NOT NULL REFERENCES tag (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX book_tag_book ON book_tag (book_id);
        CREATE INDEX book_tag_tag ON book_tag (tag_id);
        """, note: "One book can have one tag twice."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, label TEXT NOT NULL
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_label ON shelf (label);
        """,
        configuration: #"{"naturalKeys": [{"table": "shelf", "columns": ["room", "label"]}]}"#,
        note: "Two rooms can't have a shelf of one label each."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL,
          facts TEXT NOT NULL
            CHECK (json_type(facts, '$.marks') = 'array' AND facts -> 'size' ->> 'width' > 30),
          CHECK (json_extract(facts, '$.kind') = kind)
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_label ON shelf (label) WHERE facts ->> 'state' = 'open';
        """, configuration: #"{"naturalKeys": [{"table": "shelf", "columns": ["label"]}]}"#,
        note: "A shelf in another state may have the label of one that is open."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, facts TEXT NOT NULL, room TEXT NOT NULL,
          label TEXT GENERATED ALWAYS AS (facts ->> 'label') VIRTUAL
        ) STRICT;
        ⚑CREATE UNIQUE INDEX shelf_label ON shelf (label, room);
        """, configuration: #"{"naturalKeys": [{"table": "shelf", "columns": ["label"]}]}"#,
        note: "The key is a part of a document."),
    ],
    good: [
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, label TEXT NOT NULL, archived_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX shelf_label ON shelf (label) WHERE archived_at IS NULL;
        """, configuration: shelfKey),
      .schema(
        """
        CREATE TABLE book (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE tag (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE book_tag (
          book_id TEXT NOT NULL REFERENCES book (id) ON DELETE CASCADE,
          tag_id TEXT NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
          PRIMARY KEY (book_id, tag_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX book_tag_tag ON book_tag (tag_id);
        """),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, label TEXT NOT NULL UNIQUE
        ) STRICT;
        """,
        configuration: """
          {"naturalKeys": [{"table": "shelf", "columns": ["room", "label"]},
            {"table": "shelf", "columns": ["label"]}]}
          """, note: "The part is a key itself."),
      .schema(
        """
        CREATE TABLE shelf (
          id TEXT NOT NULL PRIMARY KEY, facts TEXT NOT NULL CHECK (json_valid(facts)),
          label TEXT GENERATED ALWAYS AS (json_extract(facts, '$.label')) VIRTUAL
        ) STRICT;
        CREATE UNIQUE INDEX shelf_label ON shelf (label) WHERE facts ->> 'state' = 'open';
        """,
        configuration: """
          {"naturalKeys": [{"table": "shelf", "columns": ["label"],
            "live": "json_extract(facts, '$.state') = 'open'"}]}
          """, note: "One state, looked for in two ways."),
    ],
    check: .schema { evidence, findings in
      let configured = evidence.configuration.naturalKeys
      let junctions = evidence.catalog.ordinaryTables.compactMap { table in
        configured.contains { sameName($0.table, table.name) }
          ? nil : JunctionTable(table, in: evidence)
      }
      if configured.isEmpty && junctions.isEmpty { return }
      let probe = try UniquenessProbe(evidence.checkProbe)
      for key in configured {
        let place = evidence.configuration.location(at: key.offset)
        guard let table = evidence.catalog.table(named: key.table), table.kind == .ordinary else {
          findings.append(
            Finding(
              "the natural key of '\(key.table)' names a table that is not there", at: place,
              help: evidence.catalog.help(onTable: key.table, orElse: "drop the key")))
          continue
        }
        if let missing = key.columns.first(where: { table.column(named: $0) == nil }) {
          findings.append(
            Finding(
              "the natural key of '\(table.name)' names '\(missing)', which is not there",
              at: place, help: table.help(onColumn: missing)))
          continue
        }
        let declared = [RelatedLocation("the key is declared here", at: place)]
        let finding = try judge(
          key.columns, live: key.live, of: table, subject: "natural key", related: declared,
          probe: probe, evidence)
        if let finding { findings.append(finding) }
      }
      for junction in junctions {
        let finding = try judge(
          junction.key, live: junction.live, of: junction.table, subject: "pair that is the key",
          related: [], probe: probe, evidence)
        if let finding { findings.append(finding) }
      }
    })

  private static func judge(
    _ key: [String], live: String?, of table: Catalog.Table, subject: String,
    related: [RelatedLocation], probe: UniquenessProbe, _ evidence: SchemaEvidence
  ) throws -> Finding? {
    let list = key.joined(separator: ", ")
    let name = "\(table.name)(\(list))"
    let message: String
    var details: [String] = []
    switch try probe.verdict(on: table, key: key, live: live) {
    case .holds:
      guard !related.isEmpty, let index = narrowerKey(than: key, of: table, evidence)
      else { return nil }
      let columns = index.terms.compactMap(\.column)
      var location = evidence.locate(index: index)
      location.object = table.name
      return Finding(
        "\(subject) '\(name)' is held by '\(SQLWords.names(columns))' alone: rows that differ in "
          + "the rest of it are refused", at: location,
        help: "make the index one on (\(SQLWords.names(key)))"
          + (live.map { " WHERE \($0)" } ?? ""),
        related: related,
        facts: [Fact("key", list), Fact("unique", columns.joined(separator: ", "))])
    case .tooWeak(let differing):
      message = "\(subject) '\(name)' is not unique: two \(live == nil ? "" : "live ")rows have it"
      if !differing.isEmpty {
        details = ["the rows that were let in differ in \(differing.joined(separator: ", "))"]
      }
    case .tooStrict:
      message = "\(subject) '\(name)' is unique over rows that aren't live, too"
    case .unjudged(let reason):
      if related.isEmpty || evidence.configuration.assume.isMeant(by: reason)
        || reason == UniquenessProbe.noRows
      {
        evidence.checkProbe.remark("\(subject) '\(name)' was not judged: \(reason)")
        return nil
      }
      return Finding(
        "\(subject) '\(name)' can't be asked for: \(reason)", at: related[0].location,
        help: "correct \"live\": one SQL condition on a row of '\(table.name)'")
    }
    // The index that was meant to keep it, where there is one.
    let wanted = Set(key.map(foldedName))
    let index = table.indexes.first { index in
      index.isUnique && index.origin == .statement
        && !wanted.isDisjoint(with: index.terms.compactMap { $0.column.map(foldedName) })
    }
    var location = index.map { evidence.locate(index: $0) } ?? evidence.locate(table: table.name)
    location.object = table.name
    return Finding(
      message, at: location, details: details,
      help: "\(index == nil ? "add" : "make '\(index?.name ?? "")'") CREATE UNIQUE INDEX "
        + "\(index.map { SQLWords.name($0.name) } ?? SQLWords.indexName(table.name, key)) ON "
        + "\(SQLWords.name(table.name)) (\(SQLWords.names(key)))"
        + (live.map { " WHERE \($0)" } ?? ""),
      related: related, facts: [Fact("key", list)] + (live.map { [Fact("live", $0)] } ?? []))
  }

  /// A unique index over a part of a key that is no declared key itself, where none is over all of
  /// the key.
  private static func narrowerKey(
    than key: [String], of table: Catalog.Table, _ evidence: SchemaEvidence
  ) -> Catalog.Index? {
    let declared = evidence.configuration.naturalKeys.filter { sameName($0.table, table.name) }
      .map { Set($0.columns.map(foldedName)) }
    let wanted = Set(key.map(foldedName))
    let unique = table.indexes.filter { index in
      index.isUnique && index.terms.allSatisfy { $0.column != nil }
    }
    func columns(_ index: Catalog.Index) -> Set<String> {
      Set(index.terms.compactMap(\.column).map(foldedName))
    }
    let primary = Set(table.primaryKey.map { foldedName($0.name) })
    guard !primary.isSubset(of: wanted) || primary.isEmpty,
      !unique.contains(where: { columns($0) == wanted })
    else { return nil }
    return unique.first {
      columns($0).isStrictSubset(of: wanted) && !declared.contains(columns($0))
    }
  }

  private static let shelfKey = """
    {"naturalKeys": [{"table": "shelf", "columns": ["label"], "live": "archived_at IS NULL"}]}
    """
}

extension AssumedNames {
  /// Whether SQLite's message speaks of a function or collation that the app registers itself.
  func isMeant(by message: String) -> Bool {
    functions.contains { message.hasSuffix(": \($0)") || message.contains(" \($0)()") }
      || collations.contains { message.hasSuffix(": \($0)") }
  }
}

/// A table that only joins two others.
///
/// It has two foreign keys of NOT NULL columns, and beside them only what any row has: a surrogate
/// key, time stamps, versions, a position. To tell it from a log of who did what to which row, its
/// name must hold both parents' names, or it must have nothing but the pair and a surrogate.
private struct JunctionTable {
  let table: Catalog.Table
  let key: [String]
  let live: String?

  init?(_ table: Catalog.Table, in evidence: SchemaEvidence) {
    guard table.foreignKeys.count == 2 else { return nil }
    let pair = table.foreignKeys.flatMap(\.columns)
    let folded = Set(pair.map(foldedName))
    guard folded.count == pair.count,
      pair.allSatisfy({ name in
        table.column(named: name).map { $0.isNotNull || $0.primaryKeyOrdinal > 0 } ?? false
      })
    else { return nil }
    let rest = table.columns.filter { !folded.contains(foldedName($0.name)) }
    let isSurrogate = { (column: Catalog.Column) in
      column.primaryKeyOrdinal > 0 && table.primaryKey.count == 1
    }
    let common = [
      "*_at", "version", "*_version", "position", "sort_order", "ordinal", "archived", "deleted",
      "is_archived", "is_deleted",
    ].map { NamePattern($0) }
    guard
      rest.allSatisfy({ column in
        isSurrogate(column) || common.contains { $0.matches(column.name) }
      })
    else { return nil }
    let isBare = rest.allSatisfy(isSurrogate)
    let stems = table.foreignKeys.map { JunctionTable.stem($0.parent) }
    let name = foldedName(table.name)
    guard isBare || stems.allSatisfy({ name.contains($0) }) else { return nil }
    self.table = table
    key = pair
    live = LiveRows(of: table)?.condition
  }

  /// A table's name without the ending of a plural.
  private static func stem(_ name: String) -> String {
    let name = foldedName(name)
    if name.hasSuffix("ies") { return String(name.dropLast(3)) }
    return name.hasSuffix("s") ? String(name.dropLast()) : name
  }
}
