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
    operands: .databases,
    discussion: ["Of a folder, all that was set aside in it and below it is listed."],
    options: [format],
    examples: [
      Example("schema-gate quarantine list app.db", "the backups of one database"),
      Example("schema-gate quarantine list tenants", "those of a whole folder"),
    ],
    run: { session, arguments in
      var all: [JSONValue] = []
      let databases = try arguments.operands.flatMap { path in
        // A folder without any is named itself, so that it is said that nothing was set aside.
        let below = try Quarantine.databases(below: path) ?? [path]
        return below.isEmpty ? [path] : below
      }
      for path in databases {
        let backups = try Quarantine(database: path).backups()
        if arguments.value(format) == "json" {
          all += backups.map { $0.json(of: path) }
        } else {
          for backup in backups { session.terminal.print(backup.line) }
          if backups.isEmpty { session.terminal.note("\(path): nothing was set aside") }
        }
      }
      if arguments.value(format) == "json" {
        // `schemas/quarantine-list.schema.json` describes it; members may be added.
        session.terminal.write(
          JSONWriter.canonical(["format": 1, "backups": .array(all)], memberOrder: .kept))
      }
      return .clean
    })

  private static let quarantineRestore = Command(
    name: "quarantine restore",
    summary: "Put a database back, setting the present one aside in turn",
    operands: Operands("<database> [<backup>] | <backup>", atLeast: 1, atMost: 2, kind: .file),
    discussion: [
      "Without a backup the newest is put back. No other program may have the database open."
    ],
    options: [.dryRun],
    examples: [
      Example("schema-gate quarantine restore app.db", "put the newest back"),
      Example(
        "schema-gate quarantine restore app.db.incompatible-20260715-123456-789.bak",
        "put that one back"),
    ],
    run: { session, arguments in
      var database = arguments.operands[0]
      var wanted = arguments.operands.count > 1 ? arguments.operands[1] : nil
      if wanted == nil, let infix = database.firstRange(of: ".incompatible-") {
        wanted = database
        database = String(database[..<infix.lowerBound])
      }
      let quarantine = Quarantine(database: database)
      let backups = try quarantine.backups()
      let name = wanted.map(FilePath.name)
      guard let backup = backups.last(where: { name == nil || FilePath.name(of: $0.path) == name })
      else {
        throw RunError(
          wanted.map { "'\($0)' is no backup of '\(database)'" }
            ?? "of '\(database)' nothing was set aside",
          help: "list what there is: schema-gate quarantine list \(ShellWord.of(database))")
      }
      if arguments.has(.dryRun) {
        session.terminal.print("would put \(backup.path) back as \(database)")
        return .clean
      }
      if let moved = try quarantine.restore(backup.path) {
        session.terminal.print("moved \(database) to \(moved)")
      }
      session.terminal.print("put \(backup.path) back as \(database)")
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
