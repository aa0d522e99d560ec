/// The tables, with all that is on them.
extension SchemaPage {
  var tables: Section {
    guard let drawing = content.drawing else {
      return Section(
        id: "tables", title: "Tables",
        body: SchemaPage.section(
          "tables", "Tables",
          "<p>The ladder doesn't run to its end, so there is no schema to show: see the findings.</p>"
        ))
    }
    var body = HTML()
    var entries = HTML()
    for group in drawing.groups {
      let cards = group.tables.map { card($0, drawing) }.joined()
      let links = group.tables.map { table -> HTML in
        """
        <li data-table="\(PageAnchor.table(table, in: drawing))">\
        <a href="#\(PageAnchor.table(table, in: drawing))">\(HTML.breakable(table.name))</a></li>
        """
      }.joined()
      let name: HTML = group.name.isEmpty ? "" : "<h3 class=\"group\">\(group.name)</h3>\n"
      body += "<div class=\"group\">\(name)\(cards)</div>\n"
      entries +=
        group.name.isEmpty
        ? "<ul>\(links)</ul>" : "<h3>\(group.name)</h3><ul>\(links)</ul>"
    }
    body += "<p id=\"nothing\" hidden>No table, column or index matches.</p>"
    return Section(
      id: "tables", title: "Tables", note: "\(drawing.catalog.tables.count)",
      entries: "<div class=\"tables\">\(entries)</div>",
      body: SchemaPage.section("tables", "Tables", body))
  }

  private func card(_ table: Catalog.Table, _ drawing: SchemaDrawing) -> HTML {
    let id = PageAnchor.table(table, in: drawing)
    let declared = DeclarationReader.virtualTable(table.sql)
    var tags: [String] = []
    if table.isStrict { tags.append("strict") }
    if table.isWithoutRowID { tags.append("without rowid") }
    if table.isAutoincrement { tags.append("autoincrement") }
    if let declared { tags.append(declared.module.text) }
    let remark: HTML =
      content.remarks[foldedName(table.name)].map { "<p class=\"remark\">\(HTML.prose($0))</p>\n" }
      ?? ""
    let place: HTML =
      content.places[foldedName(table.name)].map {
        "<span class=\"where\">\(self.place($0))</span>"
      }
      ?? ""
    return """
      <article class="card" id="\(id)" aria-labelledby="\(id)-name">
      <div class="head"><h4 id="\(id)-name"><a href="#\(id)" class="n">\(table.name)</a></h4>
      \(tags.map { "<span class=\"tag\">\($0)</span>" as HTML }.joined(by: " "))\(place)</div>
      \(remark)\(columns(of: table, drawing))\(indexes(of: table, drawing))\
      \(keys(of: table, drawing))\(triggers(on: table.name))\(checks(of: table))\
      <details class="fold"><summary>SQL</summary><pre>\(table.sql)</pre></details>
      </article>

      """
  }

  // MARK: Columns

  private func columns(of table: Catalog.Table, _ drawing: SchemaDrawing) -> HTML {
    let declared = DeclarationReader.table(table.sql)
    let columns = table.columns.filter { $0.storage != .hidden }
    if columns.isEmpty { return "" }
    let rows = columns.map { column -> HTML in
      let isKey = column.primaryKeyOrdinal > 0
      let key: HTML =
        isKey
        ? " <abbr class=\"key\" title=\"primary key\(table.primaryKey.count > 1 ? ", part \(column.primaryKeyOrdinal)" : "")\">PK</abbr>"
        : ""
      // A primary key allows NULL only where the table is neither STRICT nor WITHOUT ROWID.
      let allowsNull = !(column.isNotNull || isKey && (table.isStrict || table.isWithoutRowID))
      let null: HTML = allowsNull ? "<span class=\"null\"> or NULL</span>" : ""
      return """
        <tr><th scope="row"><code class="n">\(column.name)</code>\(key)</th>\
        <td><code class="type">\(column.type.isEmpty ? "any" : column.type)</code>\
        \(null)</td>\
        <td>\(notes(on: column, of: table, declared, drawing).joined(by: "<br>"))</td></tr>

        """
    }
    return SchemaPage.table(
      "Columns of \(table.name)", ["Column", "Type", "Values and meaning"], rows.joined(),
      kind: "columns")
  }

  private func notes(
    on column: Catalog.Column, of table: Catalog.Table, _ declared: TableDeclaration?,
    _ drawing: SchemaDrawing
  ) -> [HTML] {
    var notes: [HTML] = []
    for key in table.foreignKeys
    where key.columns.count == 1 && sameName(key.columns[0], column.name) {
      notes.append("→ \(reference(key, drawing))")
    }
    if drawing.isBoolean(column.name, in: table.name) {
      notes.append("boolean: <span class=\"values\"><code>0</code> <code>1</code></span>")
    } else if let set = drawing.values(of: column.name, in: table.name) {
      let values = set.values.map { "<code>\($0.literal)</code>" as HTML }.joined(by: " ")
      notes.append("one of <span class=\"values\">\(values)</span>")
    }
    // A long CHECK stands with the others, below.
    let checks = (declared?.column(named: column.name)?.constraints ?? []).compactMap {
      constraint in
      if case .check(let expression) = constraint.kind { expression.text.onOneLine } else { nil }
    }
    if drawing.values(of: column.name, in: table.name) == nil {
      notes += checks.filter { $0.utf8.count <= 80 }.map { "check <code>\($0)</code>" }
    }
    if let value = column.defaultValue { notes.append("default <code>\(value)</code>") }
    if column.isGenerated {
      let expression = declared?.column(named: column.name)?.generated?.expression.text.onOneLine
      let word = column.storage == .storedGenerated ? "generated, stored" : "generated"
      notes.append("\(word)\(expression.map { ": <code>\($0)</code>" as HTML } ?? "")")
    }
    if !sameName(column.collation, "BINARY") {
      notes.append("collate <code>\(column.collation)</code>")
    }
    return notes
  }

  private func reference(_ key: Catalog.ForeignKey, _ drawing: SchemaDrawing) -> HTML {
    let columns = drawing.parentColumns(of: key)
    let names = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
    let update = key.onUpdate == "NO ACTION" ? "" : ", on update \(key.onUpdate.lowercased())"
    return """
      \(link(to: key.parent))<code>\(names)</code> \
      <span class="action">on delete \(key.onDelete.lowercased())\(update)</span>
      """
  }

  func link(to table: String) -> HTML {
    guard let drawing = content.drawing, let found = drawing.catalog.table(named: table) else {
      return "<code>\(table)</code>"
    }
    return "<a href=\"#\(PageAnchor.table(found, in: drawing))\"><code>\(found.name)</code></a>"
  }

  // MARK: What is on a table

  private func indexes(of table: Catalog.Table, _ drawing: SchemaDrawing) -> HTML {
    let rows = table.indexes.map { index -> HTML in
      let meaning = IndexMeaning(index, of: table)
      let condition: HTML =
        meaning.condition.map {
          " <span class=\"quiet\">where</span> <code>\($0.text.onOneLine)</code>"
        }
        ?? ""
      let name: HTML =
        index.origin == .statement
        ? "<code class=\"n\">\(index.name)</code>"
        : index.origin == .unique ? "UNIQUE constraint" : "PRIMARY KEY"
      let uses = drawing.uses(of: index, in: table).filter { $0 != "primary key" }
      let serves: HTML =
        uses.isEmpty
        ? "<span class=\"quiet\">\(index.origin == .primaryKey ? "identity" : "queries")</span>"
        : uses.map { HTML(escaping: $0) }.joined(by: "<br>")
      return """
        <tr><th scope="row">\(name)</th>\
        <td><code>\(meaning.terms.onOneLine)</code>\(condition)</td><td>\(serves)</td></tr>

        """
    }
    if rows.isEmpty { return "" }
    return SchemaPage.table(
      "Indexes of \(table.name)", ["Index", "On", "Serves"], rows.joined(), kind: "indexes")
  }

  private func keys(of table: Catalog.Table, _ drawing: SchemaDrawing) -> HTML {
    let out = table.foreignKeys.filter { $0.columns.count > 1 }.map { key -> HTML in
      "<li><code>(\(key.columns.joined(separator: ", ")))</code> → \(reference(key, drawing))</li>"
    }
    let back = drawing.catalog.tables.flatMap { child in
      child.foreignKeys.filter { sameName($0.parent, table.name) }.map { key -> HTML in
        """
        <li>← \(link(to: child.name))<code> (\(key.columns.joined(separator: ", ")))</code> \
        <span class="action">on delete \(key.onDelete.lowercased())</span></li>
        """
      }
    }
    let indexed = drawing.contents[foldedName(table.name)].map {
      "<li>full-text index of \(link(to: $0))</li>" as HTML
    }
    let searches = drawing.catalog.tables.filter { search in
      drawing.contents[foldedName(search.name)].map { sameName($0, table.name) } ?? false
    }.map { "<li>searched through \(link(to: $0.name))</li>" as HTML }
    let items = out + back + (indexed.map { [$0] } ?? []) + searches
    if items.isEmpty { return "" }
    return "<h5>References</h5>\n<ul class=\"links\">\(items.joined())</ul>\n"
  }

  private func triggers(on name: String) -> HTML {
    let triggers = content.drawing?.catalog.triggers(on: name) ?? []
    if triggers.isEmpty { return "" }
    let items = triggers.map { trigger -> HTML in
      let declared = DeclarationReader.trigger(trigger.sql)
      let condition: HTML =
        declared?.condition.map {
          " <span class=\"quiet\">when</span> <code>\($0.text.onOneLine)</code>"
        }
        ?? ""
      return """
        <details class="fold"><summary><code class="n">\(trigger.name)</code> \
        <span class="quiet">\(declared?.eventText.lowercased() ?? "")</span>\(condition)</summary>
        <pre>\(trigger.sql)</pre></details>

        """
    }
    return "<h5>Triggers</h5>\n\(items.joined())"
  }

  private func checks(of table: Catalog.Table) -> HTML {
    let checks = DeclarationReader.table(table.sql)?.checks ?? []
    if checks.isEmpty { return "" }
    let items = checks.map { "<li><code>\($0.expression.text.onOneLine)</code></li>" as HTML }
    return """
      <details class="fold"><summary>\(HTML.count(checks.count, "check"))</summary>
      <ul class="checks">\(items.joined())</ul></details>

      """
  }

  // MARK: Views

  var views: Section? {
    guard let drawing = content.drawing, !drawing.catalog.views.isEmpty else { return nil }
    let cards = drawing.catalog.views.map { view -> HTML in
      let id = PageAnchor.view(view, in: drawing)
      let columns =
        view.columns.map {
          $0.map { "<code class=\"n\">\($0.name)</code>" as HTML }.joined(by: ", ")
        }
        ?? "It doesn't compile."
      let remark: HTML =
        content.remarks[foldedName(view.name)].map { "<p class=\"remark\">\(HTML.prose($0))</p>\n" }
        ?? ""
      return """
        <article class="card" id="\(id)" aria-labelledby="\(id)-name">
        <div class="head"><h4 id="\(id)-name"><a href="#\(id)" class="n">\(view.name)</a></h4>
        <span class="tag">view</span></div>
        \(remark)<p>\(columns)</p>
        \(triggers(on: view.name))<details class="fold"><summary>SQL</summary><pre>\(view.sql)</pre>\
        </details>
        </article>

        """
    }
    return Section(
      id: "views", title: "Views", note: "\(drawing.catalog.views.count)",
      body: SchemaPage.section("views", "Views", cards.joined()))
  }

  /// A table of the page, in a box that scrolls by itself where the window is narrow.
  static func table(_ caption: String, _ heads: [String], _ rows: HTML, kind: String) -> HTML {
    """
    <div class="scroll"><table class="\(kind)">
    <caption class="hidden">\(caption)</caption>
    <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" as HTML }.joined())</tr></thead>
    <tbody>
    \(rows)</tbody></table></div>

    """
  }
}
