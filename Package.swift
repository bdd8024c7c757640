// swift-tools-version: 6.2

import PackageDescription

// MARK: - Settings, the same for every target

/// Upcoming language features, each with the proposal that describes it.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

// MARK: - Dependencies

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let bigInt: Target.Dependency = .product(name: "BigInt", package: "BigInt")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let orderedCollections: Target.Dependency = .product(name: "OrderedCollections", package: "swift-collections")
let swiftCSV: Target.Dependency = .product(name: "SwiftCSV", package: "SwiftCSV")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

// MARK: - Package

let package = Package(
  name: "chart-kernel",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ChartModel", targets: ["ChartModel"]),
    .library(name: "ChartEngine", targets: ["ChartEngine"]),
    .library(name: "ChartSVG", targets: ["ChartSVG"]),
    .executable(name: "chart-kernel", targets: ["chart-kernel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    // From the top downwards: a target depends only on those below it.
    .executableTarget(
      name: "chart-kernel",
      dependencies: [
        "ChartModel", "ChartServer", "ChartService", "JSONModel", orderedCollections, "JSONRPC", "Jupyter", "Terminal",
        "ZeroMQ", argumentParser, logging,
      ],
      resources: ["kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"]
        .map { .embedInCode("Kernelspec/\($0)") }),
    .target(
      name: "Jupyter",
      dependencies: [
        "ChartEngine", "ChartModel", "ChartService", "ChartSVG", "CSodium", "JSONModel", orderedCollections, "JSONRPC",
        "ZeroMQ", logging,
      ],
      resources: [.embedInCode("Widget/chart.css"), .embedInCode("Widget/chart.js")]),
    .target(
      name: "ChartService",
      dependencies: [
        "ChartEngine", "ChartModel", "ChartSVG", "JSONModel", orderedCollections, "JSONRPC", grdb, grdbSQLite,
        swiftCSV, yams,
      ]),
    .target(name: "ChartServer", dependencies: ["JSONModel", orderedCollections, "JSONRPC", "ZeroMQ"]),
    .target(name: "Terminal"),
    .target(name: "JSONRPC", dependencies: ["JSONModel", orderedCollections]),
    .target(name: "ZeroMQ", dependencies: ["CZeroMQ"]),
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
    // libzmq needs libsodium, so both packages bring it along.
    .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "ChartSVG", dependencies: ["ChartEngine"]),
    .target(name: "ChartEngine", dependencies: ["ChartModel", "JSONModel", orderedCollections]),
    .target(name: "ChartModel", dependencies: ["JSONModel", orderedCollections]),
    .target(name: "JSONModel", dependencies: [orderedCollections]),

    // Tests, one folder per target, and what they share.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "RequestFuzzing",
      dependencies: ["ChartService", "JSONModel", orderedCollections, "JSONRPC", "TestSupport"],
      path: "Tests/RequestFuzzing"),
    // `make fuzz`
    .executableTarget(
      name: "request-fuzzer", dependencies: ["JSONModel", "RequestFuzzing"], path: "Tests/RequestFuzzer"),
    .testTarget(
      name: "ChartEngineTests",
      dependencies: ["ChartEngine", "ChartModel", "JSONModel", orderedCollections, bigInt, "TestSupport"]),
    .testTarget(name: "ChartModelTests", dependencies: ["ChartModel", "JSONModel", orderedCollections, "TestSupport"]),
    .testTarget(
      name: "ChartServerTests", dependencies: ["ChartServer", "ChartService", "JSONModel", "JSONRPC", "ZeroMQ"]),
    .testTarget(
      name: "ChartServiceTests",
      dependencies: [
        "ChartService", "ChartSVG", "ChartEngine", "JSONModel", orderedCollections, "JSONRPC", grdb, "TestSupport",
      ]),
    .testTarget(
      name: "ChartSVGTests",
      dependencies: ["ChartEngine", "ChartModel", "ChartSVG", "JSONModel", orderedCollections, "TestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(name: "JSONModelTests", dependencies: ["JSONModel", orderedCollections, "TestSupport"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSONModel", orderedCollections, "JSONRPC", "TestSupport"]),
    .testTarget(
      name: "JupyterTests",
      dependencies: ["ChartService", "JSONModel", orderedCollections, "JSONRPC", "Jupyter", "ZeroMQ"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
    .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
