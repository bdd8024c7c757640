internal import Synchronization
internal import ZeroMQ

/// Lets iopub go on without a subscriber that reads nothing: for some minutes it loses messages, and everybody else gets
/// theirs.
final class Stall: Sendable {
  private let channel = Mutex<Channel?>(nil)
  private let loop: SocketLoop

  private static let duration = Duration.seconds(300)

  init(loop: SocketLoop) {
    self.loop = loop
  }

  /// Tells the socket, once it is open.
  func set(_ channel: Channel) {
    self.channel.withLock { $0 = channel }
  }

  func begin() {
    loop.perform { [self] in setNoDrop(false) }
    loop.schedule(after: Self.duration) { [weak self] in self?.setNoDrop(true) }
  }

  private func setNoDrop(_ noDrop: Bool) {
    channel.withLock { $0 }?.setNoDrop(noDrop)
  }
}
