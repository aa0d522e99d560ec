@testable import SchemaGate

/// Completes examples to whole authorities, and judges them.
enum ExampleAuthority {
  /// The files of an example in another spelling, with the places of its marks.
  static func files(of example: Example, in variant: ExampleVariant) throws -> MarkedFiles {
    let names = try declaredNames(of: example)
    return MarkedFiles(
      example.files.map { path, text in
        (path, path.hasSuffix(".sql") ? variant.apply(to: text, names: names) : text)
      })
  }

  /// The names that an example's SQL declares, folded, at any version.
  ///
  /// What SQLite refuses declares nothing.
  private static func declaredNames(of example: Example) throws -> Set<String> {
    let connection = try Connection()
    var names: Set<String> = []
    for (path, marked) in example.files.sorted(by: { $0.path > $1.path })
    where path.hasSuffix(".sql") {
      let text = marked.filter { $0 != Example.mark }
      let splitter = StatementSplitter(Array(text.utf8))
      for statement in splitter.statements {
        let sql = String(decoding: splitter.bytes[statement.range], as: UTF8.self)
        _ = Result { try connection.execute(sql) }
      }
      let catalog = try CatalogReader(connection: connection).read()
      for table in catalog.tables where table.kind == .ordinary {
        names.insert(foldedName(table.name))
        names.formUnion(table.columns.map { foldedName($0.name) })
        names.formUnion(table.indexes.map { foldedName($0.name) })
      }
      names.formUnion(catalog.views.map { foldedName($0.name) })
      names.formUnion(catalog.triggers.map { foldedName($0.name) })
    }
    return names
  }

  /// Judges an example's files as its rule wants: also before a release, or beside what another
  /// revision had.
  static func verdict(on files: [(path: String, text: String)], rule: Rule) throws -> Verdict {
    var isRelease = false
    var comparison: AuthorityComparison?
    switch rule.check {
    case .release: isRelease = true
    case .against: comparison = try self.comparison(files)
    default: break
    }
    return try RuleRunner.judge(
      try authority(files),
      against: comparison.map { comparison in PromisedComparison { .success(comparison) } },
      options: .init(today: CivilDate(secondsSince1970: 1_796_083_200), isRelease: isRelease))
  }

  /// An authority from files, with a lock and a policy that fit where they lack.
  static func authority(_ files: [(path: String, text: String)]) throws -> Authority {
    var texts: [String: String] = [:]
    for (path, text) in files where !path.hasPrefix(FileExample.otherRevision) {
      texts[path] = text
    }
    let entries = entries(of: texts)
    if texts[FileExample.lockPath] == nil {
      texts[FileExample.lockPath] = FileExample.lock(entries)
    }
    if texts[FileExample.policyPath] == nil {
      texts[FileExample.policyPath] = FileExample.policy(
        launched: entries.count > 1, frozen: entries.count > 1 ? Array(entries.prefix(1)) : [])
    }
    return try AuthorityReader.read(
      files: MemorySource(texts: texts), knownRules: RuleRunner.knownRules)
  }

  private static func comparison(
    _ files: [(path: String, text: String)]
  ) throws -> AuthorityComparison {
    var texts: [String: String] = [:]
    for (path, text) in files where path.hasPrefix(FileExample.otherRevision) {
      texts[String(path.dropFirst(FileExample.otherRevision.count))] = text
    }
    let before = try RevisionState.read(
      MemorySource(texts: texts), revision: "main", now: Configuration())
    return AuthorityComparison(
      now: try authority(files), revision: "main", before: before, base: nil)
  }

  private static func entries(of texts: [String: String]) -> [(name: String, sql: String)] {
    let start = "schema/migrations/"
    let steps = texts.keys.filter { $0.hasPrefix(start) && $0.hasSuffix(".sql") }.sorted()
    return [("001_schema.sql", texts[FileExample.schemaPath] ?? "")]
      + steps.compactMap { path in
        let name = String(path.dropFirst(start.count))
        guard case .migration = MigrationFileName(name) else { return nil }
        return (name, texts[path] ?? "")
      }
  }
}
