import Testing

@testable import SchemaGate

/// Each rule of a contract's form: a contract that breaks only it is reported once, in its place.
@Suite struct ContractFormTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let message: String
    var testDescription: String { "\(from) → \(to)" }

    init(_ from: String, _ to: String, _ message: String) {
      (self.from, self.to, self.message) = (from, to, message)
    }
  }

  /// A contract with one field of each kind, without white space.
  static let base = PayloadExample.contract(
    entities: PayloadExample.note(
      field: #"""
        "level":{"maximum":5,"minimum":1,"types":["integer"]},\#
        "place":{"additional_properties":false,"properties":{"room":{"types":["string"]}},\#
        "required_properties":["room"],"types":["object"]},\#
        "start":{"maximum":1440,"minimum":0,"types":["integer"],"unit":"minute-of-day"},\#
        "state":{"enum":["done","open"],"types":["null","string"]},\#
        "tags":{"items":{"format":"uuid","types":["string"]},"max_items":8,"min_items":0,\#
        "types":["array"],"unique_items":true},
        """#, optional: #""level","place","start","state","tags""#, synthetic: #""tags""#,
      shapes: #"""
        {"marker_key":"state","name":"a","optional_keys":[],"required_keys":["state","version"]},\#
        {"name":"b","optional_keys":["id"],"required_keys":["version"]}
        """#), reserved: #"{"note":["alpha","beta"]}"#)

  static let cases: [Case] = [
    // The file.
    Case(#""contract_format":3"#, #""contract_format":⚑4"#, "reads format 3"),
    Case(#""contract_format":3"#, #""contract_format":⚑3.0"#, "reads format 3"),
    Case(#"{"contract_format""#, #"⚑{"contract_format""#, "'field_evolution'"),
    Case(#""payload_schema_version":1"#, #""payload_schema_version":⚑0"#, "from 1 up"),
    Case(#""payload_schema_version":1"#, #""payload_schema_version":⚑1.0"#, "from 1 up"),
    Case(#""payload_schema_version":1"#, #""payload_schema_version":⚑99999999999999999999"#, "up"),
    Case(#""contract_format":3"#, #"⚑"also":1,"contract_format":3"#, "unknown member 'also'"),
    Case(#""fixtures/001.golden.json""#, "⚑7", "must be a string"),
    Case(PayloadExample.digestPlace, "Z", "64 lowercase hex digits"),
    Case(#"{"contract_format":3"#, #"{"contract_format":3,⚑"contract_format":3"#, "duplicate"),
    // Entities.
    Case(#""entities":{"#, #""entities":{⚑"Big":{},"#, "[a-z][a-z0-9_]*"),
    Case(#""entities":{"#, #""entities":{"other":⚑[],"#, "must be an object"),
    Case(#""synthetic_keys":["tags"]"#, #""synthetic_keys":[⚑"id2"]"#, "no upsert key"),
    Case(#""synthetic_keys":["tags"]"#, #""synthetic_keys":⚑7"#, "must be an array"),
    Case(#""synthetic_keys":["tags"]"#, #""synthetic_keys":["tags",⚑"tags"]"#, "twice"),
    Case(#""synthetic_keys":["tags"]"#, #""synthetic_keys":[⚑4]"#, "must be a string"),
    // Keys and fields belong together.
    Case(#""optional_keys":["level","#, #""optional_keys":[⚑"lev","level","#, "no entry in fields"),
    Case(#""level":{"max"#, #"⚑"extra":{"types":["null"]},"level":{"max"#, "no operation"),
    Case(#""optional_keys":["level","place","#, #""optional_keys":["place",⚑"level","#, "sorted"),
    Case(#""required_keys":["id","title"#, #""required_keys":["id",⚑"id","title"#, "twice"),
    Case(#""optional_keys":["level""#, #""optional_keys":[⚑"id","level""#, "optional at once"),
    Case(
      #""required_keys":["id","title","version"]"#, #""required_keys":⚑["id","title"]"#,
      "lacks 'version'"),
    Case(#""required_keys":["id","title","version"]"#, #""required_keys":⚑{}"#, "array"),
    // Deletes.
    Case(#""marker_key":"state""#, #""marker_key":⚑"id""#, "not among the required"),
    Case(#""name":"b""#, #""name":⚑"a""#, "twice"),
    Case(#""name":"a""#, #""name":"c""#, "sorted"),
    Case(#""name":"b""#, #""name":⚑"B""#, "[a-z]"),
    Case(#"["state","version"]"#, #"⚑["state"]"#, "lacks 'version'"),
    Case(#"{"name":"b""#, #"{⚑"markers":"id","name":"b""#, "unknown member"),
    // Types.
    Case(#""types":["integer"],"unit""#, #""types":⚑[],"unit""#, "at least one"),
    Case(#"["null","string"]"#, #"["string",⚑"null"]"#, "sorted"),
    Case(#"["null","string"]"#, #"["null",⚑"null","string"]"#, "twice"),
    Case(#"["null","string"]"#, #"["null","string",⚑"text"]"#, "no JSON type"),
    Case(#""title":{"types""#, #""title":{⚑"type":1,"types""#, "unknown member 'type'"),
    Case(#""title":{"types":["string"]}"#, #""title":⚑{}"#, "lacks the member 'types'"),
    // Strings.
    Case(#""title":{"types""#, #""title":{"format":⚑"date","types""#, "no known format"),
    Case(#""title":{"types""#, #""title":{"minimum":⚑1,"types""#, "is for integer or number"),
    Case(#""title":{"types""#, #""title":{"items":⚑{},"types""#, "is for array"),
    Case(#""title":{"types""#, #""title":{"properties":⚑{},"types""#, "is for object"),
    Case(#"["done","open"]"#, #"["open",⚑"done"]"#, "sorted"),
    Case(#"["done","open"]"#, #"["done",⚑"done","open"]"#, "twice"),
    Case(#"["done","open"]"#, #"⚑[]"#, "at least one"),
    Case(#"["done","open"]"#, #"[⚑1,"open"]"#, "must be a string"),
    Case(#""level":{"maximum":5"#, #""level":{"enum":⚑["a"],"maximum":5"#, "is for string"),
    // Numbers.
    Case(#""maximum":5,"minimum":1"#, #""maximum":5,"minimum":⚑6"#, "above its maximum"),
    Case(#""maximum":5"#, #""maximum":⚑5.5"#, "must be an integer"),
    Case(#""maximum":5"#, #""maximum":⚑9223372036854775808"#, "beyond 64 bits"),
    Case(#""maximum":5"#, #""maximum":⚑"5""#, "must be a number"),
    Case(#""unit":"minute-of-day""#, #""unit":⚑"hours""#, "no known unit"),
    Case(#""maximum":1440"#, #""maximum":1439"#, "minimum 0 and maximum 1440"),
    // Arrays.
    Case(#""min_items":0"#, #""min_items":⚑9"#, "above its max_items"),
    Case(#""min_items":0"#, #""min_items":⚑-1"#, "from 0 up"),
    Case(#""max_items":8"#, #""max_items":⚑8.0"#, "from 0 up"),
    Case(#""unique_items":true"#, #""unique_items":⚑1"#, "true or false"),
    Case(#"{"format":"uuid","types":["string"]},"max"#, #"⚑[],"max"#, "must be an object"),
    // Objects.
    Case(#""place":{"additional_properties":false,"#, #""place":⚑{"#, "lacks 'additional"),
    Case(#""additional_properties":false"#, #""additional_properties":⚑0"#, "true or false"),
    Case(#""required_properties":["room"]"#, #""required_properties":[⚑"row"]"#, "not among"),
    Case(#""room":{"types""#, #"⚑"Room":{"types":["null"]},"room":{"types""#, "[a-z]"),
    Case(#""room":{"types":["string"]}"#, #""room":{"types":[⚑"text"]}"#, "no JSON type"),
    // History and reserved spellings.
    Case(#""field_evolution":{}"#, #""field_evolution":{⚑"note.titel":{}}"#, "names no field"),
    Case(#""field_evolution":{}"#, #""field_evolution":{⚑"note":{}}"#, "names no field"),
    Case(#""field_evolution":{}"#, history("⚑0", "preserve", "x"), "from 1 up"),
    Case(#""field_evolution":{}"#, history("2", "replace", "x"), "must be 'preserve'"),
    Case(#""field_evolution":{}"#, history("2", "preserve", " "), "must not be blank"),
    Case(#"{"note":["alpha","beta"]}"#, #"{⚑"memo":[]}"#, "is no entity"),
    Case(#"["alpha","beta"]"#, #"["beta",⚑"alpha"]"#, "sorted"),
    Case(#"["alpha","beta"]"#, #"[⚑"Alpha"]"#, "[a-z]"),
  ]

  private static func history(_ version: String, _ update: String, _ meaning: String) -> String {
    let update = update == "preserve" ? #""preserve""# : #"⚑"\#(update)""#
    let meaning = meaning == "x" ? #""x""# : #"⚑"\#(meaning)""#
    return #"""
      "field_evolution":{"note.level":{"introduced_in":\#(version),\#
      "legacy_insert_default":1,"legacy_update":\#(update),"meaning":\#(meaning)}}
      """#
  }

  @Test func theBaseIsSound() {
    let text = SourceText(path: "001.json", bytes: Array(Self.base.utf8))
    #expect(PayloadContract.read(text).faults.isEmpty)
  }

  @Test(arguments: cases)
  func eachBrokenRuleIsOneFaultInItsPlace(_ test: Case) throws {
    var marked = Self.base
    // A member taken away leaves nothing to mark but what should have had it.
    if test.message == "'field_evolution'" {
      marked = marked.replacing(#""field_evolution":{},"#, with: "")
    }
    let range = try #require(marked.firstRange(of: test.from), "not in the base")
    marked.replaceSubrange(range, with: test.to)
    let bytes = Array(marked.filter { $0 != Example.mark }.utf8)
    let text = SourceText(path: "001.json", bytes: bytes)
    let faults = PayloadContract.read(text).faults
    #expect(faults.count == 1, "\(faults.map(\.message))")
    let fault = try #require(faults.first)
    #expect(fault.message.contains(test.message), "\(fault.message)")
    if let mark = marked.firstIndex(of: Example.mark) {
      #expect(fault.offset == marked.utf8.distance(from: marked.startIndex, to: mark))
    }
  }

  @Test func crlfIsSaidOnceAndNotTakenForAnEdit() throws {
    let text = try RealPayload.text("001.json")
    #expect(CanonicalForm.fault(in: text) == nil)
    let bytes = text.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let fault = try #require(CanonicalForm.fault(in: SourceText(path: "001.json", bytes: bytes)))
    #expect(fault.message.contains("CRLF"))
    #expect(CanonicalForm.withLineFeeds(bytes) == text.bytes)
  }
}
