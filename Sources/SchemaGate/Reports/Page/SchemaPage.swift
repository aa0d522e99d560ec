/// The page of an authority: one HTML document with its style and script inside.
///
/// Everything is in the markup, so that it can be read without the script, printed, and searched by
/// the browser; the script adds the search, the moving drawing and the choice of a theme. A policy
/// in the document lets nothing run and nothing load but its own style and script.
struct SchemaPage {
  let content: PageContent

  init(_ content: PageContent) { self.content = content }

  /// The whole document.
  var document: HTML {
    let sections = self.sections
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(SchemaPage.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="schema-gate \(SchemaGateVersion.current)">
      <title>\(content.title): schema</title>
      <style>\(HTML(trusted: PageStyle.text))</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      \(header)
      <div class="frame">
      \(navigation(sections))
      <main id="main" tabindex="-1">
      \(sections.map(\.body).joined())
      <footer><p>Written by schema-gate \(SchemaGateVersion.current) from \
      \(content.verdict.subject.source.description).</p></footer>
      </main>
      </div>
      <script>\(HTML(trusted: PageScript.text))</script>
      </body>
      </html>

      """
  }

  /// A part of the page.
  struct Section {
    let id: String
    let title: String
    /// What the table of contents says beside the title, such as a number.
    var note = ""
    var entries = HTML()
    let body: HTML
  }

  private var sections: [Section] {
    [overview, findings, ladder, diagram, tables, views, payloads, rules].compactMap(\.self)
  }

  /// A section with its heading.
  static func section(_ id: String, _ title: String, _ body: HTML) -> HTML {
    """
    <section id="\(id)" aria-labelledby="\(id)-title">
    <h2 id="\(id)-title">\(title)</h2>
    \(body)
    </section>

    """
  }

  // MARK: - Around the content

  private static let policy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    + "style-src '\(ContentHash.source(of: PageStyle.text))'; "
    + "script-src '\(ContentHash.source(of: PageScript.text))'"

  private var header: HTML {
    """
    <header class="bar">
    <a class="name" href="#overview"><bdi>\(content.title)</bdi></a>
    <a class="state \(isPassed ? "ok" : "bad")" href="#findings">\(isPassed ? "passed" : "failed")</a>
    <div class="search" role="search">
    <label class="hidden" for="search">Search tables, columns and indexes</label>
    <input id="search" type="search" placeholder="Search tables, columns, indexes" \
    autocomplete="off" spellcheck="false" aria-describedby="search-help">
    <kbd aria-hidden="true">/</kbd>
    <span id="search-help" class="hidden">Press slash to come here, Enter for the first \
    match, Escape to clear.</span>
    </div>
    <output id="matches" for="search"></output>
    <button id="theme" type="button" hidden><span aria-hidden="true">◐</span>\
    <span class="hidden">Theme: as the system</span></button>
    </header>
    """
  }

  private func navigation(_ sections: [Section]) -> HTML {
    let items = sections.map { section -> HTML in
      let note: HTML = section.note.isEmpty ? "" : " <span class=\"num\">\(section.note)</span>"
      return "<li><a href=\"#\(section.id)\">\(section.title)\(note)</a>\(section.entries)</li>\n"
    }
    return """
      <nav aria-label="Contents">
      <details open id="contents"><summary>Contents</summary>
      <ul class="toc">
      \(items.joined())</ul>
      </details>
      </nav>
      """
  }

  // MARK: - Overview

  var isPassed: Bool { content.verdict.passes(strict: content.isStrict) }

  private var overview: Section {
    let verdict = content.verdict
    let subject = verdict.subject
    var counts: [String] = []
    if verdict.errorCount > 0 { counts.append(HTML.count(verdict.errorCount, "error")) }
    if verdict.warningCount > 0 { counts.append(HTML.count(verdict.warningCount, "warning")) }
    let found = counts.isEmpty ? "nothing was found" : counts.joined(separator: ", ")
    let word = isPassed ? "Passed" : "Failed"
    let body: HTML = """
      <p class="verdict \(isPassed ? "ok" : "bad")"><strong>\(word)</strong> \(found), \
      by \(HTML.count(subject.rules, "rule")) on \(subject.source.description)</p>
      <p>\(regimeText)</p>
      <ul class="facts">\(facts.map { "<li><b>\($0.0)</b> \($0.1)</li>" as HTML }.joined())</ul>
      \(notes)
      """
    return Section(
      id: "overview", title: "Overview",
      body: SchemaPage.section("overview", content.title, body))
  }

  private var regimeText: String {
    let subject = content.verdict.subject
    switch subject.regime {
    case .preLaunch:
      return "Before launch: no database of this schema has to survive, so the baseline is edited "
        + "in place and nothing is frozen."
    case .launched:
      let frozen = "\(subject.frozenVersions) of \(HTML.count(subject.versions, "version"))"
      let verb = subject.frozenVersions == 1 ? "is" : "are"
      return "Launched: databases of this schema are out there. \(frozen) \(verb) frozen; changes "
        + "come as new migrations."
    }
  }

  /// What there is, in numbers.
  private var facts: [(String, String)] {
    let subject = content.verdict.subject
    var facts: [(number: Int, noun: String, plural: String)] = [
      (subject.versions, "version", "versions")
    ]
    if let drawing = content.drawing {
      let inventory = Inventory(drawing.catalog)
      facts += [
        (inventory.tables, "table", "tables"),
        (inventory.fts5Tables, "full-text table", "full-text tables"),
        (inventory.otherVirtualTables, "other virtual table", "other virtual tables"),
        (inventory.views, "view", "views"),
        (
          inventory.foreignKeys.reduce(0) { $0 + $1.count }, "foreign key", "foreign keys"
        ),
        (inventory.indexes, "index", "indexes"),
        (inventory.triggers, "trigger", "triggers"),
        (inventory.checks, "check", "checks"),
      ]
    }
    facts.append((subject.payloads, "payload contract", "payload contracts"))
    return facts.filter { $0.number > 0 }.map {
      ("\($0.number)", $0.number == 1 ? $0.noun : $0.plural)
    }
  }

  private var notes: HTML {
    let lines = content.verdict.notices + content.verdict.remarks
    if lines.isEmpty { return "" }
    let items = lines.map { "<li>\(HTML.prose($0))</li>" as HTML }.joined()
    return "<h3>To know</h3>\n<ul class=\"notes\">\(items)</ul>"
  }
}

/// The hash by which a document's policy names its own script or style.
enum ContentHash {
  /// `sha256-` and the digest in Base64 (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  static func source(of text: String) -> String {
    "sha256-\(base64(SHA256.digest(of: Array(text.utf8)).bytes))"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<Swift.min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place > group.count ? "=" : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return text
  }
}
