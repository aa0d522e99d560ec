/// The payload contracts: for each entity, which field which version has.
extension SchemaPage {
  var payloads: Section? {
    let grid = content.payloads
    guard !grid.versions.isEmpty || !grid.unreadable.isEmpty else { return nil }
    var body: HTML = "<ul class=\"versions\">\(grid.versions.map(state).joined())</ul>\n"
    if !grid.unreadable.isEmpty {
      let names = grid.unreadable.map(\.padded).joined(separator: ", ")
      body += "<p class=\"odd\">Not readable as a contract: \(names). See the findings.</p>\n"
    }
    body += """
      <p class="legend"><span class="mark required" aria-hidden="true">●</span> required \
      <span class="mark optional" aria-hidden="true">○</span> optional \
      <span class="mark" aria-hidden="true">✕</span> in deletes only \
      <span class="mark" aria-hidden="true">–</span> not there</p>

      """
    body += grid.entities.map(entity).joined()
    return Section(
      id: "payloads", title: "Payloads", note: "\(grid.versions.count)",
      body: SchemaPage.section("payloads", "Sync payloads", body))
  }

  private func state(_ version: Version) -> HTML {
    let isFrozen = content.authority.frozen.contract(version) != nil
    let text: HTML =
      isFrozen
      ? since(content.history?.contracts[version])
      : content.authority.isLaunched ? "Not frozen yet." : "Open: edited in place until launch."
    let tag: HTML =
      isFrozen
      ? "<span class=\"tag frozen\">frozen</span>" : "<span class=\"tag\">open</span>"
    return "<li><b class=\"number\">\(version.padded)</b> \(tag) \(text)</li>"
  }

  private func entity(_ entity: PayloadGrid.Entity) -> HTML {
    let versions = content.payloads.versions
    let rows = entity.fields.map { field -> HTML in
      let kind = field.cells.compactMap { $0 }.last?.kind ?? ""
      let meaning: HTML = field.meaning.map { "<br>\(HTML.prose($0))" } ?? ""
      let synthetic: HTML =
        entity.synthetic.contains(field.name) ? " <span class=\"tag\">synthetic</span>" : ""
      return """
        <tr><th scope="row"><code>\(field.name)</code>\(synthetic)</th>\
        \(field.cells.map(cell).joined())<td class="kind">\(kind)\(meaning)</td></tr>

        """
    }
    let deletes = entity.canBeDeleted ? "" : ", never deleted"
    let parity = content.authority.configuration.entities?.first { $0.name == entity.name }
    let table: HTML =
      parity.map { "<p>Rows of \(link(to: $0.table)).</p>" } ?? ""
    return """
      <details class="fold entity"><summary><code>\(entity.name)</code> \
      <span class="quiet">\(HTML.count(entity.fields.count, "field"))\(deletes)</span></summary>
      \(table)
      \(SchemaPage.table(
        "Fields of \(entity.name) by payload version",
        ["Field"] + versions.map(\.padded) + ["Values"], rows.joined(), kind: "grid"))\
      </details>

      """
  }

  private func cell(_ cell: PayloadGrid.Cell?) -> HTML {
    guard let cell else { return SchemaPage.mark("–", "not there", "absent") }
    let deletes =
      cell.deletes.isEmpty ? "" : ", also in delete \(cell.deletes.joined(separator: ", "))"
    return switch cell.upsert {
    case .required: SchemaPage.mark("●", "required\(deletes)", "required")
    case .optional: SchemaPage.mark("○", "optional\(deletes)", "optional")
    case .absent:
      SchemaPage.mark("✕", "only in delete \(cell.deletes.joined(separator: ", "))", "deletes")
    }
  }

  private static func mark(_ sign: String, _ meaning: String, _ kind: String) -> HTML {
    """
    <td class="mark \(kind)" title="\(meaning)"><span aria-hidden="true">\(sign)</span>\
    <span class="hidden">\(meaning)</span></td>
    """
  }
}
