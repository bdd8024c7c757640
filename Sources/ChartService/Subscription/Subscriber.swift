public import JSONRPC
import OrderedCollections

/// One who is told of the changes of the charts in the sessions that it subscribed to.
///
/// Whoever caused a change is told too: a notebook shows a chart in several places, and the request came from only one.
/// Changes are not queued: for each chart there is at most one, with the newest revision, made at the moment when it is
/// asked for.
public final class Subscriber: Sendable {
  private let service: ChartService
  private let number: UInt64

  public init(service: ChartService) {
    self.service = service
    self.number = service.withState { state in
      let number = state.freshNumber()
      state.subscriptions[number] = Subscription()
      return number
    }
  }

  deinit { close() }

  /// Tells of the changes of a session's charts from now on.
  /// - Parameter render: Whether the messages bring the picture along.
  /// - Throws: -32001.
  public func subscribe(to session: String = ChartService.defaultSession, render: Bool = true) throws(RPCError) {
    try service.withState { state throws(RPCError) in
      _ = try state.session(session)
      state.subscriptions[number]?.sessions[session] = render
    }
  }

  /// Ends what ``subscribe(to:render:)`` began; what has not been told yet is dropped.
  /// - Throws: -32001.
  public func unsubscribe(from session: String = ChartService.defaultSession) throws(RPCError) {
    try service.withState { state throws(RPCError) in
      _ = try state.session(session)
      state.subscriptions[number]?.leave(session)
    }
  }

  /// Sets what is called, on any thread, when there is something to tell after there was nothing. It must not wait.
  public func onPending(_ wake: @escaping @Sendable () -> Void) {
    service.withState { state in
      state.subscriptions[number]?.wake = wake
      if state.subscriptions[number]?.pending.isEmpty == false { state.wakes.append(wake) }
    }
  }

  /// The next notification, made now; `nil` if there is nothing to tell.
  public func next() -> OutgoingMessage? { nextChange()?.message }

  /// The next change, for those who show it in a way of their own; `nil` if there is none.
  public func nextChange() -> ChartChange? {
    let taken: (key: ChartKey, pending: PendingChange, picture: ChartPicture?, isRendered: Bool)? =
      service.withState { state in
        guard let (key, pending) = state.subscriptions[number]?.pending.popFirst() else { return nil }
        let picture = pending.kind == .deleted ? nil : state.sessions[key.session]?.charts[key.chart]?.picture
        return (key, pending, picture, state.subscriptions[number]?.sessions[key.session] ?? false)
      }
    guard let (key, pending, picture, isRendered) = taken else { return nil }
    return ChartChange(
      kind: pending.kind, session: key.session, chart: key.chart, revision: picture?.revision ?? pending.revision,
      cause: pending.causes.joined(separator: ", "), events: pending.events, picture: picture, isRendered: isRendered)
  }

  /// Ends all subscriptions.
  public func close() {
    service.withState { state in _ = state.subscriptions.removeValue(forKey: number) }
  }
}
