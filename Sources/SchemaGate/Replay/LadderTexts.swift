/// The files of a ladder as tokens, and where they declare each object; read without SQLite.
struct LadderTexts: Sendable {
  /// The files in the order in which they run, split into statements.
  let scripts: [Script]
  /// Where the files declare each object; read only once somebody asks for a place.
  var declarations: DeclarationIndex { promisedDeclarations.value() }
  private let promisedDeclarations: Promise<DeclarationIndex>
  /// What the repository's configuration says.
  let configuration: Configuration

  /// What makes the digests of files untrustworthy.
  let faults: [(text: SourceText, fault: LossyTextFault)]

  /// - Parameters:
  ///   - versions: what is replayed, in order.
  ///   - files: all files, also those of versions that come twice or behind a gap.
  init(_ versions: [Migration], _ configuration: Configuration, files: [Migration]? = nil) {
    let scripts = versions.map { Script($0.source) }
    self.scripts = scripts
    promisedDeclarations = Promise {
      var index = DeclarationIndex()
      for script in scripts { index.add(script.text, split: script.split) }
      return index
    }
    self.configuration = configuration
    faults = (files ?? versions).flatMap { file in
      LossyTextCheck.faults(in: file.source.bytes, normalized: file.program)
        .map { (file.source, $0) }
    }
  }
}

/// A file of the ladder with its statements.
struct Script: Sendable {
  /// The file.
  let text: SourceText
  /// Its statements and tokens.
  let split: StatementSplitter

  /// Splits a file.
  init(_ text: SourceText) {
    self.text = text
    split = StatementSplitter(text.bytes)
  }
}
