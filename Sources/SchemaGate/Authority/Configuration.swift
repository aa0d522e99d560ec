/// What `schema-gate.json` says, with the defaults for what it does not.
///
/// Every declared thing keeps the byte offset at which it is written, for messages about it.
public struct Configuration: Sendable {
  /// The file; empty where there is none.
  public let text: SourceText

  /// Where the governed files are.
  public var paths: GovernedPaths

  /// Copies of governed files that must stay identical.
  public var embeds: [Embed] = []

  /// Where source code declares the current payload version.
  public var payloadVersion: PayloadVersionPlace?

  /// The table of each payload entity; nil where parity is not asked for.
  public var entities: [EntityParity]?

  /// Entities whose fields may not evolve yet.
  public var collisionEntities: [Placed<String>] = []

  /// The column families: the built-in ones, with the configured ones merged over them.
  public var families: [ColumnFamily] = ColumnFamily.builtIn

  /// What columns of a name mean, wherever they are.
  public var vocabulary: [VocabularyEntry] = []

  /// Orderings that an index must serve.
  public var sortKeys: [SortKey] = []

  /// Keys that are unique over live rows.
  public var naturalKeys: [NaturalKey] = []

  /// The actions that foreign keys may name, in upper case; nil allows any that is written.
  public var onDelete: [String]?

  /// Names that no table and no contract may have.
  public var forbiddenColumns: [ForbiddenColumn] = []

  /// Tables without which a database is unusable.
  public var loadBearingTables: [Placed<String>] = []

  /// The oldest SQLite that must run the schema.
  public var sqliteFloor: Placed<SQLiteRelease>?

  /// The oldest SchemaGate that may judge the repository.
  public var requires: Placed<ToolRelease>?

  /// What the app registers with SQLite itself.
  public var assume = AssumedNames()

  /// What rules are set to, where not to their default.
  public var ruleSettings: [RuleID: Placed<RuleSetting>] = [:]

  /// Findings that somebody decided to live with.
  public var waivers: [ConfiguredWaiver] = []

  /// The configuration of a repository without a configuration file.
  public init() {
    text = SourceText(path: Configuration.fileName, bytes: [])
    paths = GovernedPaths()
  }

  init(text: SourceText) {
    self.text = text
    paths = GovernedPaths()
  }

  /// The name of the configuration file, at the repository's root.
  public static let fileName = "schema-gate.json"

  /// The place of a byte offset in the configuration file.
  public func location(at offset: Int) -> Location { .offset(offset, in: text) }

  /// What a rule is set to.
  public func setting(of rule: RuleID, default setting: RuleSetting) -> RuleSetting {
    ruleSettings[rule]?.value ?? setting
  }
}

/// A value with the byte offset at which the configuration file has it.
public struct Placed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public let value: Value
  /// Its byte offset.
  public let offset: Int

  /// Creates a placed value.
  public init(_ value: Value, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }
}

/// Where the governed files are, relative to the repository's root.
public struct GovernedPaths: Hashable, Sendable {
  /// The baseline.
  public var schema = "schema/schema.sql"
  /// The folder of the ladder.
  public var migrations = "schema/migrations"
  /// The checksums.
  public var lock = "schema/migrations/checksums.lock"
  /// The regime and the frozen set.
  public var policy = "schema/migration_policy.json"
  /// The folder of the payload contracts.
  public var payloads = "schema/sync_payload"

  /// The default places.
  public init() {}

  /// The folder around the baseline, in which `fixtures` and `expected.sql` are.
  public var folder: String { FilePath.parent(of: schema) ?? "" }
  /// The schema that the whole ladder must arrive at, where it is kept.
  public var expected: String { FilePath.join(folder, "expected.sql") }
  /// The folder of rows for versions.
  public var fixtures: String { FilePath.join(folder, "fixtures") }

  /// What is governed at a path to which copies would go, and would be overwritten or removed there.
  func governed(at path: String) -> String? {
    let folders = [migrations, payloads]
    if let folder = folders.first(where: { path == $0 || path.hasPrefix($0 + "/") }) {
      return folder
    }
    return [schema, lock, policy].first { path == $0 || path == FilePath.parent(of: $0) ?? "" }
  }

  /// The same places for loading a ladder.
  public var layout: LadderLayout {
    LadderLayout(schema: schema, migrations: migrations, lock: lock, policy: policy)
  }
}
