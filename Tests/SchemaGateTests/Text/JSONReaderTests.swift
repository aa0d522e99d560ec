import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct JSONReaderTests {
  struct Refusal: CustomTestStringConvertible {
    let bytes: [UInt8]
    let offset: Int
    let words: String
    init(_ text: String, _ offset: Int, _ words: String) {
      self.init(bytes: Array(text.utf8), offset, words)
    }
    init(bytes: [UInt8], _ offset: Int, _ words: String) {
      self.bytes = bytes
      self.offset = offset
      self.words = words
    }
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }
  }

  static let refusals: [Refusal] = [
    Refusal("", 0, "expected a value, found the end of the input"),
    Refusal(" \n ", 3, "the end of the input"),
    Refusal("{} x", 3, "unexpected 'x'"),
    Refusal("1 2", 2, "unexpected input after the end"),
    Refusal("[1]]", 3, "unexpected input after the end"),
    Refusal("{\"a\":1,\"a\":2}", 7, "duplicate member 'a'"),
    Refusal("{\"a\":1,\"\\u0061\":2}", 7, "duplicate member 'a'"),
    Refusal("[{\"a\":{},\"b\":1,\"b\":2}]", 15, "duplicate member 'b'"),
    Refusal("NaN", 0, "'NaN' is not a JSON number"),
    Refusal("[-Infinity]", 1, "'Infinity' is not a JSON number"),
    Refusal("1e999", 0, "too large"),
    Refusal("-1E+400", 0, "too large"),
    Refusal(String(repeating: "9", count: 400), 0, "too large"),
    Refusal("\"\\ud800\"", 1, "surrogate"),
    Refusal("\"a\\udc00\"", 2, "surrogate"),
    Refusal("\"\\ud800\\u0041\"", 1, "surrogate"),
    Refusal("\"\\ud800\\ud800\"", 1, "surrogate"),
    Refusal("\"\\ud800\\n\"", 1, "surrogate"),
    Refusal("\"\\ud8", 1, "escape"),
    Refusal("\"\\u12g4\"", 1, "escape"),
    Refusal("\"\\x41\"", 1, "escape"),
    Refusal("\"abc", 0, "not closed"),
    Refusal("\"abc\\", 0, "not closed"),
    Refusal("\"abc\\\"", 0, "not closed"),
    Refusal("\"a\nb\"", 2, "control character 0x0A"),
    Refusal("\"0123456789\u{1F}\"", 11, "control character 0x1F"),
    Refusal("[1,]", 2, "trailing commas"),
    Refusal("{\"a\":1,}", 6, "trailing commas"),
    Refusal("[,1]", 1, "expected a value, found ','"),
    Refusal("[1 2]", 3, "expected ',' or ']', found a number"),
    Refusal("{\"a\" 1}", 5, "expected ':', found a number"),
    Refusal("{\"a\":}", 5, "expected a value, found '}'"),
    Refusal("{1:2}", 1, "expected a member's name, found a number"),
    Refusal("{\"a\":1]", 6, "expected ',' or '}', found ']'"),
    Refusal("[1", 2, "found the end of the input"),
    Refusal("// a\n1", 0, "comments"),
    Refusal("[1 /* a */]", 3, "comments"),
    Refusal("01", 0, "superfluous zero"),
    Refusal("-012", 0, "superfluous zero"),
    Refusal("-", 1, "digit after the minus sign"),
    Refusal("1.", 2, "digit after the decimal point"),
    Refusal("1.e5", 2, "digit after the decimal point"),
    Refusal("1e", 2, "digit after the exponent"),
    Refusal("1e+", 3, "digit after the exponent"),
    Refusal("+1", 0, "unexpected '+'"),
    Refusal(".5", 0, "unexpected '.'"),
    Refusal("0x10", 1, "unexpected 'x10' after a number"),
    Refusal("1_000", 1, "after a number"),
    Refusal("'a'", 0, "unexpected '''"),
    Refusal("True", 0, "unexpected 'True'"),
    Refusal("nulls", 0, "unexpected 'nulls'"),
    Refusal("tru", 0, "unexpected 'tru'"),
    Refusal("\u{C}1", 0, "control character"),
    Refusal("\u{A0}1", 0, "unexpected '\u{A0}'"),
    Refusal("\u{FEFF}{}", 0, "byte order mark"),
    Refusal(bytes: [0x22, 0xFF, 0x22], 1, "0xFF is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xC0, 0x80, 0x22], 1, "0xC0 is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xE0, 0x80, 0x80, 0x22], 1, "0xE0 is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], 1, "0xED is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "0xF4 is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], 1, "0xF0 is not valid UTF-8"),
    Refusal(bytes: [0x22, 0x61, 0x80, 0x22], 2, "0x80 is not valid UTF-8"),
    Refusal(bytes: [0x22, 0xE2, 0x82], 1, "0xE2 is not valid UTF-8"),
    Refusal(bytes: [0x31, 0x00], 1, "control character"),
    Refusal(bytes: [0x7B, 0x00, 0x7D, 0x00], 1, "control character"),
  ]

  @Test(arguments: refusals)
  func refusesWhatIsNotJSONAndSaysWhere(refusal: Refusal) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(refusal.bytes) }
    #expect(error?.offset == refusal.offset)
    #expect(error?.message.contains(refusal.words) == true, "\(error?.message ?? "")")
  }

  @Test func valuesKeepOrderOffsetsAndDigits() throws {
    let text = SourceText(
      path: "a.json",
      bytes: Array(
        "{\r\n \"b\": [1, -0, 2.50, 1E2],\t\"a\": \"\\u00e9\\ud83d\\ude00\\/\\n\", \"\": null}\r\n"
          .utf8))
    let value = try JSONReader.read(text)
    #expect(value.asObject?.map(\.name) == ["b", "a", ""])
    #expect(value.asObject?.map(\.nameOffset) == [4, 29, 60])
    let numbers = try #require(value[member: "b"]?.asArray)
    #expect(numbers.map(\.offset) == [10, 13, 17, 23])
    #expect(numbers.compactMap(\.asNumber?.text) == ["1", "-0", "2.50", "1E2"])
    #expect(numbers.map(\.asInt) == [1, 0, nil, nil])
    #expect(value[member: "a"]?.asString == "é😀/\n")
    #expect(value[member: ""]?.isNull == true)
    #expect(text.position(at: 29) == SourcePosition(line: 2, column: 27))
    #expect(value.kindName == "an object")
  }

  @Test func namesThatDifferOnlyInNormalizationAreTwoNames() throws {
    let value = try JSONReader.read(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value[member: "\u{E9}"]?.asInt == 1)
    #expect(value[member: "e\u{301}"]?.asInt == 2)
    #expect(JSONValue.string("\u{E9}") != JSONValue.string("e\u{301}"))
  }

  @Test func aRepeatedNameIsFoundAmongMany() throws {
    for count in [11, 12, 13, 14, 300] {
      var names = (0..<count).map { "n\($0)" }
      let good = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect(try JSONReader.read(Array(good.utf8)).asObject?.count == count)
      names += ["z", "n7", "n3", "z"]
      let bad = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(bad.utf8)) }
      #expect(error?.message == "duplicate member 'n7'")
      #expect(error?.offset == good.utf8.count - 1 + ",\"z\":0,".utf8.count)
    }
  }

  @Test func nestingIsLimitedAndCostsNoStack() async throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    // A thread with half a megabyte of stack, as those that apps start have.
    func onSmallStack(_ work: @escaping @Sendable () -> Bool) async -> Bool {
      await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: work()) }
        thread.stackSize = 512 * 1024
        thread.start()
      }
    }
    let limit = JSONReader.depthLimit
    let deepest = nested(limit, "[", "]")
    #expect(
      await onSmallStack {
        guard let value = try? JSONReader.read(deepest) else { return false }
        let written = JSONWriter.singleLine(value)
        return written == deepest && value.isEquivalent(to: value)
          && (try? JSONReader.read(JSONWriter.canonical(value))) == value
      })
    for bytes in [
      nested(limit + 1, "[", "]"), nested(1_000_000, "[", ""), nested(300_000, "{\"a\":", ""),
      nested(300_000, "[{\"a\":", ""),
    ] {
      #expect(
        await onSmallStack {
          do {
            _ = try JSONReader.read(bytes)
            return false
          } catch let error as JSONError {
            return error.message.contains("nested more than 128 deep")
          } catch {
            return false
          }
        })
    }
  }

  @Test(arguments: [
    ("1", "1.0", true), ("1", "1e0", true), ("-0", "0", true), ("-0.0", "0", true),
    ("9007199254740993", "9007199254740992.0", false),
    ("9223372036854775807", "9223372036854775808.0", false),
    ("100000000000000000000", "100000000000000000000", true),
    ("100000000000000000000", "100000000000000000001", false),
    ("[1,2]", "[2,1]", false), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1.0}", true),
    ("{\"a\":1}", "{\"a\":1,\"b\":2}", false), ("null", "false", false), ("\"1\"", "1", false),
    ("[{\"a\":[],\"b\":{}}]", "[{\"b\":{},\"a\":[]}]", true), ("[]", "{}", false),
  ])
  func valuesCompareByMeaning(left: String, right: String, isSame: Bool) throws {
    let one = try JSONReader.read(Array(left.utf8))
    let two = try JSONReader.read(Array(right.utf8))
    #expect(one.isEquivalent(to: two) == isSame)
    #expect(two.isEquivalent(to: one) == isSame)
  }

  @Test func whatIsReadCanBeWrittenAndFoundationAgrees() {
    var generator = InputGenerator(seed: 4)
    var accepted = 0
    for _ in 0..<8_000 {
      let bytes = generator.json()
      let fault = FuzzChecks.json(bytes)
      #expect(fault == nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      if (try? JSONReader.read(bytes)) != nil { accepted += 1 }
    }
    #expect(accepted > 2_000 && accepted < 6_000)
  }
}
