internal import CZeroMQ
internal import Synchronization

/// One thread that owns a set of sockets, waits for all of them together, and sends what any thread or task hands it.
///
///     let loop = try SocketLoop(context: Context(), name: "serve")
///     let clients = try loop.bind(.router, to: "tcp://127.0.0.1:*") { message, clients in
///       clients.send(message)  // on the loop's thread: straight into libzmq
///     }
///     try loop.start()
///     print(clients.endpoint)
///     …
///     await loop.stop()
///
/// Channels are opened first, then the loop is started: no handler runs before every socket is there. Handlers, jobs
/// and timers run on the loop's thread, one after another; they must not wait for anything. Sockets are looked at in
/// the order in which they were opened.
///
/// Call ``stop(flushing:)`` when done: handlers that hold the loop or a channel keep it alive until then.
public final class SocketLoop: Sendable {
  private let context: Context
  private let runner: LoopRunner
  private let guardian: ConnectionGuard?
  private let gate: ConnectionGate?
  /// The thread, until somebody has joined or detached it.
  private let thread = Mutex<UInt?>(nil)

  /// - Parameters:
  ///   - context: where its sockets are made.
  ///   - name: the thread's, for debuggers; Linux shows 15 bytes of it.
  ///   - guardian: ends connections whose messages do not end.
  ///   - gate: bounds how many connections there are. It is the context's authenticator (see ``authenticate(_:)``), so that the
  ///     context has one such loop at most.
  /// - Throws: ``ZeroMQError`` with `.tooManySockets` where no file descriptor is left, `.addressInUse` where the context has
  ///   an authenticator.
  public init(
    context: Context, name: String, limits: Limits = Limits(), guardian: ConnectionGuard? = nil,
    gate: ConnectionGate? = nil
  ) throws(ZeroMQError) {
    self.context = context
    self.guardian = guardian
    self.gate = gate
    self.runner = LoopRunner(name: name, limits: limits, wake: try WakeSignal(), guardian: guardian)
    guard let gate else { return }
    try authenticate { [weak self] request in
      // In the next round, when the gate has been told that this one has come.
      self?.perform { [weak self] in
        guard let self else { return }
        let isInLine = gate.enter(on: self) { request.answer(.accepted(user: "")) }
        if !isInLine { request.answer(.notNow("too many clients come")) }
      }
    }
  }

  // MARK: Channels

  /// Opens a socket and binds it; see ``Socket/bind(_:)`` for endpoints.
  ///
  /// - Parameters:
  ///   - onMessage: called for every message received.
  ///   - onBatchEnd: called after the messages that had already arrived (at most ``Limits/batch`` of them) were handed
  ///     to `onMessage`. Whoever queues messages there and starts work here sees a cancellation that arrived behind a
  ///     request before the request is begun.
  ///   - onEvent: called when a peer becomes slow or free again or has gone, or a message was refused.
  ///   - onConnectionChange: called on the loop's thread when a connection begins or ends, with its descriptor
  ///     (``Message/connection``). Messages that came by one that has ended may still be handed over afterwards.
  /// - Throws: ``ZeroMQError`` as ``Socket/init(_:in:options:)`` and ``Socket/bind(_:)``; `.wrongState` once started.
  public func bind(
    _ type: SocketType,
    to endpoint: String,
    options: SocketOptions = SocketOptions(),
    onMessage: @escaping @Sendable (Message, Channel) -> Void = { _, _ in },
    onBatchEnd: (@Sendable (Channel) -> Void)? = nil,
    onEvent: (@Sendable (Channel.Event, Channel) -> Void)? = nil,
    onConnectionChange: (@Sendable (ConnectionChange) -> Void)? = nil
  ) throws(ZeroMQError) -> Channel {
    let socket = try Socket(type, in: context, options: options)
    var monitor: Int?
    if onConnectionChange != nil || guardian != nil || gate != nil {
      let number = UInt(bitPattern: socket.handle)
      monitor = try watchConnections(of: socket) { [guardian, gate] message in
        guard let change = ConnectionChange(message) else { return }
        guardian?.note(change)
        gate?.note(change, of: number)
        onConnectionChange?(change)
      }
    }
    try socket.bind(endpoint)
    let handlers = ChannelHandlers(message: onMessage, batchEnd: onBatchEnd, event: onEvent)
    let open = try OpenSocket(socket: socket, handlers: handlers)
    open.monitor = monitor
    return try runner.add(open)
  }

  /// Opens a socket and connects it; otherwise as ``bind(_:to:options:onMessage:onBatchEnd:onEvent:)``.
  ///
  /// - Parameter onConnection: called on the loop's thread when the connection is there, lost or refused. libzmq itself goes
  ///   on trying for ever without a word.
  public func connect(
    _ type: SocketType,
    to endpoint: String,
    options: SocketOptions = SocketOptions(),
    onMessage: @escaping @Sendable (Message, Channel) -> Void = { _, _ in },
    onBatchEnd: (@Sendable (Channel) -> Void)? = nil,
    onEvent: (@Sendable (Channel.Event, Channel) -> Void)? = nil,
    onConnection: (@Sendable (ConnectionEvent) -> Void)? = nil
  ) throws(ZeroMQError) -> Channel {
    let socket = try Socket(type, in: context, options: options)
    // Before it is connected, or the first event might be missed.
    if let onConnection {
      _ = try watchConnections(of: socket) { message in
        if let event = ConnectionEvent(message) { onConnection(event) }
      }
    }
    try socket.connect(endpoint)
    let handlers = ChannelHandlers(message: onMessage, batchEnd: onBatchEnd, event: onEvent)
    return try runner.add(try OpenSocket(socket: socket, handlers: handlers))
  }

  /// Opens the socket on which libzmq tells of another's connections.
  /// - Returns: Its channel.
  private func watchConnections(
    of socket: borrowing Socket, _ tell: @escaping @Sendable (Message) -> Void
  ) throws(ZeroMQError) -> Int {
    let endpoint = try socket.monitorConnections()
    let monitor = try Socket(.pair, in: context)
    try monitor.connect(endpoint)
    let handlers = ChannelHandlers(message: { message, _ in tell(message) }, batchEnd: nil, event: nil)
    return try runner.add(try OpenSocket(socket: monitor, handlers: handlers)).index
  }

  // MARK: Running

  /// Starts the thread. Signals are blocked on it: they go to the program's other threads.
  ///
  /// - Throws: ``ZeroMQError``: `.wrongState` when started before or stopped, `.again` where the system has no thread
  ///   left.
  public func start() throws(ZeroMQError) {
    try runner.willStart()
    let argument = Unmanaged.passRetained(runner)
    // Locked until the thread is known, so that whoever stops it meanwhile can join it.
    let error = thread.withLock { thread in
      var started: UInt = 0
      let error = czeromq_thread_start(
        &started,
        { argument in
          guard let argument else { return nil }
          Unmanaged<LoopRunner>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, argument.toOpaque())
      thread = error == 0 ? started : nil
      return error
    }
    guardian?.begin(on: self)
    guard error == 0 else {
      argument.release()
      runner.close()
      throw ZeroMQError(code: ZeroMQError.Code(rawValue: error), operation: "start the thread \(runner.name)")
    }
  }

  /// Whether the caller is on the loop's thread, such as in a handler.
  public var isCurrentThread: Bool { runner.isCurrentThread }

  /// Runs a closure on the loop's thread: after what was sent before by the same caller, never within another handler,
  /// also when called on the loop's thread.
  ///
  /// - Returns: `false` if the loop is stopping or stopped; the closure will not be called.
  @discardableResult
  public func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    runner.enqueue(job)
  }

  /// Runs a closure on the loop's thread after a time, once, unless the timer is cancelled or the loop stopped first.
  @discardableResult
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> LoopTimer {
    let timer = LoopTimer(due: .now + delay, job: job)
    runner.enqueue(timer)
    return timer
  }

  // MARK: Stopping

  /// Stops: no message is received any more; jobs and sends already accepted are carried out, for slow peers at most
  /// for the given time; then the sockets are closed (each lingers as its options say) and the thread ends. libzmq
  /// itself frees the endpoints a moment later, and when the context goes at the latest.
  ///
  /// Returns when all this has happened; on the loop's own thread at once, and it happens after the current handler.
  /// May be called any number of times, from any thread.
  @available(*, noasync, message: "in a task, await stop(flushing:), which waits without holding a thread")
  public func stop(flushing: Duration = .seconds(1)) {
    runner.requestStop(flushing: flushing, then: nil)
    join()
  }

  /// Stops as the other ``stop(flushing:)`` does, without holding a thread while it waits.
  public func stop(flushing: Duration = .seconds(1)) async {
    await withCheckedContinuation { continuation in
      runner.requestStop(flushing: flushing) { continuation.resume() }
    }
    // All that is left of the thread now is its return.
    join()
  }

  private func join() {
    if isCurrentThread { return }
    thread.withLock { thread in
      if let started = thread { _ = czeromq_thread_join(started) }
      thread = nil
    }
  }

  deinit {
    // The thread holds the runner, not this object: it finishes alone.
    runner.requestStop(flushing: .seconds(1), then: nil)
    thread.withLock { thread in
      if let started = thread { _ = czeromq_thread_detach(started) }
      thread = nil
    }
  }
}
