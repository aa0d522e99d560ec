import Testing

@testable import SchemaGate

@Suite struct NamesTests {
  @Test func aMentionIsFoundWhereverItStandsAndInWhateverCase() {
    for before in 0...12 {
      for after in 0...12 {
        for word in ["check", "CHECK", "cHeCk"] {
          let text = String("checc kchec (\n".suffix(before)) + word + "hecheckc".prefix(after)
          #expect(text.mentions("check"), "\(text)")
        }
      }
    }
  }

  @Test(arguments: ["", "chec", "heck", "che ck", "c[eck", "ché ck"])
  func whatOnlyLooksLikeAWordIsNoMention(_ text: String) {
    #expect(!text.mentions("check"))
  }

  @Test(arguments: [
    ("DEFAULT (1)", true), ("default\t\r\n(1)", true), ("DEFAULT 1", false), ("default", false),
    ("defaults (1) DEFAULT(2)", true), ("default default (1)", true),
  ])
  func aMentionMayHaveToStandBeforeAByte(_ text: String, _ isThere: Bool) {
    #expect(text.mentions("default", before: UInt8(ascii: "(")) == isThere)
  }

  @Test func mentionsAreThoseOfAPlainSearch() {
    var numbers = SystemRandomNumberGenerator()
    let letters = Array("abAB _1{@[é\n".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &numbers)]
      }
      let plain = bytes.indices.contains { start in
        bytes[start...].prefix(3).map { $0 | 0x20 } == Array("aba".utf8)
      }
      #expect(bytes.withUnsafeBufferPointer { $0.mentions("aba") } == plain, "\(bytes)")
    }
  }
}
