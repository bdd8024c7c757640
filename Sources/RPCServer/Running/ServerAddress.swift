public import JSONRPC
import POSIX

/// Where a running server is, found by what people know of it.
public struct ServerAddress: Hashable, Sendable {
  /// Where to connect, as libzmq takes it.
  public var endpoint: String
  public var serverKey: String?
  /// What to give the server in `initialize`, if that is known.
  public var token: AccessToken?

  /// - Parameter name: An endpoint, the number of a process, a notebook, or a Jupyter kernel's connection file. A TCP
  ///   endpoint may bring the server's token: `tcp://127.0.0.1:5555?token=…`.
  /// - Throws: ``RPCBridgeError``, if nothing that runs is called so.
  public init(_ name: String, among servers: [RunningServer] = RuntimeDirectory.servers()) throws(RPCBridgeError) {
    let (name, given) = try ServerAddress.parts(of: name)
    let found = servers.filter { $0.isCalled(name) }
    if found.isEmpty, name.contains("://") {
      (endpoint, serverKey, token) = (name, nil, given)
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
    token = given ?? server.token.map { AccessToken($0) }
  }

  /// An endpoint without its query, of which libzmq knows nothing, and the token in that.
  private static func parts(of name: String) throws(RPCBridgeError) -> (name: String, token: AccessToken?) {
    // The path of a file may have a question mark.
    guard name.hasPrefix("tcp://"), let mark = name.firstIndex(of: "?") else { return (name, nil) }
    let query = name[name.index(after: mark)...]
    guard query.hasPrefix("token="), query.dropFirst("token=".count).allSatisfy({ $0 != "&" }) else {
      throw RPCBridgeError(
        code: .unreachable,
        message: "after the '?' of an endpoint there can only be its token: \(name[..<mark])?token=…")
    }
    return (String(name[..<mark]), AccessToken(String(query.dropFirst("token=".count))))
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
