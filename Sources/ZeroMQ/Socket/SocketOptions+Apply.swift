internal import CZeroMQ

extension SocketOptions {
  /// Sets every option that goes with the type of the socket.
  func apply(to socket: UnsafeMutableRawPointer, type: SocketType) throws(ZeroMQError) {
    let setting = Setting(socket: socket)
    try setting.set(ZMQ_LINGER, linger.milliseconds, "linger")
    try setting.set(ZMQ_SNDHWM, Int32(clamping: sendHighWaterMark), "sendHighWaterMark")
    try setting.set(ZMQ_RCVHWM, Int32(clamping: receiveHighWaterMark), "receiveHighWaterMark")
    try setting.set(ZMQ_MAXMSGSIZE, Int64(maximumMessageSize ?? -1), "maximumMessageSize")
    try setting.set(ZMQ_IMMEDIATE, immediate, "immediate")
    try setting.set(ZMQ_IPV6, ipv6, "ipv6")
    try setting.set(ZMQ_HANDSHAKE_IVL, handshakeTimeout.milliseconds, "handshakeTimeout")
    if let keepaliveTimeout {
      let seconds = max(2, keepaliveTimeout.milliseconds / 1_000)
      try setting.set(ZMQ_TCP_KEEPALIVE, true, "keepaliveTimeout")
      // Silent for half of the time, and then asked five times.
      try setting.set(ZMQ_TCP_KEEPALIVE_IDLE, (seconds + 1) / 2, "keepaliveTimeout")
      try setting.set(ZMQ_TCP_KEEPALIVE_INTVL, max(1, seconds / 10), "keepaliveTimeout")
      try setting.set(ZMQ_TCP_KEEPALIVE_CNT, Int32(5), "keepaliveTimeout")
      // What has been sent and is not acknowledged would hold it up.
      try setting.set(ZMQ_TCP_MAXRT, seconds * 1_000, "keepaliveTimeout")
    }
    try setting.set(ZMQ_HEARTBEAT_IVL, heartbeatInterval.milliseconds, "heartbeatInterval")
    if let heartbeatTimeout {
      try setting.set(ZMQ_HEARTBEAT_TIMEOUT, heartbeatTimeout.milliseconds, "heartbeatTimeout")
    }
    if let heartbeatTimeToLive {
      try setting.set(ZMQ_HEARTBEAT_TTL, heartbeatTimeToLive.milliseconds, "heartbeatTimeToLive")
    }
    if type == .router {
      try setting.set(ZMQ_ROUTER_MANDATORY, routerMandatory, "routerMandatory")
      try setting.set(ZMQ_ROUTER_HANDOVER, routerHandover, "routerHandover")
    }
    if type == .xpub {
      try setting.set(ZMQ_XPUB_VERBOSE, xpubVerbose, "xpubVerbose")
      try setting.set(ZMQ_XPUB_MANUAL, xpubManual, "xpubManual")
    }
    if type == .xpub || type == .pub { try setting.set(ZMQ_XPUB_NODROP, xpubNoDrop, "xpubNoDrop") }
    if !identity.isEmpty {
      guard identity[0] != 0 else {
        throw ZeroMQError(
          code: .invalidArgument, operation: "set identity",
          message: "An identity does not start with zero; those are the ones ZeroMQ makes itself.")
      }
      try setting.set(ZMQ_ROUTING_ID, identity, "identity")
    }
    for topic in subscriptions { try setting.set(ZMQ_SUBSCRIBE, topic, "subscriptions") }
    try applySecurity(setting, type: type)
  }

  /// A domain for sockets that look at the names or subscriptions of peers. Nobody need be asked: where a context has no
  /// authenticator (see ``SocketLoop/authenticate(_:)``), all may connect.
  ///
  /// It makes libzmq hang up on peers that speak ZMTP 1 and 2, of libzmq before 4.0 (2013). Where a socket is closed just as one of
  /// them says its name, libzmq ends the whole process: that the message finds no room is an error to
  /// `zmtp_engine_t::process_routing_id_msg` (4.3.5 too), while `session_base_t` and its handshakes of ZMTP 3 take it as the sign of
  /// a socket that closes. A byte that is no greeting makes anybody such a peer.
  private static let unaskedDomain = "unasked"

  private func applySecurity(_ setting: Setting, type: SocketType) throws(ZeroMQError) {
    let looksAtPeers = [.router, .rep, .xpub, .pub].contains(type)
    let domain = zapDomain.isEmpty && looksAtPeers ? Self.unaskedDomain : zapDomain
    if !domain.isEmpty { try setting.set(ZMQ_ZAP_DOMAIN, Array(domain.utf8), "zapDomain") }
    guard let curve else { return }
    guard ZeroMQLibrary.hasCurve else {
      throw ZeroMQError(
        code: .notSupported, operation: "set curve",
        message: "This libzmq was built without CURVE; install one that has it, such as Debian's libzmq5.")
    }
    switch curve {
    case .server(let secretKey):
      try setting.set(ZMQ_CURVE_SERVER, true, "curve server")
      try setting.set(ZMQ_CURVE_SECRETKEY, secretKey, "curve secret key")
    case .client(let serverKey, let keys):
      try setting.set(ZMQ_CURVE_SERVERKEY, serverKey, "curve server key")
      try setting.set(ZMQ_CURVE_PUBLICKEY, keys.publicKey, "curve public key")
      try setting.set(ZMQ_CURVE_SECRETKEY, keys.secretKey, "curve secret key")
    }
  }
}

/// Sets options on one socket; a failure names the option.
private struct Setting {
  let socket: UnsafeMutableRawPointer

  func set(_ option: Int32, _ value: Int32, _ name: String) throws(ZeroMQError) {
    var value = value
    try check(zmq_setsockopt(socket, option, &value, MemoryLayout<Int32>.size), "\(name) to \(value)")
  }

  func set(_ option: Int32, _ value: Int64, _ name: String) throws(ZeroMQError) {
    var value = value
    try check(zmq_setsockopt(socket, option, &value, MemoryLayout<Int64>.size), "\(name) to \(value)")
  }

  func set(_ option: Int32, _ value: Bool, _ name: String) throws(ZeroMQError) {
    try set(option, Int32(value ? 1 : 0), name)
  }

  func set(_ option: Int32, _ value: [UInt8], _ name: String) throws(ZeroMQError) {
    try check(zmq_setsockopt(socket, option, value, value.count), "\(name) to \(value.count) bytes")
  }

  func set(_ option: Int32, _ value: CurveKey, _ name: String) throws(ZeroMQError) {
    // 41 bytes with the zero at the end: the form every libzmq 4 takes.
    try check(zmq_setsockopt(socket, option, value.z85, 41), name)
  }

  private func check(_ result: Int32, _ what: @autoclosure () -> String) throws(ZeroMQError) {
    guard result == 0 else { throw .last("set \(what())") }
  }
}
