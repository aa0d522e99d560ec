import Foundation
import PackagePlugin

/// Compiles the ladder in a target's `Schema` folder into the target.
///
/// The folder is verified against its lock in every build, so that a copy that drifted fails the
/// build at the file. The target gets a type `BundledLadder` with `load()`.
@main
struct CompileLadder: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let folder = target.directoryURL.appending(path: "Schema")
    guard FileManager.default.fileExists(atPath: folder.appending(path: "schema.sql").path) else {
      Diagnostics.error(
        "target '\(target.name)' uses CompileLadder and has no Schema/schema.sql; "
          + "let schema-gate put it there with \"embeds\"")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "BundledLadder.swift")
    return [
      .buildCommand(
        displayName: "Compiling the ladder of \(target.name)",
        executable: try context.tool(named: "schema-gate").url,
        arguments: ["compile", folder.path, "--output", output.path],
        inputFiles: try files(below: folder), outputFiles: [output])
    ]
  }

  private func files(below folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return names.filter { $0.hasSuffix(".sql") || $0.hasSuffix(".lock") || $0.hasSuffix(".json") }
      .map { folder.appending(path: $0) }
  }
}
