import Testing

@testable import SchemaGate

@Suite struct SchemaCorpusTests {
  @Test(arguments: SchemaCorpus.all.indices)
  func rulesFindTheSameInEverySpellingAndKindOfTable(_ index: Int) throws {
    let entry = SchemaCorpus.all[index]
    let rule = try #require(RuleList.rule(entry.rule))
    for (position, options) in SchemaCorpus.options.enumerated() {
      for round in 0..<5 {
        let sql = entry.spelled(
          seed: UInt64(index * 100 + position * 10 + round), options: options)
        let findings = try SchemaScene(sql, configuration: entry.configuration).findings(rule)
        let objects = findings.map { finding in
          finding.location.object ?? finding.facts.first?.value ?? finding.message
        }
        #expect(
          objects.map(foldedName).sorted() == entry.objects.map(foldedName).sorted(),
          "\(findings.map(\.message))\n\(sql)")
        for finding in findings {
          #expect(finding.location.position != nil, "\(finding.message)")
        }
      }
    }
  }

  @Test func strictTablesAreThoseThatSayIt() throws {
    let sql = "CREATE TABLE {strict} ( {id} TEXT NOT NULL PRIMARY KEY ) % ;"
    let entry = SchemaCorpus("strict-table", sql)
    for (position, options) in SchemaCorpus.options.enumerated() {
      for round in 0..<8 {
        let text = entry.spelled(seed: UInt64(position * 10 + round), options: options)
        let count = try SchemaScene(text).findings(.strictTable).count
        #expect(count == (options.contains("STRICT") ? 0 : 1), "\(text)")
      }
    }
  }

  @Test func remediesForOrderingsServeThem() throws {
    let table = "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, a TEXT, b TEXT, c TEXT) STRICT;"
    let keys = [
      #""where": "a = ? AND c IS NULL", "orderBy": ["b DESC", "id"]"#,
      #""where": "c = 'x' AND b IS NOT NULL", "orderBy": ["b", "id"]"#,
      #""where": "a = ? AND b > ?", "orderBy": ["b"]"#,
      #""where": "c IN ('x', 'y')", "orderBy": ["b"]"#,
      #""orderBy": ["coalesce(a, b)", "id"]"#, #""orderBy": ["b IS NULL", "b"]"#,
    ]
    for key in keys {
      let settings = #"{"sortKeys": [{"name": "some order", "table": "t", \#(key)}]}"#
      let finding = try #require(
        try SchemaScene(table, configuration: settings).findings(.sortKey).first)
      let help = try #require(finding.help)
      let ddl = try #require(help.range(of: "CREATE INDEX").map { String(help[$0.lowerBound...]) })
      #expect(
        try SchemaScene("\(table)\n\(ddl);", configuration: settings).findings(.sortKey).isEmpty,
        "\(ddl)")
    }
    let last = #"{"sortKeys": [{"name": "x", "table": "t", "orderBy": ["b NULLS LAST"]}]}"#
    let help = try SchemaScene(table, configuration: last).findings(.sortKey).first?.help
    #expect(help?.contains("declare NULLS LAST as '… IS NULL'") == true, "\(help ?? "")")
    #expect(help?.contains("(b IS NULL, b)") == true, "\(help ?? "")")
  }

  @Test func brokenDeclarationsInTheConfigurationAreFindings() throws {
    let table = "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, a TEXT) STRICT;"
    for (rule, settings) in [
      (Rule.naturalKey, #"{"naturalKeys": [{"table": "gone", "columns": ["a"]}]}"#),
      (Rule.naturalKey, #"{"naturalKeys": [{"table": "t", "columns": ["gone"]}]}"#),
      (
        Rule.naturalKey, #"{"naturalKeys": [{"table": "t", "columns": ["a"], "live": "gone = 1"}]}"#
      ),
      (Rule.sortKey, #"{"sortKeys": [{"name": "x", "table": "gone", "orderBy": ["a"]}]}"#),
      (Rule.sortKey, #"{"sortKeys": [{"name": "x", "table": "t", "orderBy": ["gone"]}]}"#),
      (Rule.sortKey, #"{"sortKeys": [{"name": "x", "sql": "SELECT gone FROM t"}]}"#),
    ] {
      let findings = try SchemaScene(table, configuration: settings).findings(rule)
      #expect(findings.count == 1, "\(settings) \(findings.map(\.message))")
      #expect(findings.first?.help != nil)
    }
  }
}
