import Testing

@testable import SchemaGate

@Suite struct CheckProbeTests {
  /// The CHECKs of the first table of some SQL.
  func checks(_ sql: String) throws -> TableChecks {
    let connection = try Connection()
    try connection.execute(sql)
    let catalog = try CatalogReader(connection: connection).read()
    return try CheckProbe().checks(of: #require(catalog.tables.first))
  }

  /// Columns and constraints of a table, and the words that guard `s`; nil for no guard.
  static let enums: [(String, [String]?)] = [
    ("s TEXT CHECK (s IN ('a','b'))", ["a", "b"]),
    ("s TEXT CHECK (s IN ('a','b') OR s IS NULL)", ["a", "b"]),
    ("s TEXT CHECK (s = 'a' OR s = 'b')", ["a", "b"]),
    ("s TEXT CHECK (s == 'a' OR 'b' IS s)", ["a", "b"]),
    ("s TEXT CHECK (CASE s WHEN 'a' THEN 1 WHEN 'b' THEN 1 ELSE 0 END)", ["a", "b"]),
    ("s TEXT CHECK (instr(',a,b,', ',' || s || ',') > 0 AND s NOT LIKE '%,%')", ["a", "b"]),
    ("s TEXT CHECK (NOT (s <> 'a' AND s <> 'b'))", ["a", "b"]),
    ("s TEXT, CONSTRAINT known CHECK (\"s\" IN ('a','b'))", ["a", "b"]),
    ("s TEXT CHECK (t.s IN ('a' /* , 'c' */, 'b'))", ["a", "b"]),
    ("s TEXT CHECK (s <> 'x') CHECK (s IN ('x','y'))", ["y"]),
    ("s TEXT COLLATE NOCASE CHECK (s IN ('A','b'))", ["A", "b"]),
    ("s TEXT CHECK (s IN ('it''s'))", ["it's"]),
    ("s TEXT, k TEXT, CHECK (s IN ('a') OR (s = 'b' AND k IS NOT NULL))", ["a", "b"]),
    ("s TEXT CHECK (s <> 'x')", nil), ("s TEXT CHECK (length(s) <= 20)", nil),
    ("s TEXT CHECK (s GLOB '[0-2][0-9]:[0-5][0-9]' AND s BETWEEN '00:00' AND '23:59')", nil),
    ("s TEXT CHECK (length(s) >= 3)", nil), ("s TEXT CHECK (s LIKE 'a%')", nil),
    ("s TEXT CHECK (s GLOB 'task_*')", nil), ("s TEXT CHECK (s > 'a')", nil),
    ("s TEXT CHECK (s < 'z')", nil), ("s TEXT CHECK (1)", nil), ("s TEXT", nil),
    ("s TEXT CHECK ('a' IN ('a', 'b'))", nil), ("s TEXT CHECK (s IN ('a','b') OR 1)", nil),
    ("s TEXT, k INTEGER, CHECK (k = 1 OR s IN ('a','b'))", nil),
  ]

  @Test(arguments: enums.indices)
  func anEnumGuardLetsOnlyItsOwnWordsIn(_ index: Int) throws {
    let (body, words) = Self.enums[index]
    for options in ["", " STRICT"] {
      let set = try checks("CREATE TABLE t (\(body))\(options)").valueSet(of: "S")
      #expect(set?.values == words.map { $0.map { .text($0) } }, "\(body)\(options)")
    }
  }

  /// The same for a boolean `f`: what breaks it, as SQL; "" for nothing.
  static let booleans: [(String, String)] = [
    ("f INTEGER CHECK (f IN (0, 1))", ""), ("f INTEGER CHECK (f BETWEEN 0 AND 1)", ""),
    ("f INTEGER CHECK (f >= 0) CHECK (f <= 1)", ""), ("f INTEGER CHECK (f = 0 OR f = 1)", ""),
    ("f INTEGER CHECK (f IS NULL OR f IN (FALSE, TRUE))", ""), ("f INTEGER CHECK (f * f = f)", ""),
    ("\"f\" INTEGER, CHECK ([f] in (0,1))", ""), ("f INTEGER CHECK (f = (f <> 0))", ""),
    ("f INTEGER NOT NULL CHECK (f IN (0,1)), d TEXT, CHECK ((f = 1) = (d IS NOT NULL))", ""),
    ("f INTEGER NOT NULL, d TEXT NOT NULL CHECK (d IN ('x','y')), CHECK (f = (d = 'x'))", ""),
    ("f INTEGER, g INTEGER AS (f) CHECK (g IN (0, 1))", ""),
    ("f INTEGER", "takes 2"), ("f INTEGER CHECK (f >= 0)", "takes 2"),
    ("f INTEGER CHECK (f <= 1)", "takes -1"), ("f INTEGER CHECK (f <> 2)", "takes -1"),
    ("f INTEGER CHECK (1)", "takes 2"), ("f INTEGER CHECK (f IN (0, 1, 2))", "takes 2"),
    ("f INTEGER CHECK (f = 1)", "refuses 0"), ("f INTEGER CHECK (f IN (1, 2))", "refuses 0"),
    ("f INTEGER, k TEXT, CHECK (k IS NULL OR f IN (0, 1))", "takes 2"),
    ("f INTEGER, k TEXT NOT NULL CHECK (k <> ''), CHECK (f IN (0,1) OR k = 'x')", "takes 2"),
    ("f INTEGER CHECK (f IN (0, 1) OR f > 100 - 98 - 1)", "takes 2"),
  ]

  @Test(arguments: booleans.indices)
  func aBooleanGuardStopsAllButZeroAndOne(_ index: Int) throws {
    let (body, expected) = Self.booleans[index]
    for options in ["", " STRICT"] {
      let checks = try checks("CREATE TABLE t (\(body))\(options)")
      let column = try #require(checks.index(of: "F"))
      let found = try checks.firstBreak(
        accepts: [.integer(0), .integer(1)], rejects: [.integer(2), .integer(-1)], in: column)
      let words =
        switch found {
        case .lets(let value): "takes \(value.literal)"
        case .stops(let value): "refuses \(value.literal)"
        case .unjudged(let reason): reason
        case nil: ""
        }
      #expect(words == expected, "\(body)\(options)")
    }
  }

  @Test func valuesPassThroughTheColumnsAffinity() throws {
    let loose = try checks("CREATE TABLE t (f INTEGER CHECK (typeof(f) = 'integer'))")
    #expect(try loose.verdict(on: .text("7"), in: 0) == .passes)
    let strict = try checks("CREATE TABLE t (f INTEGER CHECK (f > 0)) STRICT")
    #expect(try strict.verdict(on: .text("x"), in: 0) == .stopped)
    #expect(try strict.verdict(on: .text("7"), in: 0) == .passes)
    let json = try checks("CREATE TABLE t (f TEXT CHECK (json_extract(f, '$.a') = 1)) STRICT")
    #expect(try json.verdict(on: .text("{"), in: 0) == .stopped)
    #expect(try json.verdict(on: .text("{\"a\":1}"), in: 0) == .passes)
  }

  /// Conditions that depend on affinity, collation, storage class, other columns or the rowid.
  private static let conditions = [
    "x = '1'", "x = 1", "x < 5", "x > '10'", "x IN (1, '2', 2.5)", "typeof(x) = 'integer'",
    "typeof(x) = 'text'", "x = 'A'", "x LIKE 'a%'", "x GLOB 'a*'", "length(x) = 1", "x = y",
    "x IS NOT y", "x = '1' COLLATE NOCASE", "x + 0 = x", "json_valid(x)", "x BETWEEN '0' AND '5'",
    "CAST(x AS TEXT) = x", "x IS NULL OR t.x = 'a'", "coalesce(y, x) = x", "g > 1", "1", "NULL",
    "0",
  ]
  private static let types = [
    "TEXT", "INTEGER", "REAL", "BLOB", "ANY", "NUMERIC", "VARCHAR(3)", "", "TEXT COLLATE NOCASE",
  ]
  private static let samples: [SQLiteValue] = [
    .null, .integer(1), .integer(2), .integer(77), .real(1.0), .real(2.5), .text("1"), .text("a"),
    .text("A"), .text("1.0"), .text("{}"), .text(""), .blob([0x61]), .text("10"),
  ]

  @Test(arguments: types, [true, false])
  func aValuePassesJustWhereTheTableItselfTakesIt(_ type: String, _ isStrict: Bool) throws {
    let isStrictType = ["TEXT", "INTEGER", "REAL", "BLOB", "ANY", "TEXT COLLATE NOCASE"]
    guard !isStrict || isStrictType.contains(type) else { return }
    let connection = try Connection()
    for condition in Self.conditions {
      let sql =
        "CREATE TABLE t (x \(type), y \(type.isEmpty ? "" : type), g INTEGER AS (length(x)) VIRTUAL, "
        + "CHECK (\(condition)))" + (isStrict ? " STRICT" : "")
      try connection.execute("DROP TABLE IF EXISTS t")
      try connection.execute(sql)
      let checks = try checks(sql)
      let insert = try connection.prepare("INSERT INTO t (x) VALUES (?1)")
      for value in Self.samples {
        // The other column NULL, as in the scratch row.
        insert.reset()
        try insert.bind(value, at: 1)
        var isTaken = true
        do throws(SQLiteError) { _ = try insert.step() } catch { isTaken = false }
        let isSet = try checks.set(value, in: 0) && checks.set(.null, in: 1)
        let passes = try isSet && checks.judge(checks.checks) == .passes
        #expect(passes == isTaken, "\(value.literal) in x \(type) CHECK (\(condition))")
      }
    }
  }

  @Test func whatTheAppRegistersIsNotJudged() throws {
    let column = Catalog.Column(
      name: "s", type: "TEXT", isNotNull: false, defaultValue: nil, primaryKeyOrdinal: 0,
      storage: .ordinary, collation: "BINARY")
    let table = Catalog.Table(
      name: "t", kind: .ordinary, isStrict: true, isWithoutRowID: false, isAutoincrement: false,
      columns: [column], foreignKeys: [], indexes: [],
      sql: "CREATE TABLE t (s TEXT CHECK (is_known(s))) STRICT")
    let checks = try CheckProbe().checks(of: table)
    #expect(try checks.enumGuard(of: 0) == .unjudged("no such function: is_known"))
    #expect(
      try checks.firstBreak(accepts: [.text("a")], rejects: [], in: 0)
        == .unjudged("no such function: is_known"))
    #expect(try checks.valueSet(of: "s") == nil)
  }

  @Test func rowsSatisfyAllChecksTogether() throws {
    let checks = try checks(
      """
      CREATE TABLE t (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        status TEXT NOT NULL CHECK (status IN ('open', 'done')),
        done_at TEXT CHECK (done_at IS NULL OR done_at GLOB '*Z'),
        low INTEGER NOT NULL, high INTEGER NOT NULL,
        span INTEGER AS (high - low),
        CHECK ((status = 'done') = (done_at IS NOT NULL)), CHECK (low < high), CHECK (span < 5)
      ) STRICT
      """)
    let condition = try #require(checks.condition("status = 'done'"))
    for isTrue in [true, false] {
      let row = try #require(
        try checks.row(
          RowRequest(requirements: [RowRequirement(condition: condition, isTrue: isTrue)])))
      #expect(row[1] == .text(isTrue ? "done" : "open"))
      #expect((row[2] != .null) == isTrue)
      for (column, value) in row.enumerated() {
        if let value { #expect(try checks.set(value, in: column)) }
      }
      #expect(try checks.judge(checks.checks) == .passes)
    }
    let contradiction = try #require(checks.condition("low > high"))
    #expect(
      try checks.row(
        RowRequest(requirements: [RowRequirement(condition: contradiction, isTrue: true)])) == nil)
  }

  @Test(arguments: [
    "json_extract(f, '$.kind') IN ('a', 'b')", "json_type(f, '$.a.b') = 'integer'",
    "json_valid(f) AND json_array_length(f) = 3", "json_type(f) = 'array' AND f ->> 0 = 'x'",
    "f -> 'a' ->> 'b' = 7 AND json_extract(f, '$.c[1]') BETWEEN 40 AND 50",
    "json_extract(f, '$.\"two words\"') LIKE 'ab%' OR json_extract(f, '$.n') > 99",
    "json_type(f, '$.on') IN ('true', 'false') AND json_type(f, '$.off') = 'null'",
    "length(f ->> '$.id') = 36 AND json_extract(f, '$.x') = '[1,2]'",
    "CASE json_extract(f, '$.kind') WHEN 'a' THEN json_type(f, '$.n') = 'real' ELSE 0 END",
  ])
  func documentsAreFoundThatSatisfyCHECKsOnJSON(_ condition: String) throws {
    let guarded = "json_type(f) IS NOT NULL AND (\(condition)) IS TRUE"
    for table in [
      "f TEXT NOT NULL CHECK (\(guarded))", "f TEXT NOT NULL",
      "f TEXT NOT NULL, g TEXT NOT NULL CHECK (g IN ('p', 'q')), "
        + "CHECK (\(guarded) AND f ->> 'g' = g)",
    ] {
      if condition.contains("f)"), table.contains("g TEXT") { continue }
      let checks = try checks("CREATE TABLE t (\(table)) STRICT")
      let wanted = try #require(checks.condition(condition))
      let row = try checks.row(
        RowRequest(requirements: [RowRequirement(condition: wanted, isTrue: true)]))
      #expect(row != nil, "\(table)")
    }
  }

  @Test func aTableOfTwoThousandColumnsIsJudged() throws {
    let columns = (0..<1999).map { "c\($0) INTEGER CHECK (c\($0) IN (0, 1))" }
    let checks = try checks("CREATE TABLE t (\(columns.joined(separator: ", "))) STRICT")
    #expect(checks.checks.count == 1999)
    #expect(
      try checks.firstBreak(accepts: [.integer(1)], rejects: [.integer(2)], in: 1500) == nil)
  }
}
