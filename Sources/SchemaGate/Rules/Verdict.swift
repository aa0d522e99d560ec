/// What a check came to.
public struct Verdict: Sendable {
  /// What was found and not waived, in report order.
  public let diagnostics: [Diagnostic]

  /// What was found and waived, in report order.
  public let waived: [WaivedDiagnostic]

  /// What was judged, in numbers.
  public let subject: VerdictSubject

  /// What is not governed because it is not there, one line each.
  public let notices: [String]

  /// What could not be judged as closely as the rest, one line each; for a talkative report.
  public let remarks: [String]

  /// How many errors there are.
  public var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// How many warnings there are.
  public var warningCount: Int { diagnostics.count { $0.severity == .warning } }

  /// Whether the check passes.
  ///
  /// - Parameter strict: whether warnings fail it too.
  public func passes(strict: Bool = false) -> Bool {
    strict ? diagnostics.isEmpty : errorCount == 0
  }

  /// The same verdict with only what was found in some files; the numbers stay those of the whole.
  ///
  /// - Parameter paths: files or folders, relative to the root; empty keeps everything. What has
  ///   no file stays too.
  package func limited(to paths: [String]) -> Verdict {
    guard !paths.isEmpty else { return self }
    let prefixes = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    return Verdict(
      diagnostics: diagnostics.filter { diagnostic in
        guard let path = diagnostic.finding.location.path else { return true }
        return prefixes.contains { path == $0 || $0 == "." || path.hasPrefix($0 + "/") }
      }, waived: waived, subject: subject, notices: notices, remarks: remarks)
  }
}

/// A finding that a waiver covers.
public struct WaivedDiagnostic: Hashable, Sendable {
  /// The finding with its rule.
  public let diagnostic: Diagnostic
  /// The waiver.
  public let waiver: Waiver
}

/// What a check looked at.
public struct VerdictSubject: Hashable, Sendable {
  /// Where the files were read from.
  public var source: AuthoritySource
  /// Whether databases of the schema are out there.
  public var regime: Regime
  /// Versions of the ladder, the baseline included.
  public var versions = 0
  /// Lock entries that are frozen.
  public var frozenVersions = 0
  /// Payload contracts.
  public var payloads = 0
  /// Ordinary tables of the final schema; nil where the ladder doesn't run to its end.
  public var tables: Int?
  /// Rules that ran.
  public var rules = 0
}
