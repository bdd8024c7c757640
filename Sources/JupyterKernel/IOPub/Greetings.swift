internal import JSONModel
internal import Synchronization
internal import ZeroMQ

/// Writes the `iopub_welcome` for each new subscription (JEP 65), on its own topic.
///
/// All who want everything see these, too. So whoever subscribes without end is not welcomed without end, and those who
/// want everything, as clients do, are welcomed first.
final class Greetings: Sendable {
  private let writer: MessageWriter
  /// What asks for less than everything must not keep clients from being welcomed.
  private let ofEverything = RateLimit(burst: 1_000, perSecond: 100)
  private let ofTopics = RateLimit(burst: 500, perSecond: 50)
  /// The topics subscribed to that were not answered yet.
  private let pending = Mutex<[[UInt8]]>([])

  init(writer: MessageWriter) {
    self.writer = writer
  }

  /// Notes a message from a subscriber, if it is a subscription. Peers can send more than these up an XPUB.
  func add(for message: Message) {
    guard message.frames.count == 1, let frame = message.frames.first, frame.first == 1 else { return }
    let topic = Array(frame.dropFirst())
    guard (topic.isEmpty ? ofEverything : ofTopics).allows() else { return }
    pending.withLock { $0.append(topic) }
  }

  /// Answers what was noted.
  /// - Returns: `false` if there was nothing.
  func send(on channel: Channel) -> Bool {
    let topics = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for topic in topics.filter(\.isEmpty) + topics.filter({ !$0.isEmpty }) {
      let content: JSON = ["subscription": .string(String(decoding: topic, as: UTF8.self))]
      channel.greet(with: writer.write(OutgoingMessage("iopub_welcome", content), to: [topic], parent: nil))
    }
    return !topics.isEmpty
  }
}
