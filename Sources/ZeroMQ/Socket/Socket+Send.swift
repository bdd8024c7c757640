internal import CZeroMQ

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Socket {
  /// Sends a message whole, waiting for room where needed; with `dontWait`, fails with `.again` instead, having sent
  /// nothing.
  ///
  /// - Throws: ``ZeroMQError``: `.again` (a mandatory ROUTER: this peer is slow), `.hostUnreachable` (a mandatory
  ///   ROUTER: this peer has gone), `.wrongState` (REQ, REP), `.notSupported` (SUB), `.terminated`, or
  ///   `.invalidArgument` for a message without frames.
  public borrowing func send(_ message: Message, dontWait: Bool = false) throws(ZeroMQError) {
    guard try trySend(message, flags: dontWait ? ZMQ_DONTWAIT : 0) else {
      throw ZeroMQError(code: .again, operation: "send on a \(type) socket")
    }
  }

  /// - Returns: Whether it was sent; `false` stands for EAGAIN, without an error being made for it.
  borrowing func trySend(_ message: Message, flags: Int32) throws(ZeroMQError) -> Bool {
    let last = message.parts.count - 1
    guard last >= 0 else {
      throw ZeroMQError(
        code: .invalidArgument, operation: "send on a \(type) socket", message: "A message needs at least one frame.")
    }
    for (index, frame) in message.parts.enumerated() {
      let flags = flags | (index < last ? ZMQ_SNDMORE : 0)
      if sendFrame(frame, flags: flags) { continue }
      // libzmq looks only once a millisecond or so whether peers have made room, also for a send that doesn't wait
      // (socket_base_t::process_commands). Asking for the events makes it look.
      if index == 0, zmq_errno() == czeromq_EAGAIN() {
        try refreshEvents()
        if sendFrame(frame, flags: flags) { continue }
      }
      // libzmq decides at the first frame. Should a later one fail, it takes the earlier ones back (lb_t, router_t):
      // the message is sent whole or not at all.
      if zmq_errno() == czeromq_EAGAIN() { return false }
      throw .last("send on a \(type) socket")
    }
    return true
  }

  private borrowing func sendFrame(_ frame: Frame, flags: Int32) -> Bool {
    let frame = frame.bytes
    if frame.count >= SharedFrame.leastByteCount { return SharedFrame(frame).send(on: handle, flags: flags) }
    let handle = handle
    return frame.withUnsafeBytes { bytes in
      // A signal is noticed before libzmq takes the frame (socket_base_t::send): repeating the call sends it once.
      retryingInterrupts { zmq_send(handle, bytes.baseAddress, bytes.count, flags) } >= 0
    }
  }

  /// Lets libzmq look at what its I/O threads have for this socket.
  borrowing func refreshEvents() throws(ZeroMQError) {
    var events: Int32 = 0
    var size = MemoryLayout<Int32>.size
    let handle = handle
    let result = retryingInterrupts { zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) }
    guard result == 0 else { throw .last("look at a \(type) socket") }
  }

  /// Readable when libzmq has something to look at, once; see ``OpenSocket``.
  var descriptor: Int32 {
    get throws(ZeroMQError) {
      var descriptor: Int32 = -1
      var size = MemoryLayout<Int32>.size
      let handle = handle
      let result = retryingInterrupts { zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size) }
      guard result == 0 else { throw .last("read the descriptor of a \(type) socket") }
      return descriptor
    }
  }
}

/// A large frame that libzmq sends from where it lies. Copying ten megabytes takes milliseconds, on a thread that has others to
/// serve.
private final class SharedFrame: Sendable {
  /// Smaller ones are copied sooner than libzmq can be told of them.
  static let leastByteCount = 64 << 10

  /// An array whose elements are no objects lies in one place for as long as it lives and nobody changes it, which nobody can
  /// here.
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: Whether it was sent. libzmq lets go of it when its bytes are in the kernel, on a thread of its own; if it was
  ///   not sent, before this returns.
  func send(on socket: UnsafeMutableRawPointer, flags: Int32) -> Bool {
    var message = zmq_msg_t()
    return bytes.withUnsafeBytes { bytes in
      // One address for as long as libzmq knows the message.
      withUnsafeMutablePointer(to: &message) { message in
        let frame = Unmanaged.passRetained(self)
        let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        let isReady = zmq_msg_init_data(
          message, data, bytes.count,
          { _, frame in
            if let frame { Unmanaged<SharedFrame>.fromOpaque(frame).release() }
          }, frame.toOpaque())
        guard isReady == 0 else {
          frame.release()
          return false
        }
        if retryingInterrupts({ zmq_msg_send(message, socket, flags) }) >= 0 { return true }
        // What follows looks at the error.
        let error = errno
        zmq_msg_close(message)
        errno = error
        return false
      }
    }
  }
}
