// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Planner",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In an app of your own: .package(url: "…/schema-gate", from: "1.0.0")
    .package(name: "SchemaGate", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "planner",
      dependencies: [.product(name: "SchemaGate", package: "SchemaGate")],
      exclude: ["Schema"],
      plugins: [.plugin(name: "CompileLadder", package: "SchemaGate")])
  ],
  swiftLanguageModes: [.v6]
)
