import Testing

@testable import SchemaGate

@Suite struct SHA256DigestTests {
  // The examples of FIPS 180-2 and the empty text.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsAreThoseOfTheStandard(text: String, hex: String) throws {
    let digest = SHA256.digest(of: Array(text.utf8))
    #expect(digest.description == hex)
    #expect(digest == SHA256Digest(hex: hex))
    #expect(digest == SHA256Digest(bytes: digest.bytes))
    #expect(digest.short == hex.prefix(12) + "…")
  }

  @Test(arguments: [
    "", "ba7816bf", String(repeating: "A", count: 64), String(repeating: "g", count: 64),
    String(repeating: "0", count: 63), String(repeating: "0", count: 65),
    String(repeating: "é", count: 32), " " + String(repeating: "0", count: 63),
  ])
  func onlySixtyFourLowercaseDigitsAreADigest(hex: String) {
    #expect(SHA256Digest(hex: hex) == nil)
  }

  @Test func aReadingErrorIsPassedOn() {
    struct Broken: Error {}
    var reads = 0
    #expect(throws: Broken.self) {
      try SQLDigest.digest { buffer throws(Broken) in
        reads += 1
        guard reads < 3 else { throw Broken() }
        buffer[0] = UInt8(ascii: "a")
        return 1
      }
    }
    #expect(reads == 3)
  }
}
