import JSONModel

/// What can stand in a ``WaitingLine``.
protocol Waiting {
  /// Bytes of the message.
  var size: Int { get }
  /// Whether nobody wants its only answer any more, so that it need not wait.
  var isCancelled: Bool { get }
  /// Goes through the calls that bear an id, in order.
  func forEachCall(_ body: (JSON, Cancellation) -> Void)
}

/// Messages that wait for their turn, oldest first, and their calls by id.
///
/// A thousand messages of a thousand calls may wait here, while the thread on which cancels arrive serves others, too. So
/// whoever cancels finds the calls by their ids, and goes through no message.
struct WaitingLine<Message: Waiting> {
  private var messages = Queue<Message>()
  private var calls = CallIndex()
  /// Bytes of all messages.
  private(set) var size = 0

  var count: Int { messages.count }
  var isEmpty: Bool { messages.isEmpty }

  /// - Complexity: O(calls of the message)
  mutating func append(_ message: Message) {
    messages.append(message)
    size += message.size
    message.forEachCall { calls.insert($1, id: $0) }
  }

  /// - Complexity: O(calls of the message), spread over all
  mutating func popFirst() -> Message? {
    guard let message = messages.popFirst() else { return nil }
    size -= message.size
    message.forEachCall { calls.remove($1, id: $0) }
    return message
  }

  /// Cancels all calls with these ids, and takes out the messages that need not wait any longer.
  /// - Returns: These messages, oldest first.
  /// - Complexity: O(ids + calls that are cancelled); O(messages) besides if there are any. No call counts twice, however
  ///   often its id is named.
  mutating func cancel(_ ids: some Sequence<JSON>) -> [Message] {
    var isAnyCancelled = false
    for id in ids where calls.cancel(id) { isAnyCancelled = true }
    guard isAnyCancelled else { return [] }
    let removed = messages.removeAll { $0.isCancelled }
    for message in removed { size -= message.size }
    return removed
  }
}

extension WaitingLine: Sendable where Message: Sendable {}

/// Calls by their ids. Nothing forbids a client to give several the same one.
private struct CallIndex: Sendable {
  private struct Calls: Sendable {
    var oldest: Cancellation
    var others = Queue<Cancellation>()
  }

  private var calls: [JSON: Calls] = [:]

  mutating func insert(_ call: Cancellation, id: JSON) {
    if let index = calls.index(forKey: id) {
      calls.values[index].others.append(call)
    } else {
      calls[id] = Calls(oldest: call)
    }
  }

  /// Forgets a call that no older one with its id stands before; one that was cancelled is forgotten already.
  mutating func remove(_ call: Cancellation, id: JSON) {
    guard let index = calls.index(forKey: id), calls.values[index].oldest === call else { return }
    if let next = calls.values[index].others.popFirst() {
      calls.values[index].oldest = next
      return
    }
    calls.remove(at: index)
    // After a flood its room is given back.
    if calls.isEmpty, calls.capacity > 1_024 { calls = [:] }
  }

  /// Cancels the calls with an id and forgets them.
  /// - Returns: Whether there are any.
  mutating func cancel(_ id: JSON) -> Bool {
    guard let found = calls.removeValue(forKey: id) else { return false }
    found.oldest.cancel()
    for call in found.others { call.cancel() }
    return true
  }
}
