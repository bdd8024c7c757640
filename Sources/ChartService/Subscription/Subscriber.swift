public import ChartModel
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
  /// What it shows live.
  let views = LiveViewStates()

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
  /// - Parameters:
  ///   - render: Whether the messages bring the picture along.
  ///   - tellsState: Whether they bring along what interactions made of the chart.
  ///   - theme: Of what is around the pictures where the subscriber shows them.
  /// - Throws: -32001.
  public func subscribe(
    to session: String = ChartService.defaultSession, render: Bool = true, state tellsState: Bool = false,
    theme: Theme? = nil
  ) throws(RPCError) {
    try service.withState { state throws(RPCError) in
      _ = try state.session(session)
      state.subscriptions[number]?.sessions[session] = .init(
        isRendered: render, tellsState: tellsState, theme: theme)
    }
  }

  /// The theme of what is around pictures of a session; `nil` if the subscriber has not told.
  func theme(in session: String) -> Theme? {
    service.withState { $0.subscriptions[number]?.sessions[session]?.theme }
  }

  /// Ends what ``subscribe(to:render:state:theme:)`` began; what has not been told yet is dropped.
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

  /// The next notification, made now.
  /// - Parameter isAtOnce: Whether it is only told of one that takes long to make that it does.
  public func next(isAtOnce: Bool = false) -> NextNotification {
    while true {
      guard isAtOnce else { return nextChange().map { .message($0.message) } ?? .none }
      let first = service.withState { $0.first(for: number) }
      guard let first else { return .none }
      if first.contents.isRendered, let picture = first.picture, picture.isHeavyToShow { return .heavy }
      // Meanwhile the chart may have become another, and its picture a heavy one.
      if let change = takeFirst(if: { $0 === first.picture }) { return .message(change.message) }
    }
  }

  /// The next change, for those who show it in a way of their own; `nil` if there is none.
  public func nextChange() -> ChartChange? { takeFirst { _ in true } }

  /// - Parameter condition: What the chart's picture has to satisfy, or it is left.
  private func takeFirst(if condition: (ChartPicture?) -> Bool) -> ChartChange? {
    let taken = service.withState { state -> (FirstChange, PendingChange)? in
      guard let first = state.first(for: number), condition(first.picture) else { return nil }
      return (state.subscriptions[number]?.pending.popFirst()?.change).map { (first, $0) }
    }
    guard let (first, pending) = taken else { return nil }
    return ChartChange(
      kind: pending.kind, session: first.key.session, chart: first.key.chart,
      revision: first.picture?.revision ?? pending.revision, cause: pending.causes.joined(separator: ", "),
      events: pending.events, picture: first.picture,
      // Whoever does not read them has them kept by libraries that nobody can ask how much that is.
      isRendered: first.contents.isRendered && service.memory?.isKnownToBeSpent != true,
      tellsState: first.contents.tellsState, theme: first.contents.theme)
  }

  /// Ends all subscriptions.
  public func close() {
    service.withState { state in _ = state.subscriptions.removeValue(forKey: number) }
  }
}

/// The chart of which a subscriber is to be told first.
private struct FirstChange {
  var key: ChartKey
  /// As it is now; `nil` if it was deleted.
  var picture: ChartPicture?
  var contents: Subscription.Contents
}

extension ServiceState {
  /// - Returns: `nil` if there is nothing to tell the subscriber of this number.
  fileprivate mutating func first(for number: UInt64) -> FirstChange? {
    guard let (key, kind) = subscriptions[number]?.pending.first() else { return nil }
    return FirstChange(
      key: key, picture: kind == .deleted ? nil : sessions[key.session]?.charts[key.chart]?.picture,
      contents: subscriptions[number]?.sessions[key.session] ?? .init())
  }
}
