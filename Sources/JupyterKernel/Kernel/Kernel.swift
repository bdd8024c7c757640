internal import Dispatch
internal import POSIX
internal import ZeroMQ

/// A Jupyter kernel: five sockets, and an interpreter behind them.
///
///     let configuration = KernelConfiguration(interpreter: interpreter, description: description)
///     let kernel = try Kernel(connection: ConnectionFile(path: path), configuration)
///     try kernel.start()
///     kernel.run()
///
/// It speaks version 5.5 of the messaging protocol, and the handshake of 5.6.
public final class Kernel: Sendable {
  /// Where it listens, with the ports it chose itself.
  public let connection: ConnectionFile

  private let context: Context
  private let loop: SocketLoop
  private let heartbeat: Heartbeat
  private let iopub: IOPub
  private let dispatcher: Dispatcher
  private let ended: DispatchSemaphore
  private let ownerWatch: OwnerWatch?
  private let signer: MessageSigner

  /// How long a message may take to leave once the kernel ends.
  private static let linger = Duration.milliseconds(80)

  /// Opens the sockets; nothing is answered yet.
  ///
  /// - Throws: ``ConnectionError`` where a socket cannot be opened.
  public init(connection: ConnectionFile, _ configuration: KernelConfiguration) throws(ConnectionError) {
    var connection = connection
    let choosesPorts = !connection.isComplete
    connection.chooseNames()
    var limits = SocketLoop.Limits()
    limits.batch = 256
    // Beyond it a cell that prints waits; what is queued here is memory.
    limits.queuedMessages = 4_096
    limits.queuedBytes = 32 << 20
    let signer = MessageSigner(key: connection.key)
    let writer = MessageWriter(signer: signer)
    let ended = DispatchSemaphore(value: 0)
    let binder = SocketBinder(connection, linger: Self.linger)
    defer { binder.restore() }
    do throws(ZeroMQError) {
      context = try Context()
      // Its own context, so that its I/O thread is its own, too.
      heartbeat = try Heartbeat(
        context: Context(), endpoint: connection.endpoint(for: .heartbeat), options: binder.options(),
        guardian: configuration.makeGuardian(), gate: binder.makeGate())
      loop = try SocketLoop(
        context: context, name: "jupyter", limits: limits, guardian: configuration.makeGuardian(),
        gate: binder.makeGate())
      iopub = try IOPub(
        endpoint: connection.endpoint(for: .iopub), on: loop, options: binder.options(),
        patience: configuration.subscriberPatience, firstLoss: configuration.subscriberLoss, writer: writer,
        log: configuration.log, onMessage: configuration.onMessage)
      let dispatcher = Dispatcher(configuration, loop: loop, iopub: iopub, signer: signer, writer: writer) {
        ended.signal()
      }
      // Control first: in each round of the loop it is looked at before shell.
      let control = try loop.bind(
        .router, to: connection.endpoint(for: .control), options: binder.routerOptions()
      ) { message, channel in dispatcher.receive(message, from: channel, .control) }
      let shell = try loop.bind(
        .router, to: connection.endpoint(for: .shell), options: binder.routerOptions()
      ) { message, channel in dispatcher.receive(message, from: channel, .shell) }
      // Never asked for input, nobody has anything to say here.
      let stdin = try loop.bind(.router, to: connection.endpoint(for: .stdin), options: binder.routerOptions())
      self.dispatcher = dispatcher
      let endpoints: [(ConnectionFile.Port, String)] = [
        (.shell, shell.endpoint), (.iopub, iopub.endpoint), (.stdin, stdin.endpoint), (.control, control.endpoint),
        (.heartbeat, heartbeat.endpoint),
      ]
      for (port, endpoint) in endpoints { connection.setPort(port, from: endpoint) }
    } catch {
      throw ConnectionError(
        code: .unbound, path: connection.path, reason: "names a place where no socket can be opened: \(error).")
    }
    if choosesPorts { try connection.write() }
    self.connection = connection
    self.ended = ended
    self.signer = signer
    ownerWatch = .fromEnvironment(connectionFile: connection.path)
  }

  // MARK: Life

  /// Begins to answer. With a registration file it also tells the service there where the kernel listens, and waits until
  /// that is acknowledged.
  ///
  /// - Parameter registrationPatience: how long to wait for that.
  public func start(registrationPatience: Duration = .seconds(10)) throws(ConnectionError) {
    dispatcher.updates.start()
    dispatcher.comms.start()
    // The first message of all, and once: kept until a client subscribes.
    iopub.publish(.status("starting"), parent: nil)
    do throws(ZeroMQError) {
      try loop.start()
    } catch {
      throw ConnectionError(code: .unbound, path: connection.path, reason: "could not be served: \(error).")
    }
    if ownerWatch != nil { watchOwner(wasGone: false) }
    try register(patience: registrationPatience)
  }

  private func register(patience: Duration) throws(ConnectionError) {
    guard let registration = connection.registration else { return }
    let ports = ConnectionFile.Port.allCases.map { ($0.key, connection.ports[$0] ?? 0) }
    do throws(Registration.Failure) {
      try registration.register(ports, signer: signer, patience: patience)
    } catch {
      throw ConnectionError(code: .unregistered, path: connection.path, reason: registration.reason(error))
    }
  }

  /// A file may be away for a moment while it is written anew: an owner is gone that was gone a second ago, too.
  private func watchOwner(wasGone: Bool) {
    loop.schedule(after: .seconds(1)) { [weak self] in
      guard let self, let ownerWatch else { return }
      let isGone = ownerWatch.isOwnerGone
      if isGone, wasGone { return end() }
      watchOwner(wasGone: isGone)
    }
  }

  /// Ends the cell that runs, as an `interrupt_request` does.
  public func interrupt() { dispatcher.interrupt() }

  /// Has ``run()`` return. From any thread, any number of times.
  public func end() { ended.signal() }

  /// Waits until somebody asks for a shutdown, or nobody owns the kernel any more; then stops.
  @available(*, noasync, message: "in a task, await stop()")
  public func run() {
    ended.wait()
    let isQuiet = release()
    loop.stop(flushing: Self.linger)
    heartbeat.stop()
    removeFiles()
    // Otherwise letting go of the context waits until everything has left. A cell that doesn't end holds on to it.
    if !isQuiet { sleepBriefly(milliseconds: 20) }
  }

  /// Stops: lets go of what waits, cancels what runs, and closes the sockets.
  public func stop() async {
    _ = release()
    await loop.stop(flushing: Self.linger)
    await heartbeat.stop()
    removeFiles()
  }

  /// - Returns: `false` if a cell still runs.
  private func release() -> Bool {
    iopub.close()
    dispatcher.comms.end()
    return dispatcher.shells.end()
  }

  private func removeFiles() {
    guard connection.transport == .ipc else { return }
    for port in ConnectionFile.Port.allCases { POSIXFile.remove("\(connection.ip)-\(connection.ports[port] ?? 0)") }
  }
}
