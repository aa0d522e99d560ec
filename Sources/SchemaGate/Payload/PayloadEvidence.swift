/// The payload contracts and fixtures of an authority, parsed, and what they are held against.
struct PayloadEvidence: Sendable {
  /// A contract's file.
  struct Contract: Sendable {
    /// The number in the file's name.
    let version: Int
    let text: SourceText
    let formed: Formed<PayloadContract>
  }

  /// A fixture's file.
  struct Fixture: Sendable {
    /// The number in the file's name.
    let version: Int
    let text: SourceText
    let formed: Formed<GoldenFixture>
  }

  /// A step from one contract to the next that could be read.
  struct Step: Sendable {
    let earlier: PayloadContract
    let later: PayloadContract
    /// What changed, also what may.
    let changes: [PayloadChange]
  }

  /// The place in source that declares the current payload version.
  struct DeclaredVersion: Sendable {
    /// The source file.
    let path: String
    /// Whether the file is there.
    let isPresent: Bool
    /// Where the configuration names it.
    let configured: Location
    /// What the pattern found.
    let matches: [(text: String, location: Location)]
  }

  /// A name pattern that no key may match.
  struct Forbidden: Sendable {
    let pattern: String
    let reason: String
    let location: Location
    let matches: @Sendable (String) -> Bool
  }

  /// The folder of the contracts.
  let folder: String
  /// The contracts in the order of their numbers.
  let contracts: [Contract]
  /// The fixtures in the order of their numbers.
  let fixtures: [Fixture]
  /// The steps between them.
  let steps: [Step]
  /// Whether clients with these contracts are out there.
  let isLaunched: Bool
  /// The declaration in source; nil where none is configured.
  let declaration: DeclaredVersion?
  /// Names that no key may have.
  let forbidden: [Forbidden]

  /// Parses contracts and fixtures.
  ///
  /// - Parameters:
  ///   - contracts: the contracts' files by the numbers in their names.
  ///   - fixtures: the fixtures' files by the numbers in their names.
  init(
    folder: String, contracts: [(version: Int, text: SourceText)],
    fixtures: [(version: Int, text: SourceText)], isLaunched: Bool,
    declaration: DeclaredVersion? = nil, collisionEntities: Set<String> = [],
    forbidden: [Forbidden] = [], zones: TimeZoneNames = .builtIn
  ) {
    let parsed = contracts.map { file in
      Contract(version: file.version, text: file.text, formed: ContractReader.read(file.text))
    }
    self.folder = folder
    self.contracts = parsed
    self.fixtures = fixtures.map { file in
      let contract = parsed.first { $0.version == file.version }?.formed.value
      return Fixture(
        version: file.version, text: file.text,
        formed: GoldenFixture.read(file.text, contract: contract, zones: zones))
    }
    let values = parsed.compactMap(\.formed.value)
    steps = zip(values, values.dropFirst()).map { earlier, later in
      Step(
        earlier: earlier, later: later,
        changes: PayloadDiff.changes(
          from: earlier, to: later, collisionEntities: collisionEntities, timeZones: zones))
    }
    self.isLaunched = isLaunched
    self.declaration = declaration
    self.forbidden = forbidden
  }

  /// The newest contract; nil where it could not be read.
  var newest: PayloadContract? { contracts.last?.formed.value }

  /// The refused changes of a topic, as findings in the later contract.
  func findings(about topic: PayloadChange.Topic) -> [Finding] {
    steps.flatMap { step in
      step.changes.filter { $0.topic == topic && !$0.isAllowed }.map { change in
        Finding(
          "'\(change.subject)': \(change.message)",
          at: step.later.location(at: change.offset, object: change.subject), help: change.help,
          related: change.earlierOffset.map {
            [
              RelatedLocation(
                "as version \(step.earlier.version) has it", at: step.earlier.location(at: $0))
            ]
          } ?? [])
      }
    }
  }
}
