import Foundation

/// A git repository in a temporary folder, driven by the real `git`.
public final class ScratchRepository {
  /// The folder around it.
  public let folder: TemporaryFolder

  /// The repository's top folder.
  public var path: String { folder.path }

  /// Makes an empty repository on branch `main`, without a commit.
  public init() throws {
    folder = try TemporaryFolder()
    try git("init", "-q", "-b", "main")
  }

  /// Writes a file below the top folder.
  public func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

  /// Stages everything and commits it.
  public func commit(_ message: String = "change") throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
  }

  /// Runs git in the top folder; fails unless it succeeds.
  @discardableResult
  public func git(
    _ arguments: String..., environment: [String: String] = [:], in folder: String? = nil
  ) throws -> String {
    try git(arguments, environment: environment, in: folder)
  }

  /// Runs git with a list of arguments.
  @discardableResult
  public func git(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder ?? path] + arguments
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    variables["GIT_CONFIG_GLOBAL"] = "/dev/null"
    variables["GIT_CONFIG_NOSYSTEM"] = "1"
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = "Test"
      variables["GIT_\(role)_EMAIL"] = "test@example.org"
    }
    process.environment = variables.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw GitFailure(
        description: "git \(arguments): \(String(decoding: said, as: UTF8.self))")
    }
    return String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Git refused.
  public struct GitFailure: Error, CustomStringConvertible {
    /// The command, and what git said.
    public let description: String
  }
}
