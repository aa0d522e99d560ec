import Foundation
import SchemaGate
import Testing

/// What the program prints for programs is what `schemas/` says, on the schema and the contracts of
/// this repository and on small odd ones.
@Suite struct OutputSchemaTests {
  /// A little of everything that a schema can hold.
  static let odd = """
    CREATE TABLE "odd ""name" (a TEXT, B integer DEFAULT (1 + 1), c,
      flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (0, 1)),
      size INT AS (length(a)) STORED, twice INT GENERATED ALWAYS AS (B * 2),
      PRIMARY KEY (B DESC, a)) WITHOUT ROWID;
    CREATE TABLE node (id INTEGER PRIMARY KEY AUTOINCREMENT, up INTEGER REFERENCES node,
      label TEXT COLLATE NOCASE UNIQUE, kind TEXT CHECK (kind IN ('x', 'é''', NULL)),
      x INTEGER, y TEXT, body TEXT,
      FOREIGN KEY (x, y) REFERENCES "odd ""name" ON DELETE SET NULL ON UPDATE CASCADE,
      FOREIGN KEY (y, x) REFERENCES "odd ""name" (a, B) ON DELETE SET DEFAULT) STRICT;
    CREATE TABLE bare (v);
    CREATE INDEX by_term ON node (lower(label) DESC, y COLLATE RTRIM) WHERE x IS NOT NULL;
    CREATE UNIQUE INDEX once ON node (up, x);
    CREATE VIRTUAL TABLE words USING fts5(body, content='node', content_rowid='id');
    CREATE VIRTUAL TABLE area USING rtree(id, low, high);
    CREATE VIEW labels (name, twice) AS SELECT label, 2 * x FROM node;
    CREATE TRIGGER filled AFTER UPDATE OF label, body ON node WHEN new.body IS NOT NULL
      BEGIN INSERT INTO words (rowid, body) VALUES (new.id, new.body); END;
    CREATE TRIGGER written INSTEAD OF INSERT ON labels BEGIN SELECT 1; END;
    """

  /// The same after a bad day: something of each part of it is changed, added or dropped.
  static let other = """
    CREATE TABLE "odd ""name" (a TEXT NOT NULL, B integer DEFAULT 7,
      d TEXT DEFAULT 'x', flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (0, 1, 2)),
      size INT AS (length(a)) VIRTUAL, twice INT GENERATED ALWAYS AS (B * 3),
      PRIMARY KEY (a, B));
    CREATE TABLE node (id INTEGER PRIMARY KEY, label TEXT UNIQUE, up INTEGER REFERENCES node,
      kind TEXT CHECK (kind IN ('x', 'é''')), x INTEGER UNIQUE, y TEXT, body TEXT CHECK (body <> ''),
      FOREIGN KEY (x, y) REFERENCES "odd ""name" ON DELETE CASCADE) STRICT;
    CREATE INDEX by_term ON node (lower(label), y) WHERE x IS NULL;
    CREATE INDEX once ON node (up, x);
    CREATE INDEX fresh ON node (y);
    CREATE VIRTUAL TABLE words USING fts5(body, label, content='node', content_rowid='id');
    CREATE VIEW labels AS SELECT label, 3 * x FROM node;
    CREATE VIEW more AS SELECT id FROM node;
    CREATE TRIGGER filled BEFORE UPDATE ON node BEGIN SELECT 1; END;
    """

  /// By schema, calls and how they end; `$repository` is this repository's folder.
  static let calls: [(schema: String, call: String, status: Int32)] = [
    ("inspect", "schema-gate -C $repository inspect", 0),
    ("inspect", "schema-gate -C $repository inspect 1", 0),
    ("inspect", "schema-gate -C $repository inspect --around tasks --depth 1", 0),
    ("inspect", "schema-gate inspect odd.txt", 0),
    ("inspect", "schema-gate inspect other.txt", 0),
    ("inspect", "schema-gate inspect odd.txt --around node --depth 2", 0),
    ("inspect", "schema-gate inspect empty.txt", 0),
    ("inspect", "schema-gate inspect app.db", 0),
    ("inspect", "schema-gate inspect app.db --around NODE --depth 0", 0),
    ("diff", "schema-gate -C $repository diff 1 3", 1),
    ("diff", "schema-gate -C $repository diff 3 1", 1),
    ("diff", "schema-gate diff odd.txt other.txt", 1),
    ("diff", "schema-gate diff other.txt odd.txt", 1),
    ("diff", "schema-gate diff odd.txt app.db", 0),
    ("diff", "schema-gate diff empty.txt app.db", 1),
    ("payload-diff", "schema-gate -C $repository payload diff 1 2", 0),
    ("payload-diff", "schema-gate -C $repository payload diff 2 1", 1),
    ("payload-diff", "schema-gate -C $repository payload diff 2 2", 0),
    ("report", "schema-gate -C $repository check", 0),
    ("report", "schema-gate check", 1),
  ]

  /// With `SCHEMA_GATE_SAMPLES` the outputs are left in that folder, in one folder for each schema.
  @Test func eachOutputIsAsItsPublishedSchemaSays() throws {
    let shell = try Shell()
    try shell.folder.write(Self.odd, to: "odd.txt")
    try shell.folder.write(Self.other, to: "other.txt")
    try shell.folder.write("", to: "empty.txt")
    let made = try shell.run(
      "schema-gate init -q && cp odd.txt schema/schema.sql && "
        + "schema-gate seed -q && schema-gate open -q app.db")
    try #require(made.status == 0, "\(made.lines.joined(separator: "\n"))")
    for (number, (name, call, status)) in Self.calls.enumerated() {
      let line = call.replacingOccurrences(of: "$repository", with: "'\(ReadmeTests.root.path)'")
      try judge(shell, "\(line) --format json", by: name, status, sample: number)
    }
  }

  /// Runs a call, and holds its output against a schema.
  @discardableResult
  func judge(
    _ shell: Shell, _ call: String, by name: String, _ status: Int32, sample: Int
  ) throws -> JSONValue {
    let found = try shell.run(call)
    #expect(found.status == status, "\(call): \(found.lines.joined(separator: "\n"))")
    try #require(!found.output.isEmpty, "\(call): \(found.lines.joined(separator: "\n"))")
    let text = found.output.joined(separator: "\n") + "\n"
    let value = try JSONReader.read(Array(text.utf8))
    let faults = try OutputSchema(name).faults(of: value)
    #expect(faults.isEmpty, "\(call): \(faults.joined(separator: "\n"))")
    if let samples = ProcessInfo.processInfo.environment["SCHEMA_GATE_SAMPLES"] {
      let folder = URL(filePath: samples).appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appending(path: "\(sample).json"))
    }
    return value
  }

  @Test func whatASchemaDoesNotSayIsFound() throws {
    let schema = try OutputSchema("diff")
    let value = try JSONReader.read(
      Array(
        """
        {"format": 2, "from": 1, "to": "b", "equal": true, "more": 0, "notes": [],
         "differences": [{"effect": "lost", "part": "table", "table": "t", "name": null,
           "aspect": null, "before": "", "after": null, "additive": false, "object": ""}]}
        """.utf8))
    #expect(
      schema.faults(of: value).sorted() == [
        "$.differences[0].effect: is none of the words", "$.differences[0].object: is too short",
        "$.differences[0]: has no 'message'", "$.format: is another", "$.from: is a number",
        "$: 'more' is not described", "$: has no 'additive'",
      ])
  }
}
