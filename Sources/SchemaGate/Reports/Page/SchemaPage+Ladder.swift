/// The versions as a timeline, and the drawing of the tables.
extension SchemaPage {
  /// How many versions are shown at once; the ones before are folded.
  private static let shownVersions = 40

  var ladder: Section {
    let versions = content.authority.versions
    let items = versions.map(rung)
    let recent = items.suffix(SchemaPage.shownVersions)
    let older = items.dropLast(recent.count)
    var body: HTML = ""
    if !older.isEmpty {
      body += """
        <details class="fold"><summary>\(HTML.count(older.count, "earlier version"))</summary>
        <ol class="ladder">
        \(older.joined())</ol>
        </details>

        """
    }
    body += "<ol class=\"ladder\">\n\(recent.joined())</ol>"
    return Section(
      id: "ladder", title: "Ladder", note: "\(versions.count)",
      body: SchemaPage.section("ladder", "Ladder", body))
  }

  private func rung(_ migration: Migration) -> HTML {
    let authority = content.authority
    let version = migration.version
    let frozen = authority.frozen.entry(version)
    let recorded = authority.lock.value?[version]
    let isAsRecorded = recorded?.digest == migration.identity.digest
    var lines: [HTML] = []
    if let frozen {
      lines.append("<p class=\"since\">\(since(content.history?.versions[version]))</p>")
      if frozen.digest != migration.identity.digest {
        lines.append(
          "<p class=\"odd\">Its digest is not the frozen <code>\(frozen.digest.short)</code>.</p>")
      }
    } else {
      let state = authority.isLaunched ? "Not frozen yet." : "Open: edited in place until launch."
      lines.append("<p class=\"since\">\(state)</p>")
    }
    if recorded == nil {
      lines.append("<p class=\"odd\">The lock has no entry for it.</p>")
    } else if !isAsRecorded {
      lines.append("<p class=\"odd\">The lock records another digest.</p>")
    }
    if let replayed = content.rungs.first(where: { $0.version == version }) {
      lines.append(changes(replayed, isBaseline: version.isBaseline))
    } else {
      lines.append("<p class=\"odd\">It was not run.</p>")
    }
    let tag: HTML =
      frozen == nil
      ? "<span class=\"tag\">\(authority.isLaunched ? "unreleased" : "open")</span>"
      : "<span class=\"tag frozen\">frozen</span>"
    return """
      <li id="\(PageAnchor.version(version))" class="\(frozen == nil ? "open" : "frozen")">
      <h3><span class="number">\(version.padded)</span> \(migration.identity.name) \(tag)</h3>
      <p class="where">\(place(.file(migration.source.path))) · \
      <code title="\(migration.identity.digest.description)">\(migration.identity.digest.short)</code></p>
      \(lines.joined(by: "\n"))
      </li>

      """
  }

  /// Since when something is frozen.
  func since(_ commit: FreezeHistory.Commit?) -> HTML {
    guard let commit else { return "Frozen." }
    return """
      Frozen since <time datetime="\(commit.date)">\(commit.date)</time>, by commit \
      <code title="\(commit.id)">\(String(commit.id.prefix(10)))</code> <q>\(commit.subject)</q>.
      """
  }

  private func changes(_ rung: PageRung, isBaseline: Bool) -> HTML {
    let end = rung.isComplete ? "" : ", then failed"
    let count = "\(HTML.count(rung.statementCount, "statement"))\(end)"
    // The baseline makes everything, which stands below; only what migrations do is worth a list.
    if isBaseline || rung.changes.isEmpty { return "<p>\(count).</p>" }
    let items = rung.changes.map { "<li>\($0)</li>" as HTML }.joined()
    if rung.changes.count > 6 {
      return """
        <details class="fold"><summary>\(count)</summary>
        <ul class="changes">\(items)</ul>
        </details>
        """
    }
    return "<p>\(count):</p>\n<ul class=\"changes\">\(items)</ul>"
  }

  // MARK: - Diagram

  var diagram: Section? {
    let body: HTML
    switch content.diagram {
    case .notDrawn: return nil
    case .noProgram:
      body = """
        <p>The tables are drawn by Graphviz, and no <code>dot</code> was found here. Install it, \
        and write the page again: <code>apt-get install graphviz</code>, \
        <code>brew install graphviz</code>, or see \
        <a href="https://graphviz.org/download/">graphviz.org</a>. What refers to what also \
        stands with each table below.</p>
        """
    case .failed(let reason):
      body = "<p>Graphviz could not draw the tables: \(reason)</p>"
    case .drawn(let documents):
      body = map(MapDrawing(documents))
    }
    return Section(
      id: "diagram", title: "Diagram", body: SchemaPage.section("diagram", "Diagram", body))
  }

  private func map(_ drawing: MapDrawing) -> HTML {
    let parts = drawing.placed.map { placed -> HTML in
      let (x, y) = (Int(placed.x.rounded()), Int(placed.y.rounded()))
      return "<g transform=\"translate(\(x) \(y))\">\(HTML(trusted: placed.part.markup))</g>\n"
    }
    let (width, height) = (Int(drawing.width.rounded(.up)), Int(drawing.height.rounded(.up)))
    return """
      <div class="map" id="map">
      <div class="tools" role="group" aria-label="Size of the diagram">
      <button type="button" data-do="in"><span aria-hidden="true">+</span>\
      <span class="hidden">Zoom in</span></button>
      <button type="button" data-do="out"><span aria-hidden="true">−</span>\
      <span class="hidden">Zoom out</span></button>
      <button type="button" data-do="fit">Fit</button>
      <button type="button" data-do="full" aria-pressed="false">Full page</button>
      </div>
      <div id="map-view" class="view" tabindex="0" role="group" \
      aria-label="Diagram of the tables and their references" aria-describedby="map-help">
      <svg viewBox="0 0 \(width) \(height)" data-width="\(width)" data-height="\(height)" \
      xmlns="http://www.w3.org/2000/svg">
      <g id="map-stage">
      \(parts.joined())</g>
      </svg>
      </div>
      <p id="map-help" class="hint">Drag to move, Ctrl and wheel or pinch to zoom. With the focus \
      here: arrow keys move, <kbd>+</kbd> and <kbd>−</kbd> zoom, <kbd>0</kbd> fits. A table leads \
      to its columns below, where its references also stand as text.</p>
      <ul class="legend" aria-label="Lines">
      <li><i class="line solid"></i> on delete cascade</li>
      <li><i class="line dashed"></i> on delete set null</li>
      <li><i class="line bold"></i> on delete restrict or no action</li>
      <li><i class="line dotted"></i> full-text index of</li>
      <li><u>underlined</u> primary key</li>
      </ul>
      </div>
      """
  }
}
