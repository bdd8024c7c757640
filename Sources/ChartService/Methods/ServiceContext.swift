public import JSONRPC

/// What a method sees of its caller.
public struct ServiceContext: Sendable {
  public let service: ChartService
  /// Who is told of changes if the call subscribes; `nil` where the way in has no way back.
  public let subscriber: Subscriber?
  public let call: Call

  public init(service: ChartService, subscriber: Subscriber?, call: Call) {
    self.service = service
    self.subscriber = subscriber
    self.call = call
  }
}
