import Foundation
import Testing

@testable import SchemaGate

@Suite struct DeclaredTablesTests {
  private static let odd = """
    CREATE TABLE plain (id INTEGER PRIMARY KEY, "na me" text NOT NULL DEFAULT 'x', [b] VARCHAR (10));
    CREATE TABLE IF NOT EXISTS main."keyed" (
      a TEXT COLLATE NOCASE, b any, c INT CHECK (c > 0), -- a remark
      d INTEGER GENERATED ALWAYS AS (c + 1) VIRTUAL, e TEXT AS (a || 'x') STORED,
      PRIMARY KEY (b, a)
    ) STRICT, WITHOUT ROWID;
    create table untyped (a, b unsigned big int not null unique, c "odd type", primary key (c));
    CREATE TABLE self (id TEXT PRIMARY KEY NOT NULL, up TEXT REFERENCES self ON DELETE CASCADE);
    CREATE TABLE named (x REAL CONSTRAINT positive CHECK (x > 0) DEFAULT (1 + 1), CHECK (x < 9));
    """

  /// Each table, as files declare it, beside what SQLite makes of it.
  private func pairs(_ text: SourceText) throws -> [(declared: Catalog.Table, made: Catalog.Table)]
  {
    let baseline = Migration.baseline(text)
    let catalog = try #require(try Replay.run([baseline]).schema).catalog
    let declared = DeclaredTables.all(in: [baseline], try CheckProbe())
    #expect(declared.map(\.name) == catalog.ordinaryTables.map(\.name))
    return Array(zip(declared, catalog.ordinaryTables))
  }

  @Test func whatIsReadIsWhatSQLiteMakesOfIt() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../schema/schema.sql")
    for bytes in [Array(Self.odd.utf8), [UInt8](try Data(contentsOf: path))] {
      let pairs = try pairs(SourceText(path: "schema.sql", bytes: bytes))
      #expect(pairs.count >= 5)
      for (declared, made) in pairs {
        #expect(declared.sql == made.sql)
        #expect(
          declared.isStrict == made.isStrict && declared.isWithoutRowID == made.isWithoutRowID)
        #expect(declared.columns.map(\.name) == made.columns.map(\.name))
        #expect(declared.columns.map(\.type) == made.columns.map(\.type), "\(made.name)")
        #expect(declared.columns.map(\.storage) == made.columns.map(\.storage))
        #expect(declared.columns.map(\.collation) == made.columns.map(\.collation))
        #expect(declared.columns.map(\.primaryKeyOrdinal) == made.columns.map(\.primaryKeyOrdinal))
      }
    }
  }

  @Test func answersAboutADeclaredTableServeForTheOneThatSQLiteMade() throws {
    let probe = try CheckProbe()
    let baseline = Migration.baseline(SourceText(path: "s", bytes: Array(Self.odd.utf8)))
    let declared = DeclaredTables.all(in: [baseline], probe).map { probe.checks(of: $0) }
    let catalog = try #require(try Replay.run([baseline]).schema).catalog
    for (known, table) in zip(declared, catalog.ordinaryTables) {
      #expect(probe.checks(of: table) === known, "\(table.name)")
    }
    var other = catalog.ordinaryTables[0]
    other.columns[1].isNotNull = false
    #expect(probe.checks(of: other) !== declared[0])
  }
}
