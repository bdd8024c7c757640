internal import POSIX
internal import ZeroMQ

/// The options of the kernel's sockets.
struct SocketBinder {
  private let curve: SocketOptions.Curve?
  private let isIPv6: Bool
  private let transport: ConnectionFile.Transport
  private let linger: Duration
  /// The process's mask while no socket is bound.
  private let mask: mode_t

  /// From here to ``restore()``, what is created in the file system belongs to the user alone: `ipc` sockets.
  init(_ connection: ConnectionFile, linger: Duration) {
    curve = connection.curveKeys.map { .server(secretKey: $0.secretKey) }
    isIPv6 = connection.ip.contains(":")
    transport = connection.transport
    self.linger = linger
    mask = umask(0o077)
  }

  func restore() {
    umask(mask)
  }

  /// One for each of two loops. Other users of the machine can connect to TCP ports; half of the descriptors are for files.
  func makeGate() -> ConnectionGate? {
    guard transport == .tcp else { return nil }
    var limits = ConnectionGate.Limits()
    limits.connections = min(limits.connections, max(FileDescriptor.limit / 4, 32))
    return ConnectionGate(limits: limits)
  }

  func options() -> SocketOptions {
    SocketOptions { options in
      options.linger = linger
      options.curve = curve
      options.ipv6 = isIPv6
    }
  }

  /// With handover, so that a client that comes back with its identity is heard (ipykernel#270). Replies are given time:
  /// the one to a shutdown, above all, on a machine that is busy.
  func routerOptions() -> SocketOptions {
    var options = options()
    options.linger = .seconds(1)
    options.routerHandover = true
    return options
  }
}
