import CDatabases
import JSONModel
import POSIX

/// A driver of ADBC: a library that speaks with one kind of database and gives columns in Arrow's layout.
///
/// `@unchecked Sendable`: it is filled once, before anybody else knows of it.
final class ADBCDriver: @unchecked Sendable {
  let functions: adbc_driver
  /// The library's, for messages.
  let name: String

  private static let version: Int32 = 1_001_000
  private static let firstVersion: Int32 = 1_000_000

  /// Opens the library.
  /// - Throws: ``DatabaseFault/Kind/unavailable``
  init(_ place: ADBCPlace) throws(DatabaseFault) {
    if place.needsPython { _ = ADBCDriver.python }
    guard let library = SharedLibrary(anyOf: [place.path]) else {
      throw DatabaseFault(
        .unavailable, "the driver '\(place.path)' cannot be opened: \(SharedLibrary.lastFault ?? "it is no library")")
    }
    let entries = [place.entry, "AdbcDriverInit"].compactMap(\.self)
    guard let start = entries.lazy.compactMap({ library.function($0, as: adbc_driver_init.self) }).first else {
      throw DatabaseFault(
        .unavailable, "'\(place.path)' is no driver of ADBC: it has no \(entries.joined(separator: " and no "))")
    }
    var functions = adbc_driver()
    do throws(DatabaseFault) {
      try ADBCDriver.check { start(ADBCDriver.version, &functions, $0) }
    } catch {
      functions = adbc_driver()
      do throws(DatabaseFault) {
        try ADBCDriver.check { start(ADBCDriver.firstVersion, &functions, $0) }
      } catch {
        throw DatabaseFault(.unavailable, "the driver '\(place.path)' does not start: \(error.reason)")
      }
    }
    self.functions = functions
    name = place.path
  }

  /// DuckDB's library for Python needs Python's, which is not used: it must be there first, with its functions for all.
  private static let python = SharedLibrary(
    anyOf: (9...20).reversed().flatMap { ["libpython3.\($0).so.1.0", "libpython3.\($0).so"] } + ["libpython3.so"],
    isGlobal: true)

  /// Calls a function of the driver.
  /// - Throws: ``DatabaseFault`` with what the driver says.
  static func check(_ body: (UnsafeMutablePointer<adbc_error>?) -> adbc_status?) throws(DatabaseFault) {
    var error = adbc_error()
    guard let status = body(&error) else { throw DatabaseFault(.unavailable, "the driver lacks a function") }
    guard status != 0 else { return }
    let message = error.message.map { String(cString: $0) } ?? "status \(status)"
    let state = withUnsafeBytes(of: error.sqlstate) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    error.release?(&error)
    let line = message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    throw DatabaseFault(kind(status, state: state), String(line.prefix(600)))
  }

  /// What a status of the specification means here.
  private static func kind(_ status: adbc_status, state: String) -> DatabaseFault.Kind {
    if state.utf8.count == 5, let kind = DatabaseFault.Kind(sqlState: state) { return kind }
    switch status {
    case 10: return .unreachable
    case 11: return .cancelled
    case 12: return .timeout
    case 13: return .refused
    case 14: return .forbidden
    default: return .query
    }
  }
}

/// Where a driver lies.
struct ADBCPlace: Hashable, Sendable {
  var path: String
  /// The function by which it is asked, if it isn't the usual one.
  var entry: String?

  var needsPython: Bool { path.contains("_duckdb.") }

  /// - Parameter name: The path of a library, the name of a manifest or its path, or of one of the drivers that are known.
  /// - Throws: ``DatabaseFault/Kind/unavailable``, which says how to install it.
  init(_ name: String, entry: String? = nil) throws(DatabaseFault) {
    if name.hasSuffix(".toml") {
      self = try ADBCPlace.manifest(name)
    } else if name.contains("/") {
      self.init(path: name)
    } else {
      self = try ADBCPlace.find(name)
    }
    self.entry = entry ?? self.entry
  }

  private init(path: String, entry: String? = nil) {
    let file = path.split(separator: "/").last ?? ""
    (self.path, self.entry) = (path, entry ?? (file.contains("duckdb") ? "duckdb_adbc_init" : nil))
  }

  private static func find(_ name: String) throws(DatabaseFault) -> ADBCPlace {
    for folder in manifestFolders {
      let path = "\(folder)/\(name).toml"
      if POSIXFile.isRegular(path) { return try manifest(path) }
    }
    let package = packages[name]
    for folder in libraryFolders {
      for file in package?.files ?? ["lib\(name).so"] {
        let path = "\(folder)/\(file)"
        if POSIXFile.isRegular(path) { return ADBCPlace(path: path) }
      }
    }
    throw DatabaseFault(
      .unavailable,
      "there is no driver '\(name.prefix(60))'"
        + (package.map {
          ": install it by `pip install \($0.name)` in the environment of this program, or give the path of its library as `driver`"
        } ?? ": give the path of its library, or that of a manifest of ADBC, as `driver`"))
  }

  private struct Package {
    var name: String
    /// In folders of libraries, and in those of Python's packages.
    var files: [String]

    init(_ driver: String) {
      name = "adbc-driver-\(driver)"
      let library = "libadbc_driver_\(driver)"
      files = ["\(library).so", "\(library).dylib", "adbc_driver_\(driver)/\(library).so"]
    }

    init(name: String, files: [String]) { (self.name, self.files) = (name, files) }
  }

  private static let packages: [String: Package] = {
    var packages = Dictionary(
      uniqueKeysWithValues: ["flightsql", "postgresql", "sqlite", "snowflake", "bigquery"].map { ($0, Package($0)) })
    let modules = (9...20).flatMap { version in
      ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "_duckdb.cpython-3\(version)-\($0).so" }
    }
    packages["duckdb"] = Package(
      name: "duckdb", files: ["libduckdb.so", "libduckdb.dylib"] + modules + modules.map { "duckdb/" + $0.dropFirst() })
    return packages
  }()

  /// https://arrow.apache.org/adbc/current/format/driver_manifests.html
  private static var manifestFolders: [String] {
    let named = ProcessEnvironment.value("ADBC_DRIVER_PATH")?.split(separator: ":").map(String.init) ?? []
    let home = ProcessEnvironment.homeDirectory
    return named + environments.map { "\($0)/etc/adbc/drivers" }
      + ["\(home)/.config/adbc/drivers", "\(home)/Library/Application Support/ADBC/Drivers", "/etc/adbc/drivers"]
  }

  private static var libraryFolders: [String] {
    let packages = environments.flatMap { prefix in (9...20).map { "\(prefix)/lib/python3.\($0)/site-packages" } }
    return packages.filter { POSIXFile.exists($0) } + environments.map { "\($0)/lib" }
      + ["/usr/local/lib", "/usr/lib", "/opt/homebrew/lib"]
  }

  /// The environments of Python that are in use: those that are activated, and the one in which this program lies.
  private static var environments: [String] {
    var all = ["VIRTUAL_ENV", "CONDA_PREFIX"].compactMap { ProcessEnvironment.value($0) }
    var folder = (ProcessEnvironment.executablePath ?? "")[...]
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      if POSIXFile.exists("\(folder)/pyvenv.cfg") || POSIXFile.exists("\(folder)/conda-meta") {
        all.append(String(folder))
      }
    }
    return all
  }

  /// What a manifest says: `[Driver]` with `shared`, the path of the library or one for each platform.
  private static func manifest(_ path: String) throws(DatabaseFault) -> ADBCPlace {
    let fault = DatabaseFault(.unavailable, "'\(path)' is no manifest of a driver for this machine")
    guard let bytes = try? POSIXFile.read(path, limit: 1 << 20), let manifest = try? TOML.parse(bytes),
      let driver = manifest["Driver"]
    else { throw fault }
    let entry = driver["entrypoint"]?.stringValue
    guard let library = driver["shared"]?.stringValue ?? driver["shared"]?[platform]?.stringValue else { throw fault }
    return ADBCPlace(path: library, entry: entry)
  }

  private static var platform: String {
    #if os(macOS)
      let system = "macos"
    #else
      let system = "linux"
    #endif
    #if arch(arm64)
      return system + "_arm64"
    #else
      return system + "_amd64"
    #endif
  }
}
