import TestSupport
import Testing

@testable import SchemaGate

@Suite struct LossyTextCheckTests {
  /// Files whose tokens get lost or joined, the offset of the first one, and both readings of it.
  @Test(arguments: [
    ("SELECT a/**/b;", 7, "'a' here", "has 'ab'"),
    ("SELECT a /**/b;", 7, "'a' here", "has 'ab'"),
    ("SELECT 5/*x*/-/*y*/-3;", 13, "'-' here", "ends"),
    ("SELECT 1 -/**/- 2;", 9, "'-' here", "ends"),
    ("SELECT 1 //**/* 2;", 9, "'/' here", "ends"),
    ("SELECT a </**/= b;", 9, "'<' here", "has '<='"),
    ("SELECT a -/**/>b;", 9, "'-' here", "has '->'"),
    ("SELECT 1/**/e5;", 7, "'1' here", "has '1e5'"),
    ("SELECT 1./**/5;", 7, "'1.' here", "has '1.5'"),
    ("SELECT x/**/'ab';", 7, "'x' here", "has 'x'ab''"),
    ("SELECT 'a'/**/'b';", 7, "''a'' here", "has ''a''b''"),
    ("SELECT [x--1] TEXT;", 7, "'[x--1]' here", "has '[x'"),
    ("SELECT [x--1]\nFROM t;", 7, "'[x--1]' here", "has '[x…'"),
    ("SELECT `a /* b` , `c */ d`;", 7, "'`a /* b`' here", "has '`a d`'"),
    ("SELECT @/**/a;", 7, "'@' here", "has '@a'"),
    ("SELECT a /*", 9, "'/' here", "ends"),
    ("SELECT [a\n\nb];", 7, "'[a…' here", "has '[a…'"),
    ("SELECT `a\n   \nb`;", 7, "'`a…' here", "has '`a…'"),
    ("\u{FEFF}SELECT\r\na/**/b;", 11, "'a' here", "has 'ab'"),
  ])
  func aFileWhoseTokensChangeIsLossy(sql: String, offset: Int, file: String, text: String) {
    let fault = LossyTextCheck.faults(in: Array(sql.utf8)).first { $0.kind == .lossy }
    #expect(fault?.offset == offset)
    #expect(fault?.message.contains("the file has \(file), ") == true, "\(fault?.message ?? "")")
    #expect(fault?.message.hasSuffix(text) == true, "\(fault?.message ?? "")")
  }

  @Test(arguments: [
    "", "SELECT 1;", "SELECT a/**/ b, c /**/ d;", "SELECT 'a -- b /* c', \"d--e\";\r\n-- f\r\n",
    "\u{FEFF}SELECT 1; -- é\n", "SELECT a,/**/b(/**/c/**/);/* x */", "SELECT 'a\r\nb';",
    "SELECT [it's] -- gone?\n, 2;",
    "SELECT '\u{A0}\u{1}\u{200B}\rb', \"\u{3000}\", [\u{85}], `\u{7F}`;",
    "\tSELECT\u{C}1;\r\n", "-- \u{1F468}\u{200D}\u{1F469}\nSELECT é, 'e\u{301}';",
    "SELECT a--b\n/**/c;",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN -- x\n  /* y */ UPDATE t SET a=';--'; END;",
    "SELECT 1-/**/2;",
  ])
  func ordinaryFilesAreSound(sql: String) {
    let faults = LossyTextCheck.faults(in: Array(sql.utf8))
    #expect(faults == [])
  }

  @Test(
    arguments: [
      ("SELECT\u{A0}1;", .nonASCIISpace, 6, 1),
      ("SELECT 1;\u{3000}\u{2003}\n\u{85}", .nonASCIISpace, 9, 3),
      ("-- a\u{2028}b\nSELECT 1;", .nonASCIISpace, 4, 1),
      ("SELECT\u{200B} 1;", .invisibleCharacter, 6, 1),
      ("-- \u{202E}x\nSELECT 1;", .invisibleCharacter, 3, 1),
      ("a\u{2066}", .invisibleCharacter, 1, 1),
      ("\u{FEFF}\u{FEFF}SELECT 1;", .secondByteOrderMark, 3, 1),
      ("a \u{FEFF}b", .secondByteOrderMark, 2, 1),
      ("SELECT 1;\rSELECT 2;\r", .loneCarriageReturn, 9, 2),
      ("-- a\rb\r\n", .loneCarriageReturn, 4, 1),
      ("a\r\r\n", .loneCarriageReturn, 1, 1), ("SELECT \u{B}1;", .controlCharacter, 7, 1),
      ("a\u{7F}", .controlCharacter, 1, 1), ("a\u{90}", .controlCharacter, 1, 1),
      ("/*\u{1}*/", .controlCharacter, 2, 1), ("SELECT 1;\0SELECT 2;", .nul, 9, 1),
      ("'a\0b'\0", .nul, 2, 2),
      ("SELECT 1; /* x", .unterminatedComment, 10, 1),
      ("a/**/b /* x", .unterminatedComment, 7, 1),
    ] as [(String, LossyTextFault.Kind, Int, Int)])
  func doubtfulCharactersAreFoundOutsideLiterals(
    sql: String, kind: LossyTextFault.Kind, offset: Int, count: Int
  ) {
    let faults = LossyTextCheck.faults(in: Array(sql.utf8)).filter { $0.kind != .lossy }
    #expect(faults.map(\.kind) == [kind])
    #expect(faults.first?.offset == offset)
    #expect(faults.first?.count == count)
  }

  @Test(
    arguments: [
      ([0x27, 0xFF, 0xFE, 0x27], 1, 2), ([0x61, 0xC3], 1, 1), ([0x61, 0xED, 0xA0, 0x80], 1, 3),
      ([0x2D, 0x2D, 0xE9, 0x0A], 2, 1), ([0xC0, 0x80], 0, 2),
    ] as [([UInt8], Int, Int)])
  func bytesThatAreNotUTF8AreFoundEverywhere(bytes: [UInt8], offset: Int, count: Int) {
    let fault = LossyTextCheck.faults(in: bytes).first
    #expect(fault?.kind == .notUTF8)
    #expect(fault?.offset == offset)
    #expect(fault?.count == count)
  }

  @Test func lostTokensAreThoseThatWholeListsTell() {
    var generator = InputGenerator(seed: 5)
    for _ in 0..<20_000 {
      let bytes = generator.mutate(generator.sql(pieces: 15))
      #expect(FuzzChecks.lossy(bytes) == nil, "\(bytes)")
    }
  }
}
