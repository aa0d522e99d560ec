/// The regime of a repository, what is frozen, and which odd digests are acknowledged.
///
/// It is read in two places: the gate judges by it, and an app that opens databases takes the regime
/// and the acknowledged digests from it.
public struct Policy: Sendable {
  /// Whether databases of this schema are out there.
  public let regime: Regime

  /// Where people read about the policy; for them alone.
  public let policyDocument: String

  /// A note for people.
  public let note: String

  /// The frozen set as the file has it; stale while the regime is pre-launch.
  public let recordedFrozen: FrozenSet

  /// Digests under which versions may also be recorded in databases.
  public let acknowledged: [Acknowledgement]

  /// What is wrong with `acknowledged`, in the order of the file; the rest of the policy is sound.
  public let acknowledgedFaults: [FormFault]

  /// Acknowledged digests of one version, with their places in the file.
  public struct Acknowledgement: Sendable {
    /// The version.
    public let version: Version
    /// The digests with their reasons.
    public let digests: [AcknowledgedDigest]
    /// The byte offset of its key.
    public let offset: Int
  }

  /// The file as JSON, from which a changed one is made so that unknown members stay in place.
  let json: JSONValue

  /// Whether databases of this schema are out there.
  public var isLaunched: Bool { regime == .launched }

  /// What is frozen: nothing before launch, whatever the file still says.
  public var frozen: FrozenSet { isLaunched ? recordedFrozen : FrozenSet() }

  /// The acknowledged digests by version.
  public var acknowledgedDigests: [Version: [AcknowledgedDigest]] {
    Dictionary(acknowledged.map { ($0.version, $0.digests) }) { $0 + $1 }
  }
}

extension Policy {
  /// Reads a policy; known members strictly, unknown ones are left to whoever put them there.
  public static func read(_ text: SourceText) -> Formed<Policy> {
    var form = JSONForm()
    guard let value = form.read(text) else { return Formed(nil, faults: form.faults) }
    guard let members = form.members(value, "the policy") else {
      return Formed(nil, faults: form.faults)
    }
    reportSlips(
      members, "the policy", weighty: ["launched", "frozen_baseline", "acknowledged"],
      known: ["policy_doc", "note"], form: &form)
    var launched: Bool?
    if let member = value[member: "launched"] {
      launched = form.bool(member, "'launched'")
    } else {
      form.report("the policy lacks the member 'launched'", at: value.offset)
    }
    let document = value[member: "policy_doc"].flatMap { form.string($0, "'policy_doc'") }
    let note = value[member: "note"].flatMap { form.string($0, "'note'") }
    let frozen = value[member: "frozen_baseline"].map { readFrozen($0, form: &form) }
    // Faults there must not hide what is frozen, so they are kept apart.
    var acknowledgedForm = JSONForm()
    let acknowledged = value[member: "acknowledged"].map {
      readAcknowledged($0, form: &acknowledgedForm)
    }
    guard let launched, form.faults.isEmpty else { return Formed(nil, faults: form.faults) }
    return Formed(
      Policy(
        regime: launched ? .launched : .preLaunch, policyDocument: document ?? "",
        note: note ?? "", recordedFrozen: frozen ?? FrozenSet(),
        acknowledged: acknowledged ?? [], acknowledgedFaults: acknowledgedForm.faults, json: value))
  }

  /// Unknown members belong to others and are kept; but a misspelt one would thaw what is frozen.
  private static func reportSlips(
    _ members: [JSONMember], _ what: String, weighty: [String], known: [String] = [],
    form: inout JSONForm
  ) {
    for member in members where !weighty.contains(member.name) && !known.contains(member.name) {
      guard let meant = NearestName.nearest(member.name, among: weighty) else { continue }
      form.report(
        "\(what) has an unknown member '\(member.name)'", at: member.nameOffset,
        help: "did you mean '\(meant)'?")
    }
  }

  private static func readFrozen(_ value: JSONValue, form: inout JSONForm) -> FrozenSet {
    guard let members = form.members(value, "'frozen_baseline'") else { return FrozenSet() }
    reportSlips(
      members, "'frozen_baseline'", weighty: ["checksums_lock", "sync_payload_contracts"],
      form: &form)
    let entries = value[member: "checksums_lock"].flatMap {
      Lock.entries(in: $0, "'checksums_lock'", form: &form)
    }
    var contracts: [FrozenSet.Contract] = []
    if let value = value[member: "sync_payload_contracts"],
      let members = form.members(value, "'sync_payload_contracts'")
    {
      for member in members {
        guard let version = Lock.version(member, "'sync_payload_contracts'", form: &form),
          let digest = form.digest(member.value, "the hash of contract '\(member.name)'")
        else { continue }
        contracts.append(
          FrozenSet.Contract(version: version, digest: digest, offset: member.nameOffset))
      }
    }
    return FrozenSet(entries: entries ?? [], contracts: contracts)
  }

  private static func readAcknowledged(
    _ value: JSONValue, form: inout JSONForm
  ) -> [Acknowledgement] {
    guard let members = form.members(value, "'acknowledged'") else { return [] }
    return members.compactMap { member in
      guard let version = Lock.version(member, "'acknowledged'", form: &form),
        let elements = form.array(member.value, "'acknowledged' of '\(member.name)'")
      else { return nil }
      let digests = elements.compactMap { element -> AcknowledgedDigest? in
        guard
          let fields = form.object(
            element, "an acknowledged digest of '\(member.name)'", required: ["sha256", "reason"]),
          let digestValue = fields["sha256"], let reasonValue = fields["reason"],
          let digest = form.digest(digestValue, "the acknowledged sha256"),
          let reason = form.text(reasonValue, "the reason of an acknowledged digest")
        else { return nil }
        return AcknowledgedDigest(digest: digest, reason: reason)
      }
      return Acknowledgement(version: version, digests: digests, offset: member.nameOffset)
    }
  }
}

extension Policy {
  /// The policy file of a repository that is not launched.
  static func initial(note: String, document: String) -> JSONValue {
    [
      "launched": false, "policy_doc": .string(document), "note": .string(note),
      "frozen_baseline": ["checksums_lock": [:], "sync_payload_contracts": [:]],
    ]
  }

  /// The file's bytes after arming: launched, with this frozen set, all else kept in its order.
  func armedBytes(_ frozen: FrozenSet) -> [UInt8] {
    var contracts = JSONValue.object([])
    for contract in frozen.contracts {
      contracts = contracts.setting(
        member: contract.version.padded, to: .string(contract.digest.description))
    }
    let baseline = (json[member: "frozen_baseline"] ?? .object([]))
      .setting(member: "checksums_lock", to: Lock.json(frozen.entries.map(\.identity)))
      .setting(member: "sync_payload_contracts", to: contracts)
    let armed = json.setting(member: "launched", to: true)
      .setting(member: "frozen_baseline", to: baseline)
    return JSONWriter.canonical(armed, memberOrder: .kept)
  }
}
