internal import CZeroMQ

/// What only an XPUB does. On the loop's thread: in a handler, a job or a timer; from elsewhere nothing happens.
extension Channel {
  /// With ``SocketOptions/xpubManual``: the peer whose subscription was handed to `onMessage` last gets what begins with
  /// these bytes from now on, and first of all the greeting.
  ///
  /// Subscriptions are handed over only while nothing is kept for slow subscribers, so that nothing can get ahead of the
  /// greeting. It is sent as any message is: one that libzmq may drop would have it pass over the subscriber that is full,
  /// with all that follows, until there is room again (`dist_t::match`).
  ///
  /// - Parameter greeting: begins with a frame that begins with the topic, as all that the peer gets.
  public func accept(subscription topic: [UInt8], greeting: Message?) {
    guard publisher != nil else { return }
    set(ZMQ_SUBSCRIBE, topic)
    // Ahead of what other threads have queued.
    if let greeting { runner.sendAccepted(greeting, on: index) }
  }

  /// With ``SocketOptions/xpubManual``: takes that back, for the peer whose message was handed to `onMessage` last.
  public func cancel(subscription topic: [UInt8]) {
    set(ZMQ_UNSUBSCRIBE, topic)
  }

  /// Changes ``SocketOptions/xpubNoDrop``: without it a subscriber that is full loses messages, and delays nobody.
  public func setNoDrop(_ noDrop: Bool) {
    var value: Int32 = noDrop ? 1 : 0
    withUnsafeBytes(of: &value) { set(ZMQ_XPUB_NODROP, $0) }
  }

  private var publisher: OpenSocket? {
    guard type == .xpub, runner.isCurrentThread, runner.sockets.indices.contains(index) else { return nil }
    return runner.sockets[index]
  }

  private func set(_ option: Int32, _ topic: [UInt8]) {
    topic.withUnsafeBytes { set(option, $0) }
  }

  private func set(_ option: Int32, _ value: UnsafeRawBufferPointer) {
    guard let open = publisher else { return }
    open.wasUsed = true
    // It fails only where the peer of the subscription has gone, which is as well.
    _ = retryingInterrupts { zmq_setsockopt(open.socket.handle, option, value.baseAddress, value.count) }
  }
}
