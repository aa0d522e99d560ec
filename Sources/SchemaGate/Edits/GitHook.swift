/// The hooks by which git asks for a verdict before it commits.
///
/// A hook that is there already is kept: it moves to a name beside, and runs first. Several
/// authorities in one repository share one hook, which judges each.
package struct GitHook {
  /// What was done, or would be.
  package struct Change: Sendable {
    package enum Kind: Sendable { case wrote, moved, removed }
    package let kind: Kind
    /// The file that was written or removed, or the new name of one that was moved.
    package let path: String
    /// The former name of a file that was moved.
    package var from: String?
  }

  /// Before each commit, and before a merge makes one by itself.
  private static let names = ["pre-commit", "pre-merge-commit"]

  /// The folder that git runs hooks from: `core.hooksPath` and linked working trees are honoured.
  package let folder: String

  /// The authority's root below the top of the working tree; empty for the top itself.
  private let prefix: String

  /// Looks at a repository.
  ///
  /// - Parameter root: the authority's root.
  /// - Throws: `GitError` where there is no repository, or where its hooks are those of every
  ///   repository of the user, in which a gate would stop commits that are none of its business.
  package init(root: String) throws {
    let git = try GitCommand(root: root)
    let answers = try git.run(
      ["rev-parse", "--show-prefix", "--git-path", "hooks"], accepting: [128])
    if answers.status == 128 {
      throw GitError(
        "'\(root)' is in no git repository", advice: "begin one with 'git init', then run again")
    }
    let lines = String(decoding: answers.output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2 else {
      throw GitError(
        "git does not say where its hooks are", advice: "run in a working tree, not a bare one")
    }
    prefix = String(lines[0].last == "/" ? lines[0].dropLast() : lines[0])
    let said = FilePath.join(root, String(lines[1]))
    folder = try Syscalls.status(said) == nil ? said : Syscalls.realPath(said)
    let scope = try git.run(
      ["config", "--show-scope", "--get", "core.hooksPath"], accepting: [1, 129])
    let source = String(decoding: scope.output, as: UTF8.self)
    if source.hasPrefix("global") || source.hasPrefix("system") {
      throw GitError(
        "core.hooksPath is set for every repository, to '\(folder)'",
        advice: "add to the hook there: schema-gate check --staged --against HEAD; or set "
          + "core.hooksPath for this repository alone")
    }
  }

  /// Installs the hooks, or brings them up to date; what is right already is left alone.
  ///
  /// - Parameters:
  ///   - program: the program's own path, for git clients whose `PATH` lacks it.
  ///   - isRehearsal: whether to change nothing, and only tell.
  package func install(program: String?, isRehearsal: Bool) throws -> [Change] {
    var changes: [Change] = []
    for name in GitHook.names {
      let path = FilePath.join(folder, name)
      let kept = path + GitHook.ending
      let present = try Syscalls.readIfPresent(path, limit: 1 << 20)
      var roots = [prefix]
      if let present, let own = HookScript(present) {
        roots = own.roots.contains(prefix) ? own.roots : (own.roots + [prefix]).sorted()
      } else if present != nil {
        if try Syscalls.status(kept) != nil {
          throw FileError.exists(kept, operation: "keep the present hook as")
        }
        changes.append(Change(kind: .moved, path: kept, from: path))
        if !isRehearsal { try Syscalls.rename(path, to: kept) }
      }
      let script = HookScript(roots: roots, program: program).bytes
      if present == script { continue }
      changes.append(Change(kind: .wrote, path: path))
      if isRehearsal { continue }
      try Syscalls.makeFolders(folder)
      try AtomicWrite(prepare: script, for: path, mode: 0o755).commit()
    }
    return changes
  }

  /// Takes the hooks away, and puts back those that were there before.
  package func uninstall(isRehearsal: Bool) throws -> [Change] {
    var changes: [Change] = []
    for name in GitHook.names {
      let path = FilePath.join(folder, name)
      let kept = path + GitHook.ending
      guard let present = try Syscalls.readIfPresent(path, limit: 1 << 20),
        let own = HookScript(present), own.roots.contains(prefix)
      else { continue }
      let others = own.roots.filter { $0 != prefix }
      if !others.isEmpty {
        changes.append(Change(kind: .wrote, path: path))
        let script = HookScript(roots: others, program: own.program)
        if !isRehearsal { try AtomicWrite(prepare: script.bytes, for: path, mode: 0o755).commit() }
      } else if try Syscalls.linkStatus(kept) != nil {
        changes.append(Change(kind: .moved, path: path, from: kept))
        if !isRehearsal { try Syscalls.rename(kept, to: path) }
      } else {
        changes.append(Change(kind: .removed, path: path))
        if !isRehearsal { try Syscalls.remove(path) }
      }
    }
    return changes
  }

  /// The ending of the name under which a hook that was there before is kept.
  fileprivate static let ending = ".before-schema-gate"
}

/// The text of a hook that SchemaGate installed.
private struct HookScript {
  /// The roots that it judges, below the top of the working tree.
  let roots: [String]
  /// The program's path at the time.
  let program: String?

  init(roots: [String], program: String?) {
    self.roots = roots
    self.program = program
  }

  /// Reads a hook; nil where it is somebody else's.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.contains(HookScript.mark) else { return nil }
    roots = lines.compactMap { HookScript.unquoted($0, after: "judge ") }
    program = lines.lazy.compactMap { HookScript.unquoted($0, after: "program=") }.first
  }

  private static let mark = "# Installed by 'schema-gate hook install'."[...]

  /// The script, for any POSIX shell.
  ///
  /// It fails where the program is gone: a gate that is silently open is worse than none.
  var bytes: [UInt8] {
    let judged = roots.map { "judge \(HookScript.quoted($0))\n" }.joined()
    return Array(
      """
      #!/bin/sh
      \(HookScript.mark)
      # It judges what is about to be committed. To take it away: schema-gate hook uninstall

      # The hook that was here before runs first.
      if [ -x "$0\(GitHook.ending)" ]; then
        "$0\(GitHook.ending)" "$@" || exit $?
      fi

      program=\(HookScript.quoted(program ?? ""))
      if command -v schema-gate >/dev/null 2>&1; then
        program=schema-gate
      elif [ ! -x "$program" ]; then
        echo "error: schema-gate is not installed, so this commit cannot be judged" >&2
        echo "   = help: install it: in a clone of SchemaGate, run 'make install'" >&2
        exit 1
      fi

      judge() {
        "$program" -C "./$1" check --staged --against HEAD -q || exit $?
      }
      \(judged)
      """.utf8)
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  private static func unquoted(_ line: Substring, after start: String) -> String? {
    guard line.hasPrefix(start + "'"), line.hasSuffix("'"), line.count >= start.count + 2 else {
      return nil
    }
    let inner = Array(line.dropFirst(start.count + 1).dropLast().utf8)
    // Undoes `'\''`, which is the only escape that is written.
    var text: [UInt8] = []
    var index = 0
    let escape = Array("'\\''".utf8)
    while index < inner.count {
      if inner[index...].starts(with: escape) {
        text.append(UInt8(ascii: "'"))
        index += escape.count
      } else {
        text.append(inner[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
