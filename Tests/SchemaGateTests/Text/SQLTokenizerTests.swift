import TestSupport
import Testing

@testable import SchemaGate

@Suite struct SQLTokenizerTests {
  /// Kinds by one letter each, so that a table row fits a line.
  static func sketch(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    return SQLTokenizer.tokens(of: bytes).map { token in
      let letter =
        switch token.kind {
        case .space: "_"
        case .lineComment: "L"
        case .blockComment: "B"
        case .unterminatedBlockComment: "U"
        case .word: "w"
        case .quotedName: "q"
        case .string: "s"
        case .blob: "x"
        case .integer: "i"
        case .float: "f"
        case .variable: "v"
        case .symbol: "o"
        case .semicolon: ";"
        case .comma: ","
        case .dot: "."
        case .leftParen: "("
        case .rightParen: ")"
        case .illegal: "!"
        }
      return "\(letter)\(token.range.count)"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""), ("SELECT a$1,é;", "w6 _1 w3 ,1 w2 ;1"),
    (" \t\n\u{C}\r\u{B}a", "_6 w1"), ("\u{B}a", "!1 w1"), ("\u{FEFF}a\u{FEFF}", "_3 w4"),
    ("'a''b' 'c", "s6 _1 !2"), ("\"a\"\"b\"`c``d`[e]]", "q6 q6 q3 !1"), ("[a", "!2"),
    ("''''", "s4"), ("'''", "!3"), ("x'ab'X'ABCD'x'a'x'ag'x'ab", "x5 x7 !4 !5 !4"),
    ("x 'a'", "w1 _1 s3"),
    ("--a\n-b", "L3 _1 o1 w1"), ("/*a*/b", "B5 w1"), ("/*/ */", "B6"), ("/**/", "B4"),
    ("/*", "o1 o1"), ("/*a", "U3"), ("/* *", "U4"), ("*/", "o1 o1"), ("a--", "w1 L2"),
    ("1 12 0x1F 1.5 .5 5. 1e5 1E+5 1e-5", "i1 _1 i2 _1 i4 _1 f3 _1 f2 _1 f2 _1 f3 _1 f4 _1 f4"),
    (
      "1e 1ea 1_0 1a 0x 0x1g 1.2.3 1.a .a",
      "!2 _1 !3 _1 !3 _1 !2 _1 !2 _1 i3 w1 _1 f3 f2 _1 !3 _1 .1 w1"
    ),
    ("1e5x", "!4"), ("? ?12 ?a", "v1 _1 v3 _1 v1 w1"),
    (":a @a #a $a $a::b(c) $a(b", "v2 _1 v2 _1 v2 _1 v2 _1 v8 _1 !4"),
    (": :: $ @(a)", "!1 _1 !1 !1 _1 !1 _1 !1 (1 w1 )1"), ("$a(b c)", "!4 _1 w1 )1"),
    ("->->>-|||<<<=<><>>>===!=!", "o2 o3 o1 o2 o1 o2 o2 o2 o2 o2 o2 o1 o2 !1"),
    ("+*/%&~.,;()", "o1 o1 o1 o1 o1 o1 .1 ,1 ;1 (1 )1"),
    ("^{}\\]\u{7F}\u{1}", "!1 !1 !1 !1 !1 !1 !1"),
    ("a\0b 'c'", "w1 !6"), ("'a\0b'", "!2 !3"), ("--a\0\nb", "L3 !3"), ("/*a\0*/", "U3 !3"),
  ])
  func tokensFollowSQLitesRules(sql: String, expected: String) {
    #expect(Self.sketch(sql) == expected)
  }

  @Test func namesAndKeywordsAreReadFromTokens() {
    let bytes = Array("Create \"a\"\"b\" `c``d` [e f] 'g''h' CREATES 1 '' x'00'".utf8)
    let tokens = SQLTokenizer.tokens(of: bytes).filter { !$0.isTrivia }
    #expect(tokens.map { $0.isKeyword("CREATE", in: bytes) }.filter { $0 }.count == 1)
    #expect(tokens[0].isKeyword("CREATE", in: bytes))
    #expect(
      tokens.map { $0.name(in: bytes) } == [
        "Create", "a\"b", "c`d", "e f", "g'h", "CREATES", nil, "", nil,
      ])
    #expect(tokens[1].text(in: bytes) == "\"a\"\"b\"")
    #expect(tokens[0].isSpelt("Create", in: bytes) && !tokens[0].isSpelt("create", in: bytes))
  }

  /// SQLite names the token at which it fails, and no statement can begin with anything but a few
  /// keywords. So asking it to prepare what begins at each token tells its own cuts.
  @Test func tokensAreTheOnesThatSQLiteNamesInItsErrors() throws {
    let connection = try Connection()
    var generator = InputGenerator(seed: 1)
    var compared = 0
    for _ in 0..<5_000 {
      let bytes = generator.sql(pieces: 12, isText: true)
      for token in SQLTokenizer.tokens(of: bytes) where !token.isTrivia {
        let text = token.text(in: bytes)
        if token.kind == .semicolon || (token.kind == .word && text.utf8.count > 3) { continue }
        let rest = String(decoding: bytes[token.range.lowerBound...], as: UTF8.self)
        do {
          _ = try connection.prepare(rest)
          Issue.record("SQLite prepared \(rest.debugDescription)")
        } catch let error {
          let expected =
            token.kind == .illegal
            ? "unrecognized token: \"\(text)\"" : "near \"\(text)\": syntax error"
          #expect(error.message == expected, "\(rest.debugDescription)")
          compared += 1
        }
      }
    }
    #expect(compared > 15_000)
  }

  @Test func tokensTileAnyInput() {
    var generator = InputGenerator(seed: 2)
    for _ in 0..<20_000 {
      let bytes = generator.mutate(generator.sql())
      #expect(FuzzChecks.tokenizer(bytes) == nil)
    }
  }
}
