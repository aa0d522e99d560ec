import Testing

@testable import SchemaGate

@Suite struct ConnectionTests {
  @Test func anErrorCarriesCodeMessageStatementAndByteOffset() throws {
    let connection = try Connection()
    let sql = "SELECT 1 FROM nowhere"
    let error = #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
    #expect(error?.code == .error)
    #expect(error?.message == "no such table: nowhere")
    #expect(error?.sql == sql)
    let syntax = #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT 1 +;") }
    #expect(syntax?.offset == 10)
  }

  @Test func aPrimaryCodeMatchesItsExtendedCodes() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)")
    try connection.execute("INSERT INTO t VALUES (1, 1)")
    do {
      try connection.execute("INSERT INTO t VALUES (2, 1)")
      Issue.record("a duplicate was taken")
    } catch {
      #expect(error.code.rawValue == 2067)
      #expect(ResultCode.constraint ~= error.code)
      #expect(!(ResultCode.busy ~= error.code))
    }
  }

  @Test(arguments: [
    SQLiteValue.null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("é\u{0}x"),
    .text("it's"), .blob([]), .blob([0, 255]),
  ])
  func valuesComeBackAsTheyWereBound(value: SQLiteValue) throws {
    let connection = try Connection()
    let statement = try connection.prepare("SELECT ?1, typeof(?1)")
    try statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.value(at: 0) == value)
  }

  @Test func theAuthorizerSeesTablesColumnsAndTriggers() throws {
    let connection = try Connection()
    for sql in [
      "CREATE TABLE t (a)", "CREATE TABLE log (x)",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END",
    ] { try connection.execute(sql) }
    var seen: [String] = []
    connection.setAuthorizer { event in
      if event.action == .insert {
        seen.append("\(event.first ?? "-") by \(event.trigger ?? "-")")
      }
      return event.action == .transaction ? .deny : .allow
    }
    _ = try connection.prepare("INSERT INTO t VALUES (1)")
    #expect(seen == ["t by -", "log by tr"])
    let denied = #expect(throws: SQLiteError.self) { try connection.execute("BEGIN") }
    #expect(denied?.code == .auth)
    connection.removeAuthorizer()
    try connection.execute("BEGIN")
    #expect(connection.isInTransaction)
  }

  @Test(arguments: ["plain", "a\"b", "\"", "", "select", "é"])
  func quotedNamesAreOneName(name: String) throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (x, \(quoted(name)))")
    #expect(try CatalogReader(connection: connection).columns(of: "t").last?.name == name)
    #expect(try connection.text("SELECT \(quotedText(name + "'"))") == name + "'")
  }
}
