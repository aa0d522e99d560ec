/// Which state of the repository is judged.
public enum AuthoritySource: Hashable, Sendable {
  /// The files as they are on disk.
  case workingTree
  /// What is about to be committed.
  case index
  /// A commit, by any name that git resolves.
  case revision(String)
}

extension AuthoritySource: CustomStringConvertible {
  /// The source as messages name it.
  public var description: String {
    switch self {
    case .workingTree: "the working tree"
    case .index: "the index"
    case .revision(let name): "revision '\(name)'"
    }
  }
}
