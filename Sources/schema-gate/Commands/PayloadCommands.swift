import SchemaGate

extension Command {
  static let payload = Command(
    name: "payload",
    summary: "Check what is synced against its contracts, and work on the contracts",
    section: .payloads,
    examples: [
      Example("schema-gate payload validate export.jsonl", "check envelopes"),
      Example("schema-gate payload diff 1 2", "see what a contract brought"),
    ],
    subcommands: [payloadValidate, payloadNew, payloadDiff],
    run: { session, _ in throw UsageError.missingSubcommand(of: session.command) })

  // MARK: validate

  private static let payloadValidate = Command(
    name: "payload validate",
    summary: "Check envelopes against a payload contract, while they stream past",
    operands: Operands("[<file>…]", kind: .file),
    discussion: [
      """
      A file holds a JSON array of envelopes, or JSON lines with one envelope each. '-', and no file \
      at all, is standard input. Memory does not grow with the input. Each failure is printed with \
      its line and column, then a summary by entity and field; ends with 1 where anything failed.
      """
    ],
    options: [contract, maxFailures],
    examples: [
      Example("schema-gate payload validate export.jsonl", "check against the newest contract"),
      Example(
        "zcat export.gz | schema-gate payload validate --contract 1 -",
        "check what an old client wrote"
      ),
      Example(
        "schema-gate payload validate --max-failures 0 *.jsonl", "print the summary alone"),
    ],
    run: { session, arguments in
      let evidence = try session.payloadContracts()
      let value = try session.payloadContract(arguments.number(contract), of: evidence)
      let validator = EnvelopeValidator(value, timeZones: .system)
      var status = ExitStatus.clean
      let inputs = arguments.operands.isEmpty ? ["-"] : arguments.operands
      for input in inputs {
        let limit = arguments.number(maxFailures) ?? 100
        let summary = try session.validate(input, validator, limit)
        if !summary.isClean { status = .findings }
      }
      return status
    })

  private static let contract = Option.value(
    "contract", "<n>", .number, "check against this contract instead of the newest")
  private static let maxFailures = Option.value(
    "max-failures", "<n>", .number,
    "print at most so many failures of each file; the default is 100, and all are counted")

  // MARK: new

  private static let payloadNew = Command(
    name: "payload new",
    summary: "Begin the next contract and its fixture from the last",
    operands: Operands("[<entity>[.<field>]…]", kind: .text),
    discussion: [
      """
      Adds the entities and fields that are named, or else each synced column that no payload \
      carries yet. Sets version and digest, and says which places to fill in.
      """
    ],
    options: [.dryRun],
    examples: [
      Example("schema-gate payload new list.color", "one new field of an entity"),
      Example("schema-gate payload new habit_skip", "a new entity"),
    ],
    run: { session, arguments in
      let (authority, reader) = try session.authority()
      let plan = try NewPayload.plan(arguments.operands, authority, root: reader.root)
      return try session.carryOut(plan, root: reader.root, arguments)
    })

  // MARK: diff

  private static let payloadDiff = Command(
    name: "payload diff",
    summary: "Print what changed from one contract to another, and whether it is allowed",
    operands: Operands("<a> <b>", atLeast: 2, atMost: 2, kind: .file),
    discussion: [
      """
      Contracts are given by their numbers, or as files. Ends with 1 where something changed that \
      must not.
      """
    ],
    options: [diffFormat],
    examples: [
      Example("schema-gate payload diff 1 2", "two contracts of this repository"),
      Example("schema-gate payload diff released.json schema/sync_payload/001.json", "two files"),
      Example("schema-gate payload diff 1 2 --format json", "the changes, for a program"),
    ],
    run: { session, arguments in
      let earlier = try session.payloadContract(at: arguments.operands[0])
      let later = try session.payloadContract(at: arguments.operands[1])
      let collisions = try session.configuration()?.collisionEntities.map(\.value) ?? []
      let changes = PayloadDiff.changes(
        from: earlier, to: later, collisionEntities: Set(collisions), timeZones: .system)
      let report = PayloadDiffReport(changes, from: earlier, to: later)
      if arguments.value(diffFormat) == "json" {
        session.terminal.write(JSONWriter.canonical(report.json, memberOrder: .kept))
      } else {
        for change in changes {
          let word = change.isAllowed ? "allowed" : "refused"
          session.terminal.print("\(word)  \(change.subject): \(change.message)")
        }
        session.terminal.note(
          changes.isEmpty
            ? "nothing changed"
            : "\(changes.count - report.refused) allowed, \(report.refused) refused")
      }
      return report.refused == 0 ? .clean : .findings
    })

  private static let diffFormat = Option.format(["text", "json"])
}

// MARK: - What they share

extension Session {
  /// The contracts of the authority around the current folder, the newest last.
  fileprivate func payloadContracts() throws -> [(version: Int, text: SourceText)] {
    let contracts = try authority().authority.payloadTexts
    if contracts.isEmpty {
      throw RunError(
        "there is no payload contract", help: "begin one: schema-gate payload new <entity>")
    }
    return contracts
  }

  fileprivate func payloadContract(
    _ number: Int?, of contracts: [(version: Int, text: SourceText)], isDraft: Bool = false
  ) throws -> PayloadContract {
    let chosen = number == nil ? contracts.last : contracts.first { $0.version == number }
    guard let chosen else {
      let known = contracts.map { "\($0.version)" }.joined(separator: ", ")
      throw UsageError(
        "there is no payload contract \(number.map(String.init) ?? "")",
        help: "there are: \(known)")
    }
    return try read(chosen.text, isDraft: isDraft)
  }

  /// A contract by its number in the authority, or by its file.
  fileprivate func payloadContract(at operand: String) throws -> PayloadContract {
    if let number = Int(operand), !Syscalls.exists(operand) {
      return try payloadContract(number, of: payloadContracts(), isDraft: true)
    }
    let bytes = try ByteStream(operand).readAll(limit: Syscalls.jsonLimit)
    return try read(SourceText(path: operand, bytes: bytes), isDraft: true)
  }

  /// Reads a contract; of a draft, what is not right yet is only said.
  private func read(_ text: SourceText, isDraft: Bool = false) throws -> PayloadContract {
    let formed = PayloadContract.read(text)
    if isDraft, let contract = formed.value {
      for fault in formed.faults {
        terminal.warn(
          "\(text.path):\(text.position(at: fault.offset).line): \(fault.message)",
          help: fault.help)
      }
      return contract
    }
    guard let contract = formed.value, formed.faults.isEmpty else {
      let fault = formed.faults.first
      let place = fault.map { text.position(at: $0.offset) }
      throw RunError(
        "\(text.path):\(place?.line ?? 1):\(place?.column ?? 1): "
          + (fault?.message ?? "no contract"), help: fault?.help ?? "see all: schema-gate check")
    }
    return contract
  }

  /// Checks one input, and prints what fails and the summary.
  fileprivate func validate(
    _ input: String, _ validator: EnvelopeValidator, _ limit: Int
  ) throws -> EnvelopeSummary {
    let name = input == ByteStream.standardInputName ? "standard input" : input
    let size = input == ByteStream.standardInputName ? nil : try Syscalls.fileSize(input)
    let stream = try ByteStream(input)
    var printed = 0
    let summary = try validator.validate(
      failureLimit: limit,
      read: { buffer throws(FileError) in try stream.read(into: buffer) },
      report: { failure in
        printed += 1
        terminal.print("\(name):\(failure.line):\(failure.column): \(failure)")
        if let help = failure.help { terminal.print("  = help: \(help)") }
      },
      progress: { done in terminal.progress(Progress.line(name, done, of: size)) })
    if summary.failures > printed && limit > 0 {
      terminal.print("\(name): and \(summary.failures - printed) more")
    }
    for line in summary.table { terminal.print(line) }
    terminal.print("\(name): \(summary.verdict)")
    return summary
  }
}

/// The line that shows how far a file is.
private enum Progress {
  static func line(_ name: String, _ done: Int, of size: Int?) -> String {
    guard let size, size > 0 else { return "\(name)  \(done >> 20) MiB" }
    let share = min(done * 20 / size, 20)
    let bar = String(repeating: "#", count: share) + String(repeating: ".", count: 20 - share)
    return "[\(bar)] \(min(done * 100 / size, 100))%  \(name)"
  }
}

extension EnvelopeSummary {
  /// The failures by entity and field.
  fileprivate var table: [String] {
    let rows = counts.map { count -> (String, Int) in
      let subject =
        switch (count.entity, count.field) {
        case (nil, _): "(no known entity)"
        case (let entity?, nil): entity + (count.isUnknownKey ? ".(unknown key)" : "")
        case (let entity?, let field?): "\(entity).\(field)"
        }
      return (subject, count.count)
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { subject, count in
      "  \(subject)\(String(repeating: " ", count: width - subject.count))  \(count)"
    }
  }

  /// What it comes to.
  fileprivate var verdict: String {
    let noun = envelopes == 1 ? "envelope" : "envelopes"
    if isClean { return "passed: \(envelopes) \(noun)" }
    return "failed: \(failures) \(failures == 1 ? "failure" : "failures") in "
      + "\(failedEnvelopes) of \(envelopes) \(noun)"
  }
}
