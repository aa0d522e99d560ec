import SchemaGate

extension Command {
  static let quarantine = Command(
    name: "quarantine",
    summary: "Look at databases that were set aside, put one back, remove old ones",
    section: .databases,
    examples: [Example("schema-gate quarantine list app.db", "see what was set aside, and why")],
    subcommands: [quarantineList, quarantineRestore, quarantinePrune],
    run: { session, _ in throw UsageError.missingSubcommand(of: session.command) })

  private static let quarantineList = Command(
    name: "quarantine list",
    summary: "List what was set aside, and why",
    operands: Operands("<database>…", atLeast: 1, kind: .file),
    options: [format],
    examples: [Example("schema-gate quarantine list app.db", "the backups of one database")],
    run: { session, arguments in
      var all: [JSONValue] = []
      for path in arguments.operands {
        let backups = try Quarantine(database: path).backups()
        if arguments.value(format) == "json" {
          all += backups.map { $0.json(of: path) }
        } else {
          for backup in backups { session.terminal.print(backup.line) }
          if backups.isEmpty { session.terminal.note("\(path): nothing was set aside") }
        }
      }
      if arguments.value(format) == "json" {
        session.terminal.write(
          JSONWriter.canonical(["backups": .array(all)], memberOrder: .kept))
      }
      return .clean
    })

  private static let quarantineRestore = Command(
    name: "quarantine restore",
    summary: "Put a database back, setting the present one aside in turn",
    operands: Operands("<database> <backup>", atLeast: 2, atMost: 2, kind: .file),
    discussion: ["No other program may have the database open meanwhile."],
    options: [.dryRun],
    examples: [
      Example(
        "schema-gate quarantine restore app.db app.db.incompatible-20260715-123456-789.bak",
        "put that one back")
    ],
    run: { session, arguments in
      let quarantine = Quarantine(database: arguments.operands[0])
      let wanted = arguments.operands[1]
      if arguments.has(.dryRun) {
        let name = FilePath.name(of: wanted)
        guard try quarantine.backups().contains(where: { FilePath.name(of: $0.path) == name })
        else {
          throw UsageError(
            "'\(wanted)' is no backup of '\(quarantine.database)'",
            help: "list them: schema-gate quarantine list \(quarantine.database)")
        }
        session.terminal.print("would put \(wanted) back as \(quarantine.database)")
        return .clean
      }
      if let moved = try quarantine.restore(wanted) {
        session.terminal.print("moved \(quarantine.database) to \(moved)")
      }
      session.terminal.print("put \(wanted) back as \(quarantine.database)")
      return .clean
    })

  private static let quarantinePrune = Command(
    name: "quarantine prune",
    summary: "Remove all but the newest that were set aside",
    operands: Operands("<database>…", atLeast: 1, kind: .file),
    options: [keep, .dryRun],
    examples: [
      Example("schema-gate quarantine prune --keep 2 app.db", "keep the two newest"),
      Example("schema-gate quarantine prune --keep 0 app.db --dry-run", "see what all would be"),
    ],
    run: { session, arguments in
      guard let count = arguments.number(keep) else { throw UsageError.missingOption(keep) }
      let isRehearsal = arguments.has(.dryRun)
      for path in arguments.operands {
        let gone = try Quarantine(database: path).prune(keeping: count, isDryRun: isRehearsal)
        for backup in gone {
          session.terminal.print("\(isRehearsal ? "would remove" : "removed") \(backup.path)")
        }
      }
      return .clean
    })

  private static let format = Option.format(["text", "json"])
  private static let keep = Option.value("keep", "<n>", .number, "how many of the newest stay")
}

extension Quarantine.Backup {
  fileprivate var line: String {
    let why = [reason, found].compactMap { $0 }.joined(separator: ": ")
    return "\(path)  \(size) bytes" + (why.isEmpty ? "" : "  \(why)")
  }

  fileprivate func json(of database: String) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      JSONMember(name: "database", value: .string(database)),
      JSONMember(name: "path", value: .string(path)),
      JSONMember(name: "files", value: .array(files.map { .string($0) })),
      JSONMember(name: "bytes", value: .integer(size)),
      JSONMember(name: "time", value: .string(stamp)),
      JSONMember(name: "reason", value: text(reason)),
      JSONMember(name: "found", value: text(found)),
      JSONMember(name: "ladder", value: text(ladder)),
    ])
  }
}
