/// Git could not tell what was asked of it.
public struct GitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let message: String

  /// What the user can do, with the command where there is one.
  public let advice: String

  /// Creates an error from its words.
  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }

  /// Both parts in one line.
  public var description: String { "\(message); \(advice)" }
}

// The wordings, in one place for review.
extension GitError {
  static func notInstalled() -> GitError {
    GitError("cannot run 'git': it is not in PATH", advice: "install git, or add it to PATH")
  }

  static func unknownRevision(_ name: String) -> GitError {
    let fetch = "git fetch origin"
    let exact = name.hasPrefix("origin/") ? fetching(name, fetch) : nil
    return GitError(
      "git knows no revision '\(name)'",
      advice: "check its spelling, or fetch it: \(exact ?? fetch)")
  }

  static func shallow(_ name: String) -> GitError {
    let alone = fetching(name, "git fetch --depth=1 origin")
    return GitError(
      "this clone is shallow and lacks the revision '\(name)'",
      advice: "fetch what is missing: git fetch --unshallow origin"
        + (alone.map { ", or that revision alone: \($0)" } ?? ""))
  }

  /// The command that makes a revision known under its name, in a clone of one branch too; nil where
  /// the name tells not what to ask for, such as `HEAD~1`.
  private static func fetching(_ name: String, _ command: String) -> String? {
    if name == "HEAD" || name.contains(where: { "~^@:".contains($0) }) { return nil }
    if name.hasPrefix("origin/") {
      let branch = name.dropFirst("origin/".count)
      return "\(command) " + ShellWord.of("+refs/heads/\(branch):refs/remotes/\(name)")
    }
    let isID = name.utf8.count >= 40 && name.allSatisfy { $0.isHexDigit }
    return isID ? "\(command) \(name)" : "\(command) tag \(ShellWord.of(name))"
  }

  static func lacksObject(_ name: String) -> GitError {
    GitError(
      "this clone lacks the object \(name)",
      advice: "fetch it: git fetch --refetch --no-filter origin")
  }

  static func conflict(_ path: String) -> GitError {
    GitError(
      "'\(path)' has an unresolved merge conflict in the index",
      advice: "resolve it, then: git add \(ShellWord.of(path))")
  }

  static func failed(_ command: String, status: Int32, errors: [UInt8]) -> GitError {
    let said = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.hasPrefix("fatal: ") ? $0.dropFirst(7) : $0 }
    let reason = said.first.map(String.init) ?? "exit status \(status)"
    if reason.hasPrefix("not a git repository") {
      return GitError(
        "this is not a git repository, nor in one", advice: "go to one, or begin one here: git init"
      )
    }
    let isForeign = reason.contains("dubious ownership")
    return GitError(
      "git \(command) failed: \(reason)",
      advice: isForeign
        ? "if you trust the repository: git config --global --add safe.directory <folder>"
        : "see what git says: git \(command)")
  }

  static func unreadableAnswer(_ command: String) -> GitError {
    GitError(
      "git \(command) answered in an unknown form", advice: "check the version: git --version")
  }
}
