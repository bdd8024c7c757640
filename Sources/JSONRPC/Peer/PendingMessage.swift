import JSONModel

/// A message in a peer's line.
enum PendingMessage: Sendable {
  case read(IncomingMessage)
  /// So long a text that whoever received it leaves the reading to the task that carries it out.
  case unread(UnreadMessage, UnreadMessage.Call?)
}

extension PendingMessage: Waiting {
  var size: Int {
    switch self {
    case .read(let message): message.size
    case .unread(let message, _): message.size
    }
  }

  var isCancelled: Bool {
    switch self {
    case .read(let message): message.isCancelled
    case .unread(_, let call): call?.cancellation.isCancelled == true
    }
  }

  func forEachCall(_ body: (JSON, Cancellation) -> Void) {
    switch self {
    case .read(let message): message.forEachCall(body)
    case .unread(_, let call): if let call { body(call.id, call.cancellation) }
    }
  }
}

extension PendingMessage {
  /// What a single call gets that is no longer wanted; `nil` for a notification.
  var cancelledAnswer: OutgoingMessage? {
    switch self {
    case .read(let message): message.cancelledAnswer
    case .unread(_, let call): call.map { .fault(.cancelled, id: $0.id) }
    }
  }
}

extension IncomingMessage {
  func forEachCall(_ body: (JSON, Cancellation) -> Void) {
    for case .call(let call, _) in items {
      if let id = call.id { body(id, call.cancellation) }
    }
  }

  /// The ids of the requests that its elements ask to cancel, each with the place of the last element that does.
  var cancelledIDs: [JSON: Int] {
    var ids: [JSON: Int] = [:]
    for (index, item) in items.enumerated() {
      // What no request can bear may be large, and nothing is to be found by it.
      if let id = item.cancelledID, id == .null || RequestID.isID(id) { ids[id] = index }
    }
    return ids
  }

  /// Cancels the requests among its elements that stand before the last one that asks to cancel their id.
  func cancelWithin(_ ids: [JSON: Int]) {
    guard !ids.isEmpty else { return }
    for (index, item) in items.enumerated() {
      // What comes before: whoever cancels has asked.
      guard case .call(let call, _) = item, let id = call.id, let last = ids[id], index < last else { continue }
      call.cancellation.cancel()
    }
  }

  /// Whether this is a single call that is no longer wanted.
  var isCancelled: Bool {
    guard !isBatch, case .call(let call, _) = items.first else { return false }
    return call.cancellation.isCancelled
  }

  /// What a single call gets that is no longer wanted; `nil` for a notification.
  var cancelledAnswer: OutgoingMessage? {
    guard !isBatch, case .call(let call, _) = items.first else { return nil }
    return call.id.map { .fault(.cancelled, id: $0) }
  }
}

/// What was asked to be cancelled while texts were in line of whose calls nobody knew the ids.
struct UnreadCancels: Sendable {
  /// Of what is asked beyond this nothing is remembered: cancelling is a wish.
  private static var limit: Int { 1_024 }
  private static var idSizeLimit: Int { 256 }

  /// The number of the last text that was in line when the request with an id was cancelled last.
  private var lastTexts: [JSON: Int] = [:]
  private var textCount = 0
  private var readCount = 0

  var isEmpty: Bool { textCount == readCount }

  /// Notes that one more text is in line.
  mutating func noteText() { textCount += 1 }

  mutating func note(_ ids: some Sequence<JSON>) {
    guard !isEmpty else { return }
    for id in ids where lastTexts[id] != nil || lastTexts.count < Self.limit && id.writtenSize <= Self.idSizeLimit {
      lastTexts[id] = textCount
    }
  }

  /// Cancels the calls of the first of the texts in line, now that it has been read, that were asked for since it came.
  mutating func apply(to message: IncomingMessage) {
    readCount += 1
    if !lastTexts.isEmpty {
      message.forEachCall { id, call in
        if let last = lastTexts[id], last >= readCount { call.cancel() }
      }
    }
    if isEmpty { self = UnreadCancels() }
  }
}
