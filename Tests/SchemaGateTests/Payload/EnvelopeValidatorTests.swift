import Testing

@testable import SchemaGate

@Suite struct EnvelopeValidatorTests {
  static let contract = PayloadContract.read(
    SourceText(path: "001.json", bytes: Array(ContractFormTests.base.utf8))
  ).value

  private func run(
    _ input: [UInt8], chunk: Int = 7, limit: Int = .max
  ) throws -> (failures: [String], summary: EnvelopeSummary) {
    let validator = EnvelopeValidator(try #require(Self.contract))
    var rest = input[...]
    var failures: [String] = []
    let summary = validator.validate(
      failureLimit: limit,
      read: { buffer in
        let piece = rest.prefix(min(chunk, buffer.count))
        rest = rest.dropFirst(piece.count)
        return buffer.update(fromContentsOf: piece)
      }, report: { failures.append("\($0.line):\($0.column) \($0)") })
    return (failures, summary)
  }

  private func envelope(
    _ payload: String, operation: String = "upsert", entity: String = "note"
  ) -> String {
    #"{"device_id":"d","entity_id":"e","entity_type":"\#(entity)","operation":"\#(operation)","#
      + #""payload":{\#(payload)},"version":"\#(PayloadSample.hlc)"}"#
  }

  private static let id = #""id":"\#(PayloadSample.uuid)","#
  private static let version = #""version":"\#(PayloadSample.hlc)""#

  /// An upsert with more keys.
  private func upsert(_ more: String = "") -> String {
    envelope("\(Self.id)\(more)\"title\":\"t\",\(Self.version)")
  }

  @Test(arguments: [
    (#""level":5,"#, nil), (#""level":-0,"#, "below"), (#""level":6,"#, "above"),
    (#""level":1.0,"#, "without fraction"), (#""level":1e0,"#, "without fraction"),
    (#""level":9223372036854775808,"#, "beyond 64 bits"), (#""level":null,"#, "must be integer"),
    (#""state":null,"#, nil), (#""state":"done","#, nil), (#""state":"d\u006fne","#, nil),
    (#""state":"gone","#, "none of"), (#""place":{"room":"r"},"#, nil),
    (#""place":{},"#, "lacks the member 'room'"), (#""place":{"room":"r","x":1},"#, "no property"),
    (#""tags":[],"#, nil), (#""tags":["\#(PayloadSample.uuid)"],"#, nil),
    (#""tags":["x"],"#, "UUID"),
    (#""tags":["\#(PayloadSample.uuid)","\#(PayloadSample.uuid)"],"#, "repeats"),
    (#""start":1440,"#, nil), (#""start":1441,"#, "above"), (#""nope":[{"a":1}],"#, "no key"),
    (#""lev\u0065l":3,"#, nil), (#""level":3,"lev\u0065l":3,"#, "duplicate member 'level'"),
    (#""title2":1,"title2":2,"#, "duplicate member 'title2'"), (#""level":01,"#, "zero"),
    (#""level":1e999,"#, "too large"), (#""level":NaN,"#, "not a JSON number"),
    (#""state":"\ud800","#, "surrogate"), (#""level":3,,"#, "expected a member's name"),
  ])
  func eachValueIsJudged(more: String, failure: String?) throws {
    let result = try run(Array((upsert(more) + "\n").utf8))
    #expect(result.summary.envelopes == 1)
    #expect(result.failures.isEmpty == (failure == nil), "\(result.failures)")
    if let failure {
      #expect(result.failures.contains { $0.contains(failure) }, "\(result.failures)")
    }
  }

  @Test func deletesFitAnAlternative() throws {
    func failures(_ payload: String) throws -> [String] {
      try run(Array(envelope(payload, operation: "delete").utf8)).failures
    }
    #expect(try failures(Self.version).isEmpty)
    #expect(try failures(Self.id + Self.version).isEmpty)
    #expect(try failures(#""state":"open","# + Self.version).isEmpty)
    #expect(try failures(Self.id + #""state":"open","# + Self.version).count == 1)
    #expect(try failures(#""title":"t","# + Self.version).count == 1)
    #expect(try failures(#""state":null"#).count == 1)
  }

  @Test func theEnvelopeItselfIsJudged() throws {
    let good = upsert()
    for (from, to, message) in [
      (#""device_id":"d","#, "", "lacks 'device_id'"),
      (#""device_id":"d""#, #""device_id":"""#, "is empty"),
      (#""operation":"upsert""#, #""operation":"merge""#, "'upsert' or 'delete'"),
      (#""entity_type":"note""#, #""entity_type":"mote""#, "is no entity"),
      ("{\"device_id\"", "{\"x\":1,\"device_id\"", "no member 'x'"),
      (#"},"#, #"},"version":"\#(PayloadSample.hlc)","#, "duplicate member 'version'"),
    ] {
      let range = try #require(good.firstRange(of: from))
      var bad = good
      bad.replaceSubrange(range, with: to)
      let result = try run(Array(bad.utf8))
      #expect(result.failures.count == 1, "\(result.failures)")
      #expect(result.failures.first?.contains(message) == true, "\(result.failures)")
    }
    // The payload may come before what says what it is.
    let reordered =
      #"{"payload":{\#(Self.id)"title":7,\#(Self.version)},"version":"\#(PayloadSample.hlc)","#
      + #""operation":"upsert","entity_type":"note","entity_id":"e","device_id":"d"}"#
    #expect(try run(Array(reordered.utf8)).failures.first?.contains("'note.title' must be") == true)
  }

  @Test(arguments: [1, 3, 64, 1 << 16])
  func chunksDoNotMatter(chunk: Int) throws {
    let lines = [upsert(), "", upsert(#""level":9,"#), "  ", "[", upsert()].joined(
      separator: "\r\n")
    let result = try run(Array(lines.utf8), chunk: chunk)
    #expect(result.summary.envelopes == 4 && result.summary.failedEnvelopes == 2)
    #expect(result.failures.map { $0.prefix(2) } == ["3:", "5:"])
    let array = "\n[\n  \(upsert()),\n  \(upsert(#""level":9,"#))\n]\n"
    let second = try run(Array(array.utf8), chunk: chunk)
    #expect(second.summary.envelopes == 2 && second.failures.count == 1)
    #expect(second.failures.first?.hasPrefix("4:") == true, "\(second.failures)")
  }

  @Test func brokenInputIsAnErrorAndNeverACrash() throws {
    let good = upsert()
    for (input, count) in [
      ("", 0), ("  \n ", 0), ("[]", 0), ("[", 1), ("[1", 2), ("[\(good)", 1), ("[\(good),]", 1),
      ("[\(good)] x", 1), ("[\(good) \(good)]", 1), ("{", 1), ("nul", 1), ("\u{FEFF}{}", 1),
      (String(good.dropLast(5)), 1), (good + good, 1), ("7", 1), ("[}]", 1),
    ] {
      let result = try run(Array(input.utf8))
      #expect(result.failures.count == count, "\(input.prefix(40)): \(result.failures)")
      #expect(result.summary.failures == count)
    }
    for cut in 0..<good.utf8.count { _ = try run(Array(good.utf8.prefix(cut))) }
    #expect(try run([0xFF, 0xFE, 0x0A]).failures.count == 1)
  }

  @Test func extremesAreJudgedToo() throws {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(
      try run(Array(upsert(#""state":"\#(long)","#).utf8), chunk: 1 << 16).failures.count == 1)
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let nested = try run(Array(upsert(#""x":\#(deep),"#).utf8), chunk: 1 << 16)
    #expect(nested.failures.contains { $0.contains("nested more than") })
    let many = (0..<10_000).map { #""k\#($0)":0,"# }.joined()
    let wide = try run(Array(upsert(many).utf8), chunk: 1 << 16, limit: 5)
    #expect(wide.failures.count == 5 && wide.summary.failures == 10_000)
    #expect(wide.summary.counts.map(\.count) == [10_000])
    #expect(wide.summary.counts.first?.isUnknownKey == true)
  }

  @Test(arguments: [
    (PayloadFormat.civilDate, ["2024-02-29", "0000-01-01"], ["2023-02-29", "2024-2-29", "", "x"]),
    (.hhmm, ["00:00", "23:59"], ["24:00", "9:30", "09:60", "09:30:00"]),
    (
      .rfc3339UTC, ["2026-07-15T12:34:56.000Z"],
      [
        "2026-07-15T12:34:60.000Z", "2026-02-30T12:34:56.000Z", "2026-07-15T12:34:56Z",
        "2026-07-15T12:34:56.000z", "2026-07-15 12:34:56.000Z",
      ]
    ),
    (.hlc, [PayloadSample.hlc], ["1760000000000_0001_0123456789ABCDEF", "1"]),
    (.uuid, [PayloadSample.uuid], ["inbox", "0199C5A0-0000-7000-8000-000000000000", ""]),
    (.uuidOrInbox, [PayloadSample.uuid, "inbox"], ["Inbox", "inbox "]),
    (
      .ianaTimeZone, ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "Asia/Calcutta"],
      ["Europe/Berlim", "europe/berlin", "../etc/passwd", "", "Factory", "Europe"]
    ),
    (
      .calendarURL, ["https://a.example/x?y#z", "webcal://a", "http://ä.example/"],
      ["ftp://a", "https:/a", "https://", "https://a b", "https://a\u{200B}b", "https://a\u{A0}"]
    ),
    (.jsonString, ["1", "{\"a\":[]}", "\"x\""], ["", "{", "{\"a\":1,\"a\":2}", "1 2"]),
    (.jsonArrayString, ["[]", " [1]"], ["{}", "1"]),
    (.jsonObjectString, ["{}"], ["[]", "null"]),
  ])
  func formatsMeanWhatTheySay(format: PayloadFormat, good: [String], bad: [String]) throws {
    let text = PayloadExample.contract(
      entities: PayloadExample.note(
        field: #""place":{"format":"\#(format.rawValue)","types":["string"]},"#,
        optional: #""place""#))
    let contract = try #require(
      PayloadContract.read(SourceText(path: "", bytes: Array(text.utf8))).value)
    let validator = EnvelopeValidator(contract)
    for (value, isGood) in good.map({ ($0, true) }) + bad.map({ ($0, false) }) {
      let envelope: JSONValue = [
        "device_id": "d", "entity_id": "e", "entity_type": "note", "operation": "upsert",
        "payload": [
          "id": .string(PayloadSample.uuid), "place": .string(value), "title": "t",
          "version": .string(PayloadSample.hlc),
        ], "version": .string(PayloadSample.hlc),
      ]
      #expect(validator.failures(of: envelope).isEmpty == isGood, "\(format) of '\(value)'")
    }
  }

  @Test func aNewerZoneIsAskedOfTheMachine() throws {
    let names = TimeZoneNames { $0 == "Europe/Atlantis" }
    let known = Array("Europe/Atlantis".utf8)
    let path = Array("../Atlantis".utf8)
    #expect(known.withUnsafeBufferPointer { names.isKnownHere($0) })
    #expect(!path.withUnsafeBufferPointer { TimeZoneNames { _ in true }.isKnownHere($0) })
  }
}
