/// A schema as diagrams for other programs to draw.
extension SchemaDrawing {
  /// How many tables are drawn with all their columns; of more, only keys are shown.
  private static let fullTableLimit = 20

  private func shownColumns(of table: Catalog.Table) -> [Catalog.Column] {
    let columns = table.columns.filter { $0.storage != .hidden }
    guard catalog.tables.count > SchemaDrawing.fullTableLimit else { return columns }
    let keys = Set(table.foreignKeys.flatMap(\.columns).map(foldedName))
    return columns.filter { $0.primaryKeyOrdinal > 0 || keys.contains(foldedName($0.name)) }
  }

  private func hasForeignKey(_ column: Catalog.Column, in table: Catalog.Table) -> Bool {
    table.foreignKeys.contains { $0.columns.contains { sameName($0, column.name) } }
  }

  // MARK: Mermaid

  /// The drawing as a Mermaid `erDiagram` (https://mermaid.js.org/syntax/entityRelationshipDiagram).
  package var mermaid: String {
    var lines = ["erDiagram"]
    for table in catalog.tables {
      let columns = shownColumns(of: table)
      guard !columns.isEmpty else {
        lines.append("  \(SchemaDrawing.entity(table.name))")
        continue
      }
      lines.append("  \(SchemaDrawing.entity(table.name)) {")
      for column in columns { lines.append("    \(mermaidColumn(column, in: table))") }
      lines.append("  }")
    }
    for table in catalog.tables {
      for key in table.foreignKeys where catalog.table(named: key.parent) != nil {
        let parent = isOptional(key, in: table) ? "|o" : "||"
        let child = isOneToOne(key, in: table) ? "o|" : "o{"
        let label = "\(key.columns.joined(separator: ", ")): \(key.onDelete.lowercased())"
        lines.append(
          "  \(SchemaDrawing.entity(key.parent)) \(parent)--\(child) \(SchemaDrawing.entity(table.name))"
            + " : \"\(SchemaDrawing.mermaidText(label))\"")
      }
      if let content = contents[foldedName(table.name)] {
        lines.append(
          "  \(SchemaDrawing.entity(content)) ||..|| \(SchemaDrawing.entity(table.name)) : \"content\""
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func mermaidColumn(_ column: Catalog.Column, in table: Catalog.Table) -> String {
    let keys = [
      column.primaryKeyOrdinal > 0 ? "PK" : nil, hasForeignKey(column, in: table) ? "FK" : nil,
    ].compactMap { $0 }
    var remarks: [String] = []
    if column.isNotNull && column.primaryKeyOrdinal == 0 { remarks.append("not null") }
    if isBoolean(column.name, in: table.name) {
      remarks.append("boolean")
    } else if let set = values(of: column.name, in: table.name) {
      remarks.append("one of \(set.values.map(\.literal).joined(separator: ", "))")
    }
    let comment = SchemaDrawing.mermaidText(remarks.joined(separator: ", "))
    let type = column.type.isEmpty ? "any" : SchemaDrawing.mermaidWord(column.type)
    return
      ([type, SchemaDrawing.mermaidWord(column.name)]
      + (keys.isEmpty ? [] : [keys.joined(separator: ", ")])
      + (comment.isEmpty ? [] : ["\"\(comment)\""])).joined(separator: " ")
  }

  /// A table's name: bare if it is plain, quoted otherwise.
  private static func entity(_ name: String) -> String {
    mermaidWord(name) == name ? name : "\"\(mermaidText(name))\""
  }

  /// A word that Mermaid takes as a type or an attribute; all else becomes `_`.
  private static func mermaidWord(_ text: String) -> String {
    var word = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      word.unicodeScalars.append(isPlain || scalar == "_" ? scalar : "_")
    }
    return word.first.map { $0.isLetter || $0 == "_" } ?? false ? word : "_\(word)"
  }

  private static func mermaidText(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      // Neither quotes nor line breaks can be escaped there; entity codes can.
      switch scalar {
      case "\"": plain += "#quot;"
      case "#": plain += "#35;"
      default: plain.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
      }
    }
    return plain
  }

  // MARK: DOT

  /// The drawing in Graphviz's DOT language, tables in clusters by the first word of their names.
  package var dot: String {
    var lines = [
      "digraph schema {", "  rankdir=LR; ranksep=1.2; nodesep=0.25; concentrate=false;",
      "  node [shape=plaintext, fontname=\"Helvetica\", fontsize=10];",
      "  edge [fontname=\"Helvetica\", fontsize=8, arrowsize=0.6, color=\"#555555\"];",
    ]
    for (place, group) in groups.enumerated() {
      let isCluster = !group.name.isEmpty
      if isCluster {
        lines.append("  subgraph cluster_\(place) {")
        lines.append(
          "    label=\(SchemaDrawing.dotText(group.name)); style=rounded; color=\"#aaaaaa\";"
            + " fontname=\"Helvetica-Bold\";")
      }
      for table in group.tables {
        lines.append("\(isCluster ? "    " : "  ")\(node(of: table))")
      }
      if isCluster { lines.append("  }") }
    }
    for table in catalog.tables { lines += edges(of: table) }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func node(of table: Catalog.Table) -> String {
    let color = table.kind == .virtual ? "#e8e0f0" : "#e0e8f0"
    var rows = ["<TR><TD BGCOLOR=\"\(color)\"><B>\(SchemaDrawing.html(table.name))</B></TD></TR>"]
    let columns = shownColumns(of: table)
    for column in columns {
      let mark = column.primaryKeyOrdinal > 0 ? "<U>" : ""
      let end = column.primaryKeyOrdinal > 0 ? "</U>" : ""
      let type =
        column.type.isEmpty
        ? "" : "<FONT COLOR=\"#888888\"> \(SchemaDrawing.html(column.type.lowercased()))</FONT>"
      rows.append(
        "<TR><TD ALIGN=\"LEFT\" PORT=\"\(port(of: column.name, in: table))\">"
          + "\(mark)\(SchemaDrawing.html(column.name))\(end)\(type)</TD></TR>")
    }
    let hidden = table.columns.count { $0.storage != .hidden } - columns.count
    if hidden > 0 {
      rows.append(
        "<TR><TD ALIGN=\"LEFT\"><FONT COLOR=\"#888888\">+ \(hidden) more</FONT></TD></TR>")
    }
    return "\(SchemaDrawing.dotText(table.name)) [label=<<TABLE BORDER=\"0\" CELLBORDER=\"1\""
      + " CELLSPACING=\"0\">\(rows.joined())</TABLE>>];"
  }

  private func edges(of table: Catalog.Table) -> [String] {
    var edges = table.foreignKeys.compactMap { key -> String? in
      guard let parent = catalog.table(named: key.parent), let first = key.columns.first else {
        return nil
      }
      let style =
        switch key.onDelete {
        case "CASCADE": "solid"
        case "SET NULL", "SET DEFAULT": "dashed"
        default: "bold"
        }
      return "  \(SchemaDrawing.dotText(table.name)):\(port(of: first, in: table)) ->"
        + " \(SchemaDrawing.dotText(parent.name))"
        + " [label=\(SchemaDrawing.dotText(key.onDelete.lowercased())), style=\(style),"
        + " arrowtail=\(isOneToOne(key, in: table) ? "tee" : "crow"), dir=both];"
    }
    if let content = contents[foldedName(table.name)] {
      edges.append(
        "  \(SchemaDrawing.dotText(table.name)) -> \(SchemaDrawing.dotText(content))"
          + " [label=\"content\", style=dotted];")
    }
    return edges
  }

  /// A port is named by the column's place: names may hold anything.
  private func port(of column: String, in table: Catalog.Table) -> String {
    "c\(table.columns.firstIndex { sameName($0.name, column) } ?? 0)"
  }

  private static func dotText(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
    }
    return quoted + "\""
  }

  private static func html(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
      }
    }
    return escaped
  }
}
