// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that users of the charts don't pull in what only measuring needs.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "chart-kernel", path: "..")],
  targets: [
    .executableTarget(
      name: "DrawingBenchmark",
      dependencies: [
        .product(name: "ChartEngine", package: "chart-kernel"), .product(name: "ChartModel", package: "chart-kernel"),
        .product(name: "ChartSVG", package: "chart-kernel"),
      ]),
    .executableTarget(name: "RoundTripBenchmark", linkerSettings: [.linkedLibrary("zmq")]),
  ],
  swiftLanguageModes: [.v6]
)
