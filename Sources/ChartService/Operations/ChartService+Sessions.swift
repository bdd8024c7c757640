import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Opens a session; one that is open already stays as it is.
  /// - Returns: Its name.
  func open(_ name: String?) throws(RPCError) -> String {
    if let name { try check(name: name, at: [.key("session")]) }
    return try withState { state throws(RPCError) in
      let name = name ?? state.freshSessionName()
      try makeRoom(for: name, in: &state)
      return name
    }
  }

  func makeRoom(for session: String, in state: inout ServiceState) throws(RPCError) {
    guard state.sessions[session] == nil else { return }
    guard state.sessions.count < limits.sessions else {
      throw .limitExceeded("sessions", allowed: limits.sessions, got: state.sessions.count + 1)
    }
    state.sessions[session] = Session()
  }

  /// Forgets a session with its charts. The default one is there again at once, empty.
  func close(_ session: String) throws(RPCError) {
    let change = PendingChange(kind: .deleted, causes: ["session/close"])
    try withState { state throws(RPCError) in
      let content = try state.session(session)
      for (index, name) in content.charts.keys.enumerated() {
        state.notify(
          ChartKey(session: session, chart: name), change.at(content.charts.values[index].revision))
      }
      state.sessions.removeValue(forKey: session)
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
