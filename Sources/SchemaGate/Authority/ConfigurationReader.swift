extension Configuration {
  /// The members of the configuration file, in the order of its documentation.
  static let memberNames = [
    "$schema", "schema", "migrations", "lock", "policy", "payloads", "embeds", "payloadVersion",
    "entities", "collisionEntities", "families", "vocabulary", "requires", "sortKeys",
    "naturalKeys", "onDelete", "forbiddenColumns", "loadBearingTables", "sqliteFloor", "assume",
    "rules", "waivers",
  ]

  /// Reads a configuration file strictly.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - knownRules: the ids that `rules` and waivers may name, former ones included.
  /// - Throws: `ConfigurationError` with everything that is wrong.
  public static func read(
    _ text: SourceText, knownRules: Set<RuleID>
  ) throws(ConfigurationError) -> Configuration {
    var reader = ConfigurationReader(configuration: Configuration(text: text))
    reader.read(knownRules: knownRules)
    let faults = Formed<Void>(nil, faults: reader.form.faults).faults
    if faults.isEmpty { return reader.configuration }
    throw ConfigurationError(
      faults.map { fault in
        Finding(fault.message, at: .offset(fault.offset, in: text), help: fault.help)
      })
  }
}

/// Fills a configuration from its file, and collects what does not fit.
struct ConfigurationReader {
  var configuration: Configuration
  var form = JSONForm()

  mutating func read(knownRules: Set<RuleID>) {
    guard let value = form.read(configuration.text),
      let fields = form.object(
        value, "the configuration", optional: Configuration.memberNames)
    else { return }
    readPaths(fields)
    readEmbeds(fields["embeds"])
    readPayloads(fields)
    readFamilies(fields["families"])
    readVocabulary(fields["vocabulary"])
    readKeys(fields)
    readNames(fields)
    readReleases(fields)
    readRules(fields, known: knownRules)
  }

  private mutating func readPaths(_ fields: JSONFields) {
    var paths = GovernedPaths()
    if let path = path(fields["schema"], "'schema'") {
      paths.schema = path
      // What is not said lies beside the schema, as it does by default.
      let folder = paths.folder
      paths.migrations = FilePath.join(folder, "migrations")
      paths.policy = FilePath.join(folder, "migration_policy.json")
      paths.payloads = FilePath.join(folder, "sync_payload")
    }
    if let path = path(fields["migrations"], "'migrations'") { paths.migrations = path }
    paths.lock = FilePath.join(paths.migrations, "checksums.lock")
    if let path = path(fields["lock"], "'lock'") { paths.lock = path }
    if let path = path(fields["policy"], "'policy'") { paths.policy = path }
    if let path = path(fields["payloads"], "'payloads'") { paths.payloads = path }
    configuration.paths = paths
  }

  /// The paths that a configuration names, whatever else is in it.
  mutating func paths(of value: JSONValue) -> GovernedPaths {
    let members = value.asObject ?? []
    readPaths(
      JSONFields(
        fields: Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first },
        offset: value.offset))
    return configuration.paths
  }

  /// A path below the repository's root.
  private mutating func path(_ value: JSONValue?, _ what: String) -> String? {
    guard let value, let text = form.text(value, what) else { return nil }
    if let path = FilePath.normalized(text), !path.isEmpty { return path }
    form.report(
      "\(what) must be a path below the repository's root, not '\(text)'", at: value.offset)
    return nil
  }

  private mutating func readEmbeds(_ value: JSONValue?) {
    guard let value, let elements = form.array(value, "'embeds'") else { return }
    for element in elements {
      guard
        let fields = form.object(
          element, "an embed", required: ["from", "to"], optional: ["match"]),
        let from = path(fields["from"], "'from' of an embed"),
        let to = path(fields["to"], "'to' of an embed")
      else { continue }
      var match: [NamePattern] = []
      if let value = fields["match"] {
        let texts =
          value.asString != nil
          ? form.text(value, "'match'").map { [$0] }
          : form.texts(value, "'match'", mayBeEmpty: false)
        match = (texts ?? []).map { NamePattern($0) }
      }
      if from == to {
        form.report("an embed must not be its own copy: '\(from)'", at: element.offset)
      } else if configuration.embeds.contains(where: { $0.to == to }) {
        form.report("two embeds go to '\(to)'", at: element.offset)
      } else if let governed = configuration.paths.governed(at: to) {
        form.report(
          "an embed must not go to '\(to)', where '\(governed)' is governed", at: element.offset)
      }
      configuration.embeds.append(
        Embed(from: from, to: to, match: match, offset: element.offset))
    }
  }

  private mutating func readPayloads(_ fields: JSONFields) {
    if let value = fields["payloadVersion"],
      let place = form.object(value, "'payloadVersion'", required: ["file", "pattern"]),
      let file = path(place["file"], "'file' of 'payloadVersion'"),
      let pattern = place["pattern"], let text = form.text(pattern, "'pattern'")
    {
      if let complaint = PayloadVersionPlace.complaint(about: text) {
        form.report(complaint, at: pattern.offset)
      }
      configuration.payloadVersion = PayloadVersionPlace(
        file: file, pattern: text, offset: value.offset)
    }
    if let value = fields["entities"], let members = form.members(value, "'entities'") {
      configuration.entities = members.compactMap { member in entity(member) }
    }
    configuration.collisionEntities = names(fields["collisionEntities"], "'collisionEntities'")
  }

  private mutating func entity(_ member: JSONMember) -> EntityParity? {
    guard
      let fields = form.object(
        member.value, "entity '\(member.name)'", required: ["table"], optional: ["local"]),
      let table = fields["table"].flatMap({ form.text($0, "the table of '\(member.name)'") })
    else { return nil }
    return EntityParity(
      name: member.name, table: table,
      local: names(fields["local"], "'local' of '\(member.name)'"), offset: member.nameOffset)
  }

  private mutating func readKeys(_ fields: JSONFields) {
    for element in fields["sortKeys"].flatMap({ form.array($0, "'sortKeys'") }) ?? [] {
      if let key = sortKey(element) { configuration.sortKeys.append(key) }
    }
    for element in fields["naturalKeys"].flatMap({ form.array($0, "'naturalKeys'") }) ?? [] {
      guard
        let fields = form.object(
          element, "a natural key", required: ["table", "columns"], optional: ["live"]),
        let table = fields["table"].flatMap({ form.text($0, "the table of a natural key") }),
        let columns = fields["columns"].flatMap({
          form.texts($0, "the columns of a natural key", mayBeEmpty: false)
        })
      else { continue }
      let live = fields["live"].flatMap { form.text($0, "'live' of a natural key") }
      configuration.naturalKeys.append(
        NaturalKey(table: table, columns: columns, live: live, offset: element.offset))
    }
  }

  private mutating func sortKey(_ element: JSONValue) -> SortKey? {
    let isQuery = element[member: "sql"] != nil
    guard
      let fields = form.object(
        element, "a sort key", required: isQuery ? ["name", "sql"] : ["name", "table", "orderBy"],
        optional: isQuery ? [] : ["where"]),
      let name = fields["name"].flatMap({ form.text($0, "the name of a sort key") })
    else { return nil }
    if configuration.sortKeys.contains(where: { $0.name == name }) {
      form.report("two sort keys are named '\(name)'", at: element.offset)
    }
    if let value = fields["sql"] {
      return form.text(value, "'sql' of '\(name)'").map {
        SortKey(name: name, form: .query($0), offset: element.offset)
      }
    }
    guard let table = fields["table"].flatMap({ form.text($0, "the table of '\(name)'") }),
      let terms = fields["orderBy"].flatMap({
        form.texts($0, "'orderBy' of '\(name)'", mayBeEmpty: false)
      })
    else { return nil }
    for term in fields["orderBy"]?.asArray ?? [] where term.asString != nil {
      _ = form.sqlPart(term, "a term of 'orderBy' of '\(name)'")
    }
    let condition = fields["where"].flatMap { form.sqlPart($0, "'where' of '\(name)'") }
    return SortKey(
      name: name, form: .terms(table: table, where: condition, orderBy: terms),
      offset: element.offset)
  }

  private mutating func readNames(_ fields: JSONFields) {
    if let value = fields["onDelete"], let texts = form.texts(value, "'onDelete'") {
      let known = ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"]
      let actions = texts.map { $0.uppercased() }
      for action in actions where !known.contains(action) {
        form.report(
          "'onDelete' names '\(action)', which is no action of a foreign key", at: value.offset,
          help: NearestName.nearest(action, among: known).map { "did you mean '\($0)'?" })
      }
      configuration.onDelete = actions
    }
    for element in fields["forbiddenColumns"].flatMap({ form.array($0, "'forbiddenColumns'") })
      ?? []
    {
      guard
        let fields = form.object(
          element, "a forbidden column", required: ["pattern", "reason"]),
        let pattern = fields["pattern"].flatMap({ form.text($0, "its pattern") }),
        let reason = fields["reason"].flatMap({ form.text($0, "its reason") })
      else { continue }
      configuration.forbiddenColumns.append(
        ForbiddenColumn(pattern: NamePattern(pattern), reason: reason, offset: element.offset))
    }
    configuration.loadBearingTables = names(fields["loadBearingTables"], "'loadBearingTables'")
    if let value = fields["assume"],
      let assumed = form.object(
        value, "'assume'", optional: ["collations", "functions", "modules"])
    {
      configuration.assume = AssumedNames(
        collations: names(assumed["collations"], "'collations'").map(\.value),
        functions: names(assumed["functions"], "'functions'").map(\.value),
        modules: names(assumed["modules"], "'modules'").map(\.value))
    }
  }

  /// Names that differ, each with its place.
  private mutating func names(_ value: JSONValue?, _ what: String) -> [Placed<String>] {
    guard let value, let elements = form.array(value, what) else { return [] }
    var names: [Placed<String>] = []
    for element in elements {
      guard let text = form.text(element, "each element of \(what)") else { continue }
      if names.contains(where: { sameName($0.value, text) }) {
        form.report("\(what) names '\(text)' twice", at: element.offset)
      } else {
        names.append(Placed(text, at: element.offset))
      }
    }
    return names
  }
}
