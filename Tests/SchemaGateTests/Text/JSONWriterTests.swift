import Testing

@testable import SchemaGate

@Suite struct JSONWriterTests {
  @Test func canonicalFormIsSortedByBytesAndEscapesOnlyWhatItMust() throws {
    let value: JSONValue = [
      "\u{FF5E}": 1, "\u{1F600}": 2, "b": [], "a": ["x": nil, "e": [:]], "é": true, "Z": "",
      "s": "a/b\"\\\u{8}\t\n\u{C}\r\u{1}\u{1F}\u{7F}é\u{2028}",
    ]
    let expected = """
      {
        "Z": "",
        "a": {
          "e": {},
          "x": null
        },
        "b": [],
        "s": "a/b\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u001f\u{7F}é\u{2028}",
        "é": true,
        "\u{FF5E}": 1,
        "\u{1F600}": 2
      }

      """
    #expect(String(decoding: JSONWriter.canonical(value), as: UTF8.self) == expected)
    #expect(try JSONReader.read(JSONWriter.canonical(value)).isEquivalent(to: value))
  }

  @Test(arguments: [
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("-0", "-0"),
    ("5.0", "5.0"), ("-0.0", "-0.0"), ("0.10", "0.1"), ("1e2", "100.0"), ("1E400e", nil),
    ("1e22", "1e+22"), ("5e-324", "5e-324"), ("1e-400", "0.0"), ("2.5e-3", "0.0025"),
    ("[ ]", "[]"), ("{ }", "{}"), ("[1 ,2]", "[1,2]"),
    ("{\"b\":1,\"a\":[true,false,null]}", "{\"b\":1,\"a\":[true,false,null]}"),
  ])
  func singleLineKeepsIntegersAndShortensFloats(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
      return
    }
    let value = try JSONReader.read(Array(text.utf8))
    let written = JSONWriter.singleLine(value, memberOrder: .kept)
    #expect(String(decoding: written, as: UTF8.self) == expected)
    #expect(try JSONReader.read(written) == value)
  }

  @Test func aRewrittenMemberKeepsItsPlaceAndUnknownOnesStay() throws {
    let policy = try JSONReader.read(
      Array("{\"z\":1,\"launched\":false,\"a\":{\"y\":1,\"b\":2}}".utf8))
    let edited = policy.setting(member: "launched", to: true).setting(member: "new", to: ["q"])
    let written = JSONWriter.canonical(edited.removing(member: "z"), memberOrder: .kept)
    let expected = """
      {
        "launched": true,
        "a": {
          "y": 1,
          "b": 2
        },
        "new": [
          "q"
        ]
      }

      """
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func onlyFiniteNumbersAreJSON() {
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
  }
}
