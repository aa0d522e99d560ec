/// Begins an authority: which files it takes, from nothing, from a schema or from a database.
///
/// Nothing is written here. What a first check finds is proposed as waivers, so that a schema with
/// a past passes today, and what is added from now on is held to the rules.
package struct InitialAuthority: Sendable {
  /// What the baseline is made from.
  package enum Origin: Hashable, Sendable {
    /// A small schema to begin with.
    case starter
    /// A file that stays where it is, below the root.
    case present(String)
    /// The bytes of a schema from elsewhere.
    case copied([UInt8])
  }

  /// The new files.
  package let plan: EditPlan

  /// What a first check still finds: what no waiver can cover.
  package let verdict: Verdict

  /// How many findings got a waiver.
  package let waiverCount: Int

  /// How many findings would have one, were there no configuration already, which is left as it is.
  package let unwaivedCount: Int

  /// What is assumed that the app registers itself, as SQLite has nothing of that name.
  package let assumed: AssumedNames

  /// The reason that proposed waivers have.
  package static let waiverReason = "present when SchemaGate was adopted"

  /// Works out the files.
  ///
  /// - Parameters:
  ///   - root: the folder that becomes the root.
  ///   - origin: what the baseline is made from.
  ///   - configured: the paths of the configuration that is there; nil where there is none.
  ///   - options: how the first check is run.
  /// - Throws: what the reader and the runner throw, where the schema cannot be judged at all.
  package init(
    root: String, origin: Origin, configured: GovernedPaths? = nil, options: RuleRunner.Options
  ) throws {
    var draft = EditDraft(FolderSource(root))
    var paths = configured ?? GovernedPaths()
    switch origin {
    case .starter: draft.write(paths.schema, Array(InitialAuthority.starter.utf8))
    case .copied(let bytes): draft.write(paths.schema, bytes)
    case .present(let path): paths = configured ?? InitialAuthority.paths(around: path)
    }
    if try draft.read(paths.policy, limit: Syscalls.jsonLimit) == nil {
      let policy = Policy.initial(
        note: "Before launch the baseline is edited freely; 'schema-gate arm' freezes it.",
        document: "")
      draft.write(paths.policy, JSONWriter.canonical(policy, memberOrder: .kept))
    }
    if try draft.read(paths.lock, limit: Syscalls.jsonLimit) == nil {
      draft.write(paths.lock, try InitialAuthority.lock(draft, paths).canonicalBytes)
    }
    if let attributes = try InitialAuthority.attributes(in: draft, paths) {
      draft.write(".gitattributes", attributes)
    }
    let isConfigured = configured != nil
    var members = InitialAuthority.members(paths)
    var assumed = AssumedNames()
    func configure(_ draft: inout EditDraft, _ members: [JSONMember]) {
      if isConfigured || members.isEmpty { return }
      draft.write(
        Configuration.fileName, JSONWriter.canonical(.object(members), memberOrder: .kept))
    }
    configure(&draft, members)
    var first = try InitialAuthority.judge(draft, options)
    // SQLite stops at the first name that it misses, so each is assumed in turn.
    while !isConfigured, assumed.add(missingIn: first) {
      members.removeAll { $0.name == "assume" }
      members.append(JSONMember(name: "assume", value: assumed.json))
      configure(&draft, members)
      first = try InitialAuthority.judge(draft, options)
    }
    let proposed = InitialAuthority.waivers(for: first)
    let waivers = isConfigured ? [] : proposed
    if !waivers.isEmpty {
      let rules = JSONMember(name: "rules", value: ["waivers": .array(waivers)])
      configure(&draft, members + [rules])
    }
    verdict = waivers.isEmpty ? first : try InitialAuthority.judge(draft, options)
    self.assumed = assumed
    waiverCount = waivers.count
    unwaivedCount = proposed.count - waivers.count
    plan = try draft.plan()
  }

  private static func judge(
    _ draft: EditDraft, _ options: RuleRunner.Options
  ) throws -> Verdict {
    let authority = try AuthorityReader.read(files: draft, knownRules: RuleRunner.knownRules)
    return try RuleRunner.judge(authority, options: options)
  }

  // MARK: Parts

  /// The other files beside a schema that stays where it is.
  private static func paths(around schema: String) -> GovernedPaths {
    var paths = GovernedPaths()
    if schema == paths.schema { return paths }
    let folder = FilePath.parent(of: schema) ?? ""
    paths.schema = schema
    paths.migrations = FilePath.join(folder, "migrations")
    paths.lock = FilePath.join(paths.migrations, "checksums.lock")
    paths.policy = FilePath.join(folder, "migration_policy.json")
    paths.payloads = FilePath.join(folder, "sync_payload")
    return paths
  }

  /// The paths that the configuration must name.
  private static func members(_ paths: GovernedPaths) -> [JSONMember] {
    let usual = GovernedPaths()
    let all = [
      ("schema", paths.schema, usual.schema), ("migrations", paths.migrations, usual.migrations),
      ("lock", paths.lock, usual.lock), ("policy", paths.policy, usual.policy),
      ("payloads", paths.payloads, usual.payloads),
    ]
    return all.compactMap { name, path, usual in
      path == usual ? nil : JSONMember(name: name, value: .string(path))
    }
  }

  /// One waiver for each rule and object that a check found; whole files are left to be mended.
  private static func waivers(for verdict: Verdict) -> [JSONValue] {
    var seen: Set<[String]> = []
    return verdict.diagnostics.compactMap { diagnostic in
      guard let object = diagnostic.finding.location.object,
        seen.insert([diagnostic.rule.name, object]).inserted
      else { return nil }
      return [
        "rule": .string(diagnostic.rule.name), "object": .string(object),
        "reason": .string(waiverReason),
      ]
    }
  }

  /// The lock for the files as they are.
  private static func lock(_ draft: EditDraft, _ paths: GovernedPaths) throws -> Lock {
    let baseline = try draft.read(paths.schema, limit: Syscalls.sqlLimit) ?? []
    var identities = [
      Migration.baseline(SourceText(path: paths.schema, bytes: baseline)).identity
    ]
    for entry in try draft.list(paths.migrations) ?? [] {
      let path = FilePath.join(paths.migrations, entry.name)
      guard case .migration(let version, let name) = MigrationFileName(entry.name),
        let bytes = try draft.read(path, limit: Syscalls.sqlLimit)
      else { continue }
      identities.append(
        VersionIdentity(version: version, name: name, digest: SQLDigest.digest(of: bytes)))
    }
    return Lock(identities)
  }

  /// `.gitattributes` with the line that keeps git from changing line ends; nil where it has it.
  private static func attributes(
    in draft: EditDraft, _ paths: GovernedPaths
  ) throws -> [UInt8]? {
    let lines =
      paths.folder.isEmpty
      ? ["\(paths.schema) -text", "\(paths.migrations)/** -text", "\(paths.payloads)/** -text"]
      : ["\(paths.folder)/** -text"]
    let present = try draft.read(".gitattributes", limit: Syscalls.jsonLimit) ?? []
    let known = String(decoding: present, as: UTF8.self).split(whereSeparator: \.isNewline)
    let missing = lines.filter { !known.contains($0[...]) }
    if missing.isEmpty { return nil }
    let gap = present.isEmpty || present.last == UInt8(ascii: "\n") ? "" : "\n"
    return present + Array((gap + missing.map { "\($0)\n" }.joined()).utf8)
  }

  private static let starter = """
    -- The schema as a new database gets it: version 001.
    --
    -- Before the first release it is edited freely; 'schema-gate seed' then brings the lock along.
    -- After 'schema-gate arm' it never changes again: 'schema-gate new <name>' begins a migration.

    CREATE TABLE notes (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
      created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) STRICT;

    """
}

extension InitialAuthority.Origin {
  /// The origin that a file is: a database, whose schema is taken, or SQL.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - governed: its path below the root; nil where it is elsewhere.
  package static func file(_ path: String, governed: String?) throws -> Self {
    let stream = try ByteStream(path)
    let bytes = try stream.readAll(limit: Syscalls.sqlLimit)
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      let connection = try Connection(path: path, mode: .readOnly)
      return .copied(
        Array(try SchemaDump.sql(of: connection, excluding: ["schema_migrations"]).utf8))
    }
    // SQLite makes a file of no bytes where nothing is written to a new database.
    if bytes.isEmpty, !path.lowercased().hasSuffix(".sql") { return .copied([]) }
    return governed.map { .present($0) } ?? .copied(bytes)
  }
}

extension AssumedNames {
  /// Adds what a verdict says is missing; false where that is nothing new.
  fileprivate mutating func add(missingIn verdict: Verdict) -> Bool {
    var isNew = false
    for diagnostic in verdict.diagnostics {
      let finding = diagnostic.finding
      let said = finding.facts.first { $0.name == "sqlite" }?.value ?? finding.message
      guard let (kind, name) = AssumedNames.missing(in: said) else { continue }
      switch kind {
      case .collations: isNew = collations.add(name) || isNew
      case .functions: isNew = functions.add(name) || isNew
      case .modules: isNew = modules.add(name) || isNew
      }
    }
    return isNew
  }

  /// The value of `assume`.
  fileprivate var json: JSONValue {
    let lists = [("collations", collations), ("functions", functions), ("modules", modules)]
    return .object(
      lists.filter { !$0.1.isEmpty }.map { name, list in
        JSONMember(name: name, value: .array(list.map { .string($0) }))
      })
  }

  /// The names in words, each with its kind.
  package var words: [String] {
    collations.map { "collation '\($0)'" } + functions.map { "function '\($0)'" }
      + modules.map { "module '\($0)'" }
  }
}

extension [String] {
  /// Adds a name that isn't there; false for one that is.
  fileprivate mutating func add(_ name: String) -> Bool {
    if contains(where: { sameName($0, name) }) { return false }
    append(name)
    return true
  }
}
