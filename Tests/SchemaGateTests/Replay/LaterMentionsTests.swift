import Testing

@testable import SchemaGate

@Suite struct LaterMentionsTests {
  private func mentions(_ sql: String) throws -> LaterMentions {
    let second = try #require(Version(2))
    return LaterMentions([
      .baseline(SourceText(path: "schema.sql", bytes: [])),
      Migration(
        version: second, name: "step", source: SourceText(path: "step", bytes: Array(sql.utf8))),
    ])
  }

  @Test(arguments: [
    "UPDATE t SET a = 1;", "DELETE FROM \"T\";", "INSERT INTO [t] SELECT 1;", "DROP TABLE 't';",
    "ALTER TABLE t RENAME TO u;", "ALTER TABLE main.t DROP COLUMN a;", "ALTER TABLE x RENAME TO t;",
    "UPDATE u SET a = (SELECT b FROM `t`);", "DELETE FROM u WHERE a IN t;",
    "DELETE FROM u WHERE a IN (SELECT b FROM t);", "DELETE FROM u WHERE a IN ('x', t.b);",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END;",
    "CREATE TABLE u (a REFERENCES v (t));", "ALTER /* t */ TABLE\n t -- ADD\n DROP COLUMN a;",
  ])
  func aTableWhoseRowsMayBeTouchedIsMentioned(_ sql: String) throws {
    #expect(try mentions(sql).isMentioned("t", after: 0))
    #expect(try !mentions(sql).isMentioned("t", after: 1))
  }

  @Test(arguments: [
    "ALTER TABLE t ADD COLUMN a TEXT;", "ALTER TABLE t ADD a TEXT;",
    "ALTER TABLE \"main\".[T] ADD COLUMN a TEXT CHECK (a IN ('t', 'u'));",
    "alter table t add column add_t text;",
  ])
  func aTableThatGainsAColumnIsExtendedAndNoMore(_ sql: String) throws {
    #expect(try mentions(sql).isExtended("t", after: 0))
    #expect(try !mentions(sql).isMentioned("t", after: 0))
  }

  @Test(arguments: [
    "CREATE TABLE u (a TEXT REFERENCES t (id));",
    "CREATE TABLE u (a, FOREIGN KEY (a) REFERENCES t);",
    "CREATE TABLE u (kind TEXT CHECK (kind IN ('s', 't')));", "-- t\nSELECT 1;",
  ])
  func aParentAndAWordInAListAreNoMention(_ sql: String) throws {
    #expect(try !mentions(sql).isMentioned("t", after: 0))
    #expect(try !mentions(sql).isExtended("t", after: 0))
  }
}
