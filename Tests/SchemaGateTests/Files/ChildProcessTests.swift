import Testing

@testable import SchemaGate

@Suite struct ChildProcessTests {
  @Test func aProgramIsFedAndReadAtOnceHoweverMuchItIs() throws {
    let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let result = try ChildProcess.run("cat", [], input: input)
    #expect(result.status == 0)
    #expect(result.output == input)
  }

  @Test(
    arguments: [
      ("exit 3", 3, "", ""), ("kill -9 $$", -9, "", ""),
      ("echo out; echo err >&2", 0, "out\n", "err\n"),
      // Reads nothing of a megabyte of input, which must neither block nor kill.
      ("exec <&-; echo done", 0, "done\n", ""), ("head -c 3", 0, "xxx", ""),
    ] as [(String, Int32, String, String)])
  func statusAndStreamsAreTold(script: String, status: Int32, output: String, errors: String) throws
  {
    let input = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    let result = try ChildProcess.run("sh", ["-c", script], input: input)
    #expect(result.status == status)
    #expect(String(decoding: result.output, as: UTF8.self) == output)
    #expect(String(decoding: result.errors, as: UTF8.self) == errors)
  }

  @Test func aMissingProgramAndTooMuchOutputAreErrors() throws {
    let missing = try #require(throws: FileError.self) {
      try ChildProcess.run("schema-gate-no-such-program", [])
    }
    #expect(missing.kind == .missing)
    let large = try #require(throws: FileError.self) {
      try ChildProcess.run("sh", ["-c", "yes"], limit: 1 << 20)
    }
    #expect(large.kind == .tooLarge)
  }
}
