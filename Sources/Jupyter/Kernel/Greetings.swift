internal import JSONModel
internal import ZeroMQ

/// Writes the `iopub_welcome` for each new subscription (JEP 65), on its own topic.
///
/// All who want everything see these, too. So whoever subscribes without end is not welcomed without end.
struct Greetings: Sendable {
  private let writer: MessageWriter
  /// Clients want everything; what asks for less must not keep them from being welcomed.
  private let ofEverything = RateLimit(burst: 1_000, perSecond: 100)
  private let ofTopics = RateLimit(burst: 100, perSecond: 10)

  init(writer: MessageWriter) {
    self.writer = writer
  }

  /// - Returns: `nil` if a message is no subscription, or one too many.
  func greeting(for message: Message) -> Message? {
    // Peers can send more than subscriptions up an XPUB.
    guard message.frames.count == 1, let frame = message.frames.first, frame.first == 1 else { return nil }
    let topic = Array(frame.dropFirst())
    guard (topic.isEmpty ? ofEverything : ofTopics).allows() else { return nil }
    let content: JSON = ["subscription": .string(String(decoding: topic, as: UTF8.self))]
    return writer.write(OutgoingMessage("iopub_welcome", content), to: [topic], parent: nil)
  }
}
