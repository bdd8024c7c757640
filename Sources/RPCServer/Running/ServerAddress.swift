import POSIX

/// Where a running server is, found by what people know of it.
public struct ServerAddress: Hashable, Sendable {
  public var endpoint: String
  public var serverKey: String?

  /// - Parameter name: An endpoint, the number of a process, a notebook, or a Jupyter kernel's connection file.
  /// - Throws: ``RPCBridgeError``, if nothing that runs is called so.
  public init(_ name: String, among servers: [RunningServer] = RuntimeDirectory.servers()) throws(RPCBridgeError) {
    let found = servers.filter { $0.isCalled(name) }
    if found.isEmpty, name.contains("://") {
      (endpoint, serverKey) = (name, nil)
      return
    }
    guard let server = found.first else {
      throw RPCBridgeError(
        code: .nobodyListens, message: "nothing that runs is called '\(name)'; `chart-kernel list` shows what runs")
    }
    guard found.count == 1 else {
      let endpoints = found.map(\.endpoint).joined(separator: ", ")
      throw RPCBridgeError(code: .nobodyListens, message: "several are called '\(name)': \(endpoints)")
    }
    (endpoint, serverKey) = (server.endpoint, server.serverKey)
  }
}

extension RunningServer {
  fileprivate func isCalled(_ name: String) -> Bool {
    if name == endpoint || name == "\(processID)" { return true }
    // A notebook may be told with or without its directory, a connection file by its name alone.
    return [notebook, connectionFile].contains { known in
      guard let known else { return false }
      return known == name || known.hasSuffix("/" + name) || ServerAddress.resolved(name).map { $0 == known } ?? false
    }
  }
}

extension ServerAddress {
  /// The path without symbolic links; `nil` if there is nothing there.
  public static func resolved(_ path: String) -> String? {
    FilePath.resolved(path)
  }
}
