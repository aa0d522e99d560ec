import Testing

@testable import SchemaGate

@Suite struct DeclarationReaderTests {
  private func slice(_ sql: String, _ range: Range<Int>?) -> String? {
    range.map { String(decoding: Array(sql.utf8)[$0], as: UTF8.self) }
  }

  @Test func aTableIsReadWithOptionsColumnsAndConstraints() throws {
    let sql = """
      CREATE TEMP TABLE IF NOT EXISTS main."a ""b"/* c */(
        id INTEGER CONSTRAINT pk PRIMARY KEY DESC ON CONFLICT FAIL AUTOINCREMENT, -- ), (
        [t y] VARYING CHARACTER (10, -2) NOT NULL DEFAULT -5 CHECK ([t y] >= 0),
        g INT GENERATED ALWAYS AS (id + 1) STORED UNIQUE COLLATE "nocase",
        p REFERENCES parent (x) ON UPDATE CASCADE ON DELETE SET NULL MATCH full
          NOT DEFERRABLE INITIALLY DEFERRED,
        CONSTRAINT c CHECK (p <> ')' OR "g" IS NULL) UNIQUE (p COLLATE rtrim DESC, (g))
        , FOREIGN KEY (id, p) REFERENCES [q r] DEFERRABLE INITIALLY DEFERRED
      ) WITHOUT ROWID, STRICT
      """
    let table = try #require(DeclarationReader.table(sql))
    #expect(table.name.text == "a \"b" && table.schema?.text == "main")
    #expect(table.isTemporary && table.hasIfNotExists && table.isComplete)
    #expect(table.isStrict && table.isWithoutRowID)
    #expect(table.columns.map(\.name.text) == ["id", "t y", "g", "p"])
    #expect(table.columns.map(\.type) == ["INTEGER", "VARYING CHARACTER (10, -2)", "INT", ""])
    let key = table.columns[0].constraints[0]
    #expect(key.name?.text == "pk" && key.conflict == "FAIL" && key.isDescending)
    #expect(key.kind == .primaryKey(terms: [], isAutoincrement: true))
    #expect(table.columns[1].isNotNull && table.columns[1].defaultValue?.text == "-5")
    #expect(table.checks.map(\.expression.text) == ["[t y] >= 0", "p <> ')' OR \"g\" IS NULL"])
    #expect(table.checks[1].expression.names.map(\.text) == ["p", "g"])
    #expect(table.checks[1].name?.text == "c")
    #expect(table.columns[2].generated?.isStored == true)
    #expect(slice(sql, table.columns[2].generated?.expression.range) == "id + 1")
    let keys = table.foreignKeys
    #expect(keys.map(\.parent.text) == ["parent", "q r"])
    #expect(keys[0].onDelete == "SET NULL" && keys[0].onUpdate == "CASCADE")
    #expect(keys[1].onDelete == nil && keys[1].columns.map(\.text) == ["id", "p"])
    #expect(keys.map(\.isDeferred) == [false, true])
    #expect(table.uniqueKeys.map(\.columns) == [["id"], ["g"], ["p", "g"]])
    #expect(slice(sql, table.columns[3].range)?.hasSuffix("INITIALLY DEFERRED") == true)
  }

  @Test func otherDeclarationsAreRead() throws {
    let trigger = try #require(
      DeclarationReader.trigger(
        """
        CREATE TRIGGER main.[before] INSTEAD OF UPDATE OF a, "b" ON temp.v FOR EACH ROW
        WHEN new.begin BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END
        """))
    #expect(trigger.timing == .insteadOf && trigger.event == .update)
    #expect(trigger.updateColumns.map(\.text) == ["a", "b"] && trigger.table.text == "v")
    #expect(trigger.condition?.text == "new.begin")
    #expect(trigger.canonicalBody == "select case 1 when 1 then 2 end ;")
    let index = try #require(
      DeclarationReader.index(
        "CREATE UNIQUE INDEX i ON t (a, b COLLATE nocase DESC, a||b) WHERE a>0")
    )
    #expect(index.isUnique && index.terms.map(\.name?.text) == ["a", "b", nil])
    #expect(index.terms[1].isDescending && index.terms[1].collation?.text == "nocase")
    #expect(index.terms[2].expression.names.map(\.text) == ["a", "b"])
    #expect(index.condition?.text == "a>0")
    let view = try #require(DeclarationReader.view("CREATE VIEW v (x) AS SELECT 1 -- c"))
    #expect(view.columns.map(\.text) == ["x"] && view.canonicalQuery == "select 1")
    let search = try #require(
      DeclarationReader.virtualTable(
        "CREATE VIRTUAL TABLE f USING fts5(title, [b c] UNINDEXED, content='t', Content_RowID = id)"
      ))
    #expect(search.module.text == "fts5" && search.columns == ["title", "b c"])
    #expect(search.contentTable == "t" && search.contentRowID == "id")
    #expect(DeclarationReader.table("CREATE TABLE t AS SELECT 1")?.columns.isEmpty == true)
  }

  @Test(arguments: [
    ("a + b.c < max(d, 'x')", ["a", "c", "d"]),
    ("a LIKE b ESCAPE '!' AND c GLOB d", ["a", "b", "c", "d"]),
    ("CASE WHEN a THEN b ELSE c END = end", ["a", "b", "c", "end"]),
    ("CAST(a AS VARCHAR (3)) COLLATE nocase = \"b\"", ["a", "b"]),
    ("a IS NOT NULL AND b NOTNULL AND c IN (1, NULL, x'00')", ["a", "b", "c"]),
    ("a BETWEEN -1 AND CURRENT_TIMESTAMP", ["a"]),
    ("typeof(a) = 'text' AND NOT b", ["a", "b"]), ("json_valid(a) -> '$.b' IS c", ["a", "c"]),
  ])
  func expressionsTellTheNamesThatMayBeColumns(sql: String, names: [String]) throws {
    let expression = try #require(SQLExpression(SQLTokenCursor(Array(sql.utf8))))
    #expect(expression.names.map(\.text) == names)
  }

  /// The words of SQLite 3.40's `keywordhash.h`; each is tried as a type and as a name.
  private static let keywords = """
    ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN
    BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT
    CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC
    DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER
    FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN
    INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE
    LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS
    OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP
    REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET
    TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE USING VACUUM
    VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test func keywordsAreReservedExactlyWhereSQLiteReservesThem() throws {
    let connection = try Connection()
    // These four begin or are a constraint of their own there.
    let constraints = ["CONSTRAINT", "DEFERRABLE", "NULL", "UNIQUE"]
    for keyword in Self.keywords where !constraints.contains(keyword) {
      let bytes = Array(keyword.utf8)
      let token = try #require(SQLTokenizer.tokens(of: bytes).first)
      let asName = connection.compiles("CREATE TABLE t (x, \(keyword) TEXT)")
      let joins = ["CROSS", "FULL", "INDEXED", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT"]
      #expect(
        asName == !SQLKeyword.isReserved(token, in: bytes), "'\(keyword)' as a name")
      let asType = connection.compiles("CREATE TABLE t (x \(keyword))")
      #expect(asType == !SQLKeyword.endsType(token, in: bytes), "'\(keyword)' as a type")
      #expect(asName != asType ? joins.contains(keyword) : true)
    }
  }

  @Test func noCutOrSwappedTextCrashesTheReader() {
    let sql = """
      CREATE TABLE IF NOT EXISTS a.b (c TEXT DEFAULT (1) CHECK (x) REFERENCES d (e) ON DELETE CASCADE
      NOT DEFERRABLE, CONSTRAINT f PRIMARY KEY (g DESC) ON CONFLICT ABORT) STRICT;
      CREATE TRIGGER t BEFORE UPDATE OF a ON b WHEN c BEGIN SELECT 1; END;
      CREATE UNIQUE INDEX i ON t (a COLLATE b DESC NULLS LAST) WHERE c;
      CREATE VIEW v (a) AS SELECT 1; CREATE VIRTUAL TABLE f USING m(a, b = 'c');
      ALTER TABLE a RENAME COLUMN b TO c; ALTER TABLE a ADD b; DROP TABLE IF EXISTS main.a
      """
    let bytes = Array(sql.utf8)
    let tokens = SQLTokenizer.tokens(of: bytes)
    var count = 0
    for cut in 0..<tokens.count {
      // Cut off behind a token, without the token, and from the token on.
      let texts = [
        Array(bytes[..<tokens[cut].range.upperBound]),
        Array(bytes[..<tokens[cut].range.lowerBound] + bytes[tokens[cut].range.upperBound...]),
        Array(bytes[tokens[cut].range.lowerBound...]),
      ]
      for text in texts {
        let splitter = StatementSplitter(text)
        count +=
          splitter.statements.compactMap { DeclarationReader.read(splitter.cursor($0)) }.count
        _ = DeclarationIndex(SourceText(path: "x.sql", bytes: text))
      }
    }
    #expect(count > tokens.count)
  }
}
