import SchemaGate

extension Command {
  static let rehearse = Command(
    name: "rehearse",
    summary: "Migrate a copy of databases, and tell what happened to it",
    section: .databases,
    operands: .databases,
    discussion: [
      """
      The original is left alone. Reports time per statement, rows per table before and after, \
      size, integrity and foreign keys. Ends with 1 where migrating would fail or leave something \
      broken.
      """
    ],
    options: [folder] + Option.databaseRun,
    examples: [
      Example("schema-gate rehearse app.db", "see what a release will do to real data"),
      Example("schema-gate rehearse tenants --in /var/tmp", "with the copies elsewhere"),
    ],
    run: { session, arguments in
      let (ladder, loadBearing) = try session.ladder(arguments)
      let options = try session.openOptions(arguments, loadBearing: loadBearing)
      let place = arguments.value(folder)
      if let place, try !Syscalls.isFolder(place) {
        throw RunError(
          "there is no folder '\(place)' for the copies", help: "make it, or name another")
      }
      let isVerbose = session.terminal.verbosity == .verbose
      return try session.eachDatabase(arguments) { path in
        do throws(OpenError) {
          let opener = DatabaseOpener(ladder: ladder, options: options)
          let rehearsal = try opener.rehearse(path, in: place)
          return result(path, rehearsal, isVerbose: isVerbose)
        } catch {
          var refused = DatabaseResult(error, path: path)
          if place == nil, [.permission, .readOnly, .diskFull].contains(error.kind) {
            refused.help = (refused.help ?? "") + "; or make the copy elsewhere: --in <folder>"
          }
          return refused
        }
      }
    })

  private static let folder = Option.value(
    "in", "<folder>", .folder, "make the copy in this folder instead of beside the database")

  private static func result(
    _ path: String, _ rehearsal: Rehearsal, isVerbose: Bool
  ) -> DatabaseResult {
    let isWhole = rehearsal.integrity.isEmpty && rehearsal.violations.isEmpty
    var result: DatabaseResult
    if let failure = rehearsal.failure {
      result = DatabaseResult(failure, path: path)
      // It is the copy that was migrated in part.
      result.details = failure.details
    } else {
      result = DatabaseResult(
        path, isWhole ? "rehearsed" : "broken",
        "from version \(rehearsal.from) to \(rehearsal.to) in \(milliseconds(rehearsal.duration))",
        status: isWhole ? .clean : .findings)
    }
    result.details += details(of: rehearsal, isVerbose: isVerbose)
    result.members = members(of: rehearsal)
    return result
  }

  private static func details(of rehearsal: Rehearsal, isVerbose: Bool) -> [String] {
    let slowest = rehearsal.statements.sorted { $0.duration > $1.duration }
    let shown = isVerbose ? rehearsal.statements : Array(slowest.prefix(3))
    var lines = shown.map { statement in
      "\(statement.version), line \(statement.line): \(milliseconds(statement.duration)), "
        + "\(statement.rows) row\(statement.rows == 1 ? "" : "s"): \(firstLine(statement.sql))"
    }
    for table in rehearsal.tables where isVerbose || table.before != table.after {
      let before = table.before.map { "\($0) rows" } ?? "not there"
      let after = table.after.map { "\($0)" } ?? "not there"
      lines.append("table '\(table.table)': \(before) before, \(after) after")
    }
    if !rehearsal.rewritten.isEmpty {
      lines.append("rewritten: \(rehearsal.rewritten.joined(separator: ", "))")
    }
    lines.append("size: \(rehearsal.size.before) bytes before, \(rehearsal.size.after) after")
    return lines + rehearsal.integrity.map { "integrity: \($0)" }
      + rehearsal.violations.map { "foreign key: \($0)" }
  }

  private static func members(of rehearsal: Rehearsal) -> [JSONMember] {
    func count(_ rows: Int64?) -> JSONValue { rows.map { .integer($0) } ?? .null }
    return [
      JSONMember(name: "from", value: .integer(rehearsal.from.number)),
      JSONMember(name: "version", value: .integer(rehearsal.to.number)),
      JSONMember(name: "microseconds", value: .integer(microseconds(rehearsal.duration))),
      JSONMember(
        name: "statements",
        value: .array(
          rehearsal.statements.map { statement in
            .object([
              JSONMember(name: "version", value: .integer(statement.version.number)),
              JSONMember(name: "line", value: .integer(statement.line)),
              JSONMember(name: "microseconds", value: .integer(microseconds(statement.duration))),
              JSONMember(name: "rows", value: .integer(statement.rows)),
              JSONMember(name: "sql", value: .string(statement.sql)),
            ])
          })),
      JSONMember(
        name: "tables",
        value: .array(
          rehearsal.tables.map { table in
            .object([
              JSONMember(name: "table", value: .string(table.table)),
              JSONMember(name: "before", value: count(table.before)),
              JSONMember(name: "after", value: count(table.after)),
            ])
          })),
      JSONMember(name: "rewritten", value: .array(rehearsal.rewritten.map { .string($0) })),
      JSONMember(name: "bytesBefore", value: .integer(rehearsal.size.before)),
      JSONMember(name: "bytesAfter", value: .integer(rehearsal.size.after)),
      JSONMember(name: "integrity", value: .array(rehearsal.integrity.map { .string($0) })),
      JSONMember(name: "violations", value: .array(rehearsal.violations.map { .string($0) })),
    ]
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let parts = duration.components
    return parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = (microseconds(duration) + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  private static func firstLine(_ sql: String) -> String {
    let line = sql.split(whereSeparator: \.isNewline).first ?? ""
    return line.count > 60 ? "\(line.prefix(59))…" : String(line)
  }
}
