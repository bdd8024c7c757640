internal import CZeroMQ

/// What happens to a connection, as libzmq's socket monitor tells it (zmq_socket_monitor).
public enum ConnectionEvent: Hashable, Sendable {
  /// The other side is there and has agreed to talk.
  case ready
  /// The other side has gone; libzmq tries to find it again.
  case lost
  /// The other side does not agree, because of the keys or of what it is. libzmq goes on trying.
  case refused
  /// The other side's authenticator (ZAP) has said that this one may not connect.
  case denied

  /// - Returns: `nil` for what is none of these.
  init?(_ message: Message) {
    // The first frame holds a number of 16 bits in the machine's order, and a value of 32.
    guard let frame = message.frames.first, frame.count >= 2 else { return nil }
    switch Int32(frame.withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }) {
    case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: self = .ready
    case ZMQ_EVENT_DISCONNECTED: self = .lost
    case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: self = .refused
    case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: self = .denied
    default: return nil
    }
  }
}

/// The beginning and the end of a connection of a socket that is bound, in what libzmq's socket monitor tells. It also tells when
/// both sides have agreed to talk, but not by which connection.
public enum ConnectionChange: Hashable, Sendable {
  /// Somebody has come, and has not said yet what he is. With the descriptor.
  case began(Int32)
  /// With the descriptor that the connection had.
  case ended(Int32)

  /// How many bytes the other side of a connection has taken since it began; `nil` where the system doesn't tell, as of those that
  /// are not TCP.
  public static func bytesTaken(from descriptor: Int32) -> Int64? {
    let count = czeromq_bytes_acknowledged(descriptor)
    return count >= 0 ? count : nil
  }

  /// - Returns: `nil` if the message tells of something else.
  init?(_ message: Message) {
    guard let frame = message.frames.first, frame.count >= 6 else { return nil }
    let (event, descriptor) = frame.withUnsafeBytes { bytes in
      (Int32(bytes.loadUnaligned(as: UInt16.self)), bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self))
    }
    switch event {
    case ZMQ_EVENT_ACCEPTED: self = .began(descriptor)
    case ZMQ_EVENT_DISCONNECTED: self = .ended(descriptor)
    default: return nil
    }
  }
}

extension Socket {
  /// Has libzmq tell of the socket's connections on a PAIR of its own.
  /// - Returns: The endpoint of that, for a PAIR in the same context.
  borrowing func monitorConnections() throws(ZeroMQError) -> String {
    let handle = handle
    let endpoint = "inproc://connections-of-\(UInt(bitPattern: handle))"
    let events =
      ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
      | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
    guard retryingInterrupts({ zmq_socket_monitor(handle, endpoint, events) }) >= 0 else {
      throw .last("watch the connections of a \(type) socket")
    }
    return endpoint
  }
}
