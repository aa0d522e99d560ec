/// Reads authorities from the working tree, the index or revisions of one repository.
///
/// Git is started only for the index and for revisions, and then shared between all reads.
package struct AuthorityReader {
  /// The repository's root: the folder of `schema-gate.json`, or above `schema/schema.sql`.
  package let root: String

  /// The rule ids that the configuration may name.
  let knownRules: Set<RuleID>

  private var opened: GitRepository?

  /// Creates a reader; nothing is read yet.
  ///
  /// - Parameters:
  ///   - root: the repository's root.
  ///   - knownRules: the rule ids that the configuration may name, former ones included.
  package init(root: String, knownRules: Set<RuleID>) {
    self.root = root
    self.knownRules = knownRules
  }

  /// Finds the root at or above a folder; nil where nothing is governed.
  package static func findRoot(from folder: String) throws(FileError) -> String? {
    var current: String? = try Syscalls.realPath(folder)
    while let path = current {
      let marks = [Configuration.fileName, GovernedPaths().schema]
      for mark in marks where try Syscalls.status(FilePath.join(path, mark)) != nil {
        return path
      }
      current = FilePath.parent(of: path)
    }
    return nil
  }

  /// Reads and parses everything under governance.
  ///
  /// - Throws: `ConfigurationError` for a wrong configuration, `MissingSchema` where there is
  ///   nothing to judge, `FileError` for a file that cannot be read, `GitError` for git.
  package mutating func read(_ source: AuthoritySource) throws -> Authority {
    try AuthorityAssembly(
      source: source, files: try files(of: source), knownRules: knownRules
    ).authority()
  }

  /// Reads an authority from files that are at hand, such as those in memory.
  static func read(
    files: any FileSource, source: AuthoritySource = .workingTree, knownRules: Set<RuleID>
  ) throws -> Authority {
    try AuthorityAssembly(source: source, files: files, knownRules: knownRules).authority()
  }

  /// The files of a source.
  mutating func files(of source: AuthoritySource) throws -> any FileSource {
    switch source {
    case .workingTree: return FolderSource(root)
    case .index: return try GitSource.index(of: try repository())
    case .revision(let name):
      if let files = try GitSource.revision(name, of: try repository()) { return files }
      throw MissingSchema(path: GovernedPaths().schema, source: source)
    }
  }

  /// The repository around the root, opened once.
  mutating func repository() throws -> GitRepository {
    if let opened { return opened }
    let repository = try GitRepository(root: root)
    opened = repository
    return repository
  }
}

/// There is no schema, so there is nothing to judge.
public struct MissingSchema: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it should be.
  public let path: String
  /// Where it was looked for.
  public let source: AuthoritySource

  /// What is missing, and how to begin.
  public var description: String {
    "there is no '\(path)' in \(source); begin with: schema-gate init"
  }
}
