// swift-tools-version: 6.2
import PackageDescription

// Every Swift target is held to the same strictness, so that a warning never lands.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "SchemaGate",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SchemaGate", targets: ["SchemaGate"]),
    .executable(name: "schema-gate", targets: ["schema-gate"]),
    .plugin(name: "CompileLadder", targets: ["CompileLadder"]),
    .plugin(name: "CheckSchema", targets: ["CheckSchema"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .target(
      name: "SchemaGate",
      dependencies: [
        "CSQLite",
        // Apple's systems hash with CryptoKit.
        .target(name: "CCrypto", condition: .when(platforms: [.linux, .android])),
      ],
      swiftSettings: strict),
    .executableTarget(name: "schema-gate", dependencies: ["SchemaGate"], swiftSettings: strict),
    .plugin(name: "CompileLadder", capability: .buildTool(), dependencies: ["schema-gate"]),
    .plugin(
      name: "CheckSchema",
      capability: .command(
        intent: .custom(verb: "check-schema", description: "Judge the schema with schema-gate"),
        permissions: []),
      dependencies: ["schema-gate"]),
    .target(
      name: "TestSupport", dependencies: ["SchemaGate"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SchemaGateTests", dependencies: ["SchemaGate", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    // A process that opens databases, for tests that race or kill it.
    .executableTarget(
      name: "runtime-probe", dependencies: ["SchemaGate", "CSQLite"], path: "Tests/RuntimeProbe",
      swiftSettings: strict),
    .testTarget(
      name: "RuntimeTests",
      dependencies: ["SchemaGate", "TestSupport", "CSQLite", "runtime-probe"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["SchemaGate", "TestSupport"], exclude: ["Scripts"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
