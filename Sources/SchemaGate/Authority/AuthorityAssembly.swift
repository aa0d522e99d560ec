/// Reads the governed files of one source in the order in which one tells where the next are.
struct AuthorityAssembly {
  let source: AuthoritySource
  let files: any FileSource
  let knownRules: Set<RuleID>

  func authority() throws -> Authority {
    let configuration = try configuration()
    let paths = configuration.paths
    try prefetch(configuration)
    guard let schema = try text(paths.schema, limit: Syscalls.sqlLimit) else {
      throw MissingSchema(path: paths.schema, source: source)
    }
    let baseline = Migration.baseline(schema)
    let lock = try text(paths.lock, limit: Syscalls.jsonLimit)
    let policyText = try text(paths.policy, limit: Syscalls.jsonLimit)
    let policy = GovernedFile(path: paths.policy, text: policyText, read: Policy.read)
    var strays: [StrayFile] = []
    let ladderFiles = try ladderFiles(paths, strays: &strays)
    let payloads = try payloads(paths, strays: &strays)
    let fixtures = try fixtures(paths)
    let embedReader = EmbedReader(
      files: files, embeds: configuration.embeds, governed: [paths.migrations, paths.payloads])
    let embeds = try configuration.embeds.map { try embedReader.state(of: $0) }
    return Authority(
      source: source, configuration: configuration, baseline: baseline,
      lock: GovernedFile(path: paths.lock, text: lock, read: Lock.read), policy: policy,
      ladderFiles: ladderFiles, strayFiles: strays.sorted { $0.path < $1.path },
      payloads: payloads, payloadVersion: try payloadVersion(configuration),
      fixtures: fixtures.texts, expected: try text(paths.expected, limit: Syscalls.sqlLimit),
      embeds: embeds,
      notices: notices(configuration, payloads)
        + unusedFixtures(fixtures, versions: [baseline] + ladderFiles)
        + embeds.flatMap(\.notices),
      ladder: AuthorityAssembly.ladder(baseline, ladderFiles, policy.value))
  }

  /// Asks at once for all that is read one by one below.
  private func prefetch(_ configuration: Configuration) throws {
    let paths = configuration.paths
    try files.prefetch(
      [paths.schema, paths.lock, paths.policy, paths.expected]
        + [configuration.payloadVersion?.file].compactMap(\.self)
        + configuration.embeds.flatMap { [$0.from, $0.to] },
      in: [
        paths.migrations, paths.payloads, FilePath.join(paths.payloads, "fixtures"), paths.fixtures,
      ], limit: Syscalls.sqlLimit)
  }

  private func configuration() throws -> Configuration {
    guard let text = try text(Configuration.fileName, limit: Syscalls.jsonLimit) else {
      return Configuration()
    }
    return try Configuration.read(text, knownRules: knownRules)
  }

  private func text(_ path: String, limit: Int) throws -> SourceText? {
    try files.read(path, limit: limit).map { SourceText(path: path, bytes: $0) }
  }

  /// Reads the migrations, and sorts out what else is in their folder.
  private func ladderFiles(
    _ paths: GovernedPaths, strays: inout [StrayFile]
  ) throws -> [Migration] {
    var found: [(version: Version, name: String, path: String)] = []
    for entry in try files.list(paths.migrations) ?? [] {
      let path = FilePath.join(paths.migrations, entry.name)
      if path == paths.lock || path == paths.policy || path == paths.schema { continue }
      let name = MigrationFileName(entry.name)
      switch name {
      case .ignored: continue
      case .migration(let version, let name) where entry.kind != .folder && entry.kind != .other:
        found.append((version, name, path))
      case .malformed(let reason, let help, let number) where entry.kind != .folder:
        strays.append(
          StrayFile(path: path, fault: .badName(reason: reason, help: help, number: number)))
      case .migration, .malformed, .foreign:
        if !isGovernedFolder(path, paths) {
          strays.append(StrayFile(path: path, fault: .foreign(entry.kind)))
        }
      }
    }
    found.sort { ($0.version, $0.path) < ($1.version, $1.path) }
    return try found.map { file in
      guard let text = try text(file.path, limit: Syscalls.sqlLimit) else {
        // It was listed: a link to nothing, or a file that went away meanwhile.
        throw FileError.missing(file.path)
      }
      return Migration(version: file.version, name: file.name, source: text)
    }
  }

  private func isGovernedFolder(_ path: String, _ paths: GovernedPaths) -> Bool {
    [paths.payloads, paths.fixtures].contains { $0 == path || $0.hasPrefix(path + "/") }
  }

  private func payloads(
    _ paths: GovernedPaths, strays: inout [StrayFile]
  ) throws -> PayloadFiles? {
    guard let entries = try files.list(paths.payloads) else { return nil }
    var contracts: [(Version, String)] = []
    var fixtures: [(Version, String)] = []
    let fixtureFolder = FilePath.join(paths.payloads, "fixtures")
    for entry in entries {
      let path = FilePath.join(paths.payloads, entry.name)
      if path == fixtureFolder && entry.kind == .folder { continue }
      sort(entry, path, ending: ".json", into: &contracts, strays: &strays)
    }
    for entry in try files.list(fixtureFolder) ?? [] {
      let path = FilePath.join(fixtureFolder, entry.name)
      sort(entry, path, ending: ".golden.json", into: &fixtures, strays: &strays)
    }
    return PayloadFiles(
      contracts: try payloadFiles(contracts), fixtures: try payloadFiles(fixtures))
  }

  private func sort(
    _ entry: FolderEntry, _ path: String, ending: String, into found: inout [(Version, String)],
    strays: inout [StrayFile]
  ) {
    if case .ignored = MigrationFileName(entry.name) { return }
    if entry.kind != .folder, entry.kind != .other, entry.name.hasSuffix(ending),
      let version = Version(padded: String(entry.name.dropLast(ending.count)))
    {
      found.append((version, path))
    } else {
      strays.append(StrayFile(path: path, fault: .foreign(entry.kind)))
    }
  }

  private func payloadFiles(_ found: [(Version, String)]) throws -> [PayloadFiles.File] {
    try found.sorted { $0.0 < $1.0 }.map { version, path in
      guard let text = try text(path, limit: Syscalls.jsonLimit) else {
        throw FileError.missing(path)
      }
      return PayloadFiles.File(version: version, text: text)
    }
  }

  private func payloadVersion(
    _ configuration: Configuration
  ) throws -> DeclaredPayloadVersion? {
    guard let place = configuration.payloadVersion else { return nil }
    let text = try text(place.file, limit: Syscalls.jsonLimit)
    return DeclaredPayloadVersion(place: place, text: text)
  }

  /// Reads the rows for versions, and names what else is in their folder.
  private func fixtures(
    _ paths: GovernedPaths
  ) throws -> (texts: [Version: SourceText], others: [String]) {
    var texts: [Version: SourceText] = [:]
    var others: [String] = []
    for entry in try files.list(paths.fixtures) ?? [] where entry.name.hasSuffix(".sql") {
      let path = FilePath.join(paths.fixtures, entry.name)
      if let version = Version(padded: String(entry.name.dropLast(4))) {
        texts[version] = try text(path, limit: Syscalls.sqlLimit)
      } else {
        others.append(path)
      }
    }
    return (texts, others)
  }

  private func unusedFixtures(
    _ fixtures: (texts: [Version: SourceText], others: [String]), versions: [Migration]
  ) -> [String] {
    let numbers = Set(versions.map(\.version))
    let unused = fixtures.texts.filter { !numbers.contains($0.key) }.map(\.value.path)
    return (unused + fixtures.others).sorted().map { "no version takes its rows from '\($0)'" }
  }

  private func notices(_ configuration: Configuration, _ payloads: PayloadFiles?) -> [String] {
    var notices: [String] = []
    if payloads == nil {
      notices.append(
        "payload contracts are not governed: there is no '\(configuration.paths.payloads)'")
    }
    if configuration.embeds.isEmpty {
      notices.append(
        "embedded copies are not governed: '\(Configuration.fileName)' names no embeds")
    }
    return notices
  }

  /// The part of the ladder that can run: up to the first gap, and one file a version.
  static func ladder(_ baseline: Migration, _ files: [Migration], _ policy: Policy?) -> Ladder {
    var migrations: [Migration] = []
    for file in files where file.version.number == migrations.count + 2 {
      migrations.append(file)
    }
    return Ladder(
      baseline: baseline, migrations: migrations, regime: policy?.regime ?? .launched,
      acknowledged: policy?.acknowledgedDigests ?? [:])
  }
}

/// Reads the two sides of embeds.
struct EmbedReader {
  let files: any FileSource
  /// All embeds that are configured.
  var embeds: [Embed] = []
  /// The folders whose files an app carries.
  var governed: [String] = []

  /// The most bytes of an embedded file that are compared.
  private var limit: Int { Syscalls.sqlLimit }

  func state(of embed: Embed) throws -> EmbedState {
    guard let kind = try kind(of: embed.from) else {
      return EmbedState(embed: embed, isPresent: false, files: [])
    }
    if kind == .file {
      return EmbedState(
        embed: embed, isPresent: true,
        files: [
          EmbedState.File(
            from: embed.from, to: embed.to,
            original: try files.read(embed.from, limit: limit),
            copy: try files.read(embed.to, limit: limit))
        ])
    }
    let entries = try files.list(embed.from) ?? []
    let originals = Set(names(of: entries, embed))
    let copies = Set(names(of: try files.list(embed.to) ?? [], embed))
    let joined = originals.union(copies).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    try files.prefetch(
      originals.map { FilePath.join(embed.from, $0) } + copies.map { FilePath.join(embed.to, $0) },
      in: [], limit: limit)
    return EmbedState(
      embed: embed, isPresent: true, subfolders: subfolders(of: entries, embed),
      files: try joined.map { name in
        let from = FilePath.join(embed.from, name)
        let to = FilePath.join(embed.to, name)
        return EmbedState.File(
          from: from, to: to,
          original: originals.contains(name) ? try files.read(from, limit: limit) : nil,
          copy: copies.contains(name) ? try files.read(to, limit: limit) : nil)
      })
  }

  private func kind(of path: String) throws -> FileKind? {
    let entries = try files.list(FilePath.parent(of: path) ?? "") ?? []
    let name = FilePath.name(of: path)
    return entries.first { $0.name == name }.map { $0.kind == .folder ? .folder : .file }
  }

  private func names(of entries: [FolderEntry], _ embed: Embed) -> [String] {
    entries.filter { $0.kind != .folder && embed.includes($0.name) }.map(\.name)
  }

  /// The folders in a folder that is embedded whole, which hold governed files and in which no
  /// embed begins.
  private func subfolders(of entries: [FolderEntry], _ embed: Embed) -> [String] {
    guard embed.match.isEmpty else { return [] }
    func holds(_ folder: String, _ path: String) -> Bool {
      path == folder || path.hasPrefix(folder + "/")
    }
    return entries.filter { $0.kind == .folder }.map { FilePath.join(embed.from, $0.name) }
      .filter { folder in
        governed.contains { holds(folder, $0) } && !embeds.contains { holds(folder, $0.from) }
      }
  }
}
