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

  /// Judges an example's files with a lock and a policy that fit, where it has none of its own.
  static func verdict(on files: [(path: String, text: String)], example: Example) throws -> Verdict
  {
    var all = Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    let versions = try versions(in: all)
    let paths = GovernedPaths()
    if all[paths.lock] == nil {
      all[paths.lock] = String(decoding: Lock(versions).canonicalBytes, as: UTF8.self)
    }
    if all[paths.policy] == nil {
      all[paths.policy] =
        versions.count > 1
        ? launchedPolicy(Lock(versions))
        : """
        {"launched": false, "policy_doc": "", "note": "",
         "frozen_baseline": {"checksums_lock": {}, "sync_payload_contracts": {}}}

        """
    }
    let authority = try AuthorityReader.read(
      files: MemorySource(texts: all), knownRules: RuleRunner.knownRules)
    return try RuleRunner.judge(
      authority, options: .init(today: CivilDate(secondsSince1970: 1_796_083_200)))
  }

  private static func launchedPolicy(_ lock: Lock) -> String {
    """
    {"launched": true, "policy_doc": "", "note": "",
     "frozen_baseline": {"checksums_lock": \(String(decoding: lock.canonicalBytes, as: UTF8.self)), "sync_payload_contracts": {}}}

    """
  }

  /// The identities of the versions among some files.
  private static func versions(in files: [String: String]) throws -> [VersionIdentity] {
    var found: [VersionIdentity] = []
    for (path, text) in files where path.hasSuffix(".sql") {
      let source = SourceText(path: path, bytes: Array(text.utf8))
      if path == GovernedPaths().schema {
        found.append(Migration.baseline(source).identity)
      } else if let name = path.split(separator: "/").last.map(String.init),
        case .migration(let version, let short) = MigrationFileName(name)
      {
        found.append(Migration(version: version, name: short, source: source).identity)
      }
    }
    return found.sorted { $0.version < $1.version }
  }
}
