import ChartEngine
package import JSONModel
package import JSONRPC
import OrderedCollections

extension ChartService {
  /// Writes a session as the document that `session/export` gives.
  /// - Throws: -32001.
  package func exportedDocument(of session: String) throws(RPCError) -> JSON {
    SessionDocument.schema.encode(try export(session))
  }

  /// - Parameter charts: Those that are to be in it; all if not given.
  /// - Throws: -32001, -32002.
  func export(_ session: String, charts: [String]? = nil) throws(RPCError) -> SessionDocument {
    var content = try withState { state throws(RPCError) in try state.session(session) }
    if let charts { try content.reduce(to: charts) }
    return SessionDocument(content, named: session)
  }

  /// Opens a session as a document has it.
  /// - Parameters:
  ///   - name: Its name; the document's if not given.
  ///   - keepsOthers: Whether the session keeps the charts that the document has not.
  /// - Returns: Its name and the ids of its charts.
  func `import`(
    _ document: SessionDocument, named name: String?, keepingOthers: Bool = false
  ) throws(RPCError) -> (session: String, charts: [String]) {
    let charts: OrderedDictionary<String, ImportedChart>
    do {
      charts = try document.read(limits: limits, kinds: kinds)
    } catch {
      throw RPCError(invalidParams: error.prefixed(by: .key("document")))
    }
    let session = name ?? document.session
    try check(name: session, at: name == nil ? [.key("document"), .key("session")] : [.key("session")])
    for (index, name) in charts.keys.enumerated() {
      try check(name: name, at: [.key("document"), .key("charts"), .index(index), .key("chart")])
    }
    try withState { state throws(RPCError) in
      let kept = keepingOthers ? state.sessions[session]?.charts.keys.count { charts[$0] == nil } ?? 0 : 0
      guard kept + charts.count <= limits.charts else {
        throw .limitExceeded("charts", allowed: limits.charts, got: kept + charts.count)
      }
      try makeRoom(for: session, in: &state)
      replace(session, by: charts, document.log, keepingOthers: keepingOthers, in: &state)
    }
    return (session, Array(charts.keys))
  }

  private func replace(
    _ session: String, by charts: OrderedDictionary<String, ImportedChart>, _ log: [InteractionLog.Entry],
    keepingOthers: Bool, in state: inout ServiceState
  ) {
    let old = state.sessions[session]?.charts ?? [:]
    state.discard(old)
    for record in old.values where !keepingOthers && charts[record.chart.id] == nil {
      state.notify(
        ChartKey(session: session, chart: record.chart.id),
        PendingChange(kind: .deleted, revision: record.revision, causes: ["session/import"], events: []))
    }
    var content = keepingOthers ? state.sessions[session] ?? Session() : Session()
    content.log = InteractionLog((content.log.entries + log).suffix(limits.log))
    for (name, imported) in charts {
      var record = ChartRecord(
        session: session, chart: imported.moment.chart, source: imported.moment.source,
        // The revisions of a chart that is replaced go on.
        revision: max(imported.revision, (old[name]?.revision ?? 0) + 1), version: state.freshNumber())
      record.history = imported.history
      content.charts[name] = record
      state.notify(
        ChartKey(session: session, chart: name),
        PendingChange(
          kind: .created, revision: record.revision, causes: ["session/import"], events: [],
          isFirstSight: old[name] == nil))
    }
    state.sessions[session] = content
  }
}

extension Session {
  /// Leaves nothing but some charts, in their order, and what was done to them.
  /// - Throws: -32002.
  fileprivate mutating func reduce(to names: [String]) throws(RPCError) {
    for name in names { _ = try chart(name) }
    let names = Set(names)
    charts = charts.filter { names.contains($0.key) }
    log = InteractionLog(log.entries.filter { names.contains($0.chart) })
  }
}
