import Foundation
import TestSupport
import Testing

@testable import SchemaGate

@Suite struct SQLNormalizerTests {
  /// The frozen vectors: what shipped databases hold, whatever the code says.
  static func vectors() throws -> [[String]] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/digest/vectors.tsv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func theFrozenVectorsHold() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count > 200)
    for vector in vectors {
      let original = Array(try #require(Data(base64Encoded: vector[1])))
      let normalized = Array(try #require(Data(base64Encoded: vector[2])))
      #expect(SQLNormalizer.normalize(original).bytes == normalized, "\(vector[0])")
      #expect(SQLDigest.digest(of: original).description == vector[3], "\(vector[0])")
      #expect(FuzzChecks.normalizer(original, cuts: [1]) == nil, "\(vector[0])")
      #expect(FuzzChecks.normalizer(original, cuts: [2, 3]) == nil, "\(vector[0])")
    }
  }

  /// Each row: two files of which the second differs from the first, and whether that counts.
  @Test(arguments: [
    ("SELECT 1;\n", "SELECT 1;\r\n", true), ("-- a\nSELECT 1;", "-- b\nSELECT 1;", true),
    ("SELECT 'a\nb';", "SELECT 'a\r\nb';", true), ("SELECT 1;", "\n\n  SELECT 1;\n \n", true),
    ("ALTER TABLE t ADD a TEXT\n;", "ALTER TABLE t ADD a TEXT -- new\n;", true),
    ("SELECT 1, 2;", "SELECT 1, /* two */2;", false),
    ("SELECT 1,2;", "SELECT 1,/* two */2;", true),
    ("SELECT 'a -- b';", "SELECT 'a -- c';", false), ("SELECT 1;", "select 1;", false),
    ("SELECT 1;", "SELECT  1;", false), ("SELECT [a--b];", "SELECT [a--c];", true),
    ("SELECT \"a--b\";", "SELECT \"a--c\";", false), ("SELECT 'a\n\nb';", "SELECT 'a\nb';", false),
  ])
  func onlyWhatRunsCounts(one: String, two: String, isSame: Bool) {
    let digests = [one, two].map { SQLDigest.digest(of: Array($0.utf8)) }
    #expect((digests[0] == digests[1]) == isSame)
  }

  @Test func offsetsLeadBackToTheFile() {
    let original = Array("\u{FEFF}-- a\r\nSELECT 1 /* one */,\r\n\r\n  2;\r\n".utf8)
    let normalized = SQLNormalizer.normalize(original)
    #expect(String(decoding: normalized.bytes, as: UTF8.self) == "SELECT 1,\n  2;")
    #expect(
      [0, 7, 8, 9, 10, 12, 14, 99, -1].map(normalized.originalOffset) == [
        9, 16, 27, 29, 32, 34, 36, 36, 9,
      ])
    #expect(SQLNormalizer.normalize([]).originalOffset(of: 3) == 0)
  }

  @Test func theFastNormalizerAgreesWithThePlainOne() {
    var generator = InputGenerator(seed: 3)
    for _ in 0..<20_000 {
      let bytes = generator.mutate(generator.sql())
      let cuts = (0..<3).map { _ in 1 + generator.below(7) }
      let fault = FuzzChecks.normalizer(bytes, cuts: cuts)
      #expect(fault == nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }
}
