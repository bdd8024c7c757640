/// Echoes whatever it receives, on a thread of its own, so that clients see that the process lives whatever else it
/// does.
///
/// It answers REQ clients as a REP would, but keeps answering the others when one of them vanishes between question and
/// answer.
public final class Heartbeat: Sendable {
  private let loop: SocketLoop
  private let channel: Channel

  /// Starts answering.
  ///
  /// - Parameters:
  ///   - context: one of its own keeps its network traffic apart, too.
  ///   - guardian: ends connections whose messages do not end.
  ///   - gate: bounds how many connections there are.
  /// - Throws: ``ZeroMQError`` as ``Socket/bind(_:)``.
  public init(
    context: Context, endpoint: String, options: SocketOptions = SocketOptions(), guardian: ConnectionGuard? = nil,
    gate: ConnectionGate? = nil
  ) throws(ZeroMQError) {
    loop = try SocketLoop(context: context, name: "heartbeat", guardian: guardian, gate: gate)
    var options = options
    options.routerMandatory = true
    channel = try loop.bind(.router, to: endpoint, options: options) { message, channel in channel.send(message) }
    try loop.start()
  }

  /// The endpoint, with the port the system chose.
  public var endpoint: String { channel.endpoint }

  /// Stops answering and closes the socket; waits until this is done. May be called more than once, from any thread.
  @available(*, noasync, message: "in a task, await stop()")
  public func stop() {
    loop.stop(flushing: .zero)
  }

  /// Stops answering and closes the socket, without holding a thread while it waits.
  public func stop() async {
    await loop.stop(flushing: .zero)
  }
}
