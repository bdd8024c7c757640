internal import CZeroMQ

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Socket {
  /// Receives a whole message if one is there.
  ///
  /// - Returns: `nil` if none is there.
  /// - Throws: ``ZeroMQError``: `.messageTooLarge` for a message beyond ``SocketOptions/messageLimits``, of which
  ///   nothing is left in the socket; `.wrongState` (REQ, REP), `.notSupported` (PUB), `.terminated`.
  public borrowing func receive() throws(ZeroMQError) -> Message? {
    switch try receiveWithinLimits(flags: ZMQ_DONTWAIT) {
    case nil: nil
    case .whole(let message): message
    case .oversized(_, let error): throw error
    }
  }

  /// Receives a whole message, waiting for one at most so long; `nil` is for ever.
  ///
  /// - Returns: `nil` if none came.
  /// - Throws: as ``receive()``.
  public borrowing func receive(timeout: Duration?) throws(ZeroMQError) -> Message? {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      if let message = try receive() { return message }
      let left = deadline.map { $0 - .now }
      if let left, left <= .zero { return nil }
      _ = try poll(for: .input, timeout: left)
    }
  }

  enum Received {
    case whole(Message)
    /// The first frame of a message beyond the limits, which from a ROUTER is the peer's identity.
    case oversized(firstFrame: [UInt8], ZeroMQError)
  }

  /// - Returns: `nil` for EAGAIN.
  borrowing func receiveWithinLimits(flags: Int32) throws(ZeroMQError) -> Received? {
    let handle = handle
    let limits = limits
    let type = type
    let knowsUsers = knowsUsers
    var part = zmq_msg_t()
    // One address for as long as libzmq knows the part: it must not be moved in memory.
    let outcome: Result<Received?, ZeroMQError> = withUnsafeMutablePointer(to: &part) { part in
      zmq_msg_init(part)
      defer { zmq_msg_close(part) }
      var frames: [[UInt8]] = []
      var byteCount = 0
      var frameCount = 0
      var connection: Int32?
      var user: String?
      while true {
        // Once the first part is there, so are all others (zmq_msg_recv): waiting for them takes no time.
        let flags = frameCount == 0 ? flags : 0
        guard retryingInterrupts({ zmq_msg_recv(part, handle, flags) }) >= 0 else {
          if zmq_errno() == czeromq_EAGAIN() { return .success(nil) }
          return .failure(.last("receive on a \(type) socket"))
        }
        let size = zmq_msg_size(part)
        frameCount += 1
        byteCount = byteCount.addingReportingOverflow(size).partialValue
        if frameCount <= limits.frames, byteCount <= limits.bytes {
          frames.append(Self.bytes(of: part, size: size))
        } else if frames.count > 1 {
          // Nothing of it will be used but the first frame.
          frames.removeLast(frames.count - 1)
        }
        if zmq_msg_more(part) == 0 {
          if type == .router, frameCount > 1 {
            let descriptor = zmq_msg_get(part, ZMQ_SRCFD)
            connection = descriptor < 0 ? nil : descriptor
            if knowsUsers { user = zmq_msg_gets(part, "User-Id").map { String(cString: $0) } }
          }
          break
        }
      }
      if frames.count == frameCount {
        var message = Message(frames)
        message.connection = connection
        message.user = user
        return .success(.whole(message))
      }
      let error = ZeroMQError(
        code: .messageTooLarge, operation: "receive on a \(type) socket",
        message: "A message of \(frameCount) frames and \(byteCount) bytes was thrown away;"
          + " at most \(limits.frames) frames and \(limits.bytes) bytes are accepted.")
      return .success(.oversized(firstFrame: frames.first ?? [], error))
    }
    return try outcome.get()
  }

  private static func bytes(of part: UnsafeMutablePointer<zmq_msg_t>, size: Int) -> [UInt8] {
    guard size > 0, let source = zmq_msg_data(part) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { target, count in
      if let address = target.baseAddress {
        memcpy(address, source, size)
        count = size
      }
    }
  }
}
