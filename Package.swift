// swift-tools-version: 6.2

import PackageDescription

#if canImport(Glibc)
  import Glibc
#endif

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
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let orderedCollections: Target.Dependency = .product(name: "OrderedCollections", package: "swift-collections")

// MARK: - Linking

/// Swift's libraries in the released program, which so starts a third faster, needs a fifth less memory and runs where no
/// Swift is installed; Apple's platforms bring these libraries themselves.
///
/// Here rather than by `--static-swift-stdlib`, which concerns the tests as well: there is no static Testing library, and so
/// all would be compiled twice. lld, since other linkers warn of a function in these libraries. What the libraries need
/// themselves is named by their static modules only, so here, too; what nobody needs is not linked.
///
/// Functions of the same instructions are one (`--icf=all`), as Windows' linker has it by default: generic code that is
/// specialised for types of one shape is a tenth of the program. No two functions are told apart by their addresses here.
let staticRuntime =
  ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all"]
  + (readsPackedRelocations ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])
  + [
    "swiftSynchronization", "_FoundationCollections", "_FoundationCShims", "FoundationInternationalization",
    "_FoundationICU", "CoreFoundation",
  ].map { "-l\($0)" }

/// Whether the loader here reads the program's 58,000 relative relocations as a bitmap, as glibc's does from 2.36 on: they
/// take 1.4 MB else, which all are read when the program starts, and stay in memory.
var readsPackedRelocations: Bool {
  #if canImport(Glibc)
    var name = [CChar](repeating: 0, count: 64)  // glibc 2.36
    let length = confstr(CInt(_CS_GNU_LIBC_VERSION), &name, name.count)
    let text = String(decoding: name.prefix(max(length - 1, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let version = text.split { $0 == " " || $0 == "." }.compactMap { Int($0) }
    return version.count >= 2 && (version[0], version[1]) >= (2, 36)
  #else
    return false
  #endif
}

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
  ],
  targets: [
    // From the top downwards: a target depends only on those below it.
    .executableTarget(
      name: "chart-kernel",
      dependencies: [
        "CellModel", "ChartCells", "ChartData", "ChartJupyter", "ChartModel", "ChartRecording", "ChartService",
        "Databases",
        "JSONModel", orderedCollections, "Journal", "JSONRPC", "JupyterKernel", "KernelspecFiles", "POSIX", "RPCServer",
        "RPCStdio", "SharedMemory", "Terminal", "YAMLText", "ZeroMQ", argumentParser, logging,
      ],
      linkerSettings: [
        .unsafeFlags(staticRuntime, .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "KernelspecFiles", path: "kernelspec",
      resources: ["kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"].map { .embedInCode($0) }),
    .target(
      name: "ChartJupyter",
      dependencies: [
        "CellModel", "ChartCells", "ChartModel", "ChartService", "ChartWidget", "JSONModel", orderedCollections,
        "JSONRPC",
        "JupyterKernel", "LiveViews",
      ]),
    .target(
      name: "JupyterKernel",
      dependencies: [
        "CellModel", "CSodium", "JSONModel", orderedCollections, "JSONRPC", "LiveViews", "POSIX", "ZeroMQ", logging,
      ]),
    .target(
      name: "ChartRecording",
      dependencies: [
        "CellModel", "ChartCells", "ChartData", "ChartService", "Databases", "JSONModel", orderedCollections, "JSONRPC",
        "POSIX",
      ]),
    .target(
      name: "ChartCells",
      dependencies: [
        "CellModel", "ChartData", "ChartModel", "ChartService", "JSONModel", orderedCollections, "JSONRPC", "YAMLText",
      ]),
    .target(
      name: "ChartService",
      dependencies: [
        "ChartData", "ChartEngine", "ChartExport", "ChartModel", "ChartSVG", "ChartWidget", deque, "Journal",
        "JSONModel",
        orderedCollections, "JSONRPC", "LiveViews", "POSIX", "SharedMemory", "YAMLText",
      ]),
    .target(
      name: "ChartExport",
      dependencies: ["ChartEngine", "ChartModel", "ChartSVG", "ChartWidget", "CSodium", "JSONModel", "POSIX"],
      resources: ["Page/page.css", "Page/page.js"].map { .embedInCode($0) }),
    .target(
      name: "ChartWidget",
      resources: [
        "chart.css", "chart.js", "keys.js", "marker.js", "module.js", "parts.js", "pictures.js", "theme.js", "view.js",
      ].map { .embedInCode($0) }),
    .target(name: "LiveViews", dependencies: ["JSONModel", orderedCollections]),
    .target(
      name: "ChartData",
      dependencies: [
        "ChartEngine", "ChartModel", "ChartTransforms", "Databases", "JSONModel", orderedCollections, "POSIX", "SQLite",
      ]),
    .target(name: "Databases", dependencies: ["CDatabases", "CTOML", "JSONModel", orderedCollections, "POSIX"]),
    .target(name: "CDatabases"),
    .target(
      name: "ChartTransforms",
      dependencies: ["ChartEngine", "ChartModel", "JSONModel", orderedCollections, "POSIX"]),
    .target(name: "YAMLText", dependencies: ["CYAML", "JSONModel", orderedCollections]),
    .target(name: "CellModel", dependencies: ["JSONModel", orderedCollections]),
    .target(
      name: "RPCServer",
      dependencies: [deque, "JSONModel", orderedCollections, "JSONRPC", "POSIX", "SharedMemory", "ZeroMQ"]),
    .target(name: "RPCStdio", dependencies: ["JSONModel", "JSONRPC", "POSIX"]),
    .target(name: "Terminal", dependencies: ["POSIX"]),
    .target(name: "JSONRPC", dependencies: ["JSONModel", orderedCollections, "POSIX"]),
    .target(name: "ZeroMQ", dependencies: ["CBoundedReceive", "CZeroMQ", deque]),
    .target(name: "CBoundedReceive"),
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // toml++ is headers alone: `apt install libtomlplusplus-dev`, `brew install tomlplusplus`.
    .target(name: "CTOML"),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Journal", dependencies: ["CSodium", "POSIX"]),
    // libzmq needs libsodium, so both packages bring it along.
    .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "SharedMemory", dependencies: ["CSharedMemory", "POSIX"]),
    .target(name: "CSharedMemory"),
    .target(name: "POSIX"),
    .target(name: "ChartSVG", dependencies: ["ChartEngine", "JSONModel"]),
    .target(name: "ChartEngine", dependencies: ["ChartModel", "JSONModel", orderedCollections]),
    .target(name: "ChartModel", dependencies: ["JSONModel", orderedCollections]),
    .target(name: "JSONModel", dependencies: [orderedCollections]),

    // Tests, one folder per target, and what they share.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "RequestFuzzing",
      dependencies: [
        "CellModel", "ChartCells", "ChartData", "ChartRecording", "ChartService", "JSONModel", orderedCollections,
        "JSONRPC", "POSIX", "SharedMemory", "TestSupport", "YAMLText",
      ], path: "Tests/RequestFuzzing"),
    .target(
      name: "StoreSimulation",
      dependencies: [
        "ChartService", "Journal", "JSONModel", orderedCollections, "JSONRPC", "POSIX", "TestSupport",
      ],
      path: "Tests/StoreSimulation"),
    // `make simulate`
    .executableTarget(
      name: "store-simulator", dependencies: ["StoreSimulation"], path: "Tests/StoreSimulator"),
    // `make fuzz`
    .executableTarget(
      name: "request-fuzzer", dependencies: ["JSONModel", "RequestFuzzing"], path: "Tests/RequestFuzzer"),
    .target(
      name: "ServiceTestSupport",
      dependencies: ["ChartData", "ChartService", "JSONModel", orderedCollections, "JSONRPC"],
      path: "Tests/ServiceTestSupport"),
    .target(
      name: "RPCTestSupport", dependencies: ["JSONModel", "JSONRPC", "TestSupport"], path: "Tests/RPCTestSupport"),
    .testTarget(
      name: "ChartCellsTests",
      dependencies: [
        "CellModel", "ChartCells", "ChartData", "ChartModel", "ChartService", "JSONModel", orderedCollections,
        "JSONRPC",
        "ServiceTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ChartDataTests",
      dependencies: [
        "ChartData", "ChartEngine", "ChartModel", "ChartService", "Databases", "JSONModel", "JSONRPC",
        "ServiceTestSupport", "SQLite", "TestSupport",
      ]),
    .testTarget(
      name: "ChartEngineTests",
      dependencies: [
        // The last three for the specs of the gallery, which read files.
        "ChartEngine", "ChartModel", "JSONModel", orderedCollections, bigInt, "TestSupport", "ChartData",
        "ChartService",
        "YAMLText",
      ]),
    .testTarget(
      name: "ChartExportTests", dependencies: ["ChartEngine", "ChartExport", "ChartModel", "JSONModel"]),
    // A kind that is declared in a test alone, through every way in.
    .testTarget(
      name: "ChartKindTests",
      dependencies: [
        "CellModel", "ChartCells", "ChartEngine", "ChartModel", "ChartService", "JSONModel", orderedCollections,
        "JSONRPC", "POSIX", "RPCServer", "RPCStdio", "ZeroMQ",
      ]),
    .testTarget(name: "ChartModelTests", dependencies: ["ChartModel", "JSONModel", orderedCollections, "TestSupport"]),
    .testTarget(
      name: "ChartRecordingTests",
      dependencies: [
        "ChartCells", "ChartData", "ChartRecording", "ChartService", "JSONModel", "JSONRPC", "ServiceTestSupport",
      ]),
    .testTarget(
      name: "ChartServiceTests",
      dependencies: [
        "ChartData", "ChartService", "ChartSVG", "ChartEngine", "JSONModel", orderedCollections, "JSONRPC",
        "Journal", "RequestFuzzing", "ServiceTestSupport", "SQLite", "StoreSimulation", "TestSupport",
      ],
      exclude: ["Store/Releases"]),
    .testTarget(
      name: "ChartSVGTests",
      dependencies: [
        "ChartEngine", "ChartExport", "ChartModel", "ChartSVG", "JSONModel", orderedCollections, "POSIX", "TestSupport",
      ],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "ChartTransformsTests",
      dependencies: ["ChartEngine", "ChartModel", "ChartTransforms", "JSONModel", orderedCollections]),
    .testTarget(name: "DatabasesTests", dependencies: ["Databases", orderedCollections]),
    .testTarget(name: "JournalTests", dependencies: ["Journal", "POSIX", "ServiceTestSupport"]),
    .testTarget(name: "JSONModelTests", dependencies: ["JSONModel", orderedCollections, "TestSupport"]),
    .testTarget(
      name: "JSONRPCTests",
      dependencies: ["JSONModel", orderedCollections, "JSONRPC", "RPCTestSupport", "TestSupport"]),
    .testTarget(
      name: "JupyterKernelTests",
      dependencies: [
        "CellModel", "ChartData", "ChartJupyter", "ChartService", "JSONModel", orderedCollections, "JSONRPC",
        "JupyterKernel", "LiveViews", "ZeroMQ",
      ]),
    .testTarget(
      name: "RPCServerTests",
      dependencies: [
        "ChartService", "JSONModel", "JSONRPC", "POSIX", "RPCServer", "RPCTestSupport", "ServiceTestSupport",
        "TestSupport", "ZeroMQ",
      ]),
    .testTarget(
      name: "RPCStdioTests", dependencies: ["JSONModel", "JSONRPC", "RPCStdio", "RPCTestSupport", "TestSupport"]),
    .testTarget(
      name: "SharedMemoryTests", dependencies: ["POSIX", "ServiceTestSupport", "SharedMemory", "TestSupport"]),
    .testTarget(name: "POSIXTests", dependencies: ["POSIX", "TestSupport"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
    .testTarget(name: "YAMLTextTests", dependencies: ["JSONModel", "YAMLText"]),
    .testTarget(name: "ZeroMQTests", dependencies: ["CBoundedReceive", "POSIX", "TestSupport", "ZeroMQ"]),
  ],
  swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx17
)

// `make fuzz TARGET=`: libFuzzer's functions are there only where the flag for them is given, so nobody else has this target.
if Context.environment["CHART_KERNEL_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "fuzzer",
      dependencies: [
        "CLibFuzzer", "ChartData", "ChartEngine", "ChartModel", "ChartService", "ChartTransforms", "JSONModel",
        orderedCollections, "Journal", "JSONRPC", "JupyterKernel", "POSIX", "RPCServer", "RPCStdio", "RPCTestSupport",
        "StoreSimulation",
        "YAMLText", "ZeroMQ",
      ], path: "Tests/Fuzzing/Fuzzer"),
  ]
}

// `Benchmarks/transforms.py`: frames are the package's own, so what measures them is a target of it, which nobody else builds.
if Context.environment["CHART_KERNEL_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "transform-benchmark", dependencies: ["ChartEngine", "ChartModel", "ChartTransforms", orderedCollections],
      path: "Benchmarks/Sources/TransformBenchmark"))
}

/// The tests themselves are not optimised in the release either: to compile them so takes longer than it saves. What they
/// test is.
let testSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + settings + (target.type == .test ? testSettings : [])
}
