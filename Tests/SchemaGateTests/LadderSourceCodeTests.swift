import Testing

@testable import SchemaGate

@Suite struct LadderSourceCodeTests {
  @Test(arguments: [
    ("a", "#\"\"\"\na\n\"\"\"#"),
    ("\"\"\"#\\n", "##\"\"\"\n\"\"\"#\\n\n\"\"\"##"),
    ("a\r\n\tb\u{0}", "#\"\"\"\na\\#u{d}\n\tb\\#u{0}\n\"\"\"#"),
    ("", "#\"\"\"\n\n\"\"\"#"),
  ])
  func aTextBecomesARawLiteralOfTheSameBytes(text: String, literal: String) {
    #expect(LadderSourceCode.literal(text) == literal)
  }

  @Test func aLadderThatDiffersFromItsLockIsNotCompiled() throws {
    let folder = try temporarySchemaFolder()
    #expect(try LadderSourceCode(folder: folder.path, typeName: "L").text.contains("enum L {"))
    try folder.write("CREATE TABLE other (a INTEGER) STRICT;\n", to: "schema.sql")
    let error = #expect(throws: LadderError.self) {
      _ = try LadderSourceCode(folder: folder.path, typeName: "L")
    }
    #expect(error?.kind == .digestMismatch)
    #expect(error?.path == "schema.sql")
  }
}
