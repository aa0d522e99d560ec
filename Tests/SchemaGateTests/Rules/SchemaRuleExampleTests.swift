import Testing

@testable import SchemaGate

@Suite struct SchemaRuleExampleTests {
  static let rules: [Rule] = [
    .strictTable, .explicitOnDelete, .fkTarget, .fkSetNull, .fkIndex, .booleanCheck, .enumCheck,
    .vocabulary, .columnFamily, .localOnly,
  ]

  @Test(arguments: rules.map(\.id.name))
  func badExamplesFireAtTheirMarksAndGoodOnesAreSilent(_ id: String) throws {
    let rule = try #require(Self.rules.first { $0.id.name == id })
    #expect(!rule.bad.isEmpty && !rule.good.isEmpty)
    for example in rule.bad + rule.good {
      var marks: [String] = []
      let files = example.files.map { file in
        var text = ""
        for character in file.text {
          if character == Example.mark {
            let position = SourceText(path: "", bytes: Array(text.utf8)).position(at: .max)
            marks.append("\(file.path):\(position.line):\(position.column)")
          } else {
            text.append(character)
          }
        }
        return (path: file.path, text: text)
      }
      let findings = try SchemaScene(files).findings(rule)
      let places = findings.compactMap { finding in
        finding.location.position.map { "\(finding.location.path ?? ""):\($0.line):\($0.column)" }
      }
      let place = SourceLocation(
        fileID: "SchemaGate/\(id)", filePath: example.sourceFile, line: Int(example.line), column: 1
      )
      #expect(places.sorted() == marks.sorted(), "\(findings)", sourceLocation: place)
      for finding in findings {
        #expect(finding.help?.isEmpty == false, sourceLocation: place)
        #expect(finding.message.first?.isUppercase == false, sourceLocation: place)
        #expect(!finding.message.hasSuffix("."), sourceLocation: place)
      }
    }
  }
}
