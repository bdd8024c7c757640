internal import Synchronization

/// A message that waits for its first reader.
final class Announcement: Sendable {
  private let message = Mutex<OutgoingMessage?>(nil)

  func set(_ message: OutgoingMessage) { self.message.withLock { $0 = message } }

  func take() -> OutgoingMessage? {
    message.withLock { message in
      defer { message = nil }
      return message
    }
  }
}
