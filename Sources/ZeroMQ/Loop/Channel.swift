internal import CZeroMQ

/// A socket owned by a ``SocketLoop``: a handle for sending, cheap to copy, for any thread or task.
public struct Channel: Sendable {
  let runner: LoopRunner
  let index: Int

  public let type: SocketType

  /// The endpoint it is bound or connected to, with the port the system chose.
  public let endpoint: String

  /// Sends a message whole. Never waits for a peer.
  ///
  /// On the loop's thread the message goes straight to libzmq; from elsewhere it is queued and the loop woken if it
  /// sleeps. Messages of all callers go out in the order of their calls, per peer. For a ROUTER the first frame is the
  /// peer's identity.
  ///
  /// A ROUTER's slow peer delays no other; on any other type, a slow peer delays the whole channel.
  ///
  /// - Parameter beyondLimits: accepts it whatever ``SocketLoop/Limits`` say: for the few messages that must not be lost.
  @discardableResult
  public func send(_ message: Message, beyondLimits: Bool = false) -> SendResult {
    runner.send(message, on: self, beyondLimits: beyondLimits)
  }

  /// Gives up what is kept for a ROUTER's peer that has gone: whoever comes by its name next is not to get it.
  ///
  /// Call it on the loop's thread, in a handler, a job or a timer; from elsewhere nothing happens.
  public func forget(peer: [UInt8]) {
    guard runner.isCurrentThread else { return }
    runner.forget(peer, on: index)
  }

  /// Runs a closure on the loop's thread once all that has come so far was handed over: the ends of connections where they
  /// are watched, then messages, and libzmq's own word that a peer has gone. Under a flood that may take long.
  ///
  /// Call it on the loop's thread, in a handler, a job or a timer; from elsewhere nothing happens.
  public func whenDrained(_ job: @escaping @Sendable () -> Void) {
    guard runner.isCurrentThread, runner.sockets.indices.contains(index) else { return }
    let open = runner.sockets[index]
    guard let monitor = open.monitor else { return open.addDrainedJob(job) }
    runner.sockets[monitor].addDrainedJob { [runner, index] in
      guard runner.sockets.indices.contains(index) else { return }
      runner.sockets[index].addDrainedJob(job)
    }
  }

  /// Runs a closure on the loop's thread once the ends of connections that are known of so far were handed over, where they
  /// are watched. A flood of messages does not hold it up.
  ///
  /// Call it as ``whenDrained(_:)``.
  public func whenConnectionsDrained(_ job: @escaping @Sendable () -> Void) {
    guard runner.isCurrentThread, runner.sockets.indices.contains(index) else { return }
    guard let monitor = runner.sockets[index].monitor else { return job() }
    runner.sockets[monitor].addDrainedJob(job)
  }

  /// Ends a connection of the socket, of which libzmq finds that the other side has gone; ``ConnectionChange`` tells that it
  /// has. libzmq (4.3) itself has no call for that.
  ///
  /// Call it in ``whenConnectionsDrained(_:)``, and only for a descriptor that has begun and not ended: it may be somebody
  /// else's otherwise.
  public func endConnection(_ descriptor: Int32) {
    guard runner.isCurrentThread, runner.sockets.indices.contains(index) else { return }
    czeromq_end_connection(descriptor)
  }

  /// Receives nothing until ``resume()``; the peers are held back once their high-water marks are reached. From any
  /// thread; in a handler, the rest of the current batch is left in the socket, too.
  public func pause() {
    runner.setPaused(true, index)
  }

  public func resume() {
    runner.setPaused(false, index)
  }
}

extension Channel: Hashable {
  public static func == (left: Channel, right: Channel) -> Bool {
    left.index == right.index && left.runner === right.runner
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(runner))
    hasher.combine(index)
  }
}

extension Channel {
  /// What happens on a channel beside messages. `peer` is the identity for a ROUTER, and empty otherwise.
  public enum Event: Hashable, Sendable {
    /// The peer has no room: messages for it are kept from now on. Leave out or merge what can be.
    case slow(peer: [UInt8])
    /// Some of what is kept for a slow peer was sent.
    case progressed(peer: [UInt8])
    /// Everything kept for a slow peer was sent.
    case drained(peer: [UInt8])
    /// A ROUTER's peer has gone; so many accepted messages for it were thrown away.
    case gone(peer: [UInt8], messages: Int)
    /// A message beyond ``SocketOptions/messageLimits`` came from this peer and was thrown away.
    case oversized(peer: [UInt8], ZeroMQError)
    /// Receiving, or sending an accepted message, failed otherwise. After a failure to receive the channel is paused.
    case failed(ZeroMQError)
  }
}
