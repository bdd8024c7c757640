import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Opens a session; one that is open already stays as it is.
  /// - Returns: Its name.
  func open(_ name: String?) throws(RPCError) -> String {
    if let name { try check(name: name, at: [.key("session")]) }
    while true {
      let fresh = name == nil ? withState { $0.freshSessionName() } : nil
      let session = name ?? fresh?.name ?? ""
      let opened: String? = try change(session) { state throws(RPCError) in
        if state.sessions[session] != nil {
          // Somebody else may have got the name that was free.
          return fresh == nil ? Decision(nil) { _ in session } : nil
        }
        try checkRoom(for: session, in: state)
        return Decision(.open) { state in
          if let fresh { state.lastSession = max(state.lastSession, fresh.number) }
          state.sessions[session] = Session()
          return session
        }
      }
      if let opened { return opened }
    }
  }

  /// - Throws: -32004 if a session is not there, and no more can be opened.
  func checkRoom(for session: String, in state: ServiceState) throws(RPCError) {
    guard state.sessions[session] == nil, state.sessions.count >= limits.sessions else { return }
    throw .limitExceeded("sessions", allowed: limits.sessions, got: state.sessions.count + 1)
  }

  /// Forgets a session with its charts. The default one is there again at once, empty.
  /// - Throws: -32001, -32005.
  func close(_ session: String) throws(RPCError) {
    defer { memory?.noteRemoval() }
    let notice = PendingChange(kind: .deleted, causes: ["session/close"])
    let _: Void? = try change(session) { state throws(RPCError) in
      _ = try state.session(session)
      return Decision(.close) { state in
        guard let content = state.sessions.removeValue(forKey: session) else { return }
        for (index, name) in content.charts.keys.enumerated() {
          state.notify(
            ChartKey(session: session, chart: name), notice.at(content.charts.values[index].revision))
        }
        state.discard(content)
        if session == ChartService.defaultSession {
          state.sessions.updateValue(Session(), forKey: session, insertingAt: 0)
        } else {
          // What waits is still told, but a later session of the same name is another one.
          state.endSubscriptions(to: session)
        }
      }
    }
  }
}
