public import JSONModel
public import JSONRPC

/// One client of the service on any transport: answers its requests and tells it what it subscribed to.
public final class ServicePeer: MessageEndpoint {
  private let peer: Peer<ServiceContext>
  private let subscriber: Subscriber?

  /// - Parameter isSerial: Whether everything is carried out by whoever hands it over, before that returns.
  package init(service: ChartService, takesNotifications: Bool, isSerial: Bool = false) {
    let subscriber = takesNotifications ? Subscriber(service: service) : nil
    self.subscriber = subscriber
    self.peer = Peer(
      ChartService.methods, limits: service.messageLimits, isSerial: isSerial,
      context: { call in ServiceContext(service: service, subscriber: subscriber, call: call) },
      isLight: { call, params in service.isLight(call, params) },
      notifications: { subscriber?.next() })
    subscriber?.onPending { [weak peer] in peer?.notificationsPending() }
  }

  public func receive(_ message: [UInt8], buffers: [[UInt8]]) -> [UInt8]? { peer.receive(message, buffers: buffers) }
  public func enqueue(_ message: [UInt8], buffers: [[UInt8]]) { peer.enqueue(message, buffers: buffers) }
  public func refuse(_ error: RPCError, id: JSON) { peer.refuse(error, id: id) }
  public func nextOutgoing() -> OutgoingMessage? { peer.nextOutgoing() }
  public func onOutgoing(_ wake: @escaping @Sendable () -> Void) { peer.onOutgoing(wake) }
  public var isOverflowing: Bool { peer.isOverflowing }
  public var isIdle: Bool { peer.isIdle }
  public var exitCode: Int32? { peer.exitCode }

  /// Cancels what the client asked for and ends its subscriptions.
  public func close() {
    subscriber?.close()
    peer.close()
  }
}
