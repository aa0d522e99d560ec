/// A schema for people: an inventory, then each table with its columns and what is on it.
extension SchemaDrawing {
  /// The drawing as text.
  package var text: String {
    var lines = inventoryLines
    for group in groups {
      if !group.name.isEmpty { lines += ["", "── \(group.name) ──"] }
      for table in group.tables { lines += [""] + self.lines(of: table) }
    }
    for view in catalog.views {
      let names = view.columns?.map(\.name).joined(separator: ", ") ?? "doesn't compile"
      lines += ["", "view \(view.name) (\(names))"]
      lines += triggerLines(on: view.name)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var inventoryLines: [String] {
    let inventory = Inventory(catalog)
    func list(
      _ total: Int, _ noun: String, _ parts: [(Int, String)] = [], plural: String = "s"
    ) -> String {
      let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      return "\(total) \(noun)\(total == 1 ? "" : plural)\(shown.isEmpty ? "" : ": \(shown)")"
    }
    let keys = inventory.foreignKeys.reduce(0) { $0 + $1.count }
    var lines = [
      list(
        inventory.tables, "table",
        [(inventory.strictTables, "STRICT"), (inventory.withoutRowIDTables, "WITHOUT ROWID")])
    ]
    if inventory.fts5Tables > 0 { lines.append(list(inventory.fts5Tables, "FTS5 table")) }
    if inventory.otherVirtualTables > 0 {
      lines.append(list(inventory.otherVirtualTables, "other virtual table"))
    }
    lines.append(
      list(keys, "foreign key", inventory.foreignKeys.map { ($0.count, "on delete \($0.name)") }))
    lines.append(
      list(
        inventory.indexes, "index",
        [(inventory.uniqueIndexes, "unique"), (inventory.partialIndexes, "partial")], plural: "es"
      ))
    lines.append(list(inventory.triggers, "trigger"))
    lines.append(list(inventory.generatedColumns, "generated column"))
    lines.append(list(inventory.checks, "check"))
    if inventory.views > 0 { lines.append(list(inventory.views, "view")) }
    return lines
  }

  private func lines(of table: Catalog.Table) -> [String] {
    guard table.kind == .ordinary else {
      let declared = DeclarationReader.virtualTable(table.sql)
      let arguments = declared?.arguments.map(\.text).joined(separator: ", ") ?? ""
      return ["\(table.name)  \(declared?.module.text ?? "virtual")(\(arguments))"]
        + triggerLines(on: table.name)
    }
    let options = [
      table.isStrict ? "STRICT" : nil, table.isWithoutRowID ? "WITHOUT ROWID" : nil,
      table.isAutoincrement ? "AUTOINCREMENT" : nil,
    ].compactMap { $0 }
    var lines = [
      ([table.name] + (options.isEmpty ? [] : [options.joined(separator: ", ")]))
        .joined(separator: "  ")
    ]
    let nameWidth = table.columns.map(\.name.count).max() ?? 0
    let typeWidth = table.columns.map(\.type.count).max() ?? 0
    for column in table.columns {
      let cells = [
        column.name.padded(to: nameWidth), column.type.padded(to: typeWidth),
        remarks(on: column, of: table).joined(separator: ", "),
      ]
      lines.append("  \(cells.joined(separator: "  "))".trimmedEnd)
    }
    // Keys of one column stand with their column.
    if table.primaryKey.count > 1 {
      lines.append("  primary key (\(table.primaryKey.map(\.name).joined(separator: ", ")))")
    }
    for key in table.foreignKeys where key.columns.count > 1 {
      lines.append("  (\(key.columns.joined(separator: ", "))) \(reference(key))")
    }
    for index in table.indexes where index.origin != .primaryKey {
      lines.append("  \(line(of: index, in: table))")
    }
    return lines + triggerLines(on: table.name)
  }

  private func remarks(on column: Catalog.Column, of table: Catalog.Table) -> [String] {
    var remarks: [String] = []
    if column.primaryKeyOrdinal > 0, table.primaryKey.count == 1 { remarks.append("primary key") }
    if column.isNotNull, column.primaryKeyOrdinal == 0 || table.primaryKey.count > 1 {
      remarks.append("not null")
    }
    switch column.storage {
    case .virtualGenerated: remarks.append("generated")
    case .storedGenerated: remarks.append("generated, stored")
    default: break
    }
    if let value = column.defaultValue { remarks.append("default \(value)") }
    if !sameName(column.collation, "BINARY") { remarks.append("collate \(column.collation)") }
    if isBoolean(column.name, in: table.name) {
      remarks.append("boolean")
    } else if let set = values(of: column.name, in: table.name) {
      remarks.append("one of \(set.values.map(\.literal).joined(separator: ", "))")
    }
    for key in table.foreignKeys where key.columns.count == 1 {
      if let name = key.columns.first, sameName(name, column.name) {
        remarks.append(reference(key))
      }
    }
    return remarks
  }

  private func reference(_ key: Catalog.ForeignKey) -> String {
    let names = parentColumns(of: key)
    let columns = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    let update = key.onUpdate == "NO ACTION" ? "" : ", on update \(key.onUpdate.lowercased())"
    return "→ \(key.parent)\(columns) on delete \(key.onDelete.lowercased())\(update)"
  }

  private func line(of index: Catalog.Index, in table: Catalog.Table) -> String {
    let declared = index.sql.flatMap(DeclarationReader.index)
    let terms = IndexMeaning(index, of: table).terms
    let condition = declared?.condition.map { " where \($0.text.onOneLine)" } ?? ""
    let name = index.origin == .statement ? "index \(index.name)" : "constraint"
    let uses = uses(of: index, in: table)
    return "\(name) \(terms)\(condition)\(uses.isEmpty ? "" : ": \(uses.joined(separator: ", "))")"
  }

  private func triggerLines(on table: String) -> [String] {
    catalog.triggers(on: table).map { trigger in
      let declared = DeclarationReader.trigger(trigger.sql)
      let condition = declared?.condition.map { " when \($0.text.onOneLine)" } ?? ""
      return "  trigger \(trigger.name): \(declared?.eventText.lowercased() ?? "")\(condition)"
    }
  }
}

extension String {
  /// The text with spaces behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text without spaces at its end.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text with each run of white space as one space.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
