import Foundation
import Testing

@testable import SchemaGate

@Suite struct SchemaDumpTests {
  static let schema = #"""
    PRAGMA page_size = 8192;
    PRAGMA application_id = 77;
    PRAGMA user_version = 5;

    CREATE TABLE "odd ""name""" (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT /* kept */) STRICT;
    CREATE INDEX by_v ON "odd ""name""" (v) WHERE v IS NOT NULL;
    CREATE TRIGGER log_it AFTER INSERT ON "odd ""name""" BEGIN INSERT INTO log VALUES (new.v); END;

    CREATE TABLE log (v TEXT) STRICT;

    CREATE VIRTUAL TABLE found USING fts5(v);

    CREATE VIEW seen AS SELECT v FROM log -- newest last
    ;
    CREATE TRIGGER see INSTEAD OF INSERT ON seen BEGIN INSERT INTO log VALUES (new.v); END;

    """#

  @Test func aDumpMakesTheSameSchemaAgain() throws {
    let connection = try Connection()
    for sql in Self.schema.components(separatedBy: ";\n") where !sql.isEmpty {
      try connection.execute(sql + ";")
    }
    try connection.execute("CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY) STRICT")
    let dump = try SchemaDump.sql(of: connection, excluding: ["SCHEMA_MIGRATIONS"])
    #expect(dump == Self.schema)
  }

  @Test func anEmptyDatabaseHasAnEmptyDump() throws {
    #expect(try SchemaDump.sql(of: Connection()) == "")
  }

  @Test(arguments: [
    (
      "CREATE TABLE t ([x--1] TEXT, `it's` TEXT)",
      "CREATE TABLE t (\"x--1\" TEXT, \"it's\" TEXT);\n"
    ),
    ("CREATE TABLE t (x TEXT/*a*/NOT NULL)", "CREATE TABLE t (x TEXT /*a*/ NOT NULL);\n"),
    ("CREATE TABLE t ([x] TEXT /*a*/, y/**/)", "CREATE TABLE t ([x] TEXT /*a*/, y/**/);\n"),
  ])
  func aDumpHasATrustworthyDigest(_ sql: String, dump: String) throws {
    let connection = try Connection()
    try connection.execute(sql)
    #expect(try SchemaDump.sql(of: connection) == dump)
  }
}
