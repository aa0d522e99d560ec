/// The tables and their references as graphs for Graphviz, made to be laid side by side on a page.
///
/// Tables that are linked to each other are one graph: Graphviz would stack what is apart into one
/// long column. Tables without references are put into rows, those of one group together. Nodes
/// are named by their number, so that no name can mean anything in the drawing; and colors are
/// marks, for which the page's style puts those of its theme.
struct TableMap {
  /// Marks for colors.
  enum Mark {
    static let head = "#d0d0f1"
    static let virtualHead = "#d0f1d1"
    static let body = "#fffffe"
    static let line = "#808081"
    static let muted = "#606061"
    static let edge = "#707071"
  }

  /// How many tables are drawn with all their columns; of more, only keys are shown.
  private static let fullTableLimit = 15

  private let drawing: SchemaDrawing
  private let tables: [Catalog.Table]
  private let numbers: [String: Int]

  init(_ drawing: SchemaDrawing) {
    self.drawing = drawing
    tables = drawing.catalog.tables
    numbers = Dictionary(
      tables.enumerated().map { (foldedName($0.element.name), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The graphs in the DOT language, one after the other, as `dot` takes them.
  var dot: String {
    let links = tables.flatMap(links)
    var graphs: [String] = []
    for members in components(links) {
      let inside = Set(members)
      graphs.append(
        graph(
          members.map { node(tables[$0]) }
            + links.enumerated().filter { inside.contains($0.element.child) }
            .map { edge($0.element, number: $0.offset) }))
    }
    let linked = Set(links.flatMap { [$0.parent, $0.child] })
    for group in drawing.groups {
      let lone = group.tables.filter { table in
        numbers[foldedName(table.name)].map { !linked.contains($0) } ?? false
      }
      for row in stride(from: 0, to: lone.count, by: 9) {
        graphs.append(rows(of: Array(lone[row..<min(row + 9, lone.count)])))
      }
    }
    return graphs.joined()
  }

  // MARK: Links

  private struct Link {
    let parent: Int
    let child: Int
    /// The place of the column that refers; nil for the content of a full-text index.
    let column: Int?
    let style: String
    let isOneToOne: Bool
  }

  private func links(from table: Catalog.Table) -> [Link] {
    guard let child = numbers[foldedName(table.name)] else { return [] }
    var links = table.foreignKeys.compactMap { key -> Link? in
      guard let parent = numbers[foldedName(key.parent)] else { return nil }
      let style =
        switch key.onDelete {
        case "SET NULL", "SET DEFAULT": "dashed"
        case "CASCADE": "solid"
        default: "bold"
        }
      return Link(
        parent: parent, child: child,
        column: key.columns.first.flatMap { name in
          table.columns.firstIndex { sameName($0.name, name) }
        }, style: style, isOneToOne: drawing.isOneToOne(key, in: table))
    }
    if let content = drawing.contents[foldedName(table.name)],
      let parent = numbers[foldedName(content)]
    {
      links.append(
        Link(parent: parent, child: child, column: nil, style: "dotted", isOneToOne: true))
    }
    return links
  }

  /// The numbers of tables that are linked, each set in the order of the tables.
  private func components(_ links: [Link]) -> [[Int]] {
    var leaders = Array(tables.indices)
    func leader(_ number: Int) -> Int {
      var number = number
      while leaders[number] != number { number = leaders[number] }
      return number
    }
    for link in links {
      let (one, other) = (leader(link.parent), leader(link.child))
      leaders[max(one, other)] = min(one, other)
    }
    let linked = Set(links.flatMap { [$0.parent, $0.child] })
    let groups = Dictionary(grouping: tables.indices.filter(linked.contains), by: leader)
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: DOT

  private func graph(_ lines: [String]) -> String {
    let settings = """
      digraph tables {
        rankdir=LR; ranksep=0.7; nodesep=0.16; bgcolor="transparent"; pad=0.1;
        node [shape=plain, fontname="Helvetica", fontsize=11];
        edge [dir=back, arrowsize=0.7, color="\(Mark.edge)"];

      """
    return settings + lines.map { "  \($0)\n" }.joined() + "}\n"
  }

  /// Tables without references, three in a row.
  private func rows(of tables: [Catalog.Table]) -> String {
    var lines = tables.map(node)
    for row in stride(from: 0, to: tables.count, by: 3) {
      let names = tables[row..<min(row + 3, tables.count)].map { name(of: $0) }
      if names.count > 1 { lines.append("\(names.joined(separator: " -> ")) [style=invis];") }
    }
    return graph(["ranksep=0.2;"] + lines)
  }

  private func name(of table: Catalog.Table) -> String {
    "t\(numbers[foldedName(table.name)] ?? 0)"
  }

  private func node(_ table: Catalog.Table) -> String {
    let name = name(of: table)
    let head = table.kind == .virtual ? Mark.virtualHead : Mark.head
    let keys = Set(table.foreignKeys.flatMap(\.columns).map(foldedName))
    let showsAll = tables.count <= TableMap.fullTableLimit
    let columns = table.columns.enumerated().filter { _, column in
      if showsAll { return column.storage != .hidden }
      return column.primaryKeyOrdinal > 0 || keys.contains(foldedName(column.name))
    }
    var rows = "<TR><TD BGCOLOR=\"\(head)\"><B>\(TableMap.escaped(table.name))</B></TD></TR>"
    for (place, column) in columns {
      let text = TableMap.escaped(column.name)
      let shown = column.primaryKeyOrdinal > 0 ? "<U>\(text)</U>" : text
      rows += "<TR><TD ALIGN=\"LEFT\" PORT=\"c\(place)\">\(shown)</TD></TR>"
    }
    let hidden = table.columns.count { $0.storage != .hidden } - columns.count
    if hidden > 0 {
      rows += "<TR><TD ALIGN=\"LEFT\"><FONT COLOR=\"\(Mark.muted)\" POINT-SIZE=\"10\">"
      rows += columns.isEmpty ? "\(hidden) columns" : "+ \(hidden) more"
      rows += "</FONT></TD></TR>"
    }
    return "\(name) [id=\(name), URL=\"#\(PageAnchor.table(table, in: drawing))\", tooltip=\" \","
      + " label=<<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\""
      + " COLOR=\"\(Mark.line)\" BGCOLOR=\"\(Mark.body)\">\(rows)</TABLE>>];"
  }

  private func edge(_ link: Link, number: Int) -> String {
    let port = link.column.map { ":c\($0):w" } ?? ""
    let many = link.isOneToOne ? "tee" : "crow"
    let ends =
      link.style == "dotted" ? "arrowtail=none" : "dir=both, arrowtail=none, arrowhead=\(many)"
    return "t\(link.parent) -> t\(link.child)\(port)"
      + " [id=\"e\(link.parent)-\(link.child)-\(number)\", style=\(link.style), \(ends)];"
  }

  private static func escaped(_ text: String) -> String {
    // Graphviz folds white space, and takes control characters for bytes of a broken text.
    HTML.escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}

/// The ids by which parts of the page are linked.
enum PageAnchor {
  /// The id of a table or view: its name where that is plain, else its number.
  static func table(_ table: Catalog.Table, in drawing: SchemaDrawing) -> String {
    relation(table.name, number: drawing.catalog.tables.firstIndex { $0.name == table.name } ?? 0)
  }

  /// The id of a view.
  static func view(_ view: Catalog.View, in drawing: SchemaDrawing) -> String {
    let number = drawing.catalog.views.firstIndex { $0.name == view.name } ?? 0
    return relation(view.name, number: drawing.catalog.tables.count + number)
  }

  /// The id of a rule.
  static func rule(_ rule: RuleID) -> String { "rule-\(rule.name)" }

  /// The id of a version.
  static func version(_ version: Version) -> String { "version-\(version)" }

  private static func relation(_ name: String, number: Int) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    }
    // A hyphen is not plain, so that numbers and names never meet.
    return isPlain ? "table-\(name)" : "table-number-\(number)"
  }
}
