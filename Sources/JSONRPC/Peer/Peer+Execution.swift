import JSONModel
import Synchronization

extension Peer {
  /// What becomes of a message that was received.
  private enum Admission {
    case dropped
    case refused
    case waiting(startsDraining: Bool)
    case runs
  }

  /// Carries a message out, now or when its turn comes.
  /// - Parameter returnsAnswer: Whether an answer that is ready at once may be returned instead of put into the outbox.
  func admit(_ message: IncomingMessage, returnsAnswer: Bool) -> [UInt8]? {
    guard !message.items.isEmpty else { return nil }
    let isLight = isSerial || message.items.count <= Self.inlineCallLimit && message.items.allSatisfy(isLight)
    var admission = Admission.dropped
    signal { state in
      guard !state.hasEnded else { return }
      state.cancel(whatIsAskedBy: message)
      if message.items.allSatisfy(\.isCancelNotification) { return }
      if isLight, state.queue.isEmpty, state.current == nil, !state.isOutboxFull(limits) {
        state.begin(message)
        admission = .runs
      } else if !state.isQueueFull(limits) {
        state.enqueue(message)
        admission = .waiting(startsDraining: state.startsDraining(limits))
      } else if !state.isOutboxFull(limits) {
        admission = .refused
      }
    }
    switch admission {
    case .dropped, .waiting(startsDraining: false): break
    case .waiting(startsDraining: true): startDraining()
    case .refused: refuseForWantOfRoom(message)
    case .runs: return finish(run(message), returnsAnswer: returnsAnswer)
    }
    return nil
  }

  private func isLight(_ item: IncomingMessage.Item) -> Bool {
    guard table.isLight(item), case .call(let call, let params) = item else { return table.isLight(item) }
    return isLight(call, params)
  }

  /// Answers a message that the line has no room for, out of turn since there is no room to wait for it.
  private func refuseForWantOfRoom(_ message: IncomingMessage) {
    let error = RPCError.limitExceeded("pending", allowed: limits.pending, got: limits.pending + 1)
    var message = message
    message.items = message.items.compactMap { $0.refused(error) }
    guard
      let answer = Response.write(
        answersTo: message,
        { item, output in
          table.writeAnswer(to: item, to: &output, limits: limits, context: makeContext)
        })
    else { return }
    signal { $0.send(answer) }
  }

  /// Ends a message that was carried out at once. Its answer is returned only if nothing else can get ahead of it.
  private func finish(_ answer: [UInt8]?, returnsAnswer: Bool) -> [UInt8]? {
    var returned: [UInt8]?
    var drains = false
    signal { state in
      state.finish()
      if let answer {
        if returnsAnswer, !state.isClosed, state.isOutboxEmpty, state.queue.isEmpty {
          returned = answer
        } else {
          state.send(answer)
        }
      }
      drains = state.startsDraining(limits)
    }
    if drains { startDraining() }
    return returned
  }

  /// Works the line off in a task of its own. The task keeps the peer alive until the line is empty.
  func startDraining() {
    Task { await self.drain() }
  }

  private func drain() async {
    while let message = state.withLock({ $0.beginNext(limits) }) {
      let answer = run(message)
      signal { state in
        state.finish()
        if let answer { state.send(answer) }
      }
      // Others have messages in line too, and there may be only two threads.
      await Task.yield()
    }
  }
}

// MARK: - Carrying out

extension Peer {
  private func run(_ message: IncomingMessage) -> [UInt8]? {
    Response.write(answersTo: message) { item, output in
      guard case .call(let call, _) = item else {
        return table.writeAnswer(to: item, to: &output, limits: limits, context: makeContext)
      }
      let (isShutDown, hasEnded) = state.withLock { ($0.isShutDown, $0.hasEnded) }
      guard !hasEnded else { return false }
      if isShutDown, call.method != BuiltInMethodName.exit {
        let error = RPCError.invalidRequest("the client has said 'shutdown'; only 'exit' may follow")
        guard let refused = item.refused(error) else { return false }
        return table.writeAnswer(to: refused, to: &output, limits: limits, context: makeContext)
      }
      let isAnswered = table.writeAnswer(to: item, to: &output, limits: limits, context: makeContext)
      switch call.method {
      case BuiltInMethodName.shutdown: state.withLock { $0.isShutDown = true }
      case BuiltInMethodName.exit:
        // The transport must hear of it even if there is nothing to send.
        let wake = state.withLock { state in
          state.exit()
          return state.wake
        }
        wake()
      default: break
      }
      return isAnswered
    }
  }
}
