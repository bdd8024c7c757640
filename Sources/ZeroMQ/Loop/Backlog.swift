/// Messages kept for the slow peers of one socket, in order per peer, and when to try again.
struct Backlog {
  private(set) var byteCount = 0
  private var queues: [[UInt8]: Queue] = [:]

  private struct Queue {
    var messages: [Message] = []
    var sent = 0
    var byteCount = 0

    var count: Int { messages.count - sent }
  }

  /// No event tells that one peer of a ROUTER has room again (its POLLOUT means any peer), so it is tried after this
  /// time, which doubles for as long as nobody takes anything.
  private var delay = Self.shortestDelay
  private(set) var retry: ContinuousClock.Instant?

  /// Those who are still to be tried in this round.
  private var turn: [[UInt8]] = []
  /// Whether anybody took something in this round.
  private var hasProgress = false

  private static let shortestDelay = Duration.milliseconds(1)
  /// A round that finds no room costs some microseconds a peer, and is not to be all that the loop does.
  private var longestDelay: Duration { .milliseconds(32) + .microseconds(40) * queues.count }

  /// So many are tried before others have their turn.
  private static let turnLimit = 128
  /// The most messages that are sent to a peer in its turn.
  private static let batch = 1_024

  var isEmpty: Bool { queues.isEmpty }

  func contains(_ peer: [UInt8]) -> Bool { !queues.isEmpty && queues[peer] != nil }

  func isFull(_ peer: [UInt8], _ limits: SocketLoop.Limits) -> Bool {
    guard let queue = queues[peer] else { return false }
    return queue.count >= limits.peerMessages || queue.byteCount >= limits.peerBytes
  }

  mutating func append(_ message: Message, for peer: [UInt8]) {
    let size = message.byteCount
    queues[peer, default: Queue()].messages.append(message)
    queues[peer, default: Queue()].byteCount += size
    byteCount += size
    if retry == nil {
      delay = Self.shortestDelay
      retry = .now + delay
    }
  }

  /// Gives up what is kept for a peer.
  mutating func forget(_ peer: [UInt8]) {
    guard let queue = queues.removeValue(forKey: peer) else { return }
    byteCount -= queue.byteCount
  }

  /// What became of a peer in ``retry(_:)``.
  enum Progress {
    case some
    case drained
    case gone(messages: Int)
    case failed(ZeroMQError)
  }

  /// Tries to send what is kept, if it is time to: to some of the peers, and to others the next time.
  ///
  /// - Parameter send: whether there was room.
  /// - Returns: The peers for whom something changed.
  mutating func retry(
    now: ContinuousClock.Instant, _ send: (Message) throws(ZeroMQError) -> Bool
  ) -> [(peer: [UInt8], progress: Progress)] {
    guard let due = retry, due <= now else { return [] }
    var changes: [(peer: [UInt8], progress: Progress)] = []
    if turn.isEmpty { turn = Array(queues.keys) }
    for _ in 0..<min(turn.count, Self.turnLimit) {
      let peer = turn.removeLast()
      if let progress = retry(peer, send) { changes.append((peer, progress)) }
    }
    if !changes.isEmpty { hasProgress = true }
    if turn.isEmpty || queues.isEmpty {
      delay = hasProgress ? Self.shortestDelay : min(delay * 2, longestDelay)
      (turn, hasProgress) = ([], false)
      retry = queues.isEmpty ? nil : now + delay
    }
    return changes
  }

  private mutating func retry(_ peer: [UInt8], _ send: (Message) throws(ZeroMQError) -> Bool) -> Progress? {
    guard var queue = queues.removeValue(forKey: peer) else { return nil }
    let before = queue.sent
    while queue.sent < queue.messages.count, queue.sent - before < Self.batch {
      let message = queue.messages[queue.sent]
      do throws(ZeroMQError) {
        guard try send(message) else { break }
      } catch {
        byteCount -= queue.byteCount
        return error.code == .hostUnreachable ? .gone(messages: queue.count) : .failed(error)
      }
      // The bytes are let go now, the array's place later.
      queue.messages[queue.sent] = Message([[UInt8]]())
      queue.sent += 1
      let size = message.byteCount
      queue.byteCount -= size
      byteCount -= size
    }
    if queue.count == 0 { return .drained }
    let hasProgressed = queue.sent > before
    if queue.sent > queue.messages.count / 2 {
      queue.messages.removeFirst(queue.sent)
      queue.sent = 0
    }
    queues[peer] = queue
    return hasProgressed ? .some : nil
  }
}
