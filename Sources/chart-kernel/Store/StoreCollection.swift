internal import ChartService
internal import Journal
internal import POSIX

/// Where the stores of kernels are, one for each notebook.
struct StoreCollection {
  let path: String

  /// The variable that names the directory, or says `off`.
  static let variable = "CHART_KERNEL_STORE"

  /// The one of this user: what the variable names, or else below the directory for state that programs keep.
  /// - Returns: `nil` if nothing is to be kept.
  static func own() -> StoreCollection? {
    switch ProcessEnvironment.value(variable) {
    case "off"?, "0"?: return nil
    case let path? where !path.isEmpty: return StoreCollection(path: FilePath.absolute(path))
    default: break
    }
    #if canImport(Darwin)
      return StoreCollection(path: ProcessEnvironment.homeDirectory + "/Library/Application Support/chart-kernel")
    #else
      if let state = ProcessEnvironment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
        return StoreCollection(path: state + "/chart-kernel")
      }
      return StoreCollection(path: ProcessEnvironment.homeDirectory + "/.local/state/chart-kernel")
    #endif
  }

  /// The directory of a notebook's store, found by its path again: `budget-1f0c8a5be2d4c6a1`.
  func store(of place: String) -> String {
    let name = place.split(separator: "/").last.map(String.init) ?? "notebook"
    let stem = name.hasSuffix(".ipynb") ? String(name.dropLast(6)) : name
    let readable = stem.unicodeScalars.prefix(40).map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain ? Character(scalar) : "-"
    }
    return "\(path)/\(String(readable))-\(ContentDigest(of: Array(place.utf8)).description.prefix(16))"
  }

  /// The stores in it, or it itself if it is one.
  var stores: [String] {
    if POSIXFile.exists(path + "/store.json") { return [path] }
    return POSIXFile.names(in: path).map { "\(path)/\($0)" }.filter { POSIXFile.exists($0 + "/store.json") }
  }

  /// Removes the sessions that were changed longest ago, of those that no process has open, while all stores together are
  /// larger than they may be. What a newer program has written is left to that.
  func trim(to limit: Int) {
    var entries: [(store: String, session: StoreListing.Session)] = []
    for store in stores where StoreListing.isReadable(store) {
      for session in StoreListing.sessions(in: store, reads: false) { entries.append((store, session)) }
    }
    var total = entries.reduce(0) { $0 + $1.session.byteCount }
    for entry in entries.sorted(by: { $0.session.changed < $1.session.changed }) {
      guard total > limit else { return }
      do throws(StoreFault) {
        try StoreListing.remove(entry.session, from: entry.store)
        total -= entry.session.byteCount
      } catch {
        // Others make room instead.
      }
    }
  }
}
