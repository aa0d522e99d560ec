import Testing

@testable import SchemaGate

@Suite struct StatementSplitterTests {
  @Test(arguments: [
    ("", []),
    (" -- c\n ;;", []),
    ("SELECT 1; SELECT 2", ["SELECT 1;", "SELECT 2"]),
    ("SELECT ';' /* ; */, \"a;b\", [;]; x", ["SELECT ';' /* ; */, \"a;b\", [;];", "x"]),
    (
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 1; END; x",
      [
        "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 1; END;",
        "x",
      ]
    ),
    (
      "explain create /**/ temp trigger a after insert on t begin select 1; -- ;\n/**/ end ; x",
      [
        "explain create /**/ temp trigger a after insert on t begin select 1; -- ;\n/**/ end ;",
        "x",
      ]
    ),
    ("CREATE TRIGGER a AFTER INSERT ON t; x", ["CREATE TRIGGER a AFTER INSERT ON t;", "x"]),
    (
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; x",
      ["CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; x"]
    ),
    ("CREATE TABLE trigger (a); END; x", ["CREATE TABLE trigger (a);", "END;", "x"]),
  ])
  func semicolonsSplitAndTriggersStayWhole(sql: String, expected: [String]) {
    let splitter = StatementSplitter(Array(sql.utf8))
    let found = splitter.statements.map {
      String(decoding: splitter.bytes[$0.range], as: UTF8.self)
    }
    #expect(found == expected)
  }

  @Test func leadingIsWhatStandsBetweenStatements() throws {
    let sql = "-- one\nSELECT 1; -- two\n;\n/* three */ SELECT 2"
    let splitter = StatementSplitter(Array(sql.utf8))
    let leading = splitter.statements.map {
      String(decoding: splitter.bytes[$0.leading], as: UTF8.self)
    }
    #expect(leading == ["-- one\n", " -- two\n;\n/* three */ "])
    #expect(splitter.statements.map(\.isTerminated) == [true, false])
    #expect(splitter.statement(at: 0)?.range.lowerBound == 7)
    #expect(splitter.statement(at: 20) == splitter.statements[1])
    #expect(splitter.statement(at: 99) == nil)
  }
}
