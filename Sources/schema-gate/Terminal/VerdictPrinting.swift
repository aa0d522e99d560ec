import SchemaGate

extension Session {
  /// Prints a verdict; with `-q` the text of one without findings is nothing at all.
  ///
  /// - Parameters:
  ///   - format: the name of the format; nil for text.
  ///   - isStrict: whether warnings fail it too.
  ///   - schema: the file that stands for a database object where a format demands a file.
  func print(_ verdict: Verdict, as format: String?, isStrict: Bool, schema: String) {
    let format = format.flatMap { ReportFormat(rawValue: $0) } ?? .text
    let isQuiet = terminal.verbosity == .quiet
    if format == .text, isQuiet, verdict.diagnostics.isEmpty { return }
    let report = Report(
      verdict.diagnostics, scope: scope(of: verdict), notes: isQuiet ? [] : notes(on: verdict),
      isStrict: isStrict, fallbackPath: schema, folder: folderInRepository(for: format))
    terminal.write(report.rendered(as: format, isColored: terminal.outputHasColour))
  }

  /// The root's folder below the top of its git repository, for formats that name files from there.
  private func folderInRepository(for format: ReportFormat) -> String {
    guard [.github, .gitlab, .sarif].contains(format) else { return "" }
    do {
      let root = try Syscalls.realPath(root())
      guard let top = try GitCommand.workingTree(around: root), let inside = inside(root, top)
      else { return "" }
      return inside == "." ? "" : inside
    } catch {
      // The root was just read, so this is a folder above it that may not be looked at.
      terminal.detail("paths are relative to the root: \(error)")
      return ""
    }
  }

  /// What was looked at, in a few words.
  private func scope(of verdict: Verdict) -> [String] {
    let subject = verdict.subject
    var parts = [subject.source.description, subject.regime.rawValue]
    parts.append(counted(subject.versions, "version"))
    if subject.regime == .launched { parts.append("\(subject.frozenVersions) frozen") }
    if let tables = subject.tables { parts.append(counted(tables, "table")) }
    if subject.payloads > 0 { parts.append(counted(subject.payloads, "payload contract")) }
    parts.append(counted(subject.rules, "rule"))
    if !verdict.waived.isEmpty { parts.append("\(verdict.waived.count) waived") }
    return parts
  }

  private func notes(on verdict: Verdict) -> [String] {
    guard terminal.verbosity == .verbose else { return verdict.notices }
    let waived = verdict.waived.map { waived in
      let finding = waived.diagnostic.finding
      let place = finding.location.object ?? finding.location.path ?? ""
      return "waived \(waived.diagnostic.rule) on '\(place)': \(waived.waiver.reason)"
    }
    return verdict.notices + verdict.remarks + waived
  }

  /// A number with its noun.
  func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
