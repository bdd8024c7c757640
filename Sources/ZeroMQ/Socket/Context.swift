internal import CZeroMQ

/// A ZeroMQ context: the I/O threads, and the name space of `inproc` endpoints.
///
/// Every socket retains its context. The context is therefore terminated after its last socket was closed, whoever lets
/// go of it first, and termination waits for nothing but the linger times of these sockets.
public final class Context: Sendable {
  // A context is thread-safe by libzmq's promise (zmq_ctx_new). The pointer never changes, and stays one to a context until
  // `deinit`, when nobody has this object any more.
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// libzmq (4.3) takes the first of the names that a ROUTER makes up from rand(), which it never seeds, and counts on from
  /// there. A client by hand may give itself such a name, and where it has the one that is next, libzmq ends the process
  /// (`router_t::identify_peer`, `zmq_assert (ok)` in `add_out_pipe`). So nobody may know where they begin.
  private static let seeding: Void = czeromq_seed_random(UInt32.random(in: .min ... .max))

  /// - Parameters:
  ///   - ioThreads: one is enough for about a gigabyte a second.
  ///   - maximumSockets: how many sockets may be open at a time.
  /// - Throws: ``ZeroMQError`` with `.tooManySockets` or `.outOfMemory`, or `.invalidArgument` for numbers below one.
  public init(ioThreads: Int = 1, maximumSockets: Int = 1023) throws(ZeroMQError) {
    Context.seeding
    guard let handle = zmq_ctx_new() else { throw .last("make a context") }
    self.handle = handle
    // A failing initializer of a fully initialized class runs deinit, which terminates the context.
    guard ioThreads >= 1, zmq_ctx_set(handle, ZMQ_IO_THREADS, Int32(clamping: ioThreads)) == 0 else {
      throw ZeroMQError(code: .invalidArgument, operation: "set the context's I/O threads to \(ioThreads)")
    }
    guard maximumSockets >= 1, zmq_ctx_set(handle, ZMQ_MAX_SOCKETS, Int32(clamping: maximumSockets)) == 0 else {
      throw ZeroMQError(code: .invalidArgument, operation: "set the context's maximum of sockets to \(maximumSockets)")
    }
  }

  /// Makes every operation of its sockets, those now waiting included, fail with `.terminated`. Returns at once, may be
  /// called from any thread and any number of times.
  public func shutdown() {
    while zmq_ctx_shutdown(handle) != 0, zmq_errno() == czeromq_EINTR() {}
  }

  deinit {
    while zmq_ctx_term(handle) != 0, zmq_errno() == czeromq_EINTR() {}
  }
}
