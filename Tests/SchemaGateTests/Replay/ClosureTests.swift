import Testing

@testable import SchemaGate

/// Every way to refer to a table or column, in every spelling, against every way to lose it.
@Suite struct ClosureTests {
  /// A way to spell a name.
  enum Spelling: String, CaseIterable {
    case plain, doubleQuoted, bracketed, backquoted, otherCase

    func write(_ name: String) -> String {
      switch self {
      case .plain: name
      case .doubleQuoted: "\"\(name)\""
      case .bracketed: "[\(name)]"
      case .backquoted: "`\(name)`"
      case .otherCase: name.uppercased()
      }
    }

    /// Writes a template whose names stand in «».
    func apply(to template: String) -> String {
      template.split(separator: "«", omittingEmptySubsequences: false).enumerated().map {
        at, part in
        guard at > 0, let end = part.firstIndex(of: "»") else { return String(part) }
        return write(String(part[..<end])) + part[part.index(after: end)...]
      }.joined()
    }
  }

  /// Something that refers to «item».
  struct Shape: Sendable {
    let name: String
    let sql: String
    /// The names of the objects that it makes, in reverse order of their making.
    var drops: [String] = ["TRIGGER «watch»"]
    /// Whether it names the column, so that it breaks without it.
    var namesColumn = true
    /// Whether dropping the table takes it along.
    var goesWithTable = false
    var broken = ["watch"]
  }

  static let shapes = [
    Shape(
      name: "insert in a trigger",
      sql: """
        CREATE TRIGGER «watch» AFTER INSERT ON «other» BEGIN
          INSERT INTO «item» («body») VALUES (NEW.«value»); END;
        """),
    Shape(
      name: "update in a trigger",
      sql: """
        CREATE TRIGGER «watch» BEFORE UPDATE ON «other» BEGIN
          UPDATE «item» SET «body» = 'x' WHERE «id» = OLD.«id»; END;
        """),
    Shape(
      name: "delete in a trigger",
      sql: """
        CREATE TRIGGER «watch» AFTER DELETE ON «other» BEGIN
          DELETE FROM «item» WHERE «body» = OLD.«value»; END;
        """),
    Shape(
      name: "subquery in a trigger",
      sql: """
        CREATE TRIGGER «watch» AFTER UPDATE OF «value» ON «other» BEGIN
          INSERT INTO «log» («line») SELECT i.«body» FROM main.«item» AS i; END;
        """),
    Shape(
      name: "WHEN clause",
      sql: """
        CREATE TRIGGER «watch» AFTER INSERT ON «other»
        WHEN NEW.«value» IN (SELECT «body» FROM «item») BEGIN SELECT 1; END;
        """),
    Shape(
      name: "upsert in a trigger",
      sql: """
        CREATE TRIGGER «watch» AFTER INSERT ON «other» BEGIN
          INSERT INTO «item» («id», «rank») VALUES (NEW.«id», 1)
          ON CONFLICT («id») DO UPDATE SET «rank» = excluded.«rank» WHERE «body» IS NOT NULL; END;
        """),
    Shape(
      name: "trigger that fires itself",
      sql: """
        CREATE TRIGGER «watch» AFTER INSERT ON «other» BEGIN
          INSERT INTO «other» («value») SELECT «body» FROM «item» LIMIT 1; END;
        """),
    Shape(
      name: "trigger behind a trigger",
      sql: """
        CREATE TRIGGER «first» AFTER INSERT ON «log» BEGIN
          INSERT INTO «other» («value») VALUES (NEW.«line»); END;
        CREATE TRIGGER «watch» AFTER INSERT ON «other» BEGIN
          DELETE FROM «item» WHERE «body» = 1; END;
        """, drops: ["TRIGGER «watch»", "TRIGGER «first»"]),
    Shape(
      name: "view", sql: "CREATE VIEW «watch» AS SELECT «body» FROM «item»;",
      drops: ["VIEW «watch»"]),
    Shape(
      name: "view with a common table expression",
      sql: """
        CREATE VIEW «watch» («a») AS WITH «item2» AS (SELECT «body» AS b FROM main.«item»)
        SELECT b FROM «item2» UNION ALL SELECT 'x';
        """, drops: ["VIEW «watch»"]),
    Shape(
      name: "view over a view",
      sql: """
        CREATE VIEW «watch» AS SELECT «id», «body» FROM «item»;
        CREATE VIEW «outer» AS SELECT count(*) AS n FROM «watch» JOIN «other» USING («id»);
        """, drops: ["VIEW «outer»", "VIEW «watch»"], broken: ["watch", "outer"]),
    Shape(
      name: "INSTEAD OF trigger",
      sql: """
        CREATE VIEW «shown» AS SELECT «value» FROM «other»;
        CREATE TRIGGER «watch» INSTEAD OF INSERT ON «shown» BEGIN
          INSERT INTO «item» («body») VALUES (NEW.«value»); END;
        """, drops: ["TRIGGER «watch»", "VIEW «shown»"]),
    Shape(
      name: "INSTEAD OF trigger of a broken view",
      sql: """
        CREATE VIEW «watch» («text2») AS SELECT «body» FROM «item»;
        CREATE TRIGGER «through» INSTEAD OF DELETE ON «watch» BEGIN SELECT OLD.«text2»; END;
        """, drops: ["TRIGGER «through»", "VIEW «watch»"]),
    Shape(
      name: "trigger through a view",
      sql: """
        CREATE VIEW «watch» («text2») AS SELECT «body» FROM «item»;
        CREATE TRIGGER «through» AFTER INSERT ON «other» BEGIN
          INSERT INTO «log» («line») SELECT «text2» FROM «watch»; END;
        """, drops: ["TRIGGER «through»", "VIEW «watch»"]),
    Shape(
      name: "own trigger",
      sql: """
        CREATE TRIGGER «watch» AFTER INSERT ON «item» BEGIN
          UPDATE «item» SET «body» = 1 WHERE «id» = NEW.«id»; END;
        """, goesWithTable: true),
    Shape(
      name: "UPDATE OF",
      sql: "CREATE TRIGGER «watch» AFTER UPDATE OF «rank», «body» ON «item» BEGIN SELECT 1; END;",
      goesWithTable: true),
    Shape(
      name: "foreign key",
      sql:
        "CREATE TABLE «watch» («id» INTEGER PRIMARY KEY, «up» INTEGER REFERENCES «item») STRICT;",
      drops: ["TABLE «watch»"], namesColumn: false),
    Shape(
      name: "foreign key of a table constraint",
      sql: """
        CREATE TABLE «watch» («a» INTEGER, «b» INTEGER,
          FOREIGN KEY («a») REFERENCES «item» («id») ON DELETE CASCADE) STRICT;
        """, drops: ["TABLE «watch»"], namesColumn: false),
    Shape(
      name: "external content",
      sql: "CREATE VIRTUAL TABLE «watch» USING fts5(«body», content='item', content_rowid='id');",
      drops: ["TABLE «watch»"]),
  ]

  static let baseline = """
    CREATE TABLE «item» («id» INTEGER PRIMARY KEY, «body» TEXT, «rank» INTEGER) STRICT;
    CREATE TABLE «other» («id» INTEGER PRIMARY KEY, «value» TEXT) STRICT;
    CREATE TABLE «log» («line» TEXT) STRICT;

    """

  struct Case: CustomTestStringConvertible, Sendable {
    let shape: Shape
    let spelling: Spelling
    var testDescription: String { "\(shape.name), \(spelling)" }
  }

  static let cases = shapes.flatMap { shape in
    Spelling.allCases.map { Case(shape: shape, spelling: $0) }
  }

  private func replay(_ texts: [String], _ spelling: Spelling) throws -> [ReplayedVersion] {
    let versions = texts.enumerated().compactMap { index, text in
      Version(index + 1).map { version in
        let sql = spelling.apply(to: text)
        return Migration(
          version: version, name: "m", source: SourceText(path: "m\(index)", bytes: Array(sql.utf8))
        )
      }
    }
    return try Replay.run(versions).versions
  }

  /// Ways to lose the table or the column; what is left is named.
  static let losses: [(sql: String, losesTable: Bool)] = [
    ("DROP TABLE «item»;", true),
    ("ALTER TABLE «item» RENAME TO «gone»; DROP TABLE «gone»;", true),
    (
      "DROP TABLE «item»; CREATE TABLE «item» («id» INTEGER PRIMARY KEY, «rank» INTEGER) STRICT;",
      false
    ),
    ("ALTER TABLE «item» DROP COLUMN «body»;", false),
    (
      """
      CREATE TABLE «fresh» («id» INTEGER PRIMARY KEY, «rank» INTEGER) STRICT;
      INSERT INTO «fresh» («id») SELECT «id» FROM «item»;
      DROP TABLE «item»; ALTER TABLE «fresh» RENAME TO «item»;
      """, false
    ),
  ]

  @Test(arguments: cases)
  func aLossIsReportedOnceAtItsVersion(_ test: Case) throws {
    let shape = test.shape
    for loss in Self.losses {
      let takesShapeAlong = shape.goesWithTable && !loss.sql.hasPrefix("ALTER TABLE «item» DROP")
      guard loss.losesTable || shape.namesColumn, !takesShapeAlong else { continue }
      let versions = try replay(
        [Self.baseline + shape.sql, loss.sql, "CREATE TABLE «later» («a» TEXT) STRICT;"],
        test.spelling)
      #expect(versions[0].failure == nil && versions[0].breaks.isEmpty, "\(loss.sql)")
      // Where SQLite itself refuses, that is the report.
      if let failure = versions[1].failure {
        #expect(failure.message.contains("error in"), "\(loss.sql): \(failure.message)")
        continue
      }
      let breaks = versions[1].breaks
      let named = breaks.flatMap { [$0.subject] + $0.followers }.map { "\($0)".lowercased() }
      for name in shape.broken {
        let hits = named.filter { $0.contains("'\(name)") }
        #expect(hits.count == 1, "\(loss.sql): \(breaks)")
      }
      #expect(breaks.allSatisfy { $0.cause != nil }, "\(loss.sql)")
      #expect(versions[2].breaks.isEmpty, "\(loss.sql)")
    }
  }

  @Test(arguments: cases)
  func whatIsDroppedOrRenamedAlongIsSilent(_ test: Case) throws {
    let shape = test.shape
    let drops = shape.drops.map { "DROP \($0);\n" }.joined()
    let rebuild = """
      CREATE TABLE «fresh» («id» INTEGER PRIMARY KEY, «body» TEXT, «rank» INTEGER) STRICT;
      INSERT INTO «fresh» («id», «body») SELECT «id», «body» FROM «item»;
      DROP TABLE «item»; ALTER TABLE «fresh» RENAME TO «item»;

      """
    let steps = [
      "ALTER TABLE «item» RENAME COLUMN «body» TO «text»;",
      "ALTER TABLE «item» ADD COLUMN «more» TEXT;",
      drops + "DROP TABLE «item»;",
      drops + "ALTER TABLE «item» DROP COLUMN «body»;",
      drops + rebuild + shape.sql,
      "CREATE TABLE «unused» («a» TEXT) STRICT; DROP TABLE «unused»;",
    ]
    // External content is fixed to the names of its table and columns.
    let renames = shape.name == "external content" ? [] : ["ALTER TABLE «item» RENAME TO «thing»;"]
    for step in (shape.name == "external content" ? Array(steps.dropFirst()) : steps) + renames {
      let versions = try replay([Self.baseline + shape.sql, step], test.spelling)
      #expect(versions[1].failure == nil, "\(step): \(versions[1].failure?.message ?? "")")
      #expect(versions[1].breaks.isEmpty, "\(step): \(versions[1].breaks)")
    }
  }

  @Test func aForeignKeyNeedsAUniqueKeyOnExactlyItsColumns() throws {
    let parent = "CREATE TABLE p (a TEXT, b TEXT COLLATE NOCASE, c TEXT, PRIMARY KEY (a, b));"
    let table: [(child: String, index: String, isBroken: Bool)] = [
      ("FOREIGN KEY (x, y) REFERENCES p", "", false),
      ("FOREIGN KEY (x, y) REFERENCES p (b, a)", "", false),
      ("FOREIGN KEY (x) REFERENCES p", "", true),
      ("FOREIGN KEY (x) REFERENCES p (c)", "", true),
      ("FOREIGN KEY (x) REFERENCES p (c)", "CREATE INDEX i ON p (c);", true),
      ("FOREIGN KEY (x) REFERENCES p (c)", "CREATE UNIQUE INDEX i ON p (c);", false),
      ("FOREIGN KEY (x) REFERENCES p (c)", "CREATE UNIQUE INDEX i ON p (c, a);", true),
      ("FOREIGN KEY (x) REFERENCES p (c)", "CREATE UNIQUE INDEX i ON p (c) WHERE a > 1;", true),
      ("FOREIGN KEY (x) REFERENCES p (c)", "CREATE UNIQUE INDEX i ON p (c COLLATE NOCASE);", true),
      ("FOREIGN KEY (x) REFERENCES p (b)", "CREATE UNIQUE INDEX i ON p (b);", false),
      ("FOREIGN KEY (x) REFERENCES p (nope)", "", true),
      ("FOREIGN KEY (x) REFERENCES gone", "", true),
      ("FOREIGN KEY (x) REFERENCES q (x)", "", true),
    ]
    for (child, index, isBroken) in table {
      let versions = try replay(
        ["\(parent) CREATE VIEW q AS SELECT 1 AS x; CREATE TABLE c (x, y, \(child)); \(index)"],
        .plain)
      #expect(versions[0].failure == nil)
      #expect(versions[0].breaks.isEmpty == !isBroken, "\(child), \(index): \(versions[0].breaks)")
    }
    let lost = try replay(
      [
        "\(parent) CREATE UNIQUE INDEX i ON p (c); CREATE TABLE c (x REFERENCES p (c));",
        "DROP INDEX i;",
      ], .plain)
    #expect(lost[1].breaks.map(\.reason) == [.missingParentKey])
  }

  @Test func whatIsMendedCanBreakAgain() throws {
    let versions = try replay(
      [
        Self.baseline + "CREATE VIEW «v» AS SELECT «body» FROM «item»;",
        "DROP TABLE «item»;", "CREATE TABLE «log2» («a» TEXT) STRICT;",
        "CREATE TABLE «item» («body» TEXT) STRICT;", "DROP TABLE «item»;",
      ], .plain)
    #expect(versions.map(\.breaks.count) == [0, 1, 0, 0, 1])
  }
}
