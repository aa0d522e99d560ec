/// One reviewed upsert per entity, kept apart from the code that it is to test.
struct GoldenFixture: Sendable {
  /// The payload version that it says it is of.
  let version: Int
  /// The byte offset of that version.
  let versionOffset: Int
  /// The envelopes.
  let envelopes: [JSONValue]

  /// Reads a fixture, and holds it against its contract.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - contract: the contract of the same version; nil where it could not be read.
  ///   - zones: which words are names of time zones.
  static func read(
    _ text: SourceText, contract: PayloadContract?, zones: TimeZoneNames
  ) -> Formed<GoldenFixture> {
    var reader = FixtureReader(text: text)
    let fixture = reader.fixture()
    if let fixture, let contract { reader.compare(fixture, with: contract, zones) }
    return Formed(fixture, faults: reader.form.faults)
  }

  /// The fixture as a file.
  static func canonicalBytes(version: Int, envelopes: [JSONValue]) -> [UInt8] {
    JSONWriter.canonical([
      "payload_schema_version": .integer(version), "envelopes": .array(envelopes),
    ])
  }
}

private struct FixtureReader {
  let text: SourceText
  var form = JSONForm()

  mutating func fixture() -> GoldenFixture? {
    guard let value = form.read(text),
      let fields = form.object(
        value, "a golden fixture", required: ["envelopes", "payload_schema_version"]),
      let versionValue = fields["payload_schema_version"],
      let envelopesValue = fields["envelopes"]
    else { return nil }
    let envelopes = form.array(envelopesValue, "envelopes")
    guard let version = versionValue.asInt, version > 0 else {
      form.report("payload_schema_version must be a positive integer", at: versionValue.offset)
      return nil
    }
    guard let envelopes else { return nil }
    self.envelopesOffset = envelopesValue.offset
    return GoldenFixture(
      version: version, versionOffset: versionValue.offset, envelopes: envelopes)
  }

  private var envelopesOffset = 0

  init(text: SourceText) { self.text = text }

  mutating func compare(
    _ fixture: GoldenFixture, with contract: PayloadContract, _ zones: TimeZoneNames
  ) {
    var checker = EnvelopeChecker(PayloadProgram(contract), zones: zones)
    var seen: [String] = []
    var isOrdered = true
    for envelope in fixture.envelopes {
      if let operation = envelope[member: "operation"], operation.asString == "delete" {
        form.report("a golden fixture holds upserts only, not a delete", at: operation.offset)
        continue
      }
      check(envelope, &checker)
      guard let type = envelope[member: "entity_type"], let name = type.asString,
        let entity = contract.entity(name)
      else { continue }
      if seen.contains(name) {
        form.report("a second envelope of '\(name)'", at: type.offset)
      } else if let last = seen.last, isOrdered, name.precedesByBytes(last) {
        isOrdered = false
        form.report("'\(name)' comes before '\(last)' in the order of entities", at: type.offset)
      }
      seen.append(name)
      if let payload = envelope[member: "payload"], payload.asObject != nil {
        for key in entity.upsert.optional where payload[member: key.name] == nil {
          form.report(
            "the payload of '\(name)' lacks the optional key '\(key.name)'; a golden one has all",
            at: payload.offset)
        }
      }
    }
    for entity in contract.entities where !seen.contains(entity.name) {
      form.report("there is no envelope of '\(entity.name)'", at: envelopesOffset)
    }
  }

  private mutating func check(_ envelope: JSONValue, _ checker: inout EnvelopeChecker) {
    checker.faults.removeAll()
    text.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, offset: envelope.offset)
      do throws(JSONError) {
        try checker.checkEnvelope(&scanner)
      } catch {
        form.report(error.message, at: error.offset)
      }
      for fault in checker.faults {
        form.report(
          checker.failure(fault, line: 1, in: bytes).description, at: fault.offset,
          help: fault.help)
      }
    }
  }
}
