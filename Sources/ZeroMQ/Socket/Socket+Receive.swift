internal import CZeroMQ

extension Socket {
  /// Receives a whole message if one is there.
  ///
  /// - Returns: `nil` if none is there.
  /// - Throws: ``ZeroMQError``: `.messageTooLarge` for a message beyond ``SocketOptions/messageLimits``, of which
  ///   nothing is left in the socket; `.wrongState` (REQ, REP), `.notSupported` (PUB), `.terminated`.
  public borrowing func receive() throws(ZeroMQError) -> Message? {
    switch try receiveWithinLimits(flags: ZMQ_DONTWAIT) {
    case nil: nil
    case .whole(let message, _): message
    case .oversized(_, _, let error): throw error
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
    case whole(Message, Origin)
    /// The first frame of a message beyond the limits, which from a ROUTER is the peer's identity.
    case oversized(firstFrame: [UInt8], Origin, ZeroMQError)
  }

  /// Which connection brought a message, where that is known, and in how many bytes (ZMTP, RFC 23 and 26).
  struct Origin {
    var connection: Int32?
    var byteCount = 0

    /// Counts a frame that has so many bytes of its own.
    mutating func add(_ frame: Int, isEncrypted: Bool) {
      // A command's name, a nonce, a signature and the flags.
      let content = frame.addingReportingOverflow(isEncrypted ? 33 : 0).partialValue
      byteCount = byteCount.addingReportingOverflow(content).partialValue
      // Flags and length.
      byteCount = byteCount.addingReportingOverflow(content > 255 ? 9 : 2).partialValue
    }
  }

  /// - Returns: `nil` for EAGAIN.
  borrowing func receiveWithinLimits(flags: Int32) throws(ZeroMQError) -> Received? {
    let handle = handle
    let limits = limits
    let type = type
    let isEncrypted = isEncrypted
    let knowsUsers = knowsUsers
    var part = zmq_msg_t()
    // One address for as long as libzmq knows the part: it must not be moved in memory.
    let outcome: Result<Received?, ZeroMQError> = withUnsafeMutablePointer(to: &part) { part in
      zmq_msg_init(part)
      defer { zmq_msg_close(part) }
      var frames: [Frame] = []
      var byteCount = 0
      var frameCount = 0
      var origin = Origin()
      var user: String?
      var isLast = false
      while !isLast {
        // Once the first part is there, so are all others (zmq_msg_recv): waiting for them takes no time.
        let flags = frameCount == 0 ? flags : 0
        guard retryingInterrupts({ zmq_msg_recv(part, handle, flags) }) >= 0 else {
          if zmq_errno() == czeromq_EAGAIN() { return .success(nil) }
          return .failure(.last("receive on a \(type) socket"))
        }
        let size = zmq_msg_size(part)
        frameCount += 1
        byteCount = byteCount.addingReportingOverflow(size).partialValue
        // A ROUTER's name for the peer has not come from there.
        if type != .router || frameCount > 1 { origin.add(size, isEncrypted: isEncrypted) }
        isLast = zmq_msg_more(part) == 0
        if isLast, type == .router, frameCount > 1 {
          let descriptor = zmq_msg_get(part, ZMQ_SRCFD)
          origin.connection = descriptor < 0 ? nil : descriptor
          if knowsUsers { user = zmq_msg_gets(part, "User-Id").map { String(cString: $0) } }
        }
        if frameCount <= limits.frames, byteCount <= limits.bytes {
          // A first frame may be a name, by which others are found.
          let isLarge = size >= Frame.largeByteCount && frameCount > 1
          frames.append(
            isLarge ? Frame(ReceivedFrame(taking: part)) : Frame(ReceivedFrame.bytes(of: part, count: size)))
        } else if frames.count > 1 {
          // Nothing of it will be used but the first frame.
          frames.removeLast(frames.count - 1)
        }
      }
      if frames.count == frameCount {
        var message = Message(frames)
        message.connection = origin.connection
        message.user = user
        return .success(.whole(message, origin))
      }
      let error = ZeroMQError(
        code: .messageTooLarge, operation: "receive on a \(type) socket",
        message: "A message of \(frameCount) frames and \(byteCount) bytes was thrown away;"
          + " at most \(limits.frames) frames and \(limits.bytes) bytes are accepted.")
      return .success(.oversized(firstFrame: frames.first?.bytes ?? [], origin, error))
    }
    return try outcome.get()
  }
}
