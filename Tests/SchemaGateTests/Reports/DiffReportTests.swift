import Testing

@testable import SchemaGate

@Suite struct DiffReportTests {
  private func report(_ first: [String], _ second: [String]) throws -> DiffReport {
    func catalog(_ statements: [String]) throws -> Catalog {
      let connection = try Connection()
      for sql in statements { try connection.execute(sql) }
      return try CatalogReader(connection: connection).read()
    }
    let (old, new) = (try catalog(first), try catalog(second))
    return DiffReport(
      CatalogComparison(
        from: old, to: new, oldValues: try CheckProbe().valueTexts(of: old),
        newValues: try CheckProbe().valueTexts(of: new)),
      from: "version 001", to: "version 002")
  }

  private static let first = [
    "CREATE TABLE book (id INTEGER PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b')), size INTEGER)",
    "CREATE INDEX book_size ON book (size)",
  ]
  private static let second = [
    """
    CREATE TABLE book (id INTEGER PRIMARY KEY, size TEXT,
      kind TEXT CHECK (kind IN ('a', 'b', 'c')), label TEXT NOT NULL REFERENCES book)
    """,
    "CREATE TABLE shelf (id INTEGER PRIMARY KEY)",
  ]

  @Test func differencesStandByTableAndEndInAVerdict() throws {
    #expect(
      try report(Self.first, Self.second).text() == """
        --- version 001
        +++ version 002

        book
          ~ column size: type INTEGER → TEXT
          + column label TEXT NOT NULL REFERENCES book (not additive)
          + foreign key (label) REFERENCES book (id) ON DELETE NO ACTION ON UPDATE NO ACTION (not additive)
          ~ check (kind): expression kind IN ('a', 'b') → kind IN ('a', 'b', 'c') (widened)
          - index book_size

        shelf
          + table

        note: order of columns of table 'book' is moved from id, kind, size to id, size, kind; it means the same

        3 added, 1 dropped, 1 changed, 1 widened: not additive

        """)
    #expect(
      try report(["CREATE TABLE t (a, b)"], ["CREATE TABLE t (a)"]).text()
        .contains("\n  - column b\n"))
    #expect(try report(Self.first, Self.first).text().hasSuffix("\n\nno difference\n"))
    #expect(
      try report(Self.first, Self.second).text(isColored: true).contains("\u{1B}[32m+\u{1B}[0m"))
  }

  @Test func jsonSaysWhetherAllIsAdditive() throws {
    let json = try report(Self.second, Self.second + ["CREATE INDEX i ON shelf (id)"]).json
    #expect(json[member: "equal"] == false && json[member: "additive"] == true)
    let difference = json[member: "differences"]?.asArray?.first
    #expect(difference?[member: "effect"] == "added" && difference?[member: "object"] == "index i")
    #expect(try report(Self.first, Self.second).json[member: "additive"] == false)
  }
}
