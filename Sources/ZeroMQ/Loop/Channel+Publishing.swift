internal import CZeroMQ

/// What only an XPUB does. On the loop's thread: in a handler, a job or a timer; from elsewhere nothing happens.
extension Channel {
  /// With ``SocketOptions/xpubManual``: the peer whose subscription was handed to `onMessage` last gets all messages from now
  /// on. Its own end drops those it has not subscribed to.
  ///
  /// Call it for whatever is handed to `onMessage`. libzmq 4.3 moves on to the peer of the next subscription with each message
  /// received, even if it is no subscription (`xpub_t::xrecv`): so that nobody's is passed over or taken for another's, all
  /// of them are accepted alike, and none is taken back while its peer is there.
  ///
  public func acceptSubscription() {
    set(ZMQ_SUBSCRIBE, UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Sends a message ahead of what other threads have queued: in `onBatchEnd`, first of all to those whose subscriptions
  /// were accepted in the batch.
  ///
  /// Subscriptions are handed over only while nothing is kept for slow subscribers, so that nothing gets ahead of it there,
  /// either. It is sent as any message is: one that libzmq may drop would have it pass over the subscriber that is full, with
  /// all that follows, until there is room again (`dist_t::match`).
  public func greet(with message: Message) {
    guard publisher != nil else { return }
    runner.sendAccepted(message, on: index)
  }

  /// Has a gate say whether there is room for a message, instead of ``SocketOptions/xpubNoDrop``: a subscriber that is full loses
  /// messages, and delays nobody; what the gate does not let through is kept as if there were no room.
  ///
  /// - Parameter gate: asked on the loop's thread, before each message is sent and again for as long as it is kept; `nil` has the
  ///   full subscribers delay all again.
  public func setGate(_ gate: (@Sendable (Message) -> Bool)?) {
    guard let open = publisher else { return }
    open.gate = gate
    var noDrop: Int32 = gate == nil ? 1 : 0
    withUnsafeBytes(of: &noDrop) { set(ZMQ_XPUB_NODROP, $0) }
  }

  private var publisher: OpenSocket? {
    guard type == .xpub, runner.isCurrentThread, runner.sockets.indices.contains(index) else { return nil }
    return runner.sockets[index]
  }

  private func set(_ option: Int32, _ value: UnsafeRawBufferPointer) {
    guard let open = publisher else { return }
    open.wasUsed = true
    // It fails only where the peer of the subscription has gone, which is as well.
    _ = retryingInterrupts { zmq_setsockopt(open.socket.handle, option, value.baseAddress, value.count) }
  }
}
