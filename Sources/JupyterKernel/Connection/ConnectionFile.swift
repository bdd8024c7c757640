internal import JSONModel
internal import OrderedCollections
internal import POSIX
public import ZeroMQ

/// What a client tells its kernel: where to listen, and with which keys. A registration file tells where to register instead
/// of the ports.
public struct ConnectionFile: Sendable {
  public enum Transport: String, Hashable, Sendable {
    case tcp, ipc
  }

  /// The five sockets, by the names that the file's port keys begin with.
  public enum Port: String, Hashable, Sendable, CaseIterable {
    case shell, iopub, stdin, control
    case heartbeat = "hb"

    var key: String { rawValue + "_port" }
  }

  public let path: String
  public let transport: Transport
  /// An address to bind, or for `ipc` the path that the sockets' names begin with.
  public let ip: String
  /// 0 where the kernel is to choose.
  public private(set) var ports: [Port: Int]
  /// The signing key; empty for none.
  public let key: [UInt8]
  /// The keys of the sockets, where the client asks for encryption (jupyter_client 8.9).
  public let curveKeys: CurveKeyPair?
  /// Where to tell the ports that the kernel chose, in a registration file.
  let registration: Registration?
  /// The whole file, to keep what is not known here when it is written again.
  private var members: OrderedDictionary<String, JSON>

  /// Reads the file at a path.
  /// - Throws: ``ConnectionError``, which says what to do.
  public init(path: String) throws(ConnectionError) {
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = try POSIXFile.read(path, limit: 1 << 20)
    } catch {
      throw ConnectionError(
        code: .unreadable, path: path, reason: "cannot be read: \(error.description). Is the path right?")
    }
    try self.init(path: path, bytes: bytes)
  }

  package init(path: String, bytes: [UInt8]) throws(ConnectionError) {
    func invalid(_ reason: String) -> ConnectionError { ConnectionError(code: .invalid, path: path, reason: reason) }
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSON(parsing: bytes)
    } catch {
      throw invalid("is no JSON: at byte \(error.offset), \(error.reason).")
    }
    guard let members = json.objectValue else { throw invalid("must hold a JSON object.") }
    func text(_ name: String, default value: String) throws(ConnectionError) -> String {
      guard let member = members[name], !member.isNull else { return value }
      guard let text = member.stringValue else { throw invalid("has a \(name) that is no string.") }
      return text
    }

    let transportName = try text("transport", default: "tcp")
    guard let transport = Transport(rawValue: transportName) else {
      throw invalid("asks for the transport \(transportName); this kernel has tcp and ipc.")
    }
    let scheme = try text("signature_scheme", default: "hmac-sha256")
    let key = try text("key", default: "")
    guard scheme == "hmac-sha256" || key.isEmpty else {
      throw invalid("asks for the signature scheme \(scheme); this kernel has hmac-sha256.")
    }
    let registration = try Self.registration(members, transport, invalid)
    // A registration service on this machine is reached by the address that clients will use, too.
    let ip = try text("ip", default: registration?.ip ?? (transport == .tcp ? "127.0.0.1" : "kernel-ipc"))
    guard !ip.isEmpty, !ip.utf8.contains(0) else { throw invalid("has an ip that cannot be one.") }
    var ports: [Port: Int] = [:]
    for port in Port.allCases {
      // Those in a registration file are from the kernel's life before a restart.
      ports[port] = registration == nil ? try Self.port(members[port.key], port.key, transport, invalid) : 0
    }

    self.path = path
    self.transport = transport
    self.ip = ip
    self.ports = ports
    self.key = Array(key.utf8)
    self.curveKeys = try Self.curveKeys(
      public: try text("curve_publickey", default: ""), secret: try text("curve_secretkey", default: ""), invalid)
    self.registration = registration
    self.members = members
  }

  private static func registration(
    _ members: OrderedDictionary<String, JSON>, _ transport: Transport, _ invalid: (String) -> ConnectionError
  ) throws(ConnectionError) -> Registration? {
    guard let port = members["registration_port"] else { return nil }
    let number = try Self.port(port, "registration_port", transport, invalid)
    guard number > 0 else { throw invalid("has a registration_port of 0.") }
    guard let ip = members["registration_ip"]?.stringValue, !ip.isEmpty, !ip.utf8.contains(0) else {
      throw invalid("has a registration_port, but no registration_ip.")
    }
    guard let id = members["kernel_id"]?.stringValue else {
      throw invalid("has a registration_port, but no kernel_id.")
    }
    return Registration(kernelID: id, ip: ip, endpoint: endpoint(transport, ip, String(number)))
  }

  /// Some launchers write ports as strings.
  private static func port(
    _ value: JSON?, _ name: String, _ transport: Transport, _ invalid: (String) -> ConnectionError
  ) throws(ConnectionError) -> Int {
    guard let value, !value.isNull else { return 0 }
    let number = value.integerValue ?? value.stringValue.flatMap { $0.isEmpty ? 0 : Int($0) }
    guard let number, number >= 0, transport == .ipc || number <= 65_535 else {
      throw invalid("has a \(name) that is no port number from 0 to 65535: \(value.text.prefix(40)).")
    }
    return number
  }

  private static func curveKeys(
    public publicText: String, secret secretText: String, _ invalid: (String) -> ConnectionError
  ) throws(ConnectionError) -> CurveKeyPair? {
    // A kernel that was asked to encrypt and has half of what it needs must not go on in the clear.
    guard !(publicText.isEmpty && secretText.isEmpty) else { return nil }
    let pair: CurveKeyPair
    do throws(ZeroMQError) {
      pair = try CurveKeyPair(secretKey: CurveKey(z85: secretText))
    } catch {
      throw invalid("has CURVE keys that cannot be used: curve_secretkey must be 40 characters of Z85.")
    }
    guard publicText.isEmpty || pair.publicKey.z85 == publicText else {
      throw invalid("has a curve_publickey that does not belong to its curve_secretkey.")
    }
    return pair
  }

  // MARK: Ports that the kernel chose

  /// The endpoint to bind for a socket, with `*` for a port that the system is to choose.
  package func endpoint(for port: Port) -> String {
    let number = ports[port] ?? 0
    return Self.endpoint(transport, ip, number == 0 && transport == .tcp ? "*" : String(number))
  }

  private static func endpoint(_ transport: Transport, _ ip: String, _ port: String) -> String {
    switch transport {
    case .tcp: "tcp://\(ip.contains(":") && !ip.hasPrefix("[") ? "[\(ip)]" : ip):\(port)"
    case .ipc: "ipc://\(ip)-\(port)"
    }
  }

  var isComplete: Bool { ports.values.allSatisfy { $0 != 0 } }

  mutating func setPort(_ port: Port, to number: Int) {
    ports[port] = number
    // A registration file may lack it.
    members["ip"] = .string(ip)
    members[port.key] = .integer(number)
  }

  /// Takes the port that the system chose from the endpoint that was bound.
  mutating func setPort(_ port: Port, from endpoint: String) {
    guard transport == .tcp, ports[port] == 0, let number = endpoint.split(separator: ":").last.flatMap({ Int($0) })
    else { return }
    setPort(port, to: number)
  }

  /// For `ipc`, ports are only names: takes the first that no file has, as Jupyter's own clients do.
  mutating func chooseNames() {
    guard transport == .ipc else { return }
    var number = 1
    for port in Port.allCases where ports[port] == 0 {
      while ports.values.contains(number) || POSIXFile.exists("\(ip)-\(number)") { number += 1 }
      setPort(port, to: number)
    }
  }

  /// Writes the file again, for its user alone, in one step: a client never reads half of it.
  func write() throws(ConnectionError) {
    do throws(POSIXError) {
      try POSIXFile.replace(path, with: Array((JSON.object(members).prettyText + "\n").utf8), mode: 0o600)
    } catch {
      throw ConnectionError(
        code: .unwritable, path: path,
        reason: "leaves the ports to the kernel, but cannot be written with them: \(error.description).")
    }
  }
}
