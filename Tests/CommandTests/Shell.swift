import Foundation
import TestSupport

/// A shell in a new folder, in which the program that was built is found first.
struct Shell {
  let folder: TemporaryFolder
  private let scratch: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    scratch = try TemporaryFolder()
    let present = ProcessInfo.processInfo.environment
    // Nothing of the machine's own settings may reach the calls.
    environment = [
      "PATH": "\(Shell.products):\(present["PATH"] ?? "/usr/bin:/bin")",
      "HOME": scratch.path, "LC_ALL": "C.UTF-8", "TERM": "dumb", "TZ": "UTC",
      "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CEILING_DIRECTORIES": (folder.path as NSString)
        .deletingLastPathComponent,
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "init.defaultBranch",
      "GIT_CONFIG_VALUE_0": "main",
    ]
  }

  /// The folder with the program: that of the bundle which these tests are in.
  static var products: String {
    #if os(Linux)
      let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let bundle =
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        ?? Bundle.main.bundleURL
    #endif
    return bundle.deletingLastPathComponent().path
  }

  /// Whether a program is installed.
  func has(_ program: String) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Runs a line, with its output gathered in files, which no amount of it can block.
  func run(_ line: String) throws -> Script.Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    try scratch.write("", to: "output")
    try scratch.write("", to: "errors")
    let output = try handle("output")
    let errors = try handle("errors")
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    try output.close()
    try errors.close()
    return Script.Outcome(
      output: try lines(of: "output"), errors: try lines(of: "errors"),
      status: process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus)
  }

  private func handle(_ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: "\(scratch.path)/\(name)"))
  }

  private func lines(of name: String) throws -> [String] {
    let text = String(decoding: try scratch.read(name), as: UTF8.self)
      .replacingOccurrences(of: folder.path, with: "$ROOT")
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() } else { lines.append("(no newline at the end)") }
    return lines
  }
}
