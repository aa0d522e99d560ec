import Testing

@testable import SchemaGate

@Suite struct LadderFormTests {
  @Test(
    arguments: [
      ("001", 1), ("042", 42), ("999", 999), ("1000", 1000), ("999999", 999_999),
      ("1", nil), ("01", nil), ("0001", nil), ("000", nil), ("01000", nil), ("1000000", nil),
      ("99999999999999999999999", nil), ("", nil), ("+02", nil), ("-02", nil), (" 02", nil),
      ("٠٠٢", nil), ("００２", nil), ("0x2", nil),
    ] as [(String, Int?)])
  func aVersionHasOneSpelling(text: String, number: Int?) {
    #expect(Version(padded: text)?.number == number)
    if let number { #expect(Version(number)?.padded == text) }
  }

  @Test(arguments: [
    ("002_pages.sql", "migration 2 pages"), ("1000_a1_b.sql", "migration 1000 a1_b"),
    ("002_Pages.sql", "bad 2"), ("002_pages.SQL", "bad 2"), ("2_pages.sql", "bad 2"),
    ("0002_pages.sql", "bad 2"), ("002pages.sql", "bad 2"), ("002_.sql", "bad 2"),
    ("002-pages.sql", "bad 2"), ("002_pä.sql", "bad 2"), ("001_pages.sql", "bad 1"),
    ("000_pages.sql", "bad 0"), ("20260101120000_pages.sql", "bad nil"),
    ("2147483650_pages.sql", "bad nil"), ("99999999999999999999999_pages.sql", "bad nil"),
    ("-02_pages.sql", "bad nil"), ("+02_pages.sql", "bad nil"), (" 002_pages.sql", "bad nil"),
    ("0x2_pages.sql", "bad 0"), ("٠٠٢_pages.sql", "bad nil"), ("００２_pages.sql", "bad nil"),
    (".sql", "ignored"), (".002_x.sql", "ignored"), ("README", "ignored"),
    ("readme.md", "ignored"), ("README.sql", "bad nil"), ("notes.txt", "foreign"),
    ("002_pages.sql.orig", "foreign"), ("", "foreign"), ("002_pages", "foreign"),
  ])
  func aFileNameIsAMigrationOrSaysWhyNot(name: String, expected: String) {
    let described =
      switch MigrationFileName(name) {
      case .migration(let version, let name): "migration \(version.number) \(name)"
      case .malformed(_, _, let number): "bad \(number.map(String.init) ?? "nil")"
      case .ignored: "ignored"
      case .foreign: "foreign"
      }
    #expect(described == expected)
  }

  static let digest = String(repeating: "0a", count: 32)

  @Test(
    arguments: [
      (#"[]"#, "the lock must be an object, not an array @0"),
      (
        #"{"001":{"name":"001_schema.sql","sha256":"DIGEST"}"#,
        "expected ',' or '}', found the end of the input @108"
      ),
      (
        #"{"1":{"name":"001_schema.sql","sha256":"DIGEST"}}"#,
        "the lock has a key '1' that is not a zero-padded version @1"
      ),
      (
        #"{"001":{"name":"001_schema.sql","sha256":"DIGEST"},"001":{}}"#,
        "duplicate member '001' @109"
      ),
      (
        #"{"001":{"name":"001_schema.sql","sha256":"DIGEST","x":1}}"#,
        "entry '001' has an unknown member 'x' @108"
      ),
      (#"{"001":{"name":"001_schema.sql"}}"#, "entry '001' lacks the member 'sha256' @7"),
      (
        #"{"001":{"name":1,"sha256":"DIGEST"}}"#,
        "the name of entry '001' must be a string, not a number @15"
      ),
      (
        #"{"001":{"name":"schema.sql","sha256":"DIGEST"}}"#,
        "entry '001' must be named '001_schema.sql', not 'schema.sql' @15"
      ),
      (
        #"{"002":{"name":"003_a.sql","sha256":"DIGEST"}}"#,
        "entry '002' must be named '002_<name>.sql', not '003_a.sql' @15"
      ),
      (#"{"002":{"name":"002_a.sql","sha256":"DIGEST0"}}"#, nil),
    ] as [(String, String?)])
  func aLockThatIsNotExactlyOneIsALocatedFault(text: String, expected: String?) {
    let bytes = Array(text.replacing("DIGEST", with: Self.digest).utf8)
    let formed = Lock.read(SourceText(path: "l", bytes: bytes))
    #expect(formed.value == nil)
    if let expected {
      #expect(formed.faults.map { "\($0.message) @\($0.offset)" } == [expected])
    } else {
      #expect(formed.faults.count == 1)
    }
  }

  @Test func aLockReadsInAnyOrderAndIsWrittenSorted() throws {
    let text =
      #"{"002":{"sha256":"DIGEST","name":"002_a.sql"},"001":{"name":"001_schema.sql","sha256":"DIGEST"}}"#
    let bytes = Array(text.replacing("DIGEST", with: Self.digest).utf8)
    let lock = try #require(Lock.read(SourceText(path: "l", bytes: bytes)).value)
    #expect(lock.entries.map(\.identity.lockName) == ["001_schema.sql", "002_a.sql"])
    #expect(
      String(decoding: lock.canonicalBytes, as: UTF8.self) == """
        {
          "001": {
            "name": "001_schema.sql",
            "sha256": "\(Self.digest)"
          },
          "002": {
            "name": "002_a.sql",
            "sha256": "\(Self.digest)"
          }
        }

        """)
  }

  @Test(
    arguments: [
      (#"{}"#, ["the policy lacks the member 'launched'"]),
      (#"{"launched": 1}"#, ["'launched' must be true or false, not a number"]),
      (
        #"{"launched": true, "acknowleged": {}}"#,
        ["the policy has an unknown member 'acknowleged'"]
      ),
      (
        #"{"launched": true, "frozen_baseline": {"checksum_lock": {}}}"#,
        ["'frozen_baseline' has an unknown member 'checksum_lock'"]
      ),
      (
        #"{"launched": true, "frozen_baseline": {"sync_payload_contracts": {"1": "x"}}}"#,
        ["'sync_payload_contracts' has a key '1' that is not a zero-padded version"]
      ),
      (#"{"launched": true, "team": "sync", "frozen_baseline": {"at": "2027"}}"#, []),
    ] as [(String, [String])])
  func aPolicyIsStrictAboutWhatItKnowsAndKeepsTheRest(text: String, faults: [String]) {
    let formed = Policy.read(SourceText(path: "p", bytes: Array(text.utf8)))
    #expect(formed.faults.map(\.message) == faults)
    #expect((formed.value == nil) == !faults.isEmpty)
  }

  @Test func arePolicyMembersKeptInTheirOrderWhenItIsArmed() throws {
    let text = #"{"zeta": [1.50], "launched": false, "frozen_baseline": {"at": 1}, "note": "n"}"#
    let policy = try #require(Policy.read(SourceText(path: "p", bytes: Array(text.utf8))).value)
    let armed = String(decoding: policy.armedBytes(FrozenSet()), as: UTF8.self)
    #expect(
      armed == """
        {
          "zeta": [
            1.5
          ],
          "launched": true,
          "frozen_baseline": {
            "at": 1,
            "checksums_lock": {},
            "sync_payload_contracts": {}
          },
          "note": "n"
        }

        """)
  }

  @Test func aFrozenSetFoundBeforeLaunchIsStale() throws {
    let frozen = FileExample.policy(launched: false, frozen: [("001_schema.sql", "SELECT 1;")])
    let policy = try #require(Policy.read(SourceText(path: "p", bytes: Array(frozen.utf8))).value)
    #expect(policy.recordedFrozen.entries.count == 1)
    #expect(policy.frozen.isEmpty)
  }

  /// What is changed about a sound ladder of two versions, and what loading then says.
  static let changes: [(path: String, text: String?, kind: LadderError.Kind?)] = [
    ("none", "", nil),
    ("schema.sql", nil, .missing),
    ("schema.sql", FileExample.tags, .digestMismatch),
    ("migrations/checksums.lock", nil, .missing),
    ("migrations/checksums.lock", "{}", .unrecorded),
    ("migrations/checksums.lock", "{", .malformed),
    ("migrations/002_pages.sql", nil, .unrecorded),
    ("migrations/002_pages.sql", FileExample.tags, .digestMismatch),
    ("migrations/003_tags.sql", FileExample.tags, .unrecorded),
    ("migrations/004_tags.sql", FileExample.tags, .gap),
    ("migrations/002_tags.sql", FileExample.tags, .badName),
    ("migrations/3_tags.sql", FileExample.tags, .badName),
    ("migrations/README.md", "text", nil),
    ("migration_policy.json", "{}", .malformed),
    ("migration_policy.json", #"{"launched": true, "acknowledged": {"001": [{}]}}"#, .malformed),
    ("migration_policy.json", #"{"launched": false}"#, nil),
  ]

  @Test(arguments: changes.indices)
  func aLadderLoadsOnlyIfItMatchesItsLock(index: Int) throws {
    let change = Self.changes[index]
    var texts = [
      "schema.sql": FileExample.baseline, "migrations/002_pages.sql": FileExample.pages,
      "migrations/checksums.lock": FileExample.lock([
        ("001_schema.sql", FileExample.baseline), ("002_pages.sql", FileExample.pages),
      ]),
    ]
    texts[change.path] = change.text
    do throws(LadderError) {
      let ladder = try Ladder.load(from: MemorySource(texts: texts))
      #expect(change.kind == nil)
      #expect(ladder.newest.number == 2)
      #expect(ladder.regime == (change.path == "migration_policy.json" ? .preLaunch : .launched))
      #expect(ladder.lock.entries.map(\.identity.name) == ["schema", "pages"])
    } catch {
      #expect(error.kind == change.kind, "\(error)")
    }
  }
}
