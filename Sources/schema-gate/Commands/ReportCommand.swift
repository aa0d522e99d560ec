import SchemaGate

extension Command {
  static let report = Command(
    name: "report",
    summary: "Write a page that shows the schema, its ladder and what was found",
    section: .looking,
    discussion: [
      """
      The page is one HTML file that needs no network: the verdict, the versions with what is \
      frozen, a diagram of the tables that can be moved and searched, each table with its columns, \
      values, indexes and triggers, the payload contracts, and every rule with its reason. \
      Graphviz draws the diagram where its 'dot' is installed. Ends as 'check' does.
      """
    ],
    options: [html, title, staged, at, against, release, strict, .dryRun],
    examples: [
      Example("schema-gate report --html schema.html", "write the page of the working tree"),
      Example(
        "schema-gate report --html site/schema.html --at v1.2 --title 'Planner 1.2'",
        "write the page of a release"),
    ],
    run: { session, arguments in
      try arguments.refuseBoth(staged, at)
      guard let target = arguments.value(html) else {
        throw UsageError(
          "'report' needs to know where to write", help: "add '--html <file>'")
      }
      let path = FilePath.join(session.folder, target)
      if let folder = FilePath.parent(of: path), !Syscalls.exists(folder) {
        throw RunError(
          "there is no folder for '\(target)'", help: "make it, or write to another place")
      }
      let source: AuthoritySource =
        arguments.has(staged)
        ? .index : arguments.value(at).map { .revision($0) } ?? .workingTree
      var options = RuleRunner.Options(today: try session.today())
      options.isRelease = arguments.has(release)
      var (authority, reader) = try session.authority(source)
      let comparison = arguments.value(against).map {
        reader.promisedComparison(of: authority, against: $0)
      }
      let verdict = try RuleRunner.judge(authority, against: comparison, options: options)
      let isStrict = arguments.has(strict)
      var content = try PageContent(
        authority, verdict: verdict,
        title: arguments.value(title) ?? FilePath.name(of: reader.root), isStrict: isStrict)
      content.history = session.history(of: authority, &reader)
      content.diagram = try session.diagram(content.graph)
      content.pathToRoot = session.wayUp(from: path, to: reader.root)
      let page = content.html
      let isDry = arguments.has(.dryRun)
      let result = verdict.passes(strict: isStrict) ? "passed" : "failed"
      let line =
        "\(isDry ? "would write" : "wrote") \(target) (\((page.count + 999) / 1000) kB): \(result), "
        + "\(session.counted(verdict.errorCount, "error")), "
        + session.counted(verdict.warningCount, "warning")
      if target == "-" {
        if !isDry { session.terminal.write(page) }
        session.terminal.note(line)
      } else {
        if !isDry { try AtomicWrite.write(page, to: path) }
        session.terminal.print(line)
      }
      return verdict.passes(strict: isStrict) ? .clean : .findings
    })

  private static let html = Option.value(
    "html", "<file>", .file, "write the page to this file; '-' is standard output")
  private static let title = Option.value(
    "title", "<text>", .text, "call the page this; the default is the name of the root's folder")
  private static let release = Option.flag(
    "release", "demand also that every version and contract is frozen")
  private static let staged = Option.flag(
    "staged", "show git's index: what is about to be committed")
  private static let at = Option.value("at", "<rev>", .text, "show a git revision")
  private static let against = Option.value(
    "against", "<rev>", .text, "demand also that what was frozen at a git revision still is")
  private static let strict = Option.flag("strict", "let warnings fail it too")
}

extension Session {
  /// Since when what is frozen is frozen; the page does without where git can't tell.
  fileprivate func history(
    of authority: Authority, _ reader: inout AuthorityReader
  ) -> FreezeHistory? {
    do {
      return try reader.freezeHistory(of: authority)
    } catch {
      terminal.detail("git can't tell since when versions are frozen: \(error)")
      return nil
    }
  }

  /// What Graphviz makes of a graph.
  fileprivate func diagram(_ graph: String?) throws -> DiagramDrawing {
    guard let graph, !graph.isEmpty else { return .notDrawn }
    do {
      if let drawn = try GraphvizProgram.svg(of: graph) { return .drawn(drawn) }
      terminal.note("the page has no diagram: install Graphviz, and write it again")
      return .noProgram
    } catch let error as GraphvizError {
      terminal.warn("Graphviz could not draw the tables: \(error)")
      return .failed(error.description)
    }
  }

  /// What leads from a file's folder up to a root that it is in; nil where it is elsewhere.
  fileprivate func wayUp(from file: String, to root: String) -> String? {
    guard let path = inside(file, root) else { return nil }
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
    return Array(repeating: "..", count: depth).joined(separator: "/")
  }
}
