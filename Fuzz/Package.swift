// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since it needs the library built with its internals visible:
//   swift run -c release -Xswiftc -enable-testing --package-path Fuzz fuzz
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "SchemaGate", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "SchemaGate", package: "SchemaGate")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
