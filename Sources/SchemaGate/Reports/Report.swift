/// What a run found and how that is to be taken: the input of every report format.
package struct Report: Sendable {
  /// The diagnostics in the order of all reports, each once.
  package let diagnostics: [Diagnostic]

  /// The rules that the run could apply, for formats that carry their metadata.
  package let rules: [Rule]

  /// What was looked at, such as `schema, 3 migrations, 1 payload contract`.
  package let scope: [String]

  /// What the reader should know beside the findings, such as a part that isn't governed.
  package let notes: [String]

  /// Whether warnings fail the run too.
  package let isStrict: Bool

  /// The file that stands for a database object where a format demands a file.
  package let fallbackPath: String

  /// The root's folder below the top of its git repository; empty where they are the same.
  ///
  /// Services that lay findings over files know these by their path from the top.
  package let folder: String

  /// Creates a report; sorts the diagnostics and leaves out repeated ones.
  package init(
    _ diagnostics: [Diagnostic], rules: [Rule] = RuleList.all, scope: [String] = [],
    notes: [String] = [], isStrict: Bool = false, fallbackPath: String = "schema/schema.sql",
    folder: String = ""
  ) {
    var unique: [Diagnostic] = []
    unique.reserveCapacity(diagnostics.count)
    var seen: Set<Diagnostic> = []
    for diagnostic in diagnostics.sorted() where seen.insert(diagnostic).inserted {
      unique.append(diagnostic)
    }
    self.diagnostics = unique
    self.rules = rules
    self.scope = scope
    self.notes = notes
    self.isStrict = isStrict
    self.fallbackPath = fallbackPath
    self.folder = folder
  }

  /// The file of a place, from the top of the git repository.
  func repositoryPath(of location: Location) -> String {
    FilePath.join(folder, location.path ?? fallbackPath)
  }

  /// The number of diagnostics of a severity.
  package func count(of severity: Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
  }

  /// Whether nothing was found that fails the run.
  package var isPassed: Bool {
    count(of: .error) == 0 && (!isStrict || diagnostics.isEmpty)
  }

  /// The numbers in words, such as `2 errors, 1 warning`.
  package var countText: String {
    let counts = [
      Report.plural(count(of: .error), "error"), Report.plural(count(of: .warning), "warning"),
    ]
    let found = counts.compactMap { $0 }
    return found.isEmpty ? "nothing found" : found.joined(separator: ", ")
  }

  private static func plural(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// The formats in which a report can be written.
package enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, sarif, github, gitlab, junit
}

extension Report {
  /// Writes the report.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - isColored: whether text gets colors; the other formats have none.
  package func rendered(as format: ReportFormat, isColored: Bool = false) -> [UInt8] {
    switch format {
    case .text: Array(TextReport(self, isColored: isColored).text.utf8)
    case .json: JSONWriter.canonical(JSONReport.value(of: self), memberOrder: .kept)
    case .sarif: JSONWriter.canonical(SARIFReport.value(of: self), memberOrder: .kept)
    case .github: Array(GitHubReport.text(of: self).utf8)
    case .gitlab: JSONWriter.canonical(GitLabReport.value(of: self), memberOrder: .kept)
    case .junit: Array(JUnitReport.text(of: self).utf8)
    }
  }

  /// A fingerprint for each diagnostic, by which services know it again when lines move.
  ///
  /// The hash of what stays, and a number that tells those apart that are alike in all of it.
  var fingerprints: [String] {
    var times: [String: Int] = [:]
    return diagnostics.map { diagnostic in
      let hash = SHA256.digest(of: Array(diagnostic.fingerprintSource.utf8)).description
      times[hash, default: 0] += 1
      return "\(hash):\(times[hash] ?? 1)"
    }
  }
}

extension Location {
  /// The place in one line: `path:line:column`, or the object, with its version if that matters.
  var text: String {
    guard let path else {
      let place = object ?? "the schema"
      return version.map { "\(place) (at version \($0))" } ?? place
    }
    guard let position else { return path }
    return "\(path):\(position.line):\(position.column)"
  }
}
