import Foundation
import PackagePlugin

/// `swift package check-schema [argument …]` runs `schema-gate check` in the package.
@main
struct CheckSchema: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "schema-gate").url
    process.arguments = ["-C", context.package.directoryURL.path, "check"] + arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("schema-gate check ended with \(process.terminationStatus)")
    }
  }
}
